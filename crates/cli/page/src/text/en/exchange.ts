import type { Illegal } from "../../go/board.ts";
import { many, reasons } from "./words.ts";

/** Positions that come and leave. */
export const exchange = {
  exchange: {
    menu: "Share",
    copyLink: "Copy link",
    copySgf: "Copy SGF",
    copyDiagram: "Copy diagram",
    copyPicture: "Copy picture",
    saveSvg: "Save as SVG",
    savePng: "Save as PNG",
    print: "Print and pictures",
    perDiagram: "Moves in a diagram",
    all: "All",
    part: "From–to",
    fromMove: "From move",
    toMove: "To move",
    perPage: "Diagrams on a page",
    numbers: "Move numbers",
    recordMarks: "Marks of the record",
    letters: "Letters of the next moves",
    heading: "Title",
    toPrinter: "Print",
    sheet: (number: string, all: string) => `Page ${number} of ${all}`,
    paste: "Paste a position…",
    copied: {
      link: "The link is copied.",
      sgf: "The position is copied as SGF.",
      diagram: "The diagram is copied.",
      picture: "The picture is copied.",
    },
    read: {
      sgf: "The record is on the search board.",
      diagram: "The diagram is on the search board.",
      moves: "The moves are on the search board.",
      link: "The position of the link is on the search board.",
    },
    drop: "Drop a game record, a diagram or a list of moves",
    pasteTitle: "Paste a position",
    formats: "A game record in SGF, a diagram, a board as text, or moves such as Q16 D4 or pd dp.",
    text: "Position as text",
    file: "Choose a file…",
    show: "Show on the board",
    copyTitle: "Copy the position",
    byHand: "This browser does not let the page copy. The text is selected: copy it with Ctrl+C or its menu.",
    pictureByHand: "This browser does not let the page copy. Copy the picture by its menu: right-click or hold.",
    picture: "The search board",
    /** Why a text cannot be read. */
    problems: {
      unknown: () => "This text is neither a game record, a diagram nor a list of moves.",
      empty: () => "Nothing to read.",
      large: () => "The file is larger than 16 MB.",
      file: (name: string) => `The file ${name} cannot be read.`,
      game: () => "The record is of a game other than Go.",
      size: (size: string) => `Boards have 2 to 19 lines; this one has ${size}.`,
      outside: (move: string, number: string, size: string) =>
        `Move ${number}, ${move}, is not on a board of ${size} lines.`,
      illegal: (move: string, number: string, reason: Illegal) => `Move ${number} at ${move} is illegal: ${reasons[reason]}.`,
      word: (word: string) => `“${word}” is not a move; write moves as Q16 or pd.`,
      liberties: (name: string) => `The stones at ${name} have no liberty, so the position cannot be searched for.`,
      sign: (sign: string, line: string, column: string) => `Unknown sign “${sign}” in line ${line}, column ${column} of the diagram.`,
      condition: (sign: string, line: string) =>
        `“${sign}” in line ${line} cannot be set up here; use X, O, . for empty or * for anything.`,
      ragged: (line: string, points: string, expected: string) =>
        `Line ${line} of the diagram has ${many(points, "point")}, but the first row has ${expected}.`,
      edge: (line: string) => `Line ${line} has an edge where the first row has none, or none where it has one.`,
      rows: (rows: string, size: string) => `The board has ${size} columns but ${many(rows, "row")}.`,
      square: (width: string, height: string) => `A board with four edges is square; this one is ${width} by ${height}.`,
      fits: (width: string, height: string, size: string) =>
        `The diagram of ${width} by ${height} points does not fit on a board of ${size} lines.`,
      twice: (number: string) => `Number ${number} is in the diagram twice.`,
      missing: (number: string) => `Number ${number} is missing in the diagram.`,
    },
  },
};
