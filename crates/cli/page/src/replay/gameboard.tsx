import type { Ref } from "preact";
import { useMemo } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { useCell } from "../core/cell.ts";
import { printing } from "../core/print.ts";
import { settings } from "../core/settings.ts";
import type { Area } from "../go/area.ts";
import { vertexOf } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { VariationHints } from "./hints.tsx";
import { isFork } from "./gametree.ts";
import { labelsOf, nextColor, type Stones } from "./scenes.ts";
import type { Walk } from "./walk.ts";

interface GameBoardProps {
  size: number;
  walk: Walk;
  boardRef: Ref<HTMLDivElement>;
  ringed: string | null;
  area?: Area | null;
}

/** The board of an open game, with hints at what comes next. */
export function GameBoard({ size, walk, boardRef, ringed, area }: GameBoardProps) {
  const words = useLanguage().texts.replay;
  const { numbers: chosen } = useCell(settings);
  const numbers = useCell(printing) ? "all" : chosen;
  const { line, boards, at, node } = walk;
  const stones: Stones = boards[at] ?? new Map();
  const labels = useMemo(() => labelsOf(line, stones, at, numbers), [line, stones, at, numbers]);
  const next = line[at + 1];
  const hint = next?.move && next.color && vertexOf(next.move) ? { point: next.move, color: next.color } : null;

  /** Goes to a move that is hinted at, to the move of the stone there, to the next move on an empty point, or else one move on. From a move that the user tries, plays on. */
  const onPoint = (point: string) => {
    const child = node.children.find(({ move }) => move === point);
    const before = line.findLastIndex(({ move }, i) => i <= at && move === point);
    const after = line.findIndex(({ move }, i) => i > at && move === point);
    if (child) walk.show(child);
    else if (stones.has(point) && before >= 0 && before !== at) walk.stepTo(before);
    else if (!stones.has(point) && node.own.length > 0) walk.play(point, nextColor(line, at));
    else if (!stones.has(point) && after >= 0) walk.stepTo(after);
    else walk.step(1);
  };

  return (
    <Board
      boardRef={boardRef}
      label={words.title}
      help={words.help}
      size={size}
      stones={stones}
      last={node.move !== null && vertexOf(node.move) ? node.move : null}
      labels={labels}
      area={area}
      hint={hint}
      highlight={ringed}
      onPoint={onPoint}
      onWheel={walk.step}
    >
      {isFork(node) && <VariationHints node={node} />}
    </Board>
  );
}
