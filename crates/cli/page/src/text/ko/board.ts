import type { board as English } from "../en/board.ts";
import { colors } from "./words.ts";

export const board: typeof English = {
  board: {
    kind: "바둑판",
    stone: (name, color) => `${name}, ${colors[color]}돌`,
    last: "마지막 수",
    empty: (name) => `${name}, 빈 점`,
    wildcard: (name) => `${name}, 임의점`,
    next: (name, mark, games) => `${name}, 다음 수 ${mark}, ${games}`,
  },
};
