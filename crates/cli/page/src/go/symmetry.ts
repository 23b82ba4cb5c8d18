import { pointOf, vertexOf, type Vertex } from "./points.ts";

/** The ways to turn and mirror a board whose largest column and row are `end`, by their numbers in the API. */
const TURNS: ((vertex: Vertex, end: number) => Vertex)[] = [
  ([x, y]) => [x, y],
  ([x, y], end) => [end - x, y],
  ([x, y], end) => [x, end - y],
  ([x, y], end) => [y, end - x],
  ([x, y], end) => [end - x, end - y],
  ([x, y], end) => [end - y, x],
  ([x, y]) => [y, x],
  ([x, y], end) => [end - y, end - x],
];

const turned = (point: string, turn: (typeof TURNS)[number], size: number): string => {
  const vertex = vertexOf(point);
  return vertex ? pointOf(turn(vertex, size - 1)) : point;
};

/** Returns a point turned by the transform of a number in the API. */
export const turnedBy = (transform: number, point: string, size: number): string =>
  turned(point, TURNS[transform] ?? ((vertex) => vertex), size);

/** Returns the number of the transform that undoes another. */
export const inverseOf = (transform: number): number => [0, 1, 2, 5, 4, 3, 6, 7][transform] ?? 0;

/** Returns the points at which a move means the same, because turned or mirrored all that is on points is where it was. */
export function samePoints(move: string, points: ReadonlyMap<string, string>, size: number): string[] {
  const keeping = TURNS.filter((turn) =>
    [...points].every(([point, what]) => points.get(turned(point, turn, size)) === what),
  );
  return [...new Set(keeping.map((turn) => turned(move, turn, size)))];
}
