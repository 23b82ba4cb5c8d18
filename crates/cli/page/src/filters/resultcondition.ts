import type { Color } from "../go/points.ts";

export const MARGINS = ["any", "R", "T", "F", "points"] as const;
export type Margin = (typeof MARGINS)[number];

/** A condition on the result, in parts. */
export interface Result {
  /** The winner; nothing for either colour; null if the text cannot be read. */
  winner: Color | "" | "draw" | "void" | null;
  margin: Margin;
  /** The span of points, such as `0.5..5.5`. */
  points: string;
}

/** Any number of points. */
export const ANY_POINTS = "0.5..";

export function readResult(text: string): Result {
  const nothing: Result = { winner: "", margin: "any", points: "" };
  if (text === "") return nothing;
  const lower = text.toLowerCase();
  if (lower === "draw" || lower === "0") return { ...nothing, winner: "draw" };
  if (lower === "void") return { ...nothing, winner: "void" };
  const match = /^([bw]?)\+([^|]*)$/i.exec(text);
  if (!match) return { ...nothing, winner: null };
  const winner = (match[1] ?? "").toUpperCase() as Color | "";
  const by = (match[2] ?? "").toUpperCase();
  if (by === "") return { ...nothing, winner };
  if (by === "R" || by === "T" || by === "F") return { ...nothing, winner, margin: by };
  return { winner, margin: "points", points: match[2] ?? "" };
}

/** Returns a condition on the result as the API reads it. */
export function writeResult({ winner, margin, points }: Result): string {
  if (winner === "draw" || winner === "void") return winner;
  const by = margin === "any" ? "" : margin === "points" ? points || ANY_POINTS : margin;
  return (winner ?? "") === "" && by === "" ? "" : `${winner ?? ""}+${by}`;
}
