import type { Color } from "../../go/points.ts";
import { colors, many } from "./words.ts";

/** The conditions, and why the server declines them. */
export const filters = {
  filters: {
    title: "Filters",
    /** The list of the conditions that are set. */
    active: "Active filters",
    clear: "Clear all filters",
    clearShort: "Clear",
    /** Closes the fields, above the list. */
    show: (games: string) => `Show ${games}`,
    /** Where no game meets the filters: a way out is told with its number of games, as a condition is. */
    without: (name: string) => `Without ${name}`,
    withoutAny: "Without filters",
    nothingAnyway: "No games match even without filters.",
    /** A condition and its value in one line. */
    condition: (name: string, value: string) => `${name}: ${value}`,
    remove: (condition: string) => `Remove ${condition}`,
    player: "Player",
    role: "Player's colour",
    either: "Either colour",
    black: "Black",
    white: "White",
    years: "Years",
    allYears: "All years",
    fromYear: "From year",
    toYear: "To year",
    undated: (count: string) => `${count} undated`,
    result: "Result",
    winner: "Winner",
    anyResult: "Any",
    winners: { B: "Black", W: "White" },
    /** Who won, and how. */
    wins: (color: Color, by = "") => `${colors[color]} wins${by && ` ${by}`}`,
    byPoints: (points: string) => `by ${many(points, "point")}`,
    draw: "Draw",
    void: "No result",
    margin: "How it was won",
    margins: { any: "any way", R: "by resignation", T: "on time", F: "by forfeit", points: "by points" },
    points: "Points",
    rank: "Ranks",
    anyRank: "any",
    lowestRank: "Lowest rank",
    highestRank: "Highest rank",
    repaired: "Repaired on import",
    anyRecord: "Any",
    yes: "Yes",
    no: "No",
    board: "Board",
    allSizes: "All sizes",
    /** A span that is open at one end. */
    least: (from: string) => `from ${from}`,
    most: (to: string) => `up to ${to}`,
    /** A name that is only a part of the names in question. */
    part: (text: string) => `“${text}”`,
    /** After a condition that the server refuses. */
    ignored: "not applied",
    instead: "Try",
  },

  /** Why the server declines a request. */
  errors: {
    unknownName: (name: string) => `“${name}” was not found.`,
    unreadable: (examples: string) => `Cannot be read. Examples: ${examples}.`,
    wrongOrder: "The earlier date comes first.",
    smallerFirst: "The smaller number comes first.",
    tooLong: "Too long, or too many values.",
    link: (example: string) => `The link contains something that cannot be read or is not on the board. Example: ${example}.`,
    twoStones: "The link has two stones on one point.",
    noWord: "Enter letters or digits.",
    largeTree: "The tree would be too large; choose a smaller depth or more games.",
    noSuchGame: "There is no such game.",
    failed: "The request failed; see the messages of the server.",
    /** What the page has no text for, as the server says it. */
    other: (message: string) => message,
  },
};
