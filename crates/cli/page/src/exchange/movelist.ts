import { isOnBoard, otherColor, pointNamed, pointOf, vertexOf, type Color } from "../go/points.ts";
import { play, emptyBoard, type Board } from "../go/board.ts";
import { readingOf, Unreadable, type Played, type Reading } from "./reading.ts";

/** A word of a list: a move as it is written with its colour if it has one, or a colour before a move. */
interface Word {
  text: string;
  color: Color | null;
  move: string | null;
}

const COLORS: Record<string, Color> = { b: "B", black: "B", x: "B", "●": "B", w: "W", white: "W", o: "W", "○": "W" };
const MOVE = /^(?:(b|w|black|white)(?=[:[a-t])[:[]?)?(pass|[a-s]{2}|tt|[a-hj-t]\d{1,2})\]?$/;

/** Splits a list at blanks and commas; leaves out the numbers of moves and the command of the Go Text Protocol. */
function wordsOf(text: string): string[] {
  return text
    .split(/[\s,;|/→]+/)
    .map((word) => word.replace(/^\d+[.:)]/, ""))
    .filter((word) => word !== "" && !/^(\d+|play)$/i.test(word));
}

function wordOf(text: string): Word | null {
  const small = text.toLowerCase();
  const alone = COLORS[small.replace(/:$/, "")];
  if (alone) return { text, color: alone, move: null };
  const [, color = "", move] = MOVE.exec(small) ?? [];
  return move === undefined ? null : { text, color: COLORS[color] ?? null, move };
}

/** Returns the point of a move, which may lie outside; a pass as such. */
function pointAt(move: string, size: number): string | null {
  if (move === "pass" || move === "tt") return "pass";
  const vertex = vertexOf(move) ?? pointNamed(move, size);
  return vertex && isOnBoard(vertex, size) ? pointOf(vertex) : null;
}

/** How much of a text looks like a list of moves. */
export function movesIn(text: string): "all" | "some" | "none" {
  // A list is short: what is long is something else, and is not looked at.
  const words = wordsOf(text.slice(0, 20_000)).map(wordOf);
  const known = words.filter((word) => word !== null).length;
  // Prose has words that look like moves, such as "do".
  if (known * 2 < words.length || !words.some((word) => word?.move)) return "none";
  return text.length <= 20_000 && known === words.length ? "all" : "some";
}

/** Reads a list of moves such as `pd dp`, `Q16 D4` or `B Q16, W D4`, on a board of the size if all moves fit. */
export function readMoves(text: string, wanted: number): Reading {
  const words = wordsOf(text.slice(0, 20_000)).map((word) => {
    const read = wordOf(word);
    if (!read) throw new Unreadable("word", word.slice(0, 20));
    return read;
  });
  const fits = words.every(({ move }) => move === null || pointAt(move, wanted) !== null);
  const size = fits ? wanted : 19;
  const moves: Played[] = [];
  let next: Color | null = null;
  let board: Board = emptyBoard(size);
  for (const { text: written, color: told, move } of words) {
    if (move === null) {
      next = told;
      continue;
    }
    const color: Color = told ?? next ?? otherColor(moves.at(-1)?.color ?? "W");
    next = null;
    const number = String(moves.length + 1);
    const point = pointAt(move, size);
    if (point === null) throw new Unreadable("outside", written, number, String(size));
    const after = play(board, point, color);
    if (typeof after === "string") throw new Unreadable("illegal", written, number, after);
    board = after;
    moves.push({ color, point });
  }
  return readingOf("moves", size, moves, null);
}
