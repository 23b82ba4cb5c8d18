import { useMemo } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { useCell } from "../core/cell.ts";
import type { Place } from "../core/place.ts";
import { settings } from "../core/settings.ts";
import type { NextMove, Position } from "../core/types.ts";
import { pointsIn, type Area } from "../go/area.ts";
import type { Position as BoardPosition } from "../go/position.ts";
import { samePoints } from "../go/symmetry.ts";
import { useLanguage } from "../text/index.ts";
import { winShare } from "../ui/winbar.tsx";
import { labelOf, rateOf } from "./marks.ts";

interface PointTexts {
  /** Returns where the next moves of a point are: there, or at another point that is equal by symmetry. */
  moveAt(point: string): string | null;
  /** Returns the name of a point, and that it is a wildcard if it is one. */
  nameAt(point: string): string;
  /** Describes a point of the board to those who cannot see it. */
  describe(point: string): string;
  /** Tells the numbers of the moves at a point; empty where there are none. */
  numbersAt(point: string): string;
  lastMove: string;
}

/** Returns what is said of the points of the search board, with the answer if it is about the position. */
export function usePointTexts(here: Place, position: BoardPosition, area: Area | null, known: Position | null): PointTexts {
  const { texts, count, percent } = useLanguage();
  const { board, last } = position;
  const { marks: shown } = useCell(settings);
  const nameOf = useMoveName(here.size);
  const next = known?.next_moves ?? [];
  const searched = known?.engine_moves ?? [];
  /** What symmetry must keep: the stones, or all that the part of the board has. */
  const kept = useMemo(() => {
    if (area === null) return board.stones;
    const at = (point: string) => (here.wildcards.includes(point) ? "*" : (board.stones.get(point) ?? ""));
    return new Map(pointsIn(area).map((point) => [point, at(point)]));
  }, [area, board, here.wildcards]);

  const moveAt = (point: string): string | null => {
    if (board.stones.has(point)) return null;
    const isMove = (same: string) => [...next, ...searched].some(({ move }) => move === same);
    const isInPlace = area !== null && here.options.in_place;
    return (isInPlace ? [point] : samePoints(point, kept, here.size)).find(isMove) ?? null;
  };
  const nameAt = (point: string): string =>
    here.wildcards.includes(point) ? texts.board.wildcard(nameOf(point)) : nameOf(point);
  /** Names a point, and the equal one whose moves it has. */
  const nameWith = (point: string): string => {
    const at = moveAt(point);
    return at === null || at === point ? nameAt(point) : texts.next.same(nameAt(point), nameOf(at));
  };
  const searchedAt = (point: string): string[] => {
    const at = moveAt(point);
    return searched
      .filter(({ move }) => move === at)
      .map(({ color, black_win_rate: black }) =>
        texts.next.toldSearched(nameWith(point), color, percent(rateOf(color, black))),
      );
  };
  const describe = (point: string): string => {
    const color = board.stones.get(point);
    if (color) return texts.board.stone(nameAt(point), color) + (last?.move === point ? `, ${texts.board.last}` : "");
    const at = moveAt(point);
    const rank = next.findIndex((move) => move.move === at);
    const move = next[rank];
    if (!move) return searchedAt(point)[0] ?? texts.board.empty(nameAt(point));
    return texts.board.next(nameWith(point), labelOf(next, rank, shown), texts.games(count(move.games)));
  };
  const numbersOf = (name: string, move: NextMove): string => {
    const { color, engine } = move;
    const games = texts.games(count(move.games));
    const wins = percent(winShare(move, color));
    if (move.occurrences === undefined) {
      const told = texts.next.told(name, color, games, percent(move.share), wins);
      return engine ? told + texts.next.toldEngine(color, percent(rateOf(color, engine.black_win_rate))) : told;
    }
    const times = texts.next.timesOf(count(move.occurrences));
    return texts.next.toldAnswer(name, color, games, times, count(move.direct ?? 0), wins);
  };
  const tellLast = (): string => {
    if (!last) return "";
    const number = count(here.moves.length);
    if (last.move === "pass") return texts.search.passed(number, last.color);
    return texts.search.played(number, last.color, nameOf(last.move));
  };
  return {
    moveAt,
    nameAt,
    describe,
    // Both colours may have a move there.
    numbersAt(point) {
      const at = moveAt(point);
      const played = next.filter(({ move }) => move === at).map((move) => numbersOf(nameWith(point), move));
      return [...played, ...searchedAt(point)].join("; ");
    },
    lastMove: tellLast(),
  };
}
