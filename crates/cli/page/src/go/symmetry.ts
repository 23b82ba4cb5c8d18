import { pointOf, vertexOf, type Color, type Vertex } from "./points.ts";

/** The ways to turn and mirror a board whose largest column and row are `end`. */
const TURNS: ((vertex: Vertex, end: number) => Vertex)[] = [
  ([x, y]) => [x, y],
  ([x, y], end) => [end - x, y],
  ([x, y], end) => [x, end - y],
  ([x, y], end) => [end - x, end - y],
  ([x, y]) => [y, x],
  ([x, y], end) => [end - y, x],
  ([x, y], end) => [y, end - x],
  ([x, y], end) => [end - y, end - x],
];

const turned = (point: string, turn: (typeof TURNS)[number], size: number): string => {
  const vertex = vertexOf(point);
  return vertex ? pointOf(turn(vertex, size - 1)) : point;
};

/** Returns the points at which a move means the same, because turned or mirrored the stones are where they were. */
export function samePoints(move: string, stones: ReadonlyMap<string, Color>, size: number): string[] {
  const keeping = TURNS.filter((turn) =>
    [...stones].every(([point, color]) => stones.get(turned(point, turn, size)) === color),
  );
  return [...new Set(keeping.map((turn) => turned(move, turn, size)))];
}
