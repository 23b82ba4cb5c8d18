import type { Color } from "./types.ts";

const COLUMNS = "ABCDEFGHJKLMNOPQRST";

export type Vertex = [x: number, y: number];

/** `pd` as column and row from the upper left, or null for a pass. */
export function vertexOf(move: string): Vertex | null {
  if (move.length !== 2) return null;
  return [move.charCodeAt(0) - 97, move.charCodeAt(1) - 97];
}

export const pointOf = ([x, y]: Vertex): string => String.fromCharCode(97 + x, 97 + y);

/** `pd` as Q16. */
export function pointName(move: string, size: number): string {
  const vertex = vertexOf(move);
  if (!vertex) return "pass";
  return `${COLUMNS[vertex[0]] ?? "?"}${size - vertex[1]}`;
}

export const colorName = (color: Color): string => (color === "B" ? "black" : "white");
export const otherColor = (color: Color): Color => (color === "B" ? "W" : "B");

/** Who plays after so many moves. */
export const playerAfter = (first: Color, moves: number): Color => (moves % 2 === 0 ? first : otherColor(first));

/** The mark of the move that is the n-th in popularity: a to z, then A to Z. */
export function markOf(index: number): string {
  if (index < 26) return String.fromCharCode(97 + index);
  return index < 52 ? String.fromCharCode(65 + index - 26) : "";
}

/** A sentence of the server, with the point named as on the board. */
export function sentence(message: string, move: string, size: number): string {
  const named = move.length === 2 ? message.replace(new RegExp(`\\b${move}\\b`), pointName(move, size)) : message;
  const text = named.charAt(0).toUpperCase() + named.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export type SignMap = (0 | 1 | -1)[][];

export const emptyBoard = (size: number): SignMap =>
  Array.from({ length: size }, () => Array.from({ length: size }, () => 0 as const));

export function setStone(board: SignMap, point: string, sign: 0 | 1 | -1): void {
  const vertex = vertexOf(point.slice(-2));
  const row = vertex && board[vertex[1]];
  if (row && vertex[0] < row.length && vertex[0] >= 0) row[vertex[0]] = sign;
}
