import type { common as English } from "../en/common.ts";
import { colors } from "./words.ts";

export const common: typeof English = {
  undated: "날짜 미상",
  unknown: "미상",
  loading: "불러오는 중",
  games: (count) => `${count}국`,
  moves: (count) => `${count}수`,
  color: (color) => colors[color],
  ofColor: (color) => colors[color],
  pass: "패스",
  close: "닫기",
  done: "완료",
};
