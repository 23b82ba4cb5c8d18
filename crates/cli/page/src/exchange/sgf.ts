import { isOnBoard, pointOf, vertexOf, type Color, type Vertex } from "../go/points.ts";
import { readingOf, Unreadable, type Action, type Reading } from "./reading.ts";

/** The largest number of nodes that are read; more is no game. */
const MOST_NODES = 10_000;

/** Where a record begins. */
const BEGIN = /\(\s*;/;

/** Returns whether a text has a record in it. */
export const isSgf = (text: string): boolean => BEGIN.test(text);

/** A property with its values as they are written. */
type Property = [name: string, values: string[]];

const isBlank = (sign: string): boolean => sign.charCodeAt(0) <= 32;

/** Returns where the value ends whose first sign is at a place: at the bracket without a backslash before it. */
function endOfValue(text: string, from: number): number {
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === "]") return i;
  }
  return text.length;
}

/**
 * Yields the nodes of the first game's main line. The main line takes the first of several variations, so it
 * ends at the first closing parenthesis, and what follows is not even read.
 */
function* mainLine(text: string): Generator<Property[]> {
  let at = text.search(BEGIN);
  let node: Property[] | null = null;
  let values: string[] | null = null;
  while (at < text.length) {
    const sign = text[at] ?? "";
    if (sign === "(" || isBlank(sign)) {
      at += 1;
    } else if (sign === ")") {
      break;
    } else if (sign === ";") {
      if (node) yield node;
      node = [];
      values = null;
      at += 1;
    } else if (sign === "[") {
      const end = endOfValue(text, at + 1);
      values?.push(text.slice(at + 1, end));
      at = end + 1;
    } else {
      const start = at;
      while (at < text.length && /[A-Za-z0-9]/.test(text[at] ?? "")) at += 1;
      if (at === start) throw new Unreadable("record", sign);
      // Old records write properties out, such as Black; their capitals are the name.
      const name = text.slice(start, at).replace(/[a-z]/g, "");
      values = [];
      node?.push([name, values]);
    }
  }
  if (node) yield node;
}

/** Returns the board size that a root tells. */
function sizeOf(root: Property[]): number {
  const text = root.find(([name]) => name === "SZ")?.[1][0]?.trim() ?? "19";
  const [width = "", height = width] = text.split(":");
  const size = Number(width);
  if (width.trim() !== height.trim() || !Number.isInteger(size) || size < 2 || size > 19) throw new Unreadable("size", text.slice(0, 12));
  return size;
}

/** Returns the points of a value: one, or those of a rectangle such as `aa:cc`. What is no point of the board is left out. */
function pointsOf(value: string, size: number): string[] {
  const [from, to] = value.split(":").map((point) => vertexOf(point.trim()));
  if (!from || to === null) return [];
  const end: Vertex = to ?? from;
  const points: Vertex[] = [];
  for (let y = from[1]; y <= end[1]; y += 1) for (let x = from[0]; x <= end[0]; x += 1) points.push([x, y]);
  return points.filter((point) => isOnBoard(point, size)).map(pointOf);
}

const SETUP: Record<string, Color | null> = { AB: "B", AW: "W", AE: null };

/** Returns what a node does, in order, and the turn that it tells. */
function actionsOf(node: Property[], size: number, number: number): { actions: Action[]; turn: Color | null } {
  const changes = new Map<string, Color | null>();
  const moves: Action[] = [];
  let turn: Color | null = null;
  for (const [name, values] of node) {
    const color = SETUP[name];
    if (color !== undefined) for (const point of values.flatMap((value) => pointsOf(value, size))) changes.set(point, color);
    if (name === "PL") turn = /^\s*(w|2)/i.test(values[0] ?? "") ? "W" : "B";
    if (name !== "B" && name !== "W") continue;
    const value = (values[0] ?? "").trim();
    const vertex = vertexOf(value);
    if (value !== "" && value !== "tt" && (!vertex || !isOnBoard(vertex, size)))
      throw new Unreadable("outside", value.slice(0, 12), String(number + moves.length), String(size));
    moves.push({ color: name, point: vertex ? value : "pass" });
  }
  return { actions: changes.size > 0 ? [changes, ...moves] : moves, turn };
}

/** Reads the main line of the first game of a record. */
export function readSgf(text: string): Reading {
  const actions: Action[] = [];
  let size = 0;
  let turn: Color | null = null;
  let nodes = 0;
  let moves = 0;
  for (const node of mainLine(text)) {
    if (size === 0) {
      const game = node.find(([name]) => name === "GM")?.[1][0]?.trim();
      if (game !== undefined && game !== "1") throw new Unreadable("game");
      size = sizeOf(node);
    }
    nodes += 1;
    if (nodes > MOST_NODES) throw new Unreadable("long");
    const found = actionsOf(node, size, moves + 1);
    for (const action of found.actions) {
      actions.push(action);
      if (!("color" in action)) continue;
      moves += 1;
      // A turn that was told before the move is over.
      turn = null;
    }
    turn = found.turn ?? turn;
  }
  if (size === 0) throw new Unreadable("unknown");
  return readingOf("sgf", size, actions, turn);
}
