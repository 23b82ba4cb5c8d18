import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Ghost, type BoardProps } from "../board/board.tsx";
import { useMoveName } from "../board/names.ts";
import { go, place, scope } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import { contains, readArea } from "../go/area.ts";
import { stoneWithoutLiberty } from "../go/board.ts";
import { otherColor, pointOf, pointsBetween, type Vertex } from "../go/points.ts";
import { stonesText, type Position } from "../go/position.ts";
import { useLanguage } from "../text/index.ts";
import { brush, BRUSHES, inkAt, BRUSH_KEYS, paint, type Brush, type Setup } from "./brush.ts";
import { mode } from "./modes.tsx";

/** A point that a stroke passed over. */
interface Skipped {
  reason: "liberties" | "noArea" | "outside";
  point: string;
}

/** What is painted until the mouse or the finger is lifted. */
interface Stroke {
  ink: Brush;
  end: Vertex;
  setup: Setup;
  skipped: Skipped | null;
}

/** What the search board does differently while stones are set up. */
interface Editing {
  board: Partial<BoardProps>;
  message: string;
  isWrong: boolean;
}

/** Chooses the brush of a key; returns false if the key has none. */
export function chooseBrush(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const chosen = BRUSHES.find((one) => BRUSH_KEYS[one] === event.key.toLowerCase());
  if (!chosen || (chosen === "wildcard" && place.get().area === null)) return false;
  brush.set(chosen);
  return true;
}

/** Paints a point unless it cannot be asked about then. */
function extend(stroke: Stroke, point: string): Stroke {
  const { area, size } = place.get();
  const setup = paint(stroke.setup, stroke.ink, point);
  const skip = (reason: Skipped["reason"]) => ({ ...stroke, skipped: { reason, point } });
  if (stroke.ink === "wildcard") {
    const part = readArea(area, size);
    if (part === null) return skip("noArea");
    if (!contains(part, point)) return skip("outside");
  }
  // A stroke takes nothing off the board but what it erases, so only its own stones can lack liberties.
  if (stoneWithoutLiberty(setup.stones, size) !== null) return skip("liberties");
  return { ...stroke, setup };
}

/** Makes the stones of the board the start of a new line, in one entry of the history. */
function commit(setup: Setup, position: Position): void {
  const stones = stonesText(setup.stones);
  const wildcards = [...setup.wildcards].sort();
  // Wildcards alone leave the moves as they are.
  if (stones === stonesText(position.board.stones)) go({ wildcards });
  else go({ stones, toPlay: position.toPlay, moves: [], wildcards });
}

/** Gives the turn to the other colour, without a pass: what is set up has no order. */
export function turnOver({ board, toPlay }: Position): void {
  const { stones, moves } = place.get();
  go({ stones: moves.length === 0 ? stones : stonesText(board.stones), toPlay: otherColor(toPlay), moves: [] });
}

/** Lets the search board set stones up; null in its other modes. */
export function useSetup(position: Position): Editing | null {
  const { texts } = useLanguage();
  const here = useCell(scope);
  const chosen = useCell(brush);
  const isOn = useCell(mode) === "edit";
  const nameOf = useMoveName(here.size);
  const [hovered, setHovered] = useState<string | null>(null);
  /** The stroke in progress. Events are faster than renders, so they read and write the reference. */
  const stroke = useRef<Stroke | null>(null);
  const [draft, setDraft] = useState<Setup | null>(null);
  const [skipped, setSkipped] = useState<Skipped | null>(null);
  const words = texts.setup;

  const drop = () => {
    stroke.current = null;
    setDraft(null);
  };
  useLayoutEffect(drop, [isOn, position]);
  useLayoutEffect(() => setSkipped(null), [isOn, chosen]);
  useLayoutEffect(() => {
    if (here.area === null && brush.get() === "wildcard") brush.set("B");
  }, [here.area]);
  if (!isOn) return null;

  const now: Setup = { stones: position.board.stones, wildcards: here.wildcards };
  const draw = (vertex: Vertex) => {
    const point = pointOf(vertex);
    const before = stroke.current;
    let next = before ?? extend({ ink: inkAt(brush.get(), now, point), end: vertex, setup: now, skipped: null }, point);
    for (const between of before ? pointsBetween(before.end, vertex) : []) next = extend(next, pointOf(between));
    stroke.current = { ...next, end: vertex };
    setDraft(next.setup);
    setSkipped(next.skipped);
  };
  const finish = () => {
    const done = stroke.current;
    if (done && done.setup !== now) commit(done.setup, position);
    drop();
  };
  const dot = (point: string, ink: Brush) => {
    const one = extend({ ink, end: [0, 0], setup: now, skipped: null }, point);
    setSkipped(one.skipped);
    if (one.setup !== now) commit(one.setup, position);
  };

  const shown = draft ?? now;
  const message = skipped ? words.refused[skipped.reason](nameOf(skipped.point)) : words.does[chosen];
  const board: Partial<BoardProps> = {
    ...shown,
    help: words.help,
    marks: [],
    plays: null,
    onWheel: undefined,
    highlight: draft === null && hovered !== null && (chosen === "erase" || chosen === "wildcard") ? hovered : null,
    children:
      draft === null && hovered !== null && (chosen === "B" || chosen === "W") && !shown.stones.has(hovered) ? (
        <Ghost point={hovered} color={chosen} />
      ) : null,
    onHover: setHovered,
    describe(point) {
      const color = shown.stones.get(point);
      if (color) return texts.board.stone(nameOf(point), color);
      return shown.wildcards.includes(point) ? texts.board.wildcard(nameOf(point)) : texts.board.empty(nameOf(point));
    },
    drag: {
      move: (_from, to) => draw(to),
      end(_from, to) {
        draw(to);
        finish();
      },
      cancel: drop,
    },
    onKey(event, cursor) {
      if (event.key === "Enter" || event.key === " ") dot(cursor, inkAt(brush.get(), now, cursor));
      else if (event.key === "Backspace" || event.key === "Delete") dot(cursor, "erase");
      else if (event.key === "Escape") mode.set("play");
      else if (!chooseBrush(event)) return;
      event.preventDefault();
    },
  };
  return { board, message, isWrong: skipped !== null };
}
