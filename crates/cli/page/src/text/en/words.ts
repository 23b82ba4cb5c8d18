import type { Anchor } from "../../go/area.ts";
import type { Illegal } from "../../go/board.ts";
import type { Color } from "../../go/points.ts";

export const colors: Record<Color, string> = { B: "Black", W: "White" };
export const small: Record<Color, string> = { B: "black", W: "white" };

export const many = (count: string, one: string, more = `${one}s`): string => `${count} ${count === "1" ? one : more}`;

export const anchorNames: Record<Anchor, string> = {
  corner: "Corner",
  side: "Side",
  middle: "Middle",
  fixed: "Part",
  board: "Whole board",
};

export const reasons: Record<Illegal, string> = {
  occupied: "the point is occupied",
  suicide: "the stones would have no liberty",
  ko: "the ko may not be retaken at once",
  outside: "the point is not on the board",
};
