import { cell } from "../core/cell.ts";

/** A point of the search board, or a row of the table of moves, that is pointed at. */
export interface Pointed {
  point: string;
  by: "board" | "table";
}

export const pointed = cell<Pointed | null>(null);

/** True if the table of moves lists the rare moves, too. */
export const showsAll = cell(false);
