import type { board as English } from "../en/board.ts";
import { colors } from "./words.ts";

export const board: typeof English = {
  board: {
    kind: "围棋棋盘",
    stone: (name, color) => `${name}，${colors[color]}子`,
    last: "最后一手",
    empty: (name) => `${name}，空点`,
    wildcard: (name) => `${name}，任意点`,
    next: (name, mark, games) => `${name}，下一手 ${mark}，${games}`,
  },
};
