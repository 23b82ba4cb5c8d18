import { useMemo, useRef } from "preact/hooks";
import { go, place } from "../core/address.ts";
import { NO_STEP, type Step } from "../core/place.ts";
import { useCell } from "../core/cell.ts";
import type { Game, Variations } from "../core/types.ts";
import { play } from "../go/board.ts";
import { otherColor, type Color, type ColoredMove } from "../go/points.ts";
import { inverseOf, turnedBy } from "../go/symmetry.ts";
import { boardsOf, capturesOf, type Captures, type Stones } from "./scenes.ts";
import { boardAt, lineThrough, treeOf, trunkOf, type GameTree, type GameNode } from "./gametree.ts";

/** Where an open game stands, and the ways to go on. */
export interface Walk {
  tree: GameTree;
  /** The line through the position, from the start to the end of its variation. */
  line: readonly GameNode[];
  boards: readonly Stones[];
  captures: readonly Captures[];
  /** The position in the line. */
  at: number;
  node: GameNode;
  /** Goes to a position; returns false if it is there already. */
  show(node: GameNode | null | undefined): boolean;
  /** Goes a number of positions on or back in the line. */
  step(by: number): boolean;
  stepTo(at: number): boolean;
  /** Plays a move from the position: goes to it, or tries it as a move of the user's own. */
  play(move: string, color: Color): void;
}

function nodeAt(tree: GameTree, { at, node, own }: Step, start: number): GameNode | undefined {
  const inVariation = node === null ? undefined : tree.others.get(node);
  const base = inVariation ?? tree.main[Math.max(0, Math.min(tree.main.length - 1, at ?? start))];
  return own.reduce((last, move) => last?.children.find((child) => child.own.at(-1) === move) ?? last, base);
}

function stepOf(node: GameNode): Step {
  let base = node;
  while (base.own.length > 0 && base.parent) base = base.parent;
  return { at: trunkOf(node).scene, node: base.id, own: node.own };
}

const isOnWay = (step: Step, to: Step): boolean =>
  step.at === to.at && step.node === to.node && step.own.every((move, i) => move === to.own[i]);

/** Returns the latest line that the user tried in a game; it stays when the user goes back in it, or to the game. */
function useTried(game: number, { at, node, own }: Step): Step {
  const tried = useRef({ game, step: NO_STEP });
  if (tried.current.game !== game) tried.current = { game, step: NO_STEP };
  if (own.length > 0 && !isOnWay({ at, node, own }, tried.current.step)) tried.current.step = { at, node, own };
  return tried.current.step;
}

/** Walks through a game: the place says where it stands. */
export function useWalk(game: Game, variations: Variations | null, frozen: Step | null): Walk | null {
  const { scenes, start, transform, swapped } = game.replay;
  const size = game.board_size;
  const here = useCell(place);
  const tried = useTried(game.game, frozen ?? here);
  // The place has moves as the record would: another search turns the game.
  const turn = (move: string, color: Color, by: number): ColoredMove => ({
    move: turnedBy(by, move, size),
    color: swapped ? otherColor(color) : color,
  });
  const tree = useMemo(
    () => treeOf(scenes, variations?.nodes, size, tried, (text) => turn(text.slice(1), text.startsWith("W") ? "W" : "B", transform)),
    [scenes, variations, tried],
  );
  const node = nodeAt(tree, frozen ?? here, start);
  const line = useLine(node);
  const boards = useMemo(() => boardsOf(line), [line]);
  const captures = useMemo(() => capturesOf(line, boards), [line, boards]);

  if (!node) return null;
  // Several steps may come before the next drawing, so each begins where the place is.
  const present = () => nodeAt(tree, place.get(), start) ?? node;
  const show = (next: GameNode | null | undefined): boolean => {
    if (!next || frozen || next === present()) return false;
    go(stepOf(next), "replace");
    return true;
  };
  const stepTo = (at: number) => {
    const around = lineThrough(present());
    return show(around[Math.max(0, Math.min(around.length - 1, at))]);
  };
  const step = (by: number) => {
    const from = present();
    const around = lineThrough(from);
    return show(around[Math.max(0, Math.min(around.length - 1, around.indexOf(from) + by))]);
  };
  const playOn = (move: string, color: Color) => {
    const from = present();
    const known = from.children.find((child) => child.move === move && child.color === color);
    if (known) show(known);
    else if (!frozen && typeof play(boardAt(from, size), move, color) !== "string") {
      const own = turn(move, color, inverseOf(transform));
      go({ ...stepOf(from), own: [...from.own, own.color + own.move] }, from.own.length > 0 ? "replace" : "push");
    }
  };
  return { tree, line, boards, captures, at: line.indexOf(node), node, show, step, stepTo, play: playOn };
}

/** Returns the line through a position, the same one as long as the position stays in it. */
function useLine(node: GameNode | undefined): readonly GameNode[] {
  const end = node && lineThrough(node).at(-1);
  return useMemo(() => (end ? lineThrough(end) : []), [end]);
}
