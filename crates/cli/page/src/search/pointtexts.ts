import { useMoveName } from "../board/names.ts";
import type { Place } from "../core/place.ts";
import type { NextMove, Position } from "../core/types.ts";
import type { Position as BoardPosition } from "../go/position.ts";
import { useLanguage } from "../text/index.ts";
import { letterOf, movesThatMatter } from "./marks.ts";

interface PointTexts {
  /** Returns the name of a point, and that it is a wildcard if it is one. */
  nameAt(point: string): string;
  /** Describes a point of the board to those who cannot see it. */
  describe(point: string): string;
  /** Tells the numbers of the moves at a point; empty where there are none. */
  numbersAt(point: string): string;
  lastMove: string;
}

/** Returns what is said of the points of the search board, with the answer if it is about the position. */
export function usePointTexts(here: Place, { board, last }: BoardPosition, known: Position | null): PointTexts {
  const { texts, count, percent } = useLanguage();
  const nameOf = useMoveName(here.size);
  const next = known?.next_moves ?? [];
  const searched = known?.engine_moves ?? [];

  const nameAt = (point: string): string =>
    here.wildcards.includes(point) ? texts.board.wildcard(nameOf(point)) : nameOf(point);
  const searchedAt = (point: string): string[] =>
    searched
      .filter(({ move }) => move === point)
      .map((move) => texts.next.toldSearched(nameOf(point), percent(move.black_win_rate)));
  const describe = (point: string): string => {
    const name = nameAt(point);
    const color = board.stones.get(point);
    if (color) return texts.board.stone(name, color) + (last?.move === point ? `, ${texts.board.last}` : "");
    const rank = next.findIndex((move) => move.move === point);
    const move = next[rank];
    if (!move) return searchedAt(point)[0] ?? texts.board.empty(name);
    return texts.board.next(name, letterOf(rank, movesThatMatter(next)), texts.games(count(move.games)));
  };
  const numbersOf = (move: NextMove): string => {
    const name = nameOf(move.move);
    const games = texts.games(count(move.games));
    const wins = percent(move.black_win_rate);
    if (move.occurrences === undefined) {
      const told = texts.next.told(name, games, percent(move.share), wins);
      return move.engine ? told + texts.next.toldEngine(percent(move.engine.black_win_rate)) : told;
    }
    const times = texts.next.timesOf(count(move.occurrences));
    return texts.next.toldAnswer(name, move.color, games, times, count(move.direct ?? 0), wins);
  };
  const tellLast = (): string => {
    if (!last) return "";
    const number = count(here.moves.length);
    if (last.move === "pass") return texts.search.passed(number, last.color);
    return texts.search.played(number, last.color, nameOf(last.move));
  };
  return {
    nameAt,
    describe,
    // Both colours may have a move there.
    numbersAt: (point) =>
      [...next.filter((move) => move.move === point).map(numbersOf), ...searchedAt(point)].join("; "),
    lastMove: tellLast(),
  };
}
