import { cell } from "../core/cell.ts";
import type { ColoredMove } from "../go/points.ts";

/** A point of the search board, or of a row of the table of moves, that is pointed at. */
interface Pointed {
  point: string;
  /** The next move there, which may be at another point that is equal by symmetry. */
  move: string | null;
}

export const pointed = cell<Pointed | null>(null);

/** True if the table of moves lists the rare moves, too. */
export const showsAll = cell(false);

/** True if the table of moves lists the handicaps. */
export const showsHandicaps = cell(false);

/** The line that is pointed at but not played; the search board shows it in outline after its position. */
export const preview = cell<readonly ColoredMove[]>([]);
