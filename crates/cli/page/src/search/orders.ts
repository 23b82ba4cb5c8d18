import { useRef } from "preact/hooks";
import type { Place } from "../core/place.ts";
import { positionPath } from "../core/query.ts";
import type { Position } from "../core/types.ts";
import { positionOf } from "../go/position.ts";
import { samePoints } from "../go/symmetry.ts";

interface Answered {
  place: Place;
  answer: Position;
}

/** Returns the number of games that reached a position otherwise than by its last move from the position before; null if the answer before does not tell. */
function countOrders(before: Answered, { place, answer }: Answered): number | null {
  const move = place.moves.at(-1);
  if (move === undefined || move === "pass" || place.area !== null) return null;
  const moves = place.moves.slice(0, -1);
  if (positionPath({ ...place, moves }) !== positionPath(before.place)) return null;
  const { board, toPlay } = positionOf(before.place);
  const same = samePoints(move, board.stones, place.size);
  const played = before.answer.next_moves.find((next) => next.color === toPlay && same.includes(next.move));
  return played ? answer.games - played.games : null;
}

/** Returns how many games have the position by other orders of moves; 0 if the answers so far do not tell. */
export function useOtherOrders(place: Place, answer: Position | null): number {
  const latest = useRef<Answered & { orders: number } | null>(null);
  if (answer && answer !== latest.current?.answer) {
    const next = { place, answer };
    latest.current = { ...next, orders: (latest.current && countOrders(latest.current, next)) ?? 0 };
  }
  return answer ? Math.max(0, latest.current?.orders ?? 0) : 0;
}
