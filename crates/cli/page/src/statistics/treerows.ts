import type { Branch, Tree } from "../core/types.ts";
import type { ColoredMove } from "../go/points.ts";

/** A move of the tree that is in view. */
export interface TreeRow {
  /** The moves from the position to this one, such as `Wpp/Bdc`. */
  id: string;
  branch: Branch;
  /** The moves from the position to this one. */
  line: ColoredMove[];
  /** Which one of how many moves from the same position. */
  place: number;
  siblings: number;
  isOpen: boolean;
}

/** Returns the rows in view, in order. Unless toggled, the most popular line is open and the others are folded. */
export function rowsOf(tree: Tree, toggled: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (parent: Tree, id: string, line: TreeRow["line"], isMain: boolean) => {
    const siblings = parent.next_moves.length;
    for (const [i, branch] of parent.next_moves.entries()) {
      const name = branch.color + branch.move;
      const path = id === "" ? name : `${id}/${name}`;
      const isPopular = isMain && i === 0;
      const isOpen = branch.next_moves.length > 0 && isPopular !== toggled.has(path);
      const moves = [...line, { move: branch.move, color: branch.color }];
      rows.push({ id: path, branch, line: moves, place: i + 1, siblings, isOpen });
      // No deeper than the tree's depth, of which there are few.
      if (isOpen) add(branch, path, moves, isPopular);
    }
  };
  add(tree, "", [], true);
  return rows;
}

/** The choices for how many moves deep the tree is. */
export const DEPTHS = [3, 5, 8, 12] as const;

/** The choices for the least number of games of a move. */
export const LEAST_GAMES = [1, 5, 20, 100] as const;

/** Returns the usual least number of games where there are so many games. */
export function usualLeast(games: number): (typeof LEAST_GAMES)[number] {
  if (games < 100) return 1;
  if (games < 2000) return 5;
  return games < 20_000 ? 20 : 100;
}
