import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { Printed } from "../board/printed.tsx";
import { useMoveName } from "../board/names.ts";
import type { Answer } from "../core/api.ts";
import { place, scope, switchAnswers, switchTurn } from "../core/address.ts";
import { NARROW, useMedia } from "../core/media.ts";
import { printing } from "../core/print.ts";
import { settings } from "../core/settings.ts";
import { isOption } from "../core/place.ts";
import { answersOf, positionPath } from "../core/query.ts";
import { useCell } from "../core/cell.ts";
import type { Position } from "../core/types.ts";
import { positionOf } from "../go/position.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { useArea, useAreaDrawing } from "./area.ts";
import { AreaTools } from "./areatools.tsx";
import { SearchHead } from "./head.tsx";
import { marksOf, marksOfSearched } from "./marks.ts";
import { useOtherOrders } from "./orders.ts";
import { illegal, playMove } from "./play.ts";
import { pointed, preview, showsAll } from "./pointed.ts";
import { usePointTexts } from "./pointtexts.ts";
import { Preview } from "./preview.tsx";
import { turnOver, useSetup } from "./setup.tsx";
import { SetupTools } from "./setuptools.tsx";
import { showMoves, stepBy, Steps, useStepKeys } from "./steps.tsx";

/** The least strength of a mark whose letter can be read on the small board of a phone. */
const LEAST_STRENGTH = 0.5;

/** The search board: the position that is asked about. */
export function Search({ answer }: { answer: Answer<Position> }) {
  const { texts, count } = useLanguage();
  const here = useCell(scope);
  const isAll = useCell(showsAll);
  const hovered = useCell(pointed);
  const { marks: shown } = useCell(settings);
  const hasFinger = useMedia("(pointer: coarse)");
  const isNarrow = useMedia(NARROW);
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
  const points = usePointTexts(here, position, area, known);
  const orders = useOtherOrders(here, known);
  const wrong = useCell(illegal) ?? position.illegal;
  const answers = answersOf(here);
  const answering = answers === "X" ? "B" : answers === "O" ? "W" : null;
  const turn = here.area !== null ? switchAnswers : setup ? () => turnOver(position) : switchTurn;
  useStepKeys();

  useLayoutEffect(() => {
    if (drawing.isOn) boardRef.current?.focus();
  }, [drawing.isOn]);

  useLayoutEffect(() => {
    illegal.set(null);
    pointed.set(null);
    preview.set([]);
    showsAll.set(false);
  }, [board]);

  const marks = useMemo(() => {
    const played = marksOf(known?.next_moves ?? [], isAll, shown, isNarrow ? LEAST_STRENGTH : 0);
    return [...played, ...marksOfSearched(known?.engine_moves ?? [], played)];
  }, [known, isAll, shown, isNarrow]);

  // The answer may come after the pointer.
  useLayoutEffect(() => {
    const now = pointed.get();
    if (now) pointed.set({ ...now, move: points.moveAt(now.point) });
  }, [known]);

  const isPrinting = useCell(printing);
  const labels = useMemo(() => {
    const numbers = here.moves.map((move, i) => [move, String(i + 1)] as const);
    return isPrinting ? new Map(numbers.filter(([move]) => board.stones.has(move))) : null;
  }, [isPrinting, board]);

  /** Returns the colour of the marked move that a point means. */
  const colorAt = (point: string) => marks.find((mark) => mark.point === points.moveAt(point))?.color;
  const play = (move: string) => {
    // Since the page was drawn, there may have been other clicks.
    const now = place.get();
    const color = answer.path === positionPath(now) ? colorAt(move) : undefined;
    playMove(move, color ?? positionOf(now).toPlay);
  };
  const describe = (point: string): string =>
    drawing.told ? `${points.nameAt(point)}. ${drawing.told}` : points.describe(point);
  const prompt = here.area === null ? texts.pattern.prompt : texts.pattern.changeHelp;

  const problem = (): string => {
    if (setup?.isWrong) return setup.message;
    if (wrong) return texts.search.illegal(nameOf(wrong.move), wrong.color, wrong.reason);
    // What is wrong with an option is told next to it.
    if (answer.error && !answer.loading && !isOption(answer.error.field ?? "")) return problemText(texts, answer.error);
    return "";
  };
  const message = (): string => {
    if (setup?.message) return setup.message;
    if (drawing.isOn) return drawing.told || prompt;
    const others = orders > 0 ? ` · ${texts.tree.otherOrders(count(orders))}` : "";
    const last = points.lastMove + others || (hasFinger ? texts.search.touch : "");
    return (hovered && points.numbersAt(hovered.point)) || last;
  };
  const wrongText = problem();

  return (
    <section class="search" aria-labelledby="search-heading" id="search" tabIndex={-1}>
      <SearchHead answer={answer} toPlay={here.area === null ? toPlay : answering} onTurn={turn} />
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
          labels={labels}
          last={last?.move}
          highlight={drawing.isOn ? null : hovered?.move}
          plays={(hovered && colorAt(hovered.point)) ?? toPlay}
          busy={answer.loading}
          describe={describe}
          onPoint={play}
          onHover={(point) => pointed.set(point === null ? null : { point, move: points.moveAt(point) })}
          onWheel={stepBy}
          onArrow={stepBy}
          onKey={(event, cursor) => {
            if (drawing.isOn) return drawing.onKey(event, cursor);
            if (event.key !== "Backspace" || here.moves.length === 0) return;
            event.preventDefault();
            showMoves(here.moves.length - 1);
          }}
          {...setup?.board}
        >
          <Preview />
        </Board>
      </div>
      <Printed size={size} moves={here.moves.map((move, i) => ({ number: i + 1, move }))} />
      <p class={wrongText ? "status wrong" : "status"} role="status">
        {wrongText || message()}
      </p>
      <div class="tools" data-mode={setup ? "edit" : drawing.isOn ? "area" : "play"}>
        {drawing.isOn && <AreaTools size={size} area={here.area} onDone={() => boardRef.current?.focus()} />}
        <Steps onPass={() => play("pass")} />
        <SetupTools />
        {hasFinger && (setup || drawing.isOn) && (
          <p class="touch-hint">{setup ? texts.setup.touch : texts.pattern.touch}</p>
        )}
      </div>
    </section>
  );
}
