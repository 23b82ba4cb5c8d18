import { useMemo } from "preact/hooks";
import { go, place } from "../core/address.ts";
import type { Place } from "../core/place.ts";
import { useCell } from "../core/cell.ts";
import type { Game, Variations } from "../core/types.ts";
import { boardsOf, capturesOf, type Captures, type Stones } from "./scenes.ts";
import { lineThrough, treeOf, trunkOf, type GameTree, type GameNode } from "./gametree.ts";

type Step = Pick<Place, "at" | "node">;

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
}

function nodeAt(tree: GameTree, { at, node }: Step, start: number): GameNode | undefined {
  const inVariation = node === null ? undefined : tree.others.get(node);
  return inVariation ?? tree.main[Math.max(0, Math.min(tree.main.length - 1, at ?? start))];
}

/** Walks through a game: the place says where it stands. */
export function useWalk(game: Game, variations: Variations | null, frozen: Step | null): Walk | null {
  const { scenes, start } = game.replay;
  const here = useCell(place);
  const tree = useMemo(() => treeOf(scenes, variations?.nodes), [scenes, variations]);
  const node = nodeAt(tree, frozen ?? here, start);
  const line = useLine(node);
  const boards = useMemo(() => boardsOf(line), [line]);
  const captures = useMemo(() => capturesOf(line, boards), [line, boards]);

  if (!node) return null;
  // Several steps may come before the next drawing, so each begins where the place is.
  const present = () => nodeAt(tree, place.get(), start) ?? node;
  const show = (next: GameNode | null | undefined): boolean => {
    if (!next || frozen || next === present()) return false;
    go({ at: trunkOf(next).scene, node: next.id }, "replace");
    return true;
  };
  const stepTo = (at: number) => {
    const present = lineThrough(nodeAt(tree, place.get(), start) ?? node);
    return show(present[Math.max(0, Math.min(present.length - 1, at))]);
  };
  const step = (by: number) => {
    const from = present();
    const around = lineThrough(from);
    return show(around[Math.max(0, Math.min(around.length - 1, around.indexOf(from) + by))]);
  };
  return { tree, line, boards, captures, at: line.indexOf(node), node, show, step, stepTo };
}

/** Returns the line through a position, the same one as long as the position stays in it. */
function useLine(node: GameNode | undefined): readonly GameNode[] {
  let end = node;
  while (end?.children[0]) end = end.children[0];
  return useMemo(() => (end ? lineThrough(end) : []), [end]);
}
