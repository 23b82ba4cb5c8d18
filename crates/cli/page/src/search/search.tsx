import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { useMoveName } from "../board/names.ts";
import type { Answer } from "../core/api.ts";
import { go, isFilter, line, movesWith, place, scope, switchTurn } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import type { NextMove, Position } from "../core/types.ts";
import { play as playOn, type Illegal } from "../go/board.ts";
import type { Color } from "../go/points.ts";
import { positionOf } from "../go/position.ts";
import { sentence, useLanguage, yearSpan } from "../text/index.ts";
import { StepButtons } from "../ui/buttons.tsx";
import { Stone } from "../ui/icons.tsx";
import { letterOf, marksOf, movesThatMatter } from "./marks.ts";
import { Modes } from "./modes.tsx";
import { pointed, showsAll } from "./pointed.ts";

/** A move that cannot be played. */
interface Refused {
  move: string;
  color: Color;
  reason: Illegal;
}

/** The search board: the position that is asked about. */
export function Search({ answer }: { answer: Answer<Position> }) {
  const { texts, count, percent } = useLanguage();
  const here = useCell(scope);
  const played = useCell(line);
  const isAll = useCell(showsAll);
  const hovered = useCell(pointed);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { size } = here;
  const nameOf = useMoveName(size);
  const position = useMemo(() => positionOf(here), [here.size, here.stones, here.toPlay, here.moves]);
  const { board, toPlay, last } = position;
  /** The answer, if it is about the position on the board. */
  const known = answer.loading ? null : answer.data;

  useEffect(() => {
    setRefused(null);
    pointed.set(null);
    showsAll.set(false);
  }, [board]);

  const marks = useMemo(() => (known ? marksOf(known.next_moves, isAll) : []), [known, isAll]);

  const play = (move: string) => {
    const mark = marks.find((mark) => mark.point === move);
    const color = mark?.color ?? toPlay;
    const next = playOn(board, move, color);
    if (typeof next === "string") setRefused({ move, color, reason: next });
    else go({ moves: movesWith(place.get(), move, color) });
  };
  const showMoves = (moves: number) => go({ moves: played.slice(0, moves) });
  const at = here.moves.length;
  const wrong = refused ?? position.illegal;

  const rankAt = (point: string): number => known?.next_moves.findIndex((move) => move.move === point) ?? -1;
  const describe = (point: string): string => {
    const name = nameOf(point);
    const color = board.stones.get(point);
    if (color) return texts.board.stone(name, color) + (last?.move === point ? `, ${texts.board.last}` : "");
    const rank = rankAt(point);
    const next = known?.next_moves[rank];
    if (!known || !next) return texts.board.empty(name);
    return texts.board.next(name, letterOf(rank, movesThatMatter(known.next_moves)), texts.games(count(next.games)));
  };
  const numbersOf = (move: NextMove): string =>
    texts.next.told(nameOf(move.move), texts.games(count(move.games)), percent(move.share), percent(move.black_win_rate));
  const told = hovered && known?.next_moves[rankAt(hovered.point)];

  const status = (): string => {
    if (wrong) return texts.search.illegal(nameOf(wrong.move), wrong.color, wrong.reason);
    if (answer.error && !answer.loading && !isFilter(answer.error.field ?? "")) return sentence(answer.error.message);
    return "";
  };
  const lastMove = (): string => {
    if (!last) return "";
    const number = count(at);
    return last.move === "pass"
      ? texts.search.passed(number, last.color)
      : texts.search.played(number, last.color, nameOf(last.move));
  };

  return (
    <section class="search" aria-labelledby="search-heading" id="search" tabIndex={-1}>
      <div class="board-head">
        <h2 id="search-heading" class="hidden">
          {texts.search.title}
        </h2>
        <button type="button" class="turn" onClick={switchTurn} title={texts.search.switchTurn}>
          <Stone color={toPlay} />
          <span>{texts.search.toPlay(toPlay)}</span>
        </button>
        <Modes />
        <p class="tally">
          {answer.data ? (
            <>
              <strong>{texts.games(count(answer.data.games))}</strong>
              {answer.data.first_year !== null && (
                <span class="span-of-years">, {yearSpan(answer.data.first_year, answer.data.last_year, texts)}</span>
              )}
            </>
          ) : answer.error ? (
            ""
          ) : (
            texts.loading
          )}
        </p>
      </div>
      <div class="board-frame">
        <Board
          label={texts.search.title}
          help={texts.search.help}
          size={size}
          stones={board.stones}
          marks={marks}
          last={last?.move}
          highlight={hovered?.by === "table" ? hovered.point : null}
          plays={toPlay}
          busy={answer.loading}
          describe={describe}
          onPoint={play}
          onHover={(point) => pointed.set(point === null ? null : { point, by: "board" })}
          onWheel={(step) => {
            const next = at + step;
            if (next < 0 || next > played.length) return false;
            showMoves(next);
            return true;
          }}
          onKey={(event) => {
            if (event.key !== "Backspace" || at === 0) return;
            event.preventDefault();
            showMoves(at - 1);
          }}
        />
      </div>
      <p class={status() ? "status wrong" : "status"} role="status">
        {status() || (told ? numbersOf(told) : lastMove())}
      </p>
      <div class="toolbar" role="group" aria-label={texts.search.steps}>
        <StepButtons at={at} last={played.length} labels={texts.search} onStep={showMoves} />
        <button type="button" class="tool text" onClick={() => play("pass")}>
          {texts.pass}
        </button>
        <button
          type="button"
          class="tool text"
          disabled={at === 0 && here.stones === "" && here.toPlay === "B"}
          onClick={() => go({ moves: [], stones: "", toPlay: "B" })}
        >
          {texts.search.reset}
        </button>
        <label class="check">
          <input type="checkbox" checked={here.swap} onChange={(event) => go({ swap: event.currentTarget.checked })} />
          {texts.search.exchanged}
        </label>
      </div>
      <p class="touch-hint">{texts.search.touch}</p>
    </section>
  );
}
