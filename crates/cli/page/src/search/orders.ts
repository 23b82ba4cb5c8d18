import { useAnswer } from "../core/api.ts";
import type { Place } from "../core/place.ts";
import { positionPath } from "../core/query.ts";
import type { Position } from "../core/types.ts";
import { positionOf } from "../go/position.ts";
import { samePoints } from "../go/symmetry.ts";

/** Returns how many games have the position without its last move from the position before; 0 until that is known. */
export function useOtherOrders(place: Place, answer: Position | null): number {
  const move = place.moves.at(-1);
  const isAsked = answer !== null && move !== undefined && move !== "pass" && place.area === null;
  const before = { ...place, moves: place.moves.slice(0, -1) };
  const { data, loading } = useAnswer<Position>(isAsked ? positionPath(before) : null);
  if (!isAsked || loading || data === null) return 0;
  const { board, toPlay } = positionOf(before);
  const same = samePoints(move, board.stones, place.size);
  const played = data.next_moves.find((next) => next.color === toPlay && same.includes(next.move));
  return played ? Math.max(0, answer.games - played.games) : 0;
}
