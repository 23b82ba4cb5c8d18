import { go, movesWith, place } from "../core/address.ts";
import { cell } from "../core/cell.ts";
import { play } from "../go/board.ts";
import type { Color } from "../go/points.ts";
import { positionOf, type IllegalMove } from "../go/position.ts";

/** The latest move that could not be played on the search board, until the board changes. */
export const illegal = cell<IllegalMove | null>(null);

/** Plays a move on the search board, also if it is the other colour's turn. A wildcard gives way to the stone. */
export function playMove(move: string, color: Color): void {
  const here = place.get();
  const next = play(positionOf(here).board, move, color);
  if (typeof next === "string") illegal.set({ move, color, reason: next });
  else {
    // After a pass, the turn says whose answers to a part of the board are shown.
    const options = move === "pass" ? { ...here.options, next: "" } : here.options;
    go({ moves: movesWith(here, move, color), wildcards: here.wildcards.filter((point) => point !== move), options });
  }
}
