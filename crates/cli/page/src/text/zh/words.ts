import type { Anchor } from "../../go/area.ts";
import type { Illegal } from "../../go/board.ts";
import type { Color } from "../../go/points.ts";

export const colors: Record<Color, string> = { B: "黑", W: "白" };

export const anchorNames: Record<Anchor, string> = {
  corner: "角",
  side: "边",
  middle: "中腹",
  fixed: "局部",
  board: "全盘",
};

export const reasons: Record<Illegal, string> = {
  occupied: "该点已有棋子",
  suicide: "落子后没有气",
  ko: "不能立即提劫",
  outside: "该点不在棋盘上",
};
