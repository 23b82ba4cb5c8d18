import { useEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";
import type { Vertex } from "./points.ts";

/** How long a finger must hold still before it aims, in milliseconds. */
const HOLD = 280;
/** How far a finger that holds still may move, in pixels. */
const SLACK = 10;
/** How far above the finger it aims, in pixels, so that the finger does not hide the point. */
const ABOVE = 44;

interface Aim {
  pointAt(x: number, y: number): Vertex | null;
  show(vertex: Vertex | null): void;
  play(vertex: Vertex): void;
}

/** Lets a finger hold and slide to aim before it plays, because a finger is wider than the points of a small board. */
export function useAim(element: RefObject<HTMLElement>, aim: Aim): void {
  const latest = useRef(aim);
  latest.current = aim;
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let timer = 0;
    let start: { x: number; y: number } | null = null;
    let aiming = false;
    let aimed: Vertex | null = null;

    const point = (x: number, y: number) => {
      aimed = latest.current.pointAt(x, y - ABOVE) ?? aimed;
      latest.current.show(aimed);
    };
    const stop = () => {
      clearTimeout(timer);
      if (aiming) latest.current.show(null);
      start = null;
      aiming = false;
      aimed = null;
    };
    const onStart = (event: TouchEvent) => {
      stop();
      const touch = event.touches[0];
      if (!touch || event.touches.length > 1) return;
      start = { x: touch.clientX, y: touch.clientY };
      timer = window.setTimeout(() => {
        if (!start) return;
        aiming = true;
        point(start.x, start.y);
      }, HOLD);
    };
    const onMove = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (!touch || !start) return;
      if (aiming) {
        event.preventDefault();
        point(touch.clientX, touch.clientY);
      } else if (Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > SLACK) {
        stop();
      }
    };
    const onEnd = (event: TouchEvent) => {
      const vertex = aimed;
      if (aiming) event.preventDefault();
      stop();
      if (vertex) latest.current.play(vertex);
    };
    const onMenu = (event: Event) => {
      if (start) event.preventDefault();
    };
    target.addEventListener("touchstart", onStart, { passive: true });
    target.addEventListener("touchmove", onMove, { passive: false });
    target.addEventListener("touchend", onEnd, { passive: false });
    target.addEventListener("touchcancel", stop);
    target.addEventListener("contextmenu", onMenu);
    return () => {
      stop();
      target.removeEventListener("touchstart", onStart);
      target.removeEventListener("touchmove", onMove);
      target.removeEventListener("touchend", onEnd);
      target.removeEventListener("touchcancel", stop);
      target.removeEventListener("contextmenu", onMenu);
    };
  }, [element]);
}
