import type { ComponentChildren, Ref } from "preact";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import { useCell } from "../core/cell.ts";
import { printing } from "../core/print.ts";
import { settings } from "../core/settings.ts";
import { useIsDark } from "../core/theme.ts";
import { pointOf, vertexOf, type Color, type Vertex } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { Drawing, type DrawingProps } from "./drawing.tsx";
import { useGestures, type Gestures } from "./gestures.ts";
import { centerOf, extentOf, LINE } from "./grid.tsx";
import { PALETTES, PAPER } from "./palette.ts";

export interface BoardProps extends Pick<DrawingProps, "size" | "stones" | "marks" | "last" | "labels" | "area" | "dims" | "wildcards"> {
  label: string;
  help: string;
  /** A point to ring, such as the point of the table row under the pointer. */
  highlight?: string | null;
  /** The colour of the stone shown under the pointer. */
  plays?: Color | null;
  /** A move to hint at, such as the next one of a game. */
  hint?: { point: string; color: Color } | null;
  busy?: boolean;
  /** Describes a point. If given, arrow keys move a cursor over the board. */
  describe?: (point: string) => string;
  onPoint(point: string): void;
  onHover?(point: string | null): void;
  /** Gets the keys that do not move the cursor, and the point of the cursor. */
  onKey?(event: KeyboardEvent, cursor: string): void;
  drag?: Gestures["drag"];
  onWheel?: Gestures["wheel"];
  /** Steps through moves with the left and right arrow keys while no cursor is shown, such as after a click. */
  onArrow?(step: 1 | -1): void;
  boardRef?: Ref<HTMLDivElement>;
  children?: ComponentChildren;
}

const STEPS: Record<string, Vertex> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A board to look at and to point at, with a mouse, a pen, fingers or keys. */
export function Board(props: BoardProps) {
  const { size, stones, marks, last, describe } = props;
  const { texts } = useLanguage();
  const { coordinates, board: look } = useCell(settings);
  const palette = PALETTES[look][useIsDark() ? "dark" : "light"];
  const isPrinting = useCell(printing);
  const surface = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Vertex | null>(null);
  const [isCursorShown, setCursorShown] = useState(false);
  const [aimed, setAimed] = useState<Vertex | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const extent = useMemo(() => extentOf(size, coordinates), [size, coordinates]);

  useGestures(surface, {
    vertexAt(x, y, anywhere) {
      const rect = surface.current?.querySelector(".drawing")?.getBoundingClientRect();
      if (!rect) return null;
      const column = ((x - rect.left) / rect.width) * extent.width + extent.left;
      const row = ((y - rect.top) / rect.height) * extent.height + extent.top;
      const isNear = (value: number) => value > -1 && value < size;
      const inside = (value: number) => Math.min(size - 1, Math.max(0, Math.round(value)));
      return anywhere || (isNear(column) && isNear(row)) ? [inside(column), inside(row)] : null;
    },
    hover(vertex) {
      const point = vertex && pointOf(vertex);
      if (point === pointed) return;
      setPointed(point);
      props.onHover?.(point);
    },
    aim: setAimed,
    tap(vertex) {
      setCursor(vertex);
      props.onPoint(pointOf(vertex));
    },
    drag: props.drag,
    wheel: props.onWheel,
  });

  const middle = Math.floor((size - 1) / 2);
  const isInside = cursor && cursor[0] < size && cursor[1] < size;
  const present: Vertex = isInside ? cursor : ((last && vertexOf(last)) || [middle, middle]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    const isCursors = isCursorShown || props.drag !== undefined || !props.onArrow;
    if (step && step[0] !== 0 && !isCursors) {
      event.preventDefault();
      props.onArrow?.(step[0] > 0 ? 1 : -1);
    } else if (describe && step) {
      const inside = (value: number) => Math.min(size - 1, Math.max(0, value));
      const stride = event.shiftKey && !props.drag ? 3 : 1;
      const next: Vertex = [inside(present[0] + step[0] * stride), inside(present[1] + step[1] * stride)];
      setCursor(next);
      setCursorShown(true);
      event.preventDefault();
      props.onKey?.(event, pointOf(next));
    } else if (describe && (event.key === "Enter" || event.key === " ") && !props.drag) {
      setCursor(present);
      setCursorShown(true);
      props.onPoint(pointOf(present));
      event.preventDefault();
    } else {
      if (describe) setCursorShown(true);
      props.onKey?.(event, pointOf(present));
    }
  };

  const isMarked = (point: string) => marks?.some((mark) => mark.point === point) ?? false;
  const ghost = pointed && props.plays && !props.drag && !stones.has(pointed) ? pointed : null;
  const rings = [props.highlight, aimed && pointOf(aimed)];

  return (
    <div
      class={`board${props.drag ? " drags" : ""}`}
      ref={(element) => {
        surface.current = element;
        if (typeof props.boardRef === "function") props.boardRef(element);
        else if (props.boardRef) props.boardRef.current = element;
      }}
      role="application"
      aria-roledescription={texts.board.kind}
      aria-label={props.label}
      aria-description={props.help}
      aria-busy={props.busy ?? false}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => setCursorShown(surface.current?.matches(":focus-visible") ?? false)}
      onBlur={() => setCursorShown(false)}
      onPointerDown={() => setCursorShown(false)}
    >
      <div aria-hidden="true">
        <Drawing
          id={useId()}
          size={size}
          stones={stones}
          palette={isPrinting ? PAPER : palette}
          coordinates={coordinates}
          marks={marks}
          last={last}
          labels={props.labels}
          area={props.area}
          dims={props.dims}
          handles={props.drag !== undefined}
          wildcards={props.wildcards}
        >
          {props.hint && <Hint {...props.hint} />}
          {ghost && !isMarked(ghost) && <Ghost point={ghost} color={props.plays ?? "B"} />}
          {rings.map((point, i) => point && vertexOf(point) && <Ring key={`${i}${point}`} point={point} color={palette.accent} />)}
          {describe && isCursorShown && !aimed && <Cursor vertex={present} color={palette.accent} />}
          {props.children}
        </Drawing>
      </div>
      {aimed && (
        <div class="aim-name" aria-hidden="true">
          {describe?.(pointOf(aimed))}
        </div>
      )}
      <div class="hidden" aria-live="polite">
        {describe && isCursorShown ? describe(pointOf(present)) : ""}
      </div>
    </div>
  );
}

