import { isDiagram, isSenseis, readDiagram, readSenseis } from "./diagram.ts";
import { movesIn, readMoves } from "./movelist.ts";
import { Unreadable, type Reading } from "./reading.ts";
import { isSgf, readSgf } from "./sgf.ts";
import { isTextBoard, readTextBoard } from "./textboard.ts";

/**
 * Reads a position from a text: a record in SGF, a diagram, a board as programs print it, or a list of moves.
 * `size` is the board size where the text does not tell it. Throws `Unreadable`.
 */
export function readPosition(text: string, size: number): Reading {
  if (text.trim() === "") throw new Unreadable("empty");
  if (isSgf(text)) return readSgf(text);
  if (isSenseis(text)) return readSenseis(text, size);
  if (isTextBoard(text)) return readTextBoard(text);
  const moves = movesIn(text);
  if (moves === "all") return readMoves(text, size);
  if (isDiagram(text)) return readDiagram(text, size);
  if (moves === "some") return readMoves(text, size);
  throw new Unreadable("unknown");
}
