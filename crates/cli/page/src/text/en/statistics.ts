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

  /** Two filters side by side. */
  compare: {
    title: "Compare filters",
    with: "Compare with",
    keep: "Keep the other filters",
    hint: "Enter years or a player to compare with the filters above.",
    sum: (games: string, rate: string) => `${games}, Black wins ${rate}`,
    wins: "Won",
    winsHelp: "Win rate of the colour that plays the move",
    differs: "differs beyond chance",
    note: "* Beyond chance (p < 0.01), provided that no game meets both filters.",
  },

  /** Games with the move at which each left the others. */
  novelties: {
    title: "New moves",
    ofPlayer: "For each game, the move after the last position shared with other games. Latest games first.",
    ofAll: "For each game that meets the filters, the first move to a position that no earlier game has. Latest games first.",
    part: (from: string, to: string, games: string) => `${from}–${to} of ${games}`,
    later: "Later games",
    earlier: "Earlier games",
    move: "New move",
    others: "Others play",
    before: "Played before",
    share: (games: string, all: string) => `${games} of ${all}`,
    followed: "Followed by",
    followedHelp: "Later games with this move, and the win rate of the colour that plays it",
    none: "None",
  },
};
