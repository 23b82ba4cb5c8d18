import type { common as English } from "../en/common.ts";
import { colors } from "./words.ts";

export const common: typeof English = {
  undated: "日期不詳",
  unknown: "未知",
  loading: "載入中",
  games: (count) => `${count} 局`,
  moves: (count) => `${count} 手`,
  color: (color) => `${colors[color]}方`,
  ofColor: (color) => `${colors[color]}`,
  pass: "停一手",
  close: "關閉",
  done: "完成",
};
