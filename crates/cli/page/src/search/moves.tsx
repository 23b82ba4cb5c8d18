import { useLayoutEffect, useRef } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { go, movesWith, place } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import type { NextMove, Position } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { Stone } from "../ui/icons.tsx";
import { letterOf, movesThatMatter } from "./marks.ts";
import { pointed, showsAll } from "./pointed.ts";
import { WinBar } from "./winbar.tsx";

/** Plays a next move of the position, also if it is the other colour's turn. */
export const playNext = (move: NextMove): void => {
  const here = place.get();
  go({ moves: movesWith(here, move.move, move.color) });
};

interface MovesProps {
  position: Position;
  /** True if `position` is not the one on the board. */
  busy: boolean;
}

/** The table of what was played next. */
export function MovesTable({ position, busy }: MovesProps) {
  const { texts, count, percent } = useLanguage();
  const isAll = useCell(showsAll);
  const { next_moves: moves } = position;
  const matter = movesThatMatter(moves);
  const rare = moves.slice(matter);
  const shown = isAll ? moves : moves.slice(0, matter);
  const of = Math.max(1, position.games);
  const words = texts.next;
  const frame = useRef<HTMLDivElement>(null);
  // The moves of another position begin with the most popular ones.
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = 0;
  }, [position]);

  return (
    <div class="moves" aria-busy={busy} ref={frame}>
      <table>
        <caption class="hidden">{words.title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.move}</th>
            <th scope="col" class="number">
              {words.games}
            </th>
            <th scope="col" class="number">
              {words.share}
            </th>
            <th scope="col">{words.wins}</th>
          </tr>
        </thead>
        <tbody onMouseLeave={() => pointed.set(null)}>
          {shown.map((move, rank) => (
            <Row key={move.color + move.move} move={move} letter={letterOf(rank, matter)} size={position.board_size} busy={busy} />
          ))}
        </tbody>
        <tfoot>
          {rare.length > 0 && (
            <tr class="clickable">
              <th scope="row">
                <button type="button" class="row-button" aria-expanded={isAll} onClick={() => showsAll.set(!isAll)}>
                  {isAll ? words.fewer : words.others(count(rare.length))}
                </button>
              </th>
              <Numbers games={isAll ? null : rare.reduce((sum, move) => sum + move.games, 0)} of={of} />
            </tr>
          )}
          <StopRow name={words.setUp} games={position.set_up ?? 0} of={of} />
          <StopRow name={words.ended} games={position.ended ?? 0} of={of} />
          <tr class="total">
            <th scope="row">{moves.length === 0 ? words.none : words.all}</th>
            <td class="number">{count(position.games)}</td>
            <td class="number">{position.games > 0 && percent(1)}</td>
            <td>
              <WinBar tally={position} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Numbers({ games, of }: { games: number | null; of: number }) {
  const { count, percent } = useLanguage();
  return (
    <>
      <td class="number">{games !== null && count(games)}</td>
      <td class="number">{games !== null && percent(games / of)}</td>
      <td />
    </>
  );
}

/** The games that go on without a move. */
function StopRow({ name, games, of }: { name: string; games: number; of: number }) {
  if (games === 0) return null;
  return (
    <tr>
      <th scope="row">{name}</th>
      <Numbers games={games} of={of} />
    </tr>
  );
}

interface RowProps {
  move: NextMove;
  letter: string;
  size: number;
  busy: boolean;
}

function Row({ move, letter, size, busy }: RowProps) {
  const { texts, count, percent } = useLanguage();
  const nameOf = useMoveName(size);
  const isLit = useCell(pointed)?.point === move.move;
  return (
    <tr
      class={isLit ? "clickable lit" : "clickable"}
      data-move={move.color + move.move}
      onMouseEnter={() => pointed.set({ point: move.move, by: "table" })}
    >
      <td>
        <button type="button" class="row-button" disabled={busy} onClick={() => playNext(move)}>
          <span class="letter">{letter}</span>
          <Stone color={move.color} />
          <span class="hidden">{texts.ofColor(move.color)} </span>
          {nameOf(move.move)}
        </button>
      </td>
      <td class="number">{count(move.games)}</td>
      <td class="number">{percent(move.share)}</td>
      <td>
        <WinBar tally={move} />
      </td>
    </tr>
  );
}
