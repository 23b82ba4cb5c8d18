import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAreaName } from "../board/names.ts";
import { go, place } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import { areaText, between, contains, oppositeOf, readArea, snap, type Area } from "../go/area.ts";
import { pointOf, vertexOf, type Vertex } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { mode } from "./modes.tsx";

/** Searches for a part of the board, or for the whole board. Wildcards outside the area go. */
export function setArea(area: Area | null): void {
  const wildcards = area ? place.get().wildcards.filter((point) => contains(area, point)) : [];
  go({ area: area && areaText(area), wildcards });
}

/** Makes a point a wildcard, or no longer one. */
function toggleWildcard(point: string): void {
  const { wildcards } = place.get();
  const others = wildcards.filter((other) => other !== point);
  go({ wildcards: others.length < wildcards.length ? others : [...wildcards, point].sort() });
}

/** Draws the area: a drag or two corners by keys make a new one, a tap on a point of it toggles a wildcard. */
export function useAreaDrawing(size: number, shown: Area | null) {
  const { texts } = useLanguage();
  const words = texts.pattern;
  const nameOf = useAreaName(size);
  const isOn = useCell(mode) === "area";
  /** The area while it is drawn. */
  const [draft, setDraft] = useState<Area | null>(null);
  /** The first corner that keys have fixed. */
  const [corner, setCorner] = useState<Vertex | null>(null);
  /** True after Escape until the pointer that draws is released. */
  const isGivenUp = useRef(false);

  const stop = () => {
    setDraft(null);
    setCorner(null);
  };
  useLayoutEffect(stop, [isOn, size]);

  const finish = (area: Area) => {
    stop();
    setArea(area);
    mode.set("play");
  };
  /** Returns what a drag draws. A drag of a corner of the area moves that corner, to exactly where it ends. */
  const drawn = (from: Vertex, to: Vertex): Area => {
    const fixed = shown && oppositeOf(shown, from);
    return fixed ? between(fixed, to) : snap(between(from, to), size);
  };
  const isPoint = (from: Vertex, to: Vertex) => from[0] === to[0] && from[1] === to[1];
  const tap = (vertex: Vertex) => {
    const point = pointOf(vertex);
    if (shown && contains(shown, point)) toggleWildcard(point);
  };

  const drag = {
    endsAtEdge: true,
    move(from: Vertex, to: Vertex) {
      if (isGivenUp.current) return;
      setCorner(null);
      setDraft(isPoint(from, to) ? null : drawn(from, to));
    },
    end(from: Vertex, to: Vertex) {
      const wasGivenUp = isGivenUp.current;
      isGivenUp.current = false;
      stop();
      if (wasGivenUp) return;
      if (isPoint(from, to)) tap(from);
      else finish(drawn(from, to));
    },
    cancel() {
      isGivenUp.current = false;
      stop();
    },
  };

  const onKey = (event: KeyboardEvent, cursor: string) => {
    const vertex = vertexOf(cursor);
    if (!vertex) return;
    if (event.key.startsWith("Arrow")) {
      if (corner) setDraft(between(corner, vertex));
      return;
    }
    if (event.key === "Escape") {
      isGivenUp.current = draft !== null && corner === null;
      if (draft || corner) stop();
      else mode.set("play");
    } else if (event.key === "Enter" || event.key === " ") {
      if (!corner) {
        setCorner(vertex);
        setDraft(null);
      } else if (!isPoint(corner, vertex)) {
        finish(between(corner, vertex));
      }
    } else if (event.key.toLowerCase() === "x" || event.key === "*") {
      tap(vertex);
    } else {
      return;
    }
    event.preventDefault();
  };

  return {
    isOn,
    drag: isOn ? drag : undefined,
    onKey,
    /** The area to frame. */
    frame: draft ?? shown,
    /** What is being drawn, in words. */
    told: draft ? nameOf(draft) : corner ? words.firstCorner : "",
    isDrawing: draft !== null || corner !== null,
  };
}

/** Returns the area that is searched for; `answered` helps with what only the server can read, such as `corner,9`. */
export const useArea = (text: string | null, size: number, answered: string | undefined): Area | null =>
  useMemo(() => (text === null ? null : (readArea(text, size) ?? readArea(answered ?? null, size))), [text, size, answered]);
