import type { Color } from "../go/points.ts";
import { readGrid, type Edges, type Grid, type Sign } from "./grid.ts";
import { Unreadable, type Reading } from "./reading.ts";

/** The signs of a pattern's diagram, as `bgo` writes them. */
const OWN: Record<string, Sign> = {
  ".": "empty",
  ",": "empty",
  "+": "empty",
  X: "B",
  "●": "B",
  O: "W",
  "○": "W",
  "*": "wildcard",
  "?": "wildcard",
};
const LETTERS = "abcdefghijklmnpqrstuvwyz";

/** The signs of Sensei's Library: letters for marks on stones and on empty points. */
const SENSEIS: Record<string, Sign> = {
  ...OWN,
  ...Object.fromEntries([..."BYZ#"].map((sign) => [sign, "B"] as const)),
  ...Object.fromEntries([..."WQP@"].map((sign) => [sign, "W"] as const)),
  ...Object.fromEntries([..."CSTM", ..."abcdefghijklmnopqrstuvwxyz"].map((sign) => [sign, "empty"] as const)),
  _: "wildcard",
  "0": 10,
};

function ownSign(sign: string): Sign | undefined {
  if (/[1-9]/.test(sign)) return Number(sign);
  const letter = LETTERS.indexOf(sign);
  return letter >= 0 ? letter + 10 : OWN[sign];
}

const senseisSign = (sign: string): Sign | undefined => (/[1-9]/.test(sign) ? Number(sign) : SENSEIS[sign]);

/** A line of a text with its number. */
interface Line {
  text: string;
  number: number;
}

const HEADER = /^\$\$\s*([BW]?)c?\d*(?:m\d+)?(?=\s|$)/;

/** Returns whether a text is a diagram of Sensei's Library. */
export const isSenseis = (text: string): boolean => /^\s*\$\$/.test(text);

/** How many signs of a text are looked at to tell what it is. */
const GLANCE = 4000;

/** Returns whether a text looks like a diagram: half of its signs are points, stones or edges. */
export function isDiagram(text: string): boolean {
  const signs = text.slice(0, GLANCE).replace(/\s/g, "");
  return signs !== "" && signs.replace(/[^.,XO+|*?#-]/g, "").length * 2 >= signs.length;
}

/** Reads a diagram of Sensei's Library, each line of which begins with `$$`. */
export function readSenseis(text: string, size: number): Reading {
  const lines = text.split("\n").map((line, i) => ({ text: line.trim(), number: i + 1 }));
  const drawn = lines.filter((line) => line.text.startsWith("$$"));
  const first = drawn[0]?.text ?? "";
  const [, color = ""] = HEADER.exec(first) ?? [];
  // The first line has the colour and a title, unless the drawing begins at once.
  const isTitle = color !== "" || !/^\$\$\s*[-+|.,XO\s]*$/.test(first) || first === "$$";
  const rows = (isTitle ? drawn.slice(1) : drawn)
    .map(({ text: row, number }) => ({ text: `  ${row.slice(2)}`, number }))
    // Links and arrows.
    .filter((row) => !/^\s*[[{\\]/.test(row.text));
  return readGrid(gridOf(rows, senseisSign, color === "" ? null : (color as Color)), size);
}

/** Reads a diagram as the program writes it: rows that end with the line or with `/`. */
export function readDiagram(text: string, size: number): Reading {
  const lines = text.replace(/^\ufeff/, "").slice(0, 20_000).split("\n");
  const rows = lines.flatMap((line, i) => {
    let column = 0;
    return line.split("/").map((part) => {
      const row = { text: " ".repeat(column) + part, number: i + 1 };
      column += part.length + 1;
      return row;
    });
  });
  return readGrid(gridOf(rows, ownSign, null), size);
}

const isEdge = (row: string): boolean => /^[-+]+$/.test(row);

/** Reads rows of signs with the edges that are drawn around them. */
function gridOf(lines: Line[], signOf: (sign: string) => Sign | undefined, turn: Color | null): Grid {
  const rows = lines.filter(({ text }) => text.trim() !== "");
  const compact = (line: Line | undefined) => line?.text.replace(/\s/g, "") ?? "";
  const top = isEdge(compact(rows[0])) && compact(rows[0]).includes("-");
  const bottom = rows.length > 1 && isEdge(compact(rows.at(-1))) && compact(rows.at(-1)).includes("-");
  const inner = rows.slice(top ? 1 : 0, bottom ? -1 : undefined);
  const first = inner[0];
  if (!first) throw new Unreadable("unknown");
  const edges: Edges = { top, bottom, left: compact(first).startsWith("|"), right: compact(first).endsWith("|") };
  const width = compact(first).replace(/^\||\|$/g, "").length;
  return { rows: inner.map((row) => signsOf(row, edges, width, signOf)), edges, turn };
}

function signsOf(line: Line, edges: Edges, width: number, signOf: (sign: string) => Sign | undefined): Sign[] {
  const places = [...line.text].map((sign, i) => ({ sign, column: i + 1 })).filter(({ sign }) => sign.trim() !== "");
  const row = String(line.number);
  if ((places[0]?.sign === "|") !== edges.left || (places.at(-1)?.sign === "|") !== edges.right) throw new Unreadable("edge", row);
  const inner = places.slice(edges.left ? 1 : 0, edges.right ? -1 : undefined);
  const signs = inner.map(({ sign, column }) => {
    if (signOf === ownSign && "xo#".includes(sign)) throw new Unreadable("condition", sign, row);
    const read = signOf(sign);
    if (read === undefined) throw new Unreadable("sign", sign, row, String(column));
    return read;
  });
  if (signs.length !== width) throw new Unreadable("ragged", row, String(signs.length), String(width));
  return signs;
}
