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
    areaMode: "Search a corner or area (joseki)",
    /** The word on the button of `areaMode`. */
    joseki: "Joseki",
    editMode: "Edit position",
    steps: "Moves on the search board",
    first: "First",
    back: "Back",
    forward: "Forward",
    last: "Last",
    reset: "Reset",
    exchanged: "Include colour-swapped positions",
    illegal: (name: string, color: Color, reason: Illegal) => `${colors[color]} cannot play ${name}: ${reasons[reason]}.`,
    played: (number: string, color: Color, name: string) => `Move ${number}: ${small[color]} ${name}`,
    passed: (number: string, color: Color) => `Move ${number}: ${small[color]} passes`,
    touch: "Tap to play; hold and slide to aim.",
  },

  setup: {
    help: "Arrow keys move the cursor, Enter or Space uses the brush; B, W, E and X choose it. Escape ends.",
    touch: "Tap a point, or slide over several; lift the finger off the board to cancel.",
    brushes: "Brush",
    names: { B: "Black stones", W: "White stones", erase: "Erase", wildcard: "Wildcards" },
    does: {
      B: "Click to place a black stone, again to remove it.",
      W: "Click to place a white stone, again to remove it.",
      erase: "Click to erase a stone or a wildcard.",
      wildcard: "Click to place a wildcard: a point that may hold anything.",
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
    resultsOf: (name: string) => `${name}'s results`,
    /** A point, and another one at which a move means the same. */
    same: (name: string, other: string) => `${name} (as ${other})`,
    /** The numbers of a move, told when it is pointed at. */
    told: (name: string, color: Color, games: string, share: string, wins: string) =>
      `${name}: ${games}, ${share}, ${colors[color]} wins ${wins}`,
    answers: "Replies to the pattern, most popular first",
    times: "Times",
    timesHelp: "How often this was the first reply inside the area",
    timesOf: (count: string) => many(count, "time"),
    atOnce: "Immediately",
    atOnceHelp: "How many of these replies were the very next move of the game",
    /** The numbers of a reply, told when it is pointed at. */
    toldAnswer: (name: string, color: Color, games: string, times: string, atOnce: string, wins: string) =>
      `${colors[color]} ${name}: ${times} in ${games}, ${atOnce} immediately, ${colors[color]} wins ${wins}`,
    elsewhere: "Tenuki",
    elsewhereHelp: "How often the next move was played elsewhere; a reply may have come later",
    unanswered: "Never answered",
    unansweredHelp: "How often the pattern was gone before anyone replied",
    noAnswers: "No replies found",
    sharesOverlap: "Shares are of the games; a game may have several replies.",
    strength: "The larger a mark, the more often its move was played; its colour is the colour of the move.",
    others: (count: string) => many(count, "other move"),
    fewer: "Fewer moves",
    handicaps: "Handicaps",
    setUp: "Set-up games",
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
