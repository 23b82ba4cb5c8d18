import { useAnswer, versions } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import type { Place } from "../core/place.ts";
import { positionPath } from "../core/query.ts";
import type { Position } from "../core/types.ts";
import { positionOf } from "../go/position.ts";
import { samePoints } from "../go/symmetry.ts";

/** How many of the latest answers are kept. */
const MOST = 50;

/** The latest answers of a version of the database, by their paths. */
const latest = { version: 0, answers: new Map<string, Position>() };

function keep(version: number, path: string, answer: Position): void {
  if (version !== latest.version) latest.answers.clear();
  latest.version = version;
  latest.answers.set(path, answer);
  if (latest.answers.size > MOST) latest.answers.delete([...latest.answers.keys()][0] ?? "");
}

/** Returns how many games have the position without its last move from the position before; 0 until that is known. */
export function useOtherOrders(place: Place, answer: Position | null): number {
  const version = useCell(versions);
  if (answer) keep(version, positionPath(place), answer);
  const move = place.moves.at(-1);
  const isAsked = answer !== null && move !== undefined && move !== "pass" && place.area === null;
  const before = { ...place, moves: place.moves.slice(0, -1) };
  const path = isAsked ? positionPath(before) : null;
  const kept = latest.answers.get(path ?? "") ?? null;
  const { data, loading } = useAnswer<Position>(kept ? null : path);
  const previous = kept ?? (loading ? null : data);
  if (!isAsked || previous === null) return 0;
  const { board, toPlay } = positionOf(before);
  const same = samePoints(move, board.stones, place.size);
  const played = previous.next_moves.find((next) => next.color === toPlay && same.includes(next.move));
  return played ? Math.max(0, answer.games - played.games) : 0;
}
