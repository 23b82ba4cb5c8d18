import { Goban } from "@sabaki/shudan";
import type { GhostStone, Marker } from "@sabaki/shudan";
import type { Ref } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAim } from "./aim.ts";
import { pointOf, setPoint, vertexOf, type SignMap, type Vertex } from "./points.ts";
import type { Color } from "./types.ts";

export interface Mark {
  label: string;
  share: number;
}

interface BoardProps {
  label: string;
  signs: SignMap;
  marks?: Map<string, Mark>;
  last: string | null;
  /** A point to frame, such as the point of the table row under the pointer. */
  highlight?: string | null;
  /** The colour of the stone shown under the pointer. */
  plays?: Color | null;
  busy?: boolean;
  /** Describes a point. If given, arrow keys move a cursor over the board. */
  describe?: (point: string) => string;
  help: string;
  onPoint(point: string): void;
  onKey?(event: KeyboardEvent): void;
  boardRef?: Ref<HTMLDivElement>;
}

/** Returns how strongly to draw a mark. */
const weight = (share: number): GhostStone["type"] =>
  share >= 0.2 ? "good" : share >= 0.03 ? "interesting" : "doubtful";

const STEPS: Record<string, Vertex> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Computes the size of a point in pixels so that the board and its coordinates fill the frame. */
function useVertexSize(lines: number) {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setRoom(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const slim = room < 420;
  const margin = slim ? 1.3 : 2;
  return { frame, slim, vertexSize: Math.max(8, Math.floor((room - 8) / (lines + margin))) };
}

export function Board(props: BoardProps) {
  const { signs, marks, last, highlight, describe } = props;
  const lines = signs.length;
  const { frame, slim, vertexSize } = useVertexSize(lines);
  const surface = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Vertex | null>(null);
  const [cursorShown, setCursorShown] = useState(false);
  const [aimed, setAimed] = useState<Vertex | null>(null);

  const markers = useMemo(() => {
    const map: (Marker | null)[][] = signs.map((row) => row.map(() => null));
    for (const [point, mark] of marks ?? []) setPoint(map, point, { type: "label", label: mark.label });
    if (last) setPoint(map, last, { type: "circle" });
    return map;
  }, [signs, marks, last]);

  const ghosts = useMemo(() => {
    const map: (GhostStone | null)[][] = signs.map((row) => row.map(() => null));
    for (const [point, mark] of marks ?? []) setPoint(map, point, { sign: 1, type: weight(mark.share) });
    return map;
  }, [signs, marks]);

  useAim(surface, {
    pointAt(x, y) {
      const rect = surface.current?.querySelector(".shudan-vertices")?.getBoundingClientRect();
      if (!rect) return null;
      const at = (value: number, from: number, length: number) =>
        Math.min(lines - 1, Math.max(0, Math.floor(((value - from) / length) * lines)));
      return [at(x, rect.left, rect.width), at(y, rect.top, rect.height)];
    },
    show: setAimed,
    play: (vertex) => props.onPoint(pointOf(vertex)),
  });

  const middle = Math.floor((lines - 1) / 2);
  const present: Vertex = cursor && cursor[0] < lines && cursor[1] < lines
    ? cursor
    : ((last && vertexOf(last)) || [middle, middle]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (describe && step) {
      const inside = (value: number) => Math.min(lines - 1, Math.max(0, value));
      const stride = event.shiftKey ? 3 : 1;
      setCursor([inside(present[0] + step[0] * stride), inside(present[1] + step[1] * stride)]);
      setCursorShown(true);
      event.preventDefault();
    } else if (describe && (event.key === "Enter" || event.key === " ")) {
      setCursor(present);
      setCursorShown(true);
      props.onPoint(pointOf(present));
      event.preventDefault();
    } else {
      props.onKey?.(event);
    }
  };

  const framed = [
    ...(aimed ? [aimed] : []),
    ...(describe && cursorShown && !aimed ? [present] : []),
    ...(highlight ? [vertexOf(highlight)].filter((vertex) => vertex !== null) : []),
  ];

  return (
    <div class="board-frame" ref={frame}>
      <div
        class={`board${props.plays ? ` plays-${props.plays}` : ""}${slim ? " slim" : ""}`}
        ref={(element) => {
          surface.current = element;
          if (typeof props.boardRef === "function") props.boardRef(element);
          else if (props.boardRef) props.boardRef.current = element;
        }}
        role="application"
        aria-roledescription="Go board"
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
          <Goban
            vertexSize={vertexSize}
            showCoordinates
            style={slim ? { gridTemplateRows: ".3em 1fr 1em", gridTemplateColumns: "1em 1fr .3em" } : {}}
            signMap={signs}
            markerMap={markers}
            ghostStoneMap={ghosts}
            selectedVertices={framed}
            onVertexClick={(_, vertex) => {
              setCursor(vertex);
              props.onPoint(pointOf(vertex));
            }}
          />
        </div>
        {aimed && (
          <div class="aim-name" aria-hidden="true">
            {describe ? describe(pointOf(aimed)) : ""}
          </div>
        )}
      </div>
      <div class="hidden" aria-live="polite">
        {describe && cursorShown ? describe(pointOf(present)) : ""}
      </div>
    </div>
  );
}
