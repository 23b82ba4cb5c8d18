import { isOnBoard, otherColor, pointOf, vertexOf, type Color, type Vertex } from "./points.ts";

/** Why a move is illegal. */
export type Illegal = "occupied" | "suicide" | "ko" | "outside";

/** The stones on a board and the point that a ko forbids. A board never changes. */
export interface Board {
  size: number;
  /** The stones by point, such as `pd`. */
  stones: ReadonlyMap<string, Color>;
  ko: string | null;
}

export const emptyBoard = (size: number): Board => ({ size, stones: new Map(), ko: null });

const neighbours = ([x, y]: Vertex, size: number): string[] =>
  ([[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]] as Vertex[]).filter((near) => isOnBoard(near, size)).map(pointOf);

/** Returns the chain of a stone, and whether it has a liberty. */
function chainOf(stones: ReadonlyMap<string, Color>, point: string, size: number) {
  const color = stones.get(point);
  const chain = new Set([point]);
  let isFree = false;
  for (const member of chain) {
    for (const near of neighbours(vertexOf(member) ?? [0, 0], size)) {
      const there = stones.get(near);
      if (there === undefined) isFree = true;
      else if (there === color) chain.add(near);
    }
  }
  return { chain, isFree };
}

/** Returns a stone of a chain without liberties, or null if all chains have some. */
export function stoneWithoutLiberty(stones: ReadonlyMap<string, Color>, size: number): string | null {
  const seen = new Set<string>();
  for (const point of stones.keys()) {
    if (seen.has(point)) continue;
    const { chain, isFree } = chainOf(stones, point, size);
    if (!isFree) return point;
    for (const member of chain) seen.add(member);
  }
  return null;
}

/** Puts a stone whatever the rules say, as records may: it may replace a stone, retake a ko, and take its own chain. */
export function force(board: Board, point: string, color: Color): Board {
  const stones = new Map(board.stones);
  if (point !== "pass") stones.delete(point);
  const next = play({ ...board, stones, ko: null }, point, color);
  if (typeof next !== "string") return next;
  if (next === "suicide") {
    stones.set(point, color);
    for (const stone of chainOf(stones, point, board.size).chain) stones.delete(stone);
  }
  return { ...board, stones, ko: null };
}

/** Plays a move by the rules of the server: suicide is illegal, and a ko may not be retaken at once. */
export function play(board: Board, point: string, color: Color): Board | Illegal {
  if (point === "pass") return { ...board, ko: null };
  const vertex = vertexOf(point);
  if (!vertex || !isOnBoard(vertex, board.size)) return "outside";
  if (board.stones.has(point)) return "occupied";
  if (board.ko === point) return "ko";
  const stones = new Map(board.stones).set(point, color);
  const taken: string[] = [];
  for (const near of neighbours(vertex, board.size)) {
    if (stones.get(near) !== otherColor(color)) continue;
    const { chain, isFree } = chainOf(stones, near, board.size);
    if (isFree) continue;
    for (const stone of chain) {
      stones.delete(stone);
      taken.push(stone);
    }
  }
  const own = chainOf(stones, point, board.size);
  if (!own.isFree) return "suicide";
  const isAlone = own.chain.size === 1;
  const isInAtari = neighbours(vertex, board.size).filter((near) => !stones.has(near)).length === 1;
  const ko = taken.length === 1 && isAlone && isInAtari ? (taken[0] ?? null) : null;
  return { size: board.size, stones, ko };
}
