import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { scope } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import { settings } from "../core/settings.ts";
import type { Position, Years } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { Handicaps } from "./handicaps.tsx";
import { labelOf, movesThatMatter } from "./marks.ts";
import { EngineCell, MoveRow, Numbers, SearchedRow, StopRow, Times, TimesRow } from "./moverows.tsx";
import { pointed, showsAll } from "./pointed.ts";
import { nextMove, SideHead, useSideBar } from "./side.tsx";
import { trendsOf } from "./trend.tsx";
import { Stone } from "../ui/icons.tsx";
import { TableHead } from "../ui/tablehead.tsx";

interface MovesProps {
  position: Position | null;
  /** True if `position` is not the one on the board. */
  busy: boolean;
  /** The games of the position by year, once they are known; without, the table has no trends. */
  years?: Years | null;
}

/** The card of what was played next, or of the answers to a pattern; without an answer, it keeps its place. */
export function MovesTable({ position, busy, years }: MovesProps) {
  const words = useLanguage().texts.next;
  const frame = useRef<HTMLDivElement>(null);
  // The moves of another position begin with the most popular ones.
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = 0;
  }, [position]);
  return (
    <div class={position?.occurrences === undefined ? "moves" : "moves of-pattern"} aria-busy={busy} ref={frame}>
      {position && <Table position={position} busy={busy} years={years} />}
      {position?.occurrences !== undefined && position.next_moves.length > 0 && <p class="note">{words.sharesOverlap}</p>}
    </div>
  );
}

function Table({ position, busy, years }: MovesProps & { position: Position }) {
  const { texts, count } = useLanguage();
  const words = texts.next;
  const isAll = useCell(showsAll);
  const { marks: shown } = useCell(settings);
  const { next_moves: moves, engine_moves: searched = [], board_size: size } = position;
  const matter = movesThatMatter(moves);
  const rare = moves.slice(matter);
  const of = Math.max(1, position.games);
  // Answers to a pattern have numbers of occurrences, too; a game may have several answers, so that shares overlap.
  const isPattern = position.occurrences !== undefined;
  const hasTrends = years !== undefined;
  const hasEngine = position.engine !== undefined || moves.some((move) => move.engine !== undefined);
  const bar = useSideBar(useCell(scope));
  const trends = useMemo(() => trendsOf(years ?? null), [years]);

  return (
    <table>
      <caption class="hidden">
        {isPattern ? words.answers : words.title}. {words.confidence}
      </caption>
      <Head isPattern={isPattern} hasEngine={hasEngine} hasTrends={hasTrends} />
      <tbody onMouseLeave={() => pointed.set(null)}>
        {moves.slice(0, isAll ? moves.length : matter).map((move, rank) => (
          <MoveRow
            key={move.color + move.move}
            move={move}
            label={labelOf(moves, rank, shown)}
            size={size}
            busy={busy}
            hasEngine={hasEngine}
            bar={bar(move, (position) => nextMove(position, move))}
            trend={hasTrends ? (trends.get(move.color + move.move) ?? null) : undefined}
          />
        ))}
      </tbody>
      {/* Another position has a foot of its own: the one before does not move to where it is. */}
      <tfoot key={position.key ?? position.pattern}>
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
        {isPattern && position.games > 0 && (
          <>
            <TimesRow name={words.elsewhere} help={words.elsewhereHelp} times={position.elsewhere ?? 0} part="elsewhere" />
            <TimesRow name={words.unanswered} help={words.unansweredHelp} times={position.unanswered ?? 0} part="unanswered" />
          </>
        )}
        <StopRow name={words.setUp} games={position.set_up ?? 0} of={of} />
        <StopRow name={words.ended} games={position.ended ?? 0} of={of} />
        <Total position={position} isPattern={isPattern} hasEngine={hasEngine} bar={bar(position, (whole) => whole)} />
        {/* They begin with their stones, so that the total does not have them. */}
        <Handicaps handicaps={position.handicaps ?? []} hasEngine={hasEngine} hasTrends={hasTrends} bar={bar} />
        {searched.length > 0 && (
          <tr class="searched">
            <th scope="rowgroup" colSpan={hasTrends ? 6 : 5}>
              {words.searched}
            </th>
          </tr>
        )}
        {searched.map((move) => (
          <SearchedRow key={move.color + move.move} move={move} size={size} busy={busy} />
        ))}
      </tfoot>
    </table>
  );
}

interface HeadProps {
  isPattern: boolean;
  /** True if an engine searched the position or a move from it. */
  hasEngine: boolean;
  hasTrends: boolean;
}

function Head({ isPattern, hasEngine, hasTrends }: HeadProps) {
  const words = useLanguage().texts.next;
  return (
    <TableHead
      columns={[
        { name: words.move, title: words.strength },
        { name: words.games, class: "number" },
        { name: words.share, class: "number", title: isPattern ? words.sharesOverlap : undefined },
        ...(isPattern
          ? [
              { name: words.times, class: "number", title: words.timesHelp },
              { name: words.atOnce, class: "number at-once", title: words.atOnceHelp },
            ]
          : []),
        { name: <SideHead />, class: "wins", title: words.confidence },
        ...(hasEngine ? [{ name: <>{words.engine} <Stone color="B" /></>, class: "number engine", title: words.engineHelp }] : []),
        ...(hasTrends ? [{ name: words.trend, class: "trend", title: words.trendHelp }] : []),
      ]}
    />
  );
}

interface TotalProps extends Omit<HeadProps, "hasTrends"> {
  position: Position;
  /** Who won. */
  bar: ComponentChildren;
}

/** The row of all games of the position. */
function Total({ position, isPattern, hasEngine, bar }: TotalProps) {
  const { texts, count, percent } = useLanguage();
  const words = texts.next;
  const name = () => {
    if (position.next_moves.length > 0) return words.all;
    if (position.games === 0) return texts.list.none;
    return isPattern ? words.noAnswers : words.none;
  };
  return (
    <tr class="total">
      <th scope="row">{name()}</th>
      <td class="number">{count(position.games)}</td>
      <td class="number">{position.games > 0 && !isPattern && percent(1)}</td>
      {isPattern && (
        <>
          <td class="number">{count(position.occurrences ?? 0)}</td>
          <td class="at-once" />
        </>
      )}
      <td>
        {bar}
      </td>
      {hasEngine && <EngineCell engine={position.engine} />}
    </tr>
  );
}
