import type { ComponentChildren } from "preact";
import { useMoveName } from "../board/names.ts";
import { useCell } from "../core/cell.ts";
import type { EngineMove, Evaluation, NextMove } from "../core/types.ts";
import type { ColoredMove } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { unlessOff } from "../ui/buttons.tsx";
import { Stone } from "../ui/icons.tsx";
import { playMove } from "./play.ts";
import { pointed } from "./pointed.ts";
import { Trend } from "./trend.tsx";

/** The cells of a row that counts games. */
export function Numbers({ games, of }: { games: number | null; of: number }) {
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
export function Times({ times }: { times: number | null }) {
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
export function TimesRow({ name, help, times, part }: { name: string; help: string; times: number; part: string }) {
  return (
    <tr data-row={part} title={help}>
      <th scope="row">{name}</th>
      <Times times={times} />
    </tr>
  );
}

/** The games that go on without a move. */
export function StopRow({ name, games, of }: { name: string; games: number; of: number }) {
  if (games === 0) return null;
  return (
    <tr>
      <th scope="row">{name}</th>
      <Numbers games={games} of={of} />
    </tr>
  );
}

/** The cell of Black's win rate by an engine; the tooltip has the rest. */
export function EngineCell({ engine }: { engine: Evaluation | undefined }) {
  const { texts, count, percent, points } = useLanguage();
  if (!engine) return <td class="number engine" />;
  const { black_score_lead: lead, visits } = engine;
  const parts = [
    lead === undefined ? "" : texts.next.engineLead(points(lead)),
    visits === undefined ? "" : texts.next.engineVisits(count(visits)),
  ];
  return (
    <td class="number engine" title={parts.filter((part) => part !== "").join(", ") || undefined}>
      {percent(engine.black_win_rate)}
    </td>
  );
}

/** The button of a row, which plays the row's move. */
function PlayButton({ move, label, size, busy }: { move: ColoredMove; label: string; size: number; busy: boolean }) {
  const { texts } = useLanguage();
  const nameOf = useMoveName(size);
  return (
    <button type="button" class="row-button" {...unlessOff(busy, () => playMove(move.move, move.color))}>
      <span class="letter">{label}</span>
      <Stone color={move.color} />
      <span class="hidden">{texts.ofColor(move.color)} </span>
      {nameOf(move.move)}
    </button>
  );
}

interface MoveRowProps {
  move: NextMove;
  /** What the mark on the board shows. */
  label: string;
  size: number;
  busy: boolean;
  /** True if the table has a column for engines. */
  hasEngine: boolean;
  /** Who won. */
  bar: ComponentChildren;
  /** When the move was popular: null until it is known, undefined for no such column. */
  trend: Parameters<typeof Trend>[0]["trend"] | null;
}

/** A move and its numbers; the row plays the move. */
export function MoveRow({ move, label, size, busy, hasEngine, bar, trend }: MoveRowProps) {
  const { count, percent } = useLanguage();
  const isLit = useCell(pointed)?.move === move.move;
  const play = () => playMove(move.move, move.color);
  return (
    <tr
      class={isLit ? "clickable lit" : "clickable"}
      data-move={move.color + move.move}
      onMouseEnter={() => pointed.set({ point: move.move, move: move.move })}
      // The bars lie over the button, so that their tooltips show.
      onClick={(event) => !busy && event.target instanceof Element && event.target.closest(".win-bar, .trend") && play()}
    >
      <td>
        <PlayButton move={move} label={label} size={size} busy={busy} />
      </td>
      <td class="number">{count(move.games)}</td>
      <td class="number">{percent(move.share)}</td>
      {move.occurrences !== undefined && (
        <>
          <td class="number">{count(move.occurrences)}</td>
          <td class="number at-once">{percent((move.direct ?? 0) / Math.max(1, move.occurrences), 0)}</td>
        </>
      )}
      <td>{bar}</td>
      {hasEngine && <EngineCell engine={move.engine} />}
      {trend !== undefined && (
        <td class="trend">
          <Trend trend={trend ?? undefined} />
        </td>
      )}
    </tr>
  );
}

/** A move that nobody played, with the win rate of the engine that searched it; the row plays the move. */
export function SearchedRow({ move, size, busy }: Pick<MoveRowProps, "size" | "busy"> & { move: EngineMove }) {
  const isLit = useCell(pointed)?.move === move.move;
  return (
    <tr
      class={isLit ? "searched clickable lit" : "searched clickable"}
      data-move={move.color + move.move}
      onMouseEnter={() => pointed.set({ point: move.move, move: move.move })}
      onMouseLeave={() => pointed.set(null)}
    >
      <td>
        <PlayButton move={move} label="" size={size} busy={busy} />
      </td>
      {/* Games, share and wins. */}
      <td colSpan={3} />
      <EngineCell engine={move} />
    </tr>
  );
}
