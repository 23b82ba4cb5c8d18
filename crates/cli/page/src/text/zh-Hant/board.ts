import type { board as English } from "../en/board.ts";
import { colors } from "./words.ts";

export const board: typeof English = {
  board: {
    kind: "圍棋棋盤",
    stone: (name, color) => `${name}，${colors[color]}子`,
    last: "最後一手",
    empty: (name) => `${name}，空點`,
    wildcard: (name) => `${name}，任意點`,
    next: (name, mark, games) => `${name}，下一手 ${mark}，${games}`,
  },
};
