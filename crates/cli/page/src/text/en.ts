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
    noneHere: "No game has this position.",
    noneHereFiltered: "No game that meets the filters has this position.",
    noneFiltered: "No game meets the filters.",
    empty: "The database has no games.",
    wrongFilter: "One of the filters is wrong; what is wrong is told beside it.",
    showAll: "Show all games",
    clearFilters: "Clear all filters",
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
    help: "Left and right arrow keys step through the game; Home and End jump to its ends; question mark shows all keys.",
    close: "Close game",
    exchanged: "colours exchanged",
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
    commentOn: (color: Color | null) => (color ? `Comment on ${small[color]}'s move` : "Comment on the position"),
    noComment: "No comment on this move",
    searchHere: "Search from here",
    download: "Download SGF",
  },

  /** What the games of the database played in the position of an open game. */
  database: {
    title: "Moves of the database",
    played: "played",
    none: "No game goes on from here",
    left: (move: string) => `All other games left at move ${move}.`,
    never: "Another game is the same to its end.",
    alone: "No other game has a position of this one.",
    goThere: "Go there",
  },

  variations: {
    title: "Variations",
    at: (move: string) => `Move ${move}`,
    progress: (move: string) => `Move ${move}, in a variation`,
    back: "Back to the main line",
    comment: "Comment",
    ply: (number: string, color: Color | null, name: string) => (color ? `${number}, ${small[color]} ${name}` : name),
    truncated: (count: string) => `The record has more than these ${count} positions.`,
  },

  /** The keys of the page; names of keys are separated by spaces. */
  keys: {
    title: "Keys",
    open: "Show the keys",
    close: "Close the keys",
    groups: [
      {
        name: "Search board",
        keys: [
          ["← ↑ → ↓", "Move the cursor"],
          ["Shift + ←", "Move the cursor three points"],
          ["Enter Space", "Play a move"],
          ["Backspace", "Take a move back"],
        ],
      },
      {
        name: "Replay board",
        keys: [
          ["← →", "One move back or on"],
          ["PgUp PgDn", "Ten moves back or on"],
          ["Home End", "To the start or the end"],
          ["Space", "Play the moves, or pause"],
          ["Shift + ↑ ↓", "Another variation in place of this move"],
          ["Shift + ← →", "To the variations before or after"],
          ["P N", "Previous or next game of the list"],
          ["Esc", "Close the game"],
        ],
      },
      {
        name: "Everywhere",
        keys: [
          ["Tab", "To the next part"],
          ["Ctrl + wheel", "Enlarge the page"],
          ["?", "Show or close these keys"],
        ],
      },
    ] as { name: string; keys: [string, string][] }[],
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
