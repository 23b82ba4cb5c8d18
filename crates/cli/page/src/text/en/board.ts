import type { Color } from "../../go/points.ts";
import { small } from "./words.ts";

/** The points of a board, told to those who cannot see it. */
export const board = {
  board: {
    kind: "Go board",
    stone: (name: string, color: Color) => `${name}, ${small[color]} stone`,
    last: "last move",
    empty: (name: string) => `${name}, empty`,
    wildcard: (name: string) => `${name}, wildcard`,
    next: (name: string, mark: string, games: string) => `${name}, next move ${mark}, ${games}`,
  },
};
