import { useMoveName } from "../board/names.ts";
import { useCell } from "../core/cell.ts";
import type { NextMove, Position } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { Stone } from "../ui/icons.tsx";
import { letterOf, movesThatMatter } from "./marks.ts";
import { playMove } from "./play.ts";
import { pointed, showsAll } from "./pointed.ts";
import { WinBar } from "./winbar.tsx";

interface MovesProps {
  position: Position | null;
  /** True if `position` is not the one on the board. */
  busy: boolean;
}

/** The card of what was played next, or of the answers to a pattern; without an answer, it keeps its place. */
export function MovesTable({ position, busy }: MovesProps) {
  return (
    <div class={position?.occurrences === undefined ? "moves" : "moves of-pattern"} aria-busy={busy}>
      {position && <Table position={position} busy={busy} />}
    </div>
  );
}

function Table({ position, busy }: MovesProps & { position: Position }) {
  const { texts, count, percent } = useLanguage();
  const isAll = useCell(showsAll);
  const { next_moves: moves } = position;
  const matter = movesThatMatter(moves);
  const rare = moves.slice(matter);
  const shown = isAll ? moves : moves.slice(0, matter);
  const of = Math.max(1, position.games);
  const words = texts.next;
  // Answers to a pattern have numbers of occurrences, too; a game may have several answers, so that shares overlap.
  const isPattern = position.occurrences !== undefined;

  return (
    <table>
      <caption class="hidden">{isPattern ? words.answers : words.title}</caption>
      <thead>
        <tr>
          <th scope="col">{words.move}</th>
          <th scope="col" class="number">
            {words.games}
          </th>
          <th scope="col" class="number">
            {words.share}
          </th>
          {isPattern && (
            <>
              <th scope="col" class="number" title={words.timesHelp}>
                {words.times}
              </th>
              <th scope="col" class="number at-once" title={words.atOnceHelp}>
                {words.atOnce}
              </th>
            </>
          )}
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
            {isPattern ? (
              <Times times={isAll ? null : rare.reduce((sum, move) => sum + (move.occurrences ?? 0), 0)} />
            ) : (
              <Numbers games={isAll ? null : rare.reduce((sum, move) => sum + move.games, 0)} of={of} />
            )}
          </tr>
        )}
        {isPattern && (
          <>
            <TimesRow name={words.elsewhere} help={words.elsewhereHelp} times={position.elsewhere ?? 0} part="elsewhere" />
            <TimesRow name={words.unanswered} help={words.unansweredHelp} times={position.unanswered ?? 0} part="unanswered" />
          </>
        )}
        <StopRow name={words.setUp} games={position.set_up ?? 0} of={of} />
        <StopRow name={words.ended} games={position.ended ?? 0} of={of} />
        <tr class="total">
          <th scope="row">{moves.length > 0 ? words.all : isPattern ? words.noAnswers : words.none}</th>
          <td class="number">{count(position.games)}</td>
          <td class="number">{position.games > 0 && !isPattern && percent(1)}</td>
          {isPattern && (
            <>
              <td class="number">{count(position.occurrences ?? 0)}</td>
              <td class="at-once" />
            </>
          )}
          <td>
            <WinBar tally={position} />
          </td>
        </tr>
      </tfoot>
    </table>
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

/** The cells of a row that counts occurrences, not games. */
function Times({ times }: { times: number | null }) {
  const { count } = useLanguage();
  return (
    <>
      <td />
      <td />
      <td class="number">{times !== null && count(times)}</td>
      <td class="at-once" />
      <td />
    </>
  );
}

/** The occurrences of a pattern that are not answered inside at once, or at all. */
function TimesRow({ name, help, times, part }: { name: string; help: string; times: number; part: string }) {
  return (
    <tr data-row={part} title={help}>
      <th scope="row">{name}</th>
      <Times times={times} />
    </tr>
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
        <button type="button" class="row-button" disabled={busy} onClick={() => playMove(move.move, move.color)}>
          <span class="letter">{letter}</span>
          <Stone color={move.color} />
          <span class="hidden">{texts.ofColor(move.color)} </span>
          {nameOf(move.move)}
        </button>
      </td>
      <td class="number">{count(move.games)}</td>
      <td class="number">{percent(move.share)}</td>
      {move.occurrences !== undefined && (
        <>
          <td class="number">{count(move.occurrences)}</td>
          <td class="number at-once">{percent((move.direct ?? 0) / Math.max(1, move.occurrences), 0)}</td>
        </>
      )}
      <td>
        <WinBar tally={move} />
      </td>
    </tr>
  );
}
