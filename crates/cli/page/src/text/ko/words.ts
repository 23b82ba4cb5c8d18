import type { Anchor } from "../../go/area.ts";
import type { Illegal } from "../../go/board.ts";
import type { Color } from "../../go/points.ts";

export const colors: Record<Color, string> = { B: "흑", W: "백" };

export const anchorNames: Record<Anchor, string> = {
  corner: "귀",
  side: "변",
  middle: "중앙",
  fixed: "부분",
  board: "전체",
};

export const reasons: Record<Illegal, string> = {
  occupied: "이미 돌이 있습니다",
  suicide: "착수 금지점입니다",
  ko: "패는 바로 따낼 수 없습니다",
  outside: "바둑판 밖입니다",
};
