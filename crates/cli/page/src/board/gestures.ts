import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Vertex } from "../go/points.ts";

/** How long a finger must hold still before it aims, in milliseconds. */
const HOLD = 280;
/** How far a finger that holds still may move, in pixels. */
const SLACK = 10;
/** How far above the finger it aims, in pixels, so that the finger does not hide the point. */
const ABOVE = 44;
/** How far the wheel turns for a step, in pixels. */
const NOTCH = 50;

/** What a board does when it is pointed at. */
export interface Gestures {
  /** Returns the nearest point to a place on the screen; off the board null, unless the place may be `anywhere`. */
  vertexAt(x: number, y: number, anywhere?: boolean): Vertex | null;
  hover(vertex: Vertex | null): void;
  /** Shows the point at which a finger aims. */
  aim(vertex: Vertex | null): void;
  tap(vertex: Vertex): void;
  /** If given, a mouse, a pen or a finger that moves draws an area instead of aiming. A second finger cancels. */
  drag?: {
    /** True if a drag that ends off the board ends at the nearest point; otherwise it is cancelled there. */
    endsAtEdge?: boolean;
    move(from: Vertex, to: Vertex): void;
    end(from: Vertex, to: Vertex): void;
    cancel(): void;
  };
  /** Steps through moves: 1 for each notch of the wheel down, -1 up. Returns false if there is no such move. */
  wheel?(step: number): boolean;
}

/** Lets a mouse, a pen and fingers use a board. A finger that holds still aims, because it is wider than a point. */
export function useGestures(element: RefObject<HTMLElement>, gestures: Gestures): void {
  const latest = useRef(gestures);
  latest.current = gestures;
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const endings = [aimWithFinger(target, latest), pointAndDrag(target, latest), turnWheel(target, latest)];
    return () => endings.forEach((end) => end());
  }, [element]);
}

type Latest = { current: Gestures };
type Handlers = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

/** Adds handlers that may prevent what the browser does; returns the function that removes them. */
function listen(target: HTMLElement, handlers: Handlers): () => void {
  const all = Object.entries(handlers) as [string, EventListener][];
  for (const [name, handler] of all) target.addEventListener(name, handler, { passive: false });
  return () => all.forEach(([name, handler]) => target.removeEventListener(name, handler));
}

function aimWithFinger(target: HTMLElement, latest: Latest): () => void {
  let timer = 0;
  let start: { x: number; y: number } | null = null;
  let isAiming = false;
  let aimed: Vertex | null = null;

  const point = (x: number, y: number) => {
    aimed = latest.current.vertexAt(x, y - ABOVE);
    latest.current.aim(aimed);
  };
  const stop = () => {
    clearTimeout(timer);
    if (isAiming) latest.current.aim(null);
    start = null;
    isAiming = false;
    aimed = null;
  };
  const remove = listen(target, {
    touchstart(event) {
      stop();
      const touch = event.touches[0];
      // The browser would take a quick end of a drag for a fling, and the next tap for the end of the fling.
      if (latest.current.drag) return event.preventDefault();
      if (!touch || event.touches.length > 1) return;
      start = { x: touch.clientX, y: touch.clientY };
      timer = window.setTimeout(() => {
        if (!start) return;
        isAiming = true;
        point(start.x, start.y);
      }, HOLD);
    },
    touchmove(event) {
      const touch = event.touches[0];
      if (!touch || !start) return;
      if (isAiming) {
        event.preventDefault();
        point(touch.clientX, touch.clientY);
      } else if (Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > SLACK) {
        stop();
      }
    },
    touchend(event) {
      const vertex = aimed;
      if (isAiming) event.preventDefault();
      stop();
      if (vertex) latest.current.tap(vertex);
    },
    touchcancel: stop,
    contextmenu(event) {
      if (start) event.preventDefault();
    },
  });
  return () => {
    stop();
    remove();
  };
}

function pointAndDrag(target: HTMLElement, latest: Latest): () => void {
  let from: Vertex | null = null;
  let start = { x: 0, y: 0 };
  /** True after a drag, whose click is no tap. */
  let isDragged = false;

  return listen(target, {
    pointerdown(event) {
      isDragged = false;
      const { drag, vertexAt } = latest.current;
      if (from && !event.isPrimary) {
        from = null;
        isDragged = true;
        drag?.cancel();
      }
      if (!drag || !event.isPrimary || event.button !== 0) return;
      from = vertexAt(event.clientX, event.clientY);
      if (!from) return;
      start = { x: event.clientX, y: event.clientY };
      target.setPointerCapture(event.pointerId);
      drag.move(from, from);
    },
    pointermove(event) {
      const { drag, hover, vertexAt } = latest.current;
      const vertex = vertexAt(event.clientX, event.clientY, from !== null && drag?.endsAtEdge);
      if (from && drag) {
        // A finger that taps also moves a little.
        const way = Math.hypot(event.clientX - start.x, event.clientY - start.y);
        if (event.pointerType === "touch" && way < SLACK && !isDragged) return;
        isDragged = true;
        if (vertex) drag.move(from, vertex);
      } else if (event.pointerType !== "touch") {
        hover(vertex);
      }
    },
    pointerup(event) {
      const { drag, hover, vertexAt } = latest.current;
      const vertex = vertexAt(event.clientX, event.clientY, from !== null && drag?.endsAtEdge);
      if (from && drag) {
        if (vertex) drag.end(from, isDragged ? vertex : from);
        else drag.cancel();
        isDragged = true;
        // While it drew, the pointer was above no point.
        if (event.pointerType !== "touch") hover(vertexAt(event.clientX, event.clientY));
      }
      from = null;
    },
    pointercancel() {
      if (from) latest.current.drag?.cancel();
      from = null;
    },
    pointerleave() {
      if (!from) latest.current.hover(null);
    },
    click(event) {
      if (isDragged || latest.current.drag) return;
      const vertex = latest.current.vertexAt(event.clientX, event.clientY);
      if (vertex) latest.current.tap(vertex);
    },
  });
}

function turnWheel(target: HTMLElement, latest: Latest): () => void {
  let turned = 0;
  /** The direction in which there was no further move: there, the wheel scrolls the page. */
  let stuck = 0;
  return listen(target, {
    wheel(event) {
      const { wheel } = latest.current;
      if (!wheel || event.ctrlKey || event.deltaY === 0) return;
      if (Math.sign(event.deltaY) !== stuck) stuck = 0;
      else return;
      const isLines = event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL;
      if (Math.sign(turned) !== Math.sign(event.deltaY)) turned = 0;
      turned += isLines ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
      event.preventDefault();
      if (Math.abs(turned) < NOTCH) return;
      if (!wheel(Math.sign(turned))) stuck = Math.sign(turned);
      turned = 0;
    },
  });
}
