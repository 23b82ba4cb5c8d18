import { errorText } from "./format.ts";
import type { Color } from "./types.ts";

const COLUMNS = "ABCDEFGHJKLMNOPQRST";

export type Vertex = [x: number, y: number];

/** Returns the column and row of a point such as `pd` from the upper left, or null for a pass. */
export function vertexOf(move: string): Vertex | null {
  if (move.length !== 2) return null;
  return [move.charCodeAt(0) - 97, move.charCodeAt(1) - 97];
}

export const pointOf = ([x, y]: Vertex): string => String.fromCharCode(97 + x, 97 + y);

/** Returns the name of a point on the board, such as Q16 for `pd`. */
export function pointName(move: string, size: number): string {
  const vertex = vertexOf(move);
  if (!vertex) return "pass";
  return `${COLUMNS[vertex[0]] ?? "?"}${size - vertex[1]}`;
}

export const colorName = (color: Color): string => (color === "B" ? "black" : "white");
export const otherColor = (color: Color): Color => (color === "B" ? "W" : "B");

/** Returns the colour to play after a number of moves. */
export const playerAfter = (first: Color, moves: number): Color => (moves % 2 === 0 ? first : otherColor(first));

/** Returns the mark of a next move by its rank in popularity: a to z, then A to Z. */
export function markOf(index: number): string {
  if (index < 26) return String.fromCharCode(97 + index);
  return index < 52 ? String.fromCharCode(65 + index - 26) : "";
}

/** Formats a message of the server about a move, with the point named as on the board. */
export function sentence(message: string, move: string, size: number): string {
  const named = move.length === 2 ? message.replace(new RegExp(`\\b${move}\\b`), pointName(move, size)) : message;
  return errorText(named);
}

/** The stones on a board by row and column: 1 for black, -1 for white. */
export type SignMap = (0 | 1 | -1)[][];

export const emptyBoard = (size: number): SignMap =>
  Array.from({ length: size }, () => Array.from({ length: size }, () => 0 as const));

/** Sets the value of a point; passes and points off the board are ignored. */
export function setPoint<T>(map: T[][], point: string, value: T): void {
  const [x, y] = vertexOf(point) ?? [-1, -1];
  const row = map[y];
  if (row && x >= 0 && x < row.length) row[x] = value;
}
