import type { board as English } from "../en/board.ts";
import { colors } from "./words.ts";

export const board: typeof English = {
  board: {
    kind: "碁盤",
    stone: (name, color) => `${name}、${colors[color]}石`,
    last: "最終手",
    empty: (name) => `${name}、空点`,
    wildcard: (name) => `${name}、任意の点`,
    next: (name, mark, games) => `${name}、次の一手 ${mark}、${games}`,
  },
};
