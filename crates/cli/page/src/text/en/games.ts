/** The list of games. */
export const games = {
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
    showAll: "Show all games",
    date: "Date",
    players: "Players",
    rank: "Rank",
    result: "Result",
    length: "Moves",
    more: (count: string) => `${count} more games; set a filter or reverse the order to see them.`,
    download: "Download this list",
    forms: { sgf: "One SGF file", tgz: "SGF files in an archive (TGZ)", csv: "Table for spreadsheets (CSV)" },
  },
};
