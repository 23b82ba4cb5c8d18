import type { Anchor } from "../../go/area.ts";
import type { Illegal } from "../../go/board.ts";
import type { Color } from "../../go/points.ts";

export const colors: Record<Color, string> = { B: "黑", W: "白" };

export const anchorNames: Record<Anchor, string> = {
  corner: "角",
  side: "邊",
  middle: "中腹",
  fixed: "局部",
  board: "全盤",
};

export const reasons: Record<Illegal, string> = {
  occupied: "該點已有棋子",
  suicide: "落子後沒有氣",
  ko: "劫不能立即提回",
  outside: "該點不在棋盤上",
};
