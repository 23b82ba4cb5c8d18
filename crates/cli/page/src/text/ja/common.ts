import type { common as English } from "../en/common.ts";
import { colors } from "./words.ts";

export const common: typeof English = {
  undated: "日付不明",
  unknown: "不明",
  loading: "読み込み中",
  games: (count) => `${count}局`,
  moves: (count) => `${count}手`,
  color: (color) => `${colors[color]}番`,
  ofColor: (color) => colors[color],
  pass: "パス",
  close: "閉じる",
  done: "完了",
};
