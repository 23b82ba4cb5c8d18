import type { Illegal } from "../../go/board.ts";
import type { Color } from "../../go/points.ts";
import { colors, many, reasons, small } from "./words.ts";

/** The search board, setting up, and the table of next moves. */
export const search = {
  search: {
    title: "Search board",
    help: "Arrow keys move the cursor, Enter plays a move, Backspace takes it back.",
    toPlay: (color: Color) => `${colors[color]} to play`,
    /** In a part of the board. */
    eitherToPlay: "Either to play",
    switchTurn: "Switch the colour to play",
    modes: "What a click on the board does",
    areaMode: "Search for a part of the board",
    editMode: "Set stones up",
    steps: "Moves on the search board",
    first: "First",
    back: "Back",
    forward: "Forward",
    last: "Last",
    reset: "Reset",
    exchanged: "Also count exchanged colours",
    illegal: (name: string, color: Color, reason: Illegal) => `${colors[color]} cannot play ${name}: ${reasons[reason]}.`,
    played: (number: string, color: Color, name: string) => `Move ${number}: ${small[color]} ${name}`,
    passed: (number: string, color: Color) => `Move ${number}: ${small[color]} passes`,
    touch: "Tap to play; hold and slide to aim.",
  },

  setup: {
    title: "Setting up",
    help: "Arrow keys move the cursor, Enter or Space uses the brush; B, W, E and X choose it. Escape ends.",
    touch: "Tap a point, or slide over several; lift the finger off the board to cancel.",
    brushes: "Brush",
    names: { B: "Black stones", W: "White stones", erase: "Erase", wildcard: "Wildcards" },
    does: {
      B: "Put black stones; the same again takes them off.",
      W: "Put white stones; the same again takes them off.",
      erase: "Erase stones and wildcards.",
      wildcard: "Put wildcards: points that may hold anything.",
    },
    refused: {
      liberties: (name: string) => `A stone at ${name} would leave stones without a liberty.`,
      noArea: () => "Wildcards need an area: draw one first.",
      outside: (name: string) => `${name} is outside the area; wildcards must lie inside it.`,
    },
    handicap: "Handicap",
    stones: (count: string) => `${count} stones`,
    clear: "Clear",
    paste: "Paste…",
  },

  next: {
    title: "Next moves, most popular first",
    move: "Move",
    games: "Games",
    share: "Share",
    wins: "Black | White",
    /** The results of a player, in place of those of the colours. */
    resultsOf: (name: string) => `Results of ${name}`,
    /** A point, and another one at which a move means the same. */
    same: (name: string, other: string) => `${name} (as ${other})`,
    /** The numbers of a move, told when it is pointed at. */
    told: (name: string, color: Color, games: string, share: string, wins: string) =>
      `${name}: ${games}, ${share}, ${colors[color]} wins ${wins}`,
    answers: "Answers to the pattern, most popular first",
    times: "Times",
    timesHelp: "How often this was the first answer inside the area",
    timesOf: (count: string) => many(count, "time"),
    atOnce: "At once",
    atOnceHelp: "How many of these answers were the very next move of the game",
    /** The numbers of an answer, told when it is pointed at. */
    toldAnswer: (name: string, color: Color, games: string, times: string, atOnce: string, wins: string) =>
      `${colors[color]} ${name}: ${times} in ${games}, ${atOnce} at once, ${colors[color]} wins ${wins}`,
    elsewhere: "Elsewhere",
    elsewhereHelp: "How often the next move was outside the area; the answer inside may have come later",
    unanswered: "No answer",
    unansweredHelp: "How often the pattern ended without an answer that counts",
    noAnswers: "No answers",
    sharesOverlap: "Shares are of the games; a game may have several answers.",
    strength: "The larger a mark, the more often its move was played; its colour is the colour of the move.",
    others: (count: string) => many(count, "other move"),
    fewer: "Fewer moves",
    setUp: "Stones are set up",
    ended: "The game ends",
    none: "No next moves",
    all: "Total",
    bar: (black: string, draws: string, white: string) => `Black ${black}, draws ${draws}, White ${white}`,
    /** How sure the share of Black's wins is; follows `bar`. */
    interval: (low: string, high: string) => `; Black's true share is likely ${low} to ${high}`,
    confidence: "The bars show who won. A faded bar has few games and says little.",
    engine: "Engine",
    engineHelp: "Black's win rate by an engine",
    engineLead: (points: string) => `Black ${points} points`,
    engineVisits: (count: string) => many(count, "visit"),
    /** Follows `told`. */
    toldEngine: (color: Color, wins: string) => `, engine ${colors[color]} ${wins}`,
    searched: "Searched by an engine, not played",
    /** A move that nobody played, told when it is pointed at. */
    toldSearched: (name: string, color: Color, wins: string) => `${name}: not played, engine ${colors[color]} ${wins}`,
    trend: "Trend",
    trendHelp: "How often the move was chosen, year by year",
    trendTold: (peak: string, share: string, years: string) => `Most in ${peak}, with ${share} of the games; ${years}`,
  },
};
