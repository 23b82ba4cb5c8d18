import type { Scene, TreeNode } from "../core/types.ts";

/** A position of a record, in its main line or in a variation. */
export interface Node extends Scene {
  /** The scene of the main line, or null in a variation. */
  scene: number | null;
  /** The number in the tree of the server; null in the main line. */
  id: number | null;
  parent: Node | null;
  /** What follows, that of the main line first. */
  children: Node[];
}

/** The positions of a record. */
export interface GameTree {
  main: Node[];
  /** The positions of the variations by number. */
  others: ReadonlyMap<number, Node>;
}

/** Builds the tree of a record; without the server's tree it has the main line only. */
export function treeOf(scenes: readonly Scene[], nodes: readonly TreeNode[] = []): GameTree {
  const main = scenes.map((scene, index): Node => ({ ...scene, scene: index, id: null, parent: null, children: [] }));
  for (const [index, node] of main.entries()) join(main[index - 1] ?? null, node);
  const all: Node[] = [];
  const others = new Map<number, Node>();
  for (const [id, read] of nodes.entries()) {
    const known = read.scene === null ? undefined : main[read.scene];
    if (known) {
      all.push(known);
      continue;
    }
    const node: Node = { ...read, scene: null, id, parent: null, children: [] };
    join(all[read.parent ?? 0] ?? null, node);
    all.push(node);
    others.set(id, node);
  }
  return { main, others };
}

function join(parent: Node | null, node: Node): void {
  node.parent = parent;
  parent?.children.push(node);
}

/** Returns the first positions after a position to the end of its line. */
function onward(node: Node): Node[] {
  const line: Node[] = [];
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}

/** Returns the line through a position: from the start of the game to the end of its variation. */
export function lineThrough(node: Node): Node[] {
  const back: Node[] = [];
  for (let at: Node | null = node; at; at = at.parent) back.push(at);
  return [...back.reverse(), ...onward(node)];
}

/** Returns the positions of a variation from its first to its end, without what branches off. */
export const chainFrom = (first: Node): Node[] => [first, ...onward(first)];

/** Returns the last position of the main line before or at a position. */
export function trunkOf(node: Node): Node {
  let at = node;
  while (at.scene === null && at.parent) at = at.parent;
  return at;
}

/** Returns the position before or after a position of a line at which variations begin. */
export function forkFrom(line: readonly Node[], at: number, direction: -1 | 1): Node | null {
  for (let i = at + direction; i >= 0 && i < line.length; i += direction) {
    const node = line[i];
    if (node && node.children.length > 1) return node;
  }
  return null;
}

/** Returns another move in place of a position's move: the next one in the record's order, or the one before. */
export function sibling(node: Node, direction: -1 | 1): Node | null {
  const all = node.parent?.children ?? [];
  return all[all.indexOf(node) + direction] ?? null;
}
