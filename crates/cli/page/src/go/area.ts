import { isOnBoard, pointOf, vertexOf, type Vertex } from "./points.ts";

/** A rectangle of points: its upper left and its lower right point. */
export interface Area {
  from: Vertex;
  to: Vertex;
}

/** The edges of the board that an area touches: none, one, two that meet, two opposite or three, all. */
export type Anchor = "middle" | "side" | "corner" | "fixed" | "board";

/** Returns the area with these opposite points. */
export const between = (a: Vertex, b: Vertex): Area => ({
  from: [Math.min(a[0], b[0]), Math.min(a[1], b[1])],
  to: [Math.max(a[0], b[0]), Math.max(a[1], b[1])],
});

/** Reads two opposite points such as `ma,sg`; returns null for anything else, such as points off the board. */
export function readArea(text: string | null, size: number): Area | null {
  const [a, b, ...more] = (text ?? "").split(",").map(vertexOf);
  const isArea = a && b && more.length === 0 && isOnBoard(a, size) && isOnBoard(b, size);
  return isArea ? between(a, b) : null;
}

/** Formats an area as its upper left and its lower right point, such as `ma,sg`. */
export const areaText = ({ from, to }: Area): string => `${pointOf(from)},${pointOf(to)}`;

/** Returns whether a point such as `pd` lies in an area. */
export const contains = ({ from, to }: Area, point: string): boolean => {
  const vertex = vertexOf(point);
  return vertex !== null && vertex.every((value, axis) => value >= (from[axis] ?? 0) && value <= (to[axis] ?? 0));
};

/** Returns the points of an area. */
export function pointsIn(area: Area): string[] {
  const [width, height] = extent(area);
  return Array.from({ length: width * height }, (_, i) =>
    pointOf([area.from[0] + (i % width), area.from[1] + Math.floor(i / width)]),
  );
}

/** Returns the number of columns and rows. */
export const extent = ({ from, to }: Area): Vertex => [to[0] - from[0] + 1, to[1] - from[1] + 1];

/** Returns the edges of the board that an area touches. */
export function anchorOf({ from, to }: Area, size: number): Anchor {
  const across = Number(from[0] === 0) + Number(to[0] === size - 1);
  const down = Number(from[1] === 0) + Number(to[1] === size - 1);
  const edges = across + down;
  if (edges === 2) return across === 1 ? "corner" : "fixed";
  return (["middle", "side", "corner", "fixed", "board"] as const)[edges] ?? "fixed";
}

/** The smallest board on which areas snap: on smaller ones most points are near an edge. */
const LEAST_TO_SNAP = 7;

/** Moves the sides of an area that are a line away from an edge of the board to the edge. */
export function snap({ from, to }: Area, size: number): Area {
  if (size < LEAST_TO_SNAP) return { from, to };
  const low = (value: number) => (value === 1 ? 0 : value);
  const high = (value: number) => (value === size - 2 ? size - 1 : value);
  return { from: [low(from[0]), low(from[1])], to: [high(to[0]), high(to[1])] };
}

/** Returns the corner of an area opposite to the one at a point or next to it outside, or null if no corner is there. */
export function oppositeOf({ from, to }: Area, vertex: Vertex): Vertex | null {
  const opposite = vertex.map((value, axis) => {
    const [low = 0, high = 0] = [from[axis], to[axis]];
    return value === low || value === low - 1 ? high : value === high || value === high + 1 ? low : null;
  });
  const [x = null, y = null] = opposite;
  return x === null || y === null ? null : [x, y];
}

/** Where a preset lies: at the start, the middle or the end of each direction. */
export const PLACES = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x): Vertex => [x, y]));

/** Returns the numbers of lines that presets have on a board: so many that a side touches one edge only. */
export const presetLines = (size: number): number[] => [5, 7, 9, 11, 13].filter((lines) => lines <= size - 2);

/** Returns the square of so many lines in a corner or at a side, or for the middle the whole board. */
export function preset([x, y]: Vertex, lines: number, size: number): Area {
  if (x === 1 && y === 1) return { from: [0, 0], to: [size - 1, size - 1] };
  const start = (place: number): number => [0, Math.floor((size - lines) / 2), size - lines][place] ?? 0;
  const from: Vertex = [start(x), start(y)];
  return { from, to: [from[0] + lines - 1, from[1] + lines - 1] };
}
