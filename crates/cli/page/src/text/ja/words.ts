import type { Anchor } from "../../go/area.ts";
import type { Illegal } from "../../go/board.ts";
import type { Color } from "../../go/points.ts";

export const colors: Record<Color, string> = { B: "黒", W: "白" };

export const anchorNames: Record<Anchor, string> = {
  corner: "隅",
  side: "辺",
  middle: "中央",
  fixed: "部分",
  board: "全局",
};

export const reasons: Record<Illegal, string> = {
  occupied: "すでに石があります",
  suicide: "着手禁止点です",
  ko: "コウはすぐに取り返せません",
  outside: "盤の外です",
};
