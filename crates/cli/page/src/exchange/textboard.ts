import { COLUMNS, type Color } from "../go/points.ts";
import { readGrid, type Grid, type Sign } from "./grid.ts";
import { Unreadable, type Reading } from "./reading.ts";

/** The letters of the lines as the shell writes them, with I. */
const ALL_LETTERS = "ABCDEFGHIJKLMNOPQRS";

const SIGNS: Record<string, Sign> = {
  X: "B", x: "B", "#": "B", "●": "B",
  O: "W", o: "W", "○": "W",
  ".": "empty", "+": "empty", ",": "empty",
  "*": "wildcard", "?": "wildcard",
};

/** The columns of the letters above a board. */
interface Heading {
  /** The places of the columns in their lines. */
  columns: number[];
  line: number;
}

/** Returns the heading in a line: the letters from A on, with blanks between them. */
function headingIn(text: string): number[] | null {
  for (const letters of [COLUMNS, ALL_LETTERS]) {
    const columns: number[] = [];
    let at = text.search(/\S/);
    while (at >= 0 && columns.length < letters.length && text[at]?.toUpperCase() === letters[columns.length]) {
      columns.push(at);
      const gap = text.slice(at + 1).search(/\S/);
      at = gap < 1 || gap > 3 ? -1 : at + 1 + gap;
    }
    // A board with its ninth column is of one kind or the other.
    const isCut = letters === COLUMNS && columns.length === 8 && at >= 0 && text[at]?.toUpperCase() === "I";
    if (columns.length > 1 && !isCut) return columns;
  }
  return null;
}

const linesOf = (text: string): string[] => text.slice(0, 20_000).replace(/\t/g, "        ").split(/\r?\n/);

function headingOf(lines: string[]): Heading | null {
  for (const [line, text] of lines.entries()) {
    const columns = headingIn(text);
    // A line with letters above a row with a number or a letter, perhaps with an edge between.
    if (columns && lines.slice(line + 1, line + 3).some(isRow)) return { columns, line };
  }
  return null;
}

/** Returns whether a line is a row: a number or a letter before points, or on both sides of blanks. */
const isRow = (text: string): boolean =>
  /^\s*(\d{1,2}|[A-S])[\s|[(]+[.+,*?XOxo●○#(a-z]/.test(text) || /^\s*(\d{1,2}|[A-S])\s+\1(?!\S)/.test(text);

/** Returns whether a text is a board with letters above it, as programs of the Go Text Protocol and the shell write it. */
export const isTextBoard = (text: string): boolean => headingOf(linesOf(text)) !== null;

/** Returns the colour to play, if the text around a board tells it. */
function turnIn(text: string): Color | null {
  const [, next] = /next player:\s*(black|white)/i.exec(text) ?? /(black|white)(?:\s*\([XO]\))?\s+to\s+(?:move|play)/i.exec(text) ?? [];
  if (next) return next.toLowerCase() === "black" ? "B" : "W";
  const [, last] = /last move:?\s*(black|white)/i.exec(text) ?? [];
  return last ? (last.toLowerCase() === "black" ? "W" : "B") : null;
}

/** Reads a board with letters above it. What is blank lies outside an area. */
export function readTextBoard(text: string): Reading {
  const lines = linesOf(text);
  const heading = headingOf(lines);
  if (!heading) throw new Unreadable("unknown");
  const size = heading.columns.length;
  const found = lines.slice(heading.line + 1).filter((line) => /^\s*(\d{1,2}|[A-S])(?![\w.])/.test(line));
  const rows = found.slice(0, size);
  if (rows.length < size) throw new Unreadable("rows", String(rows.length), String(size));
  const columns = aligned(heading.columns, rows);
  const cells = rows.map((row) => columns.map((column) => signAt(row, column, lines.indexOf(row) + 1)));
  return readGrid(cut(cells, turnIn(text)), size);
}

/** Returns where the columns are in the rows: a text that was copied without its first blanks has its letters too far left. */
function aligned(columns: number[], rows: string[]): number[] {
  const isAt = (shift: number) => rows.every((row) => columns.every((column) => /[.+,*?XOxo●○#a-z]/.test(row[column + shift] ?? "")));
  const shift = [0, 1, 2, 3, 4, 5, 6].find(isAt) ?? 0;
  return columns.map((column) => column + shift);
}

function signAt(row: string, column: number, line: number): Sign | null {
  const sign = row[column] ?? " ";
  if (sign.trim() === "") return null;
  // Small letters are marks on empty points.
  const read = SIGNS[sign] ?? (/[a-z]/.test(sign) ? "empty" : undefined);
  if (read === undefined) throw new Unreadable("sign", sign, String(line), String(column + 1));
  return read;
}

/** Returns the part of a board that has signs, with its place and the edges that it touches. */
function cut(cells: (Sign | null)[][], turn: Color | null): Grid {
  const isFull = (cell: Sign | null | undefined) => cell !== null && cell !== undefined;
  const ys = cells.flatMap((row, y) => (row.some(isFull) ? [y] : []));
  const xs = (cells[0] ?? []).flatMap((_, x) => (cells.some((row) => isFull(row[x])) ? [x] : []));
  const [top = 0, bottom = 0, left = 0, right = 0] = [ys[0], ys.at(-1), xs[0], xs.at(-1)];
  const last = cells.length - 1;
  return {
    rows: cells.slice(top, bottom + 1).map((row) => row.slice(left, right + 1).map((cell): Sign => cell ?? "wildcard")),
    edges: { top: top === 0, bottom: bottom === last, left: left === 0, right: right === last },
    at: [left, top],
    turn,
  };
}
