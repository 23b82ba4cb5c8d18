import type { Mark } from "../board/marks.tsx";
import { MARK_LETTERS } from "../board/names.ts";
import type { Settings } from "../core/settings.ts";
import type { EngineMove, NextMove } from "../core/types.ts";
import type { Color } from "../go/points.ts";
import { isUnsure, winShare } from "../ui/winbar.tsx";

/** The least share of the games at which a move matters. */
const LEAST_SHARE = 0.004;

/** Returns the number of next moves that matter: those before the first rare one, as many as there are letters. */
export function movesThatMatter(moves: readonly NextMove[]): number {
  const rare = moves.findIndex((move) => move.share < LEAST_SHARE);
  return Math.min(rare < 0 ? moves.length : rare, MARK_LETTERS.length);
}

/** Returns a colour's win rate by an engine, from Black's. */
export const rateOf = (color: Color, black: number | null): number | null =>
  black === null || color === "B" ? black : 1 - black;

/** Returns the whole percents that a mark shows; null where they would say more or less than is known. */
function numberOf(move: NextMove, shown: Settings["marks"]): string | null {
  const part = shown === "share" ? move.share : isUnsure(move) ? null : winShare(move, move.color);
  if (shown === "letter" || part === null) return null;
  const percents = Math.round(part * 100);
  return percents === part * 100 || (percents > 0 && percents < 100) ? String(percents) : null;
}

/** Returns what the mark and the row of a next move show, by its rank in popularity: a letter or a number; nothing for a rare move. */
export function labelOf(moves: readonly NextMove[], rank: number, shown: Settings["marks"]): string {
  const next = moves[rank];
  if (!next || rank >= movesThatMatter(moves)) return "";
  // There is room for a number on whole marks alone.
  const isSecond = moves.findIndex(({ move }) => move === next.move) < rank;
  return (isSecond ? null : numberOf(next, shown)) ?? MARK_LETTERS[rank] ?? "";
}

/**
 * Returns the marks of the next moves, with dots for the rare ones if `all`. A point has the mark of its most popular
 * move, and if the other colour's matters too, that one as its second mark. None is weaker than `least`.
 */
export function marksOf(moves: readonly NextMove[], all: boolean, shown: Settings["marks"], least = 0): Mark[] {
  const matter = movesThatMatter(moves);
  const marks = new Map<string, Mark>();
  for (const [rank, next] of moves.slice(0, all ? moves.length : matter).entries()) {
    const { move, color, share } = next;
    const second = marks.has(move);
    if (move === "pass" || (second && rank >= matter)) continue;
    const strength = Math.max(least, Math.sqrt(Math.min(1, share)));
    const mark = { point: move, color, label: labelOf(moves, rank, shown), strength, second };
    marks.set(second ? color + move : move, mark);
  }
  return [...marks.values()];
}

/** Returns the marks of the moves that an engine searched and nobody played, on the points that have no other mark. */
export function marksOfSearched(searched: readonly EngineMove[], marks: readonly Mark[]): Mark[] {
  const free = searched.filter(({ move }) => move !== "pass" && !marks.some((mark) => mark.point === move));
  return free.map(({ move, color }) => ({ point: move, color, label: "", strength: 0, searched: true }));
}