const centered = (point: string): { cx: number; cy: number } => {
  const [cx, cy] = centerOf(point);
  return { cx, cy };
};

/** The stone that a click would put. */
export const Ghost = ({ point, color }: { point: string; color: Color }) => (
  <circle {...centered(point)} class="ghost" r={9} fill={color === "B" ? "#111214" : "#ffffff"} opacity={0.55} />
);

/** A dashed ring of a colour, on one of the other colour that makes it seen on any ground. */
const Hint = ({ point, color }: { point: string; color: Color }) => (
  <g data-hint={point} fill="none">
    <circle {...centered(point)} r={6} stroke={color === "B" ? "#ffffff" : "#16181c"} stroke-width={2.8} opacity={0.5} />
    <circle {...centered(point)} r={6} stroke={color === "B" ? "#16181c" : "#ffffff"} stroke-width={1.8} stroke-dasharray="2.6 2.1" />
  </g>
);

const Ring = ({ point, color }: { point: string; color: string }) => (
  <g data-ring={point} fill="none">
    <circle {...centered(point)} r={9.9} stroke="#ffffff" stroke-width={2.6} />
    <circle {...centered(point)} r={9.9} stroke={color} stroke-width={1.6} />
  </g>
);

/** The corners of the square around the point that keys act on. */
function Cursor({ vertex, color }: { vertex: Vertex; color: string }) {
  const [x, y] = [vertex[0] * LINE, vertex[1] * LINE];
  const path = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    .map(([a = 0, b = 0]) => `M${x + a * 10} ${y + b * 5}V${y + b * 10}H${x + a * 5}`)
    .join("");
  return (
    <g data-cursor={pointOf(vertex)} fill="none" stroke-linejoin="round">
      <path d={path} stroke="#ffffff" stroke-width={3} />
      <path d={path} stroke={color} stroke-width={1.8} />
    </g>
  );
}
