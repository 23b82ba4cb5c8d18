/** The frame of the page: header, tabs, keys and settings. */
export const page = {
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

  /** What to do with a database that has no games. */
  empty: {
    title: "No games yet",
    add: "Drop your files, folders or archives anywhere on this page, or choose them.",
    how: "Import game records in a terminal, then reload this page:",
    what: "Give files, folders or archives. If the server was started with --db, give the import the same one.",
  },

  panel: {
    title: "About the position",
    games: "Games",
    statistics: "Statistics",
    tree: "Tree",
  },

  /** The keyboard shortcuts; names of keys are separated by spaces. */
  keys: {
    title: "Keyboard shortcuts",
    groups: [
      {
        name: "Search board",
        keys: [
          ["← ↑ → ↓", "Move the cursor"],
          ["Shift + ←", "Move the cursor three points"],
          ["Enter Space", "Play a move"],
          ["Backspace", "Take a move back"],
          ["← →", "After a click: one move back or forward"],
        ],
      },
      {
        name: "Corner or area (joseki)",
        keys: [
          ["← ↑ → ↓", "Move the cursor, stretch the area"],
          ["Enter Space", "Fix the first corner, then end"],
          ["X *", "Make a point a wildcard, or not"],
          ["Esc", "Cancel the area, or end"],
        ],
      },
      {
        name: "Editing the position",
        keys: [
          ["B W E X", "Black, white, erase, wildcards"],
          ["Enter Space", "Use the brush"],
          ["Delete", "Erase a point"],
          ["Esc", "End"],
        ],
      },
      {
        name: "Replay board",
        keys: [
          ["← →", "One move back or forward"],
          ["PgUp PgDn", "Ten moves back or forward"],
          ["Home End", "To the start or the end"],
          ["Space", "Play the moves, or pause"],
          ["Shift + ↑ ↓", "Another variation in place of this move"],
          ["Shift + ← →", "To the variations before or after"],
          ["V", "To the next variation here"],
          ["C", "To the next comment; with Shift, to the one before"],
          ["Click", "To the move on the point; a dashed ring is the next move"],
          ["P N", "Previous or next game of the list"],
          ["Esc", "Close the game"],
        ],
      },
      {
        name: "Everywhere",
        keys: [
          ["Tab", "To the next part"],
          ["Ctrl + wheel", "Zoom the page"],
          ["?", "Show or hide these shortcuts"],
        ],
      },
    ] as { name: string; keys: [string, string][] }[],
  },

  settings: {
    theme: "Theme",
    themes: { system: "Match system", light: "Light", dark: "Dark" },
    language: "Language",
    automatic: "Match browser",
    coordinates: "Coordinates",
    coordinateNames: { western: "A1 to T19", sgf: "aa to ss", none: "None" },
    board: "Board",
    boards: { wood: "Wood", plain: "Plain" },
    marks: "Marks of moves",
    markNames: { letter: "Letter", share: "Share, %", wins: "Win rate, %" },
  },
};
