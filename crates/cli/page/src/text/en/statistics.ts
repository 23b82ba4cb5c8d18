import type { Color } from "../../go/points.ts";
import { colors, many } from "./words.ts";

/** Statistics, players and tree of a position. */
export const statistics = {
  statistics: {
    title: "Statistics of the position",
    byYear: "Games by year",
    yearHelp: "Arrow keys move from year to year, with Shift over several; Enter selects.",
    year: (year: string, games: string, parts: string[]) => [`${year}: ${games}`, ...parts].join(", "),
    span: (years: string, games: string) => `${years}: ${games}`,
    mostGames: (games: string) => `Peak: ${games}`,
    noYears: "No game has a date",
    years: "Years",
    results: "Results",
    blackWins: "Black wins",
    whiteWins: "White wins",
    draws: "Draw",
    noResult: "No result",
    interval: (rate: string, low: string, high: string) =>
      `Of the games with a winner, Black won ${rate}; Black's true share is likely ${low} to ${high}.`,
    players: "Players",
    noPlayers: "No players",
    asColor: (color: Color) => `Games as ${colors[color]}, and the share won`,
    won: (share: string) => `won ${share}`,
    filterBy: (name: string) => `Only games of ${name}`,
    morePlayers: (count: string) => many(count, "more player"),
  },

  tree: {
    title: "Continuations",
    help: "Up and Down move, Right and Left open and close, Enter plays the moves.",
    depth: "Depth",
    least: "Minimum games",
    otherOrders: (games: string) => `${games} by other orders of moves`,
    otherOrdersNote: "* Other games reach the position by another order of moves.",
    none: (games: string) => `No move was played in ${games} or more`,
    unfold: (name: string) => `Open ${name}`,
    fold: (name: string) => `Close ${name}`,
  },
};
