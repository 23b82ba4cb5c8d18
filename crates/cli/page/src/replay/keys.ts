import type { Autoplay } from "./autoplay.ts";
import type { Neighbours } from "./neighbours.ts";
import { forkFrom, sibling } from "./gametree.ts";
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
    ArrowLeft: () => walk.show(forkFrom(line, at, -1)),
    ArrowRight: () => walk.show(forkFrom(line, at, 1)),
  };
  const letters: Record<string, (() => void) | null> = { n: neighbours.next, p: neighbours.previous };

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
    else if (letter in letters) letters[letter]?.();
    else if (step !== undefined) walk.step(step);
    else return;
    event.preventDefault();
  };
}
