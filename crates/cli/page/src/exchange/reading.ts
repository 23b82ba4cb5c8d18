import { force, emptyBoard, play, stoneWithoutLiberty, type Board } from "../go/board.ts";
import { otherColor, playerAfter, vertexOf, westernName, type Color } from "../go/points.ts";
import { stonesText } from "../go/position.ts";
import type { Texts } from "../text/en.ts";

/** A position that was read from a text, in the words of a place. */
export interface Reading {
  kind: "sgf" | "diagram" | "moves";
  size: number;
  stones: string;
  toPlay: Color;
  moves: string[];
  area: string | null;
  wildcards: string[];
}

type Problems = Texts["exchange"]["problems"];

/** Why a text cannot be read: the name of the sentence, and what the sentence is about. */
export class Unreadable<K extends keyof Problems = keyof Problems> extends Error {
  readonly kind: K;
  readonly details: string[];
  constructor(kind: K, ...details: Parameters<Problems[K]>) {
    super(kind);
    this.kind = kind;
    this.details = details;
  }
  sentence(problems: Problems): string {
    return (problems[this.kind] as (...details: string[]) => string)(...this.details);
  }
}

/** The largest number of moves that the server takes. */
const MOST_MOVES = 1000;

/** A move with its colour, which need not be the turn's. */
export interface Played {
  color: Color;
  point: string;
}

/** What a node of a record does: it plays a move, or sets points up, of which null makes empty. */
export type Action = Played | ReadonlyMap<string, Color | null>;

const isMove = (action: Action): action is Played => "color" in action;

/** Names a point for an error: like Q16. */
export function nameOf(point: string, size: number): string {
  const vertex = vertexOf(point);
  return vertex ? westernName(vertex, size) : point;
}

function setUp(board: Board, changes: ReadonlyMap<string, Color | null>): Board {
  const stones = new Map(board.stones);
  for (const [point, color] of changes) {
    if (color) stones.set(point, color);
    else stones.delete(point);
  }
  return { ...board, stones, ko: null };
}

/** Returns the colour that is more likely to play, by the stones on the board. */
export function likelyTurn(stones: ReadonlyMap<string, Color>): Color {
  const black = [...stones.values()].filter((color) => color === "B").length;
  return black > stones.size - black ? "W" : "B";
}

/** Checks that stones can be asked about. */
export function checkLiberties(stones: ReadonlyMap<string, Color>, size: number): void {
  const point = stoneWithoutLiberty(stones, size);
  if (point !== null) throw new Unreadable("liberties", nameOf(point, size));
}

/**
 * Returns the position after actions: as stones and moves if only the beginning sets stones up and the moves
 * alternate and are legal, otherwise as stones. `turn` is the colour to play that the text tells, if it does.
 */
export function readingOf(kind: Reading["kind"], size: number, actions: readonly Action[], turn: Color | null): Reading {
  const begin = actions.findIndex(isMove);
  const setups = begin < 0 ? actions : actions.slice(0, begin);
  const moves = actions.slice(setups.length);
  let board = emptyBoard(size);
  for (const action of setups) if (!isMove(action)) board = setUp(board, action);
  checkLiberties(board.stones, size);
  const first = moves[0];
  const start = { kind, size, stones: stonesText(board.stones), area: null, wildcards: [] };
  if (!first) return { ...start, toPlay: turn ?? likelyTurn(board.stones), moves: [] };

  const line = moves.filter(isMove);
  const color = isMove(first) ? first.color : "B";
  const isLine = line.length === moves.length && line.every((move, i) => move.color === playerAfter(color, i));
  if (isLine && line.length <= MOST_MOVES && isLegal(board, line))
    return { ...start, toPlay: color, moves: line.map(({ point }) => point) };
  for (const action of moves) board = isMove(action) ? force(board, action.point, action.color) : setUp(board, action);
  checkLiberties(board.stones, size);
  const last = line.at(-1);
  return { ...start, stones: stonesText(board.stones), toPlay: turn ?? (last ? otherColor(last.color) : "B"), moves: [] };
}

function isLegal(start: Board, line: readonly Played[]): boolean {
  let board = start;
  for (const { point, color } of line) {
    const next = play(board, point, color);
    if (typeof next === "string") return false;
    board = next;
  }
  return true;
}
