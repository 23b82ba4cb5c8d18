import type { Step } from "../core/place.ts";
import type { Scene, RecordNode } from "../core/types.ts";
import { force, play, type Board } from "../go/board.ts";
import type { ColoredMove } from "../go/points.ts";
import { boardsOf } from "./scenes.ts";

/** A position of a record, in its main line or in a variation, or one that the user tries. */
export interface GameNode extends Scene {
  /** The scene of the main line, or null in a variation. */
  scene: number | null;
  /** The number in the tree of the server; null in the main line and for what the user tries. */
  id: number | null;
  /** The moves that the user tries from the last position of the record to this one. */
  own: string[];
  parent: GameNode | null;
  /** What follows, that of the main line first. */
  children: GameNode[];
}

/** Reads a move of the record, such as `Bpd`, turned as the game is shown. */
type Turn = (text: string) => ColoredMove;

/** The positions of a record. */
export interface GameTree {
  main: GameNode[];
  /** The positions of the variations by number. */
  others: ReadonlyMap<number, GameNode>;
}

/** Builds the tree of a record and of a line that the user tries; without the server's tree it has the main line only. */
export function treeOf(scenes: readonly Scene[], nodes: readonly RecordNode[] = [], size: number, tried: Step, turn: Turn): GameTree {
  const main = scenes.map((scene, index): GameNode => ({ ...scene, scene: index, id: null, own: [], parent: null, children: [] }));
  for (const [index, node] of main.entries()) join(main[index - 1] ?? null, node);
  const all: GameNode[] = [];
  const others = new Map<number, GameNode>();
  for (const [id, read] of nodes.entries()) {
    const known = read.scene === null ? undefined : main[read.scene];
    if (known) {
      all.push(known);
      continue;
    }
    const node: GameNode = { ...read, scene: null, id, own: [], parent: null, children: [] };
    join(all[read.parent ?? 0] ?? null, node);
    all.push(node);
    others.set(id, node);
  }
  const base = tried.node === null ? main[tried.at ?? 0] : others.get(tried.node);
  if (base) tryMoves(base, tried.own, size, turn);
  return { main, others };
}

/** Adds moves that the user tries after a position, as far as they are legal. */
function tryMoves(base: GameNode, moves: readonly string[], size: number, turn: Turn): void {
  let node = base;
  let board = boardAt(base, size);
  for (const text of moves) {
    const { color, move } = turn(text);
    const next = play(board, move, color);
    if (typeof next === "string") return;
    const after: GameNode = {
      move,
      color,
      move_number: node.move_number + 1,
      put: move === "pass" ? [] : [color + move],
      removed: [...board.stones.keys()].filter((point) => !next.stones.has(point)),
      comments: [],
      scene: null,
      id: null,
      own: [...node.own, text],
      parent: null,
      children: [],
    };
    join(node, after);
    [node, board] = [after, next];
  }
}

/** Returns the board of a position, with the point that a ko forbids. */
export function boardAt(node: GameNode, size: number): Board {
  const boards = boardsOf(lineTo(node));
  const [stones = new Map(), before] = [boards.at(-1), boards.at(-2)];
  const { move, color } = node;
  const ko = before && move !== null && color ? force({ size, stones: before, ko: null }, move, color).ko : null;
  return { size, stones, ko };
}

function join(parent: GameNode | null, node: GameNode): void {
  node.parent = parent;
  parent?.children.push(node);
}

/** Returns the position that follows in the line of a position. A record does not go on by what the user tries. */
const follower = ({ own, children: [first] }: GameNode): GameNode | undefined =>
  first && (first.own.length === 0 || own.length > 0) ? first : undefined;

/** Returns the first positions of the variations that leave the line at a position. */
export const variationsAt = (node: GameNode): GameNode[] => node.children.slice(follower(node) ? 1 : 0);

export const isFork = (node: GameNode): boolean => variationsAt(node).length > 0;

/** Returns the positions after a position to the end of its line. */
function onward(node: GameNode): GameNode[] {
  const line: GameNode[] = [];
  for (let next = follower(node); next; next = follower(next)) line.push(next);
  return line;
}

function lineTo(node: GameNode): GameNode[] {
  const back: GameNode[] = [];
  for (let at: GameNode | null = node; at; at = at.parent) back.push(at);
  return back.reverse();
}

/** Returns the line through a position: from the start of the game to the end of its variation. */
export const lineThrough = (node: GameNode): GameNode[] => [...lineTo(node), ...onward(node)];

/** Returns the positions of a variation from its first to its end, without what branches off. */
export const chainFrom = (first: GameNode): GameNode[] => [first, ...onward(first)];

/** Returns the last position of the main line before or at a position. */
export function trunkOf(node: GameNode): GameNode {
  let at = node;
  while (at.scene === null && at.parent) at = at.parent;
  return at;
}

/** Returns the nearest position before or after a position of a line that is wanted. */
export function nearest(line: readonly GameNode[], at: number, direction: -1 | 1, isWanted: (node: GameNode) => boolean) {
  return direction < 0 ? line.slice(0, at).findLast(isWanted) : line.slice(at + 1).find(isWanted);
}

export const hasComment = ({ comments }: GameNode): boolean => comments.length > 0;

/** Returns another move in place of a position's move: the next one in the record's order, or the one before. */
export function sibling(node: GameNode, direction: -1 | 1): GameNode | null {
  const all = node.parent?.children ?? [];
  return all[all.indexOf(node) + direction] ?? null;
}
