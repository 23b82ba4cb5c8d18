import type { Illegal } from "../go/board.ts";
import type { Color } from "../go/points.ts";

const colors: Record<Color, string> = { B: "Black", W: "White" };
const small: Record<Color, string> = { B: "black", W: "white" };
const many = (count: string, one: string, more = `${one}s`): string => `${count} ${count === "1" ? one : more}`;

const reasons: Record<Illegal, string> = {
  occupied: "the point is occupied",
  suicide: "the stones would have no liberty",
  ko: "the ko may not be retaken at once",
  outside: "the point is not on the board",
};

/** The texts of the page in English, by part of the page. Numbers arrive formatted. */
export const en = {
  /** The name of this language, in this language. */
  language: "English",
  undated: "undated",
  unknown: "unknown",
  loading: "Loading",
  games: (count: string) => many(count, "game"),
  moves: (count: string) => many(count, "move"),
  color: (color: Color) => colors[color],
  /** A colour within a sentence. */
  ofColor: (color: Color) => small[color],
  pass: "Pass",

  page: {
    description: "Go game records",
    skipTo: "Skip to",
    lost: "Cannot reach the server; retrying.",
    busy: "The server is busy; retrying.",
    /** The title of the browser's window. */
    titleMove: (move: string) => `Move ${move}`,
    tabs: "Parts of the page",
    board: "Board",
    games: "Games",
    replay: "Replay",
    menu: "Settings",
  },

  board: {
    kind: "Go board",
    stone: (name: string, color: Color) => `${name}, ${small[color]} stone`,
    last: "last move",
    empty: (name: string) => `${name}, empty`,
    next: (name: string, mark: string, games: string) => `${name}, next move ${mark}, ${games}`,
  },

  search: {
    title: "Search board",
    help: "Arrow keys move the cursor, Enter plays a move, Backspace takes it back.",
    toPlay: (color: Color) => `${colors[color]} to play`,
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
    touch: "Tap to play; hold and slide to aim, slide off the board to cancel.",
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
    wildcardAt: (name: string) => `${name}, wildcard`,
    refused: {
      liberties: (name: string) => `No stone at ${name}: stones would have no liberty.`,
      noArea: () => "Wildcards need an area; draw one first",
      outside: (name: string) => `${name} is outside the area; wildcards lie in it.`,
    },
    handicap: "Handicap",
    stones: (count: string) => `${count} stones`,
    clear: "Clear",
    done: "Done",
  },

  panel: {
    title: "What the games say",
    games: "Games",
    statistics: "Statistics",
    tree: "Tree",
  },

  next: {
    title: "Next moves, most popular first",
    move: "Move",
    games: "Games",
    share: "Share",
    wins: "Wins",
    /** The numbers of a move, told when it is pointed at. */
    told: (name: string, games: string, share: string, wins: string) => `${name}: ${games}, ${share}, Black wins ${wins}`,
    strength: "The larger a mark, the more often its move was played; its colour is the colour of the move.",
    others: (count: string) => many(count, "other move"),
    fewer: "Fewer moves",
    setUp: "Stones are set up",
    ended: "The game ends",
    none: "No next moves",
    all: "All games",
    bar: (black: string, draws: string, white: string) => `Black ${black}, draws ${draws}, White ${white}`,
  },

  list: {
    title: "Games",
    which: "Which games",
    here: "With this position",
    all: "All games",
    none: "No matching games",
    date: "Date",
    players: "Players",
    rank: "Rank",
    result: "Result",
    more: (count: string) => `${count} more games; set a filter or reverse the order to see them.`,
  },

  filters: {
    title: "Filters",
    active: (count: string) => many(count, "filter"),
    clear: "Clear all filters",
    player: "Player",
    nameOrPart: "Name or part of it",
    role: "Player's colour",
    either: "Either colour",
    black: "Black",
    white: "White",
    add: "Add",
    chosen: "Selected players",
    remove: (name: string) => `Remove ${name}`,
    years: "Years",
    allYears: "All years",
    fromYear: "From year",
    toYear: "To year",
    undated: (count: string) => `${count} undated`,
    result: "Result",
    results: {
      any: "Any",
      "B+": "Black wins",
      "B+R": "Black wins by resignation",
      "B+T": "Black wins on time",
      "W+": "White wins",
      "W+R": "White wins by resignation",
      "W+T": "White wins on time",
      draw: "Draw",
      void: "Void",
    },
    rank: "Rank of both players",
    anyRank: "any",
    lowestRank: "Lowest rank",
    highestRank: "Highest rank",
    event: "Event",
    board: "Board",
  },

  replay: {
    title: "Replay board",
    /** The title of the browser's window. */
    titleOf: (black: string, white: string) => `${black} – ${white}`,
    help: "Left and right arrow keys step through the game; Home and End jump to its ends.",
    close: "Close game",
    swapped: "Shown with colours exchanged.",
    steps: "Moves of the game",
    move: "Move",
    progress: (at: string, of: string) => `Move ${at} of ${of}`,
    toPosition: "To the searched position",
    start: "Start of the game",
    setUp: "Setup stones",
    plays: (color: Color, name: string) => `${colors[color]} ${name}`,
    passes: (color: Color) => `${colors[color]} passes`,
    commentOn: (color: Color | null) => (color ? `Comment on ${small[color]}'s move` : "Comment on the position"),
    searchHere: "Search from here",
    download: "Download SGF",
  },

  info: {
    title: "Game information",
    event: "Event",
    round: "Round",
    place: "Place",
    date: "Date",
    result: "Result",
    komi: "Komi",
    handicap: "Handicap",
    rules: "Rules",
    moves: "Moves",
    board: "Board",
    name: "Name",
    publication: "Publication",
    repairs: "Repairs",
    number: "Game number",
    source: "Source",
    differs: "differs",
  },

  settings: {
    theme: "Theme",
    themes: { system: "Like the system", light: "Light", dark: "Dark" },
    language: "Language",
    automatic: "Like the browser",
    coordinates: "Coordinates",
    coordinateNames: { western: "A1 to T19", sgf: "aa to ss", none: "None" },
    board: "Board",
    boards: { wood: "Wood", plain: "Plain" },
  },
};

export type Texts = typeof en;
