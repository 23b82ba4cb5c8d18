import type { Color } from "../../go/points.ts";
import { colors, many, small } from "./words.ts";

/** The open game. */
export const replay = {
  replay: {
    title: "Replay board",
    /** The title of the browser's window. */
    titleOf: (black: string, white: string) => `${black} – ${white}`,
    help: "Left and right arrow keys step through the game; Home and End jump to its ends; question mark shows all shortcuts.",
    close: "Close game",
    exchanged: "colours swapped",
    captured: (count: string, color: Color) => `${colors[color]} captured ${many(count, "stone")}`,
    /** After a number of captured stones. */
    taken: "captured",
    steps: "Moves of the game",
    move: "Move",
    progress: (at: string, of: string) => `Move ${at} of ${of}`,
    toPosition: "To the searched position",
    autoplay: "Play the moves",
    pause: "Pause",
    options: "How the game is shown",
    numbers: "Move numbers",
    numberChoices: { none: "None", last: "Last ten", all: "All" },
    speed: "Speed",
    speeds: { slow: "Slow", normal: "Normal", fast: "Fast" },
    previousGame: "Previous game of the list",
    nextGame: "Next game of the list",
    start: "Start of the game",
    setUp: "Setup stones",
    plays: (color: Color, name: string) => `${colors[color]} ${name}`,
    passes: (color: Color) => `${colors[color]} passes`,
    searchHere: "Search from here",
    download: "Download SGF",
  },

  /** What the games of the database played in the position of an open game. */
  database: {
    title: "In the database",
    played: "played",
    none: "No game continues from here",
    only: "Only this game",
    /** Follows `only`. */
    from: (move: string) => `from move ${move}`,
    never: "Another game is identical.",
    alone: "No other game shares a position with this one.",
  },

  variations: {
    progress: (move: string) => `Move ${move}, in a variation`,
    /** What the user tries from a position of the game. */
    own: "Your variation",
    ownProgress: (move: string) => `Move ${move}, in your variation`,
    back: "Back to the main line",
    comment: "Comment",
    ply: (number: string, color: Color | null, name: string) => (color ? `${number}, ${small[color]} ${name}` : name),
    truncated: (count: string) => `The record has more than these ${count} positions.`,
  },

  info: {
    title: "Game information",
    differs: "differs",
  },
};
