import type { Color } from "../../go/points.ts";
import { colors, many, small } from "./words.ts";

/** The words that many parts of the page share. Numbers arrive formatted. */
export const common = {
  undated: "undated",
  unknown: "unknown",
  loading: "Loading",
  games: (count: string) => many(count, "game"),
  moves: (count: string) => many(count, "move"),
  color: (color: Color) => colors[color],
  /** A colour within a sentence. */
  ofColor: (color: Color) => small[color],
  pass: "Pass",
  close: "Close",
  done: "Done",
};
