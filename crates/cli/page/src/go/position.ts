import { emptyBoard, play, type Board, type Illegal } from "./board.ts";
import { isOnBoard, playerAfter, pointOf, vertexOf, type Color, type ColoredMove, type Vertex } from "./points.ts";

/** What is on the search board: a start, and the moves played from it, in alternation. */
export interface SearchBoard {
  /** The number of lines, from 2 to 19. */
  size: number;
  /** The stones before the first move, such as `Bpd,Wdp`, or a number of handicap stones. */
  stones: string;
  /** The colour of the first move. */
  toPlay: Color;
  /** Points such as `pd`, or `pass`. */
  moves: string[];
}

/** A move that cannot be played. */
export interface IllegalMove extends ColoredMove {
  reason: Illegal;
}

/** The position on the search board. */
export interface Position {
  board: Board;
  toPlay: Color;
  last: ColoredMove | null;
  /** The number of stones that each colour captured. */
  captured: Record<Color, number>;
  /** The first move that cannot be played; the board is the one before that move. */
  illegal: IllegalMove | null;
}

/** Returns the largest handicap with usual points, or 0. */
export const mostHandicapStones = (size: number): number => (size < 7 ? 0 : size === 7 || size % 2 === 0 ? 4 : 9);

/** Returns the usual points of a handicap, in the order of the Go Text Protocol (version 2, section 4.1.1). */
function handicapPoints(size: number, stones: number): string[] {
  if (stones < 2 || stones > mostHandicapStones(size)) return [];
  const near = size < 13 ? 2 : 3;
  const far = size - 1 - near;
  const middle = (size - 1) / 2;
  const outer: Vertex[] = [[near, far], [far, near], [near, near], [far, far], [near, middle], [far, middle], [middle, far], [middle, near]];
  const hasCentre = stones > 3 && stones % 2 === 1;
  const points = outer.slice(0, hasCentre ? stones - 1 : stones);
  if (hasCentre) points.push([middle, middle]);
  return points.map(pointOf);
}

/** Reads stones such as `Bpd,Wdp`, or a number of handicap stones; what is no stone of the board is passed over. */
export function readStones(text: string, size: number): Map<string, Color> {
  if (/^\d+$/.test(text)) return new Map(handicapPoints(size, Number(text)).map((point) => [point, "B"]));
  const stones = new Map<string, Color>();
  for (const part of text.split(",")) {
    const vertex = vertexOf(part.slice(1));
    if (/^[BW]/.test(part) && vertex && isOnBoard(vertex, size)) stones.set(part.slice(1), part.startsWith("B") ? "B" : "W");
  }
  return stones;
}

/** Formats stones as `Bpd,Wdp`, in the order of the points. */
export const stonesText = (stones: ReadonlyMap<string, Color>): string =>
  [...stones].sort(([a], [b]) => (a < b ? -1 : 1)).map(([point, color]) => color + point).join(",");

/** Plays the moves on a search board. */
export function positionOf(line: SearchBoard): Position {
  let board: Board = { ...emptyBoard(line.size), stones: readStones(line.stones, line.size) };
  const captured = { B: 0, W: 0 };
  let last: Position["last"] = null;
  for (const [index, move] of line.moves.entries()) {
    const color = playerAfter(line.toPlay, index);
    const next = play(board, move, color);
    if (typeof next === "string") return { board, toPlay: color, last, captured, illegal: { move, color, reason: next } };
    const put = move === "pass" ? 0 : 1;
    captured[color] += board.stones.size + put - next.stones.size;
    board = next;
    last = { move, color };
  }
  return { board, toPlay: playerAfter(line.toPlay, line.moves.length), last, captured, illegal: null };
}
