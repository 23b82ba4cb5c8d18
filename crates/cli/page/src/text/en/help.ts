/** What the page shows, for those who see it for the first time. */
export const help = {
  help: {
    title: "Help",
    guide: "This page",
    marks: {
      title: "The marks on the board",
      text: "Each mark is a move that was played from here; A is the most popular.",
    },
    symmetry: {
      title: "Turned and mirrored positions",
      /** A marked point, and how another one that is equal to it is named. */
      text: (point: string, same: string) =>
        `Turned and mirrored positions count as one, and the order of moves does not matter. That is why only ${point} is marked of four equal points; pointing at another one shows “${same}”.`,
    },
    corner: {
      title: "Corner or area (joseki)",
      text: "Press “Joseki” and drag over a corner or any other area. It is found in every corner, also mirrored and with colours swapped. The table lists the replies; “Tenuki” is how often the next move was played elsewhere, and “Pass” shows what follows it.",
    },
    own: {
      title: "Your own games",
      show: "Drop or paste a game record on this page to see it on the board.",
      add: "Drop several files, a folder or an archive to add the games to the database, or press + at the top.",
      readOnly: "Games cannot be added to this database from here.",
    },
  },
};
