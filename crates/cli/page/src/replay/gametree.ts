import type { Scene, RecordNode } from "../core/types.ts";

/** A position of a record, in its main line or in a variation. */
export interface GameNode extends Scene {
  /** The scene of the main line, or null in a variation. */
  scene: number | null;
  /** The number in the tree of the server; null in the main line. */
  id: number | null;
  parent: GameNode | null;
  /** What follows, that of the main line first. */
  children: GameNode[];
}

/** The positions of a record. */
export interface GameTree {
  main: GameNode[];
  /** The positions of the variations by number. */
  others: ReadonlyMap<number, GameNode>;
}

/** Builds the tree of a record; without the server's tree it has the main line only. */
export function treeOf(scenes: readonly Scene[], nodes: readonly RecordNode[] = []): GameTree {
  const main = scenes.map((scene, index): GameNode => ({ ...scene, scene: index, id: null, parent: null, children: [] }));
  for (const [index, node] of main.entries()) join(main[index - 1] ?? null, node);
  const all: GameNode[] = [];
  const others = new Map<number, GameNode>();
  for (const [id, read] of nodes.entries()) {
    const known = read.scene === null ? undefined : main[read.scene];
    if (known) {
      all.push(known);
      continue;
    }
    const node: GameNode = { ...read, scene: null, id, parent: null, children: [] };
    join(all[read.parent ?? 0] ?? null, node);
    all.push(node);
    others.set(id, node);
  }
  return { main, others };
}

function join(parent: GameNode | null, node: GameNode): void {
  node.parent = parent;
  parent?.children.push(node);
}

/** Returns the first positions after a position to the end of its line. */
function onward(node: GameNode): GameNode[] {
  const line: GameNode[] = [];
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}

/** Returns the line through a position: from the start of the game to the end of its variation. */
export function lineThrough(node: GameNode): GameNode[] {
  const back: GameNode[] = [];
  for (let at: GameNode | null = node; at; at = at.parent) back.push(at);
  return [...back.reverse(), ...onward(node)];
}

/** Returns the positions of a variation from its first to its end, without what branches off. */
export const chainFrom = (first: GameNode): GameNode[] => [first, ...onward(first)];

/** Returns the last position of the main line before or at a position. */
export function trunkOf(node: GameNode): GameNode {
  let at = node;
  while (at.scene === null && at.parent) at = at.parent;
  return at;
}

/** Returns the position before or after a position of a line at which variations begin. */
export function forkFrom(line: readonly GameNode[], at: number, direction: -1 | 1): GameNode | null {
  for (let i = at + direction; i >= 0 && i < line.length; i += direction) {
    const node = line[i];
    if (node && node.children.length > 1) return node;
  }
  return null;
}

/** Returns another move in place of a position's move: the next one in the record's order, or the one before. */
export function sibling(node: GameNode, direction: -1 | 1): GameNode | null {
  const all = node.parent?.children ?? [];
  return all[all.indexOf(node) + direction] ?? null;
}
