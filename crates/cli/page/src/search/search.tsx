import { useEffect, useMemo, useRef } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { useMoveName } from "../board/names.ts";
import type { Answer } from "../core/api.ts";
import { go, line, place, scope, switchTurn } from "../core/address.ts";
import { isOption } from "../core/place.ts";
import { positionPath } from "../core/query.ts";
import { useCell } from "../core/cell.ts";
import { view } from "../core/view.ts";
import type { NextMove, Position } from "../core/types.ts";
import { ShareMenu } from "../exchange/share.tsx";
import { positionOf } from "../go/position.ts";
import { useLanguage, yearSpan } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { StepButtons } from "../ui/buttons.tsx";
import { Stone } from "../ui/icons.tsx";
import { useArea, useAreaDrawing } from "./area.ts";
import { AreaTools } from "./areatools.tsx";
import { letterOf, marksOf, movesThatMatter } from "./marks.ts";
import { Modes } from "./modes.tsx";
import { illegal, playMove } from "./play.ts";
import { pointed, preview, showsAll } from "./pointed.ts";
import { Preview } from "./preview.tsx";
import { turnOver, useSetup } from "./setup.tsx";
import { SetupTools } from "./setuptools.tsx";

/** The search board: the position that is asked about. */
export function Search({ answer }: { answer: Answer<Position> }) {
  const { texts, count, percent } = useLanguage();
  const here = useCell(scope);
  const played = useCell(line);
  const isAll = useCell(showsAll);
  const hovered = useCell(pointed);
    const boardRef = useRef<HTMLDivElement>(null);
  const { size } = here;
  const nameOf = useMoveName(size);
  const position = useMemo(() => positionOf(here), [here.size, here.stones, here.toPlay, here.moves]);
  const { board, toPlay, last } = position;
  /** The answer, if it is about the position on the board. */
  const known = answer.loading ? null : answer.data;
  const area = useArea(here.area, size, known?.area);
  const drawing = useAreaDrawing(size, area);
  const setup = useSetup(position);

  useEffect(() => {
    if (drawing.isOn) boardRef.current?.focus();
  }, [drawing.isOn]);

  useEffect(() => {
    illegal.set(null);
    pointed.set(null);
    preview.set([]);
    showsAll.set(false);
  }, [board]);

  const marks = useMemo(() => (known ? marksOf(known.next_moves, isAll) : []), [known, isAll]);

  const play = (move: string) => {
    // Since the page was drawn, there may have been other clicks.
    const now = place.get();
    const mark = answer.path === positionPath(now) ? marks.find((mark) => mark.point === move) : undefined;
    playMove(move, mark?.color ?? positionOf(now).toPlay);
  };
  const stepBy = (step: number): boolean => {
    const moves = place.get().moves.length + step;
    const isThere = moves >= 0 && moves <= line.get().length;
    if (isThere) go({ moves: line.get().slice(0, moves) });
    return isThere;
  };
  useEffect(() => {
    // The arrow keys also step while nothing has the focus.
    const onKeyDown = (event: KeyboardEvent) => {
      const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (step !== 0 && isPlain && event.target === document.body && view.get() === "board") stepBy(step);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  const showMoves = (moves: number) => go({ moves: played.slice(0, moves) });
  const at = here.moves.length;
  const wrong = useCell(illegal) ?? position.illegal;

  const rankAt = (point: string): number => known?.next_moves.findIndex((move) => move.move === point) ?? -1;
  /** The moves of both colours at a point. */
  const movesAt = (point: string): NextMove[] => known?.next_moves.filter((move) => move.move === point) ?? [];
  const describe = (point: string): string => {
    const name = here.wildcards.includes(point) ? texts.board.wildcard(nameOf(point)) : nameOf(point);
    if (drawing.told) return `${name}. ${drawing.told}`;
    const color = board.stones.get(point);
    if (color) return texts.board.stone(name, color) + (last?.move === point ? `, ${texts.board.last}` : "");
    const rank = rankAt(point);
    const next = known?.next_moves[rank];
    if (!known || !next) return texts.board.empty(name);
    return texts.board.next(name, letterOf(rank, movesThatMatter(known.next_moves)), texts.games(count(next.games)));
  };
  const numbersOf = (move: NextMove): string => {
    const name = nameOf(move.move);
    const games = texts.games(count(move.games));
    const wins = percent(move.black_win_rate);
    if (move.occurrences === undefined) return texts.next.told(name, games, percent(move.share), wins);
    return texts.next.toldAnswer(name, move.color, games, texts.next.timesOf(count(move.occurrences)), count(move.direct ?? 0), wins);
  };
  const prompt = here.area === null ? texts.pattern.prompt : texts.pattern.changeHelp;
  const told = hovered ? movesAt(hovered.point).map(numbersOf).join("; ") : "";

  const status = (): string => {
    if (setup?.isWrong) return setup.message;
    if (wrong) return texts.search.illegal(nameOf(wrong.move), wrong.color, wrong.reason);
    // What is wrong with an option is told next to it.
    if (answer.error && !answer.loading && !isOption(answer.error.field ?? "")) return problemText(texts, answer.error);
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
        <button
          type="button"
          class="turn"
          onClick={() => (setup ? turnOver(position) : switchTurn())}
          title={texts.search.switchTurn}
        >
          <Stone color={toPlay} />
          <span>{texts.search.toPlay(toPlay)}</span>
        </button>
        <Modes />
        <ShareMenu />
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
          help={drawing.isOn ? texts.pattern.help : texts.search.help}
          size={size}
          stones={board.stones}
          boardRef={boardRef}
          marks={drawing.isOn ? [] : marks}
          area={drawing.frame}
          dims
          wildcards={here.area === null ? [] : here.wildcards}
          drag={drawing.drag}
          last={last?.move}
          highlight={hovered?.by === "table" ? hovered.point : null}
          plays={toPlay}
          busy={answer.loading}
          describe={describe}
          onPoint={play}
          onHover={(point) => pointed.set(point === null ? null : { point, by: "board" })}
          onWheel={stepBy}
          onArrow={stepBy}
          onKey={(event, cursor) => {
            if (drawing.isOn) return drawing.onKey(event, cursor);
            if (event.key !== "Backspace" || at === 0) return;
            event.preventDefault();
            showMoves(at - 1);
          }}
          {...setup?.board}
        >
          <Preview />
        </Board>
      </div>
      <p class={status() ? "status wrong" : "status"} role="status">
        {status() || setup?.message || (drawing.isOn ? drawing.told || prompt : told || lastMove())}
      </p>
      <div class="tools" data-mode={setup ? "edit" : drawing.isOn ? "area" : "play"}>
        {drawing.isOn && <AreaTools size={size} area={here.area} onDone={() => boardRef.current?.focus()} />}
        <div class="toolbar steps" role="group" aria-label={texts.search.steps}>
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
          {/* Patterns count with exchanged colours by an option of theirs. */}
          <label class={here.area === null ? "check" : "check unseen"}>
            <input type="checkbox" checked={here.swap} onChange={(event) => go({ swap: event.currentTarget.checked })} />
            {texts.search.exchanged}
          </label>
        </div>
        <SetupTools />
      </div>
      <p class="touch-hint">
        {setup ? texts.setup.touch : drawing.isOn ? texts.pattern.touch : texts.search.touch}
      </p>
    </section>
  );
}
