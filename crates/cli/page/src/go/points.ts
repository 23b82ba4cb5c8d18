/** The colour of a stone or a player, as in SGF. */
export type Color = "B" | "W";

/** A move with its colour: a point such as `pd`, or `pass`. */
export interface ColoredMove {
  move: string;
  color: Color;
}

/** The column and the row of a point, from the upper left. */
export type Vertex = [x: number, y: number];

/** The letters of the columns, without I, as on printed diagrams. */
export const COLUMNS = "ABCDEFGHJKLMNOPQRST";

/** Returns the column and row of a point such as `pd`, or null for a pass. */
export function vertexOf(move: string): Vertex | null {
  if (!/^[a-s]{2}$/.test(move)) return null;
  return [move.charCodeAt(0) - 97, move.charCodeAt(1) - 97];
}

/** Returns the name in SGF of a point. */
export const pointOf = ([x, y]: Vertex): string => String.fromCharCode(97 + x, 97 + y);

/** Returns the name of a point such as Q16, on a board of a size. */
export const westernName = ([x, y]: Vertex, size: number): string => `${COLUMNS[x] ?? "?"}${size - y}`;

/** Returns whether a column and a row are on a board of a size. */
export const isOnBoard = (vertex: Vertex, size: number): boolean => vertex.every((value) => value >= 0 && value < size);

export const otherColor = (color: Color): Color => (color === "B" ? "W" : "B");

/** Returns the colour to play after a number of moves. */
export const playerAfter = (first: Color, moves: number): Color => (moves % 2 === 0 ? first : otherColor(first));

/** Returns the rows and columns with star points. */
function starLines(size: number): number[] {
  if (size < 7) return size % 2 === 1 ? [(size - 1) / 2] : [];
  const near = size < 13 ? 2 : 3;
  const lines = [near, size - 1 - near];
  return size % 2 === 1 && size > 7 ? [...lines, (size - 1) / 2] : lines;
}

/** Returns the star points of a board. Boards under 19 lines have none in the middle of the sides. */
export function starPoints(size: number): Vertex[] {
  const lines = starLines(size);
  const middle = (size - 1) / 2;
  const all = lines.flatMap((x) => lines.map((y): Vertex => [x, y]));
  return size < 19 ? all.filter(([x, y]) => (x === middle) === (y === middle)) : all;
}

/** Returns the points on the way from one to another, without the first. */
export function pointsBetween([x, y]: Vertex, [toX, toY]: Vertex): Vertex[] {
  const steps = Math.max(Math.abs(toX - x), Math.abs(toY - y));
  return Array.from({ length: steps }, (_, i): Vertex => {
    const share = (i + 1) / steps;
    return [Math.round(x + (toX - x) * share), Math.round(y + (toY - y) * share)];
  });
}
