import type { common as English } from "../en/common.ts";
import { colors } from "./words.ts";

export const common: typeof English = {
  undated: "日期不详",
  unknown: "未知",
  loading: "正在加载",
  games: (count) => `${count} 局`,
  moves: (count) => `${count} 手`,
  color: (color) => `${colors[color]}方`,
  ofColor: (color) => `${colors[color]}`,
  pass: "停一手",
  close: "关闭",
  done: "完成",
};
