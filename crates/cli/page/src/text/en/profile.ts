import type { Color } from "../../go/points.ts";
import { colors } from "./words.ts";

/** The page of a player. */
export const profile = {
  profile: {
    open: (name: string) => `Page of ${name}`,
    close: "Close the player's page",
    summary: (games: string, years: string) => `${games}, ${years}`,
    showGames: "Show the games",
    record: "Record",
    color: "Colour",
    both: "Both",
    wins: "Won",
    losses: "Lost",
    draws: "Drawn",
    bar: (wins: string, draws: string, losses: string) => `Won ${wins}, drawn ${draws}, lost ${losses}`,
    /** The interval of the win rate, after `bar`. */
    interval: (low: string, high: string) => `; the true win rate is likely ${low} to ${high}`,
    winRate: (rate: string, low: string, high: string) =>
      `Won ${rate} of the games with a winner; the true win rate is likely ${low} to ${high}.`,
    yearHelp: "Arrow keys move from year to year, with Shift over several; Enter shows the games.",
    more: (count: string) => `${count} more`,
    openings: (color: Color) => `Openings as ${colors[color]}`,
    noOpenings: "No games",
    opponents: "Opponents",
    opponent: "Opponent",
    gamesWith: (name: string, games: string) => `${games} against ${name}`,
  },
};
