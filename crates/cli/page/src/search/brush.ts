import { cell } from "../core/cell.ts";
import type { Color } from "../go/points.ts";

/** What a stroke puts on its points, or takes off them. */
export const BRUSHES = ["B", "W", "erase", "wildcard"] as const;
export type Brush = (typeof BRUSHES)[number];

export const brush = cell<Brush>("B");

/** The keys that choose a brush. */
export const BRUSH_KEYS: Record<Brush, string> = { B: "b", W: "w", erase: "e", wildcard: "x" };

/** Stones and wildcards that are set up. It never changes. */
export interface Setup {
  stones: ReadonlyMap<string, Color>;
  wildcards: readonly string[];
}

/** Returns what a stroke that begins at a point does: what is there already is erased. */
export function inkAt(chosen: Brush, { stones, wildcards }: Setup, point: string): Brush {
  const isThere = chosen === "wildcard" ? wildcards.includes(point) : stones.get(point) === chosen;
  return isThere ? "erase" : chosen;
}

/** Returns the setup with a point painted. A point has a stone or a wildcard, not both. */
export function paint(setup: Setup, ink: Brush, point: string): Setup {
  const stones = new Map(setup.stones);
  const wildcards = setup.wildcards.filter((other) => other !== point);
  stones.delete(point);
  if (ink === "wildcard") wildcards.push(point);
  else if (ink !== "erase") stones.set(point, ink);
  return { stones, wildcards };
}
