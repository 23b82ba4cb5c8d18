import type { Autoplay } from "./autoplay.ts";
import type { Neighbours } from "./neighbours.ts";
import { hasComment, isFork, nearest, sibling, variationsAt } from "./gametree.ts";
import type { Walk } from "./walk.ts";

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
};

/** Steps where no list needs the keys: for the board and the slider, and while nothing has the focus. */
const BOARD_STEPS: Record<string, number> = { ArrowUp: -10, ArrowDown: 10 };

interface Keys {
  walk: Walk;
  autoplay: Autoplay;
  neighbours: Neighbours;
  onClose(): void;
}

/** Returns the handler of the keys of an open game. */
export function keyHandler({ walk, autoplay, neighbours, onClose }: Keys): (event: KeyboardEvent) => void {
  const { line, at, node } = walk;
  const withShift: Record<string, () => void> = {
    ArrowUp: () => walk.show(sibling(node, -1)),
    ArrowDown: () => walk.show(sibling(node, 1)),
    ArrowLeft: () => walk.show(nearest(line, at, -1, isFork)),
    ArrowRight: () => walk.show(nearest(line, at, 1, isFork)),
  };
  const letters: Record<string, ((isBack: boolean) => void) | null> = {
    n: neighbours.next,
    p: neighbours.previous,
    c: (isBack) => walk.show(nearest(line, at, isBack ? -1 : 1, hasComment)),
    // Around the moves in place of this one, or else to the first variation from here.
    v: () => walk.show(sibling(node, 1) ?? (sibling(node, -1) ? node.parent?.children[0] : variationsAt(node)[0])),
  };

  return (event) => {
    const { target } = event;
    const isOnBoard = target instanceof Element && target.matches(".board, input[type=range], #replay, body");
    const isOnControl = target instanceof Element && target.matches("button, a, input");
    const letter = event.key.toLowerCase();
    const step = STEPS[event.key] ?? (isOnBoard ? BOARD_STEPS[event.key] : undefined);
    const isPlay = event.key === " " && !isOnControl;
    if (!isPlay) autoplay.stop();

    if (event.key === "Escape") onClose();
    else if (event.shiftKey && withShift[event.key]) withShift[event.key]?.();
    else if (isPlay) autoplay.toggle();
    else if (letter in letters) letters[letter]?.(event.shiftKey);
    else if (step !== undefined) walk.step(step);
    else return;
    event.preventDefault();
  };
}
