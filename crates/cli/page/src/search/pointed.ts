import { cell } from "../core/cell.ts";
import type { Color } from "../go/points.ts";

/** A point of the search board, or a row of the table of moves, that is pointed at. */
export interface Pointed {
  point: string;
  by: "board" | "table";
}

export const pointed = cell<Pointed | null>(null);

/** True if the table of moves lists the rare moves, too. */
export const showsAll = cell(false);

/** A move of a line that is pointed at but not played. */
export interface PreviewMove {
  move: string;
  color: Color;
}

/** The line that the search board shows in outline after its position. */
export const preview = cell<readonly PreviewMove[]>([]);
