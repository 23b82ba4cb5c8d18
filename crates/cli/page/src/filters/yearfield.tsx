import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Place } from "../core/place.ts";
import { useAnswer } from "../core/api.ts";
import type { Info, Years } from "../core/types.ts";
import { useLanguage, yearSpan } from "../text/index.ts";
import { yearsPath } from "../years/answer.ts";
import { binsOf, spanFilter, spanOf, type Span } from "../years/bins.ts";
import { FieldGroup } from "./field.tsx";

/** The most bars of the chart. */
const MOST_BARS = 90;

interface YearFieldProps {
  here: Place;
  info: Info | null;
  onChange(year: string): void;
}

/** The filter by years: a histogram of the position's games to drag over, and a slider for each end. */
export function YearField({ here, info, onChange }: YearFieldProps) {
  const { texts, count } = useLanguage();
  const words = texts.filters;
  const answer = useAnswer<Years>(yearsPath(here, { ...here.filters, year: "" }));
  const years = useMemo(
    () => (answer.data?.years ?? []).flatMap(({ year, games }) => (year === null ? [] : [{ year, parts: [games] }])),
    [answer.data],
  );
  const undated = answer.data?.years.find((item) => item.year === null)?.games ?? 0;
  const first = info?.first_year ?? years[0]?.year ?? null;
  const end = info?.last_year ?? years.at(-1)?.year ?? null;
  const chart = useRef<HTMLDivElement>(null);
  const dragFrom = useRef<number | null>(null);
  const [draft, setDraft] = useState<Span | null>(null);
  const timer = useRef(0);
  useLayoutEffect(() => {
    clearTimeout(timer.current);
    setDraft(null);
  }, [here.filters.year]);

  if (first === null || end === null) return null;
  const all: Span = [first, end];
  const inside = (year: number) => Math.min(end, Math.max(first, year));
  const [low, high] = draft ?? spanOf(here.filters.year, all) ?? all;
  const [from, to] = [inside(low), inside(high)];
  const bins = binsOf(years, all, MOST_BARS);
  const step = bins[0] ? bins[0].to - bins[0].from + 1 : 1;
  const most = Math.max(1, ...bins.map((bin) => bin.games));
  const chosen = from !== first || to !== end;
  const inSpan = years.reduce((sum, { year, parts }) => sum + (year >= from && year <= to ? (parts[0] ?? 0) : 0), 0);

  const choose = (span: Span, wait: number) => {
    setDraft(span);
    clearTimeout(timer.current);
    const text = span[0] === first && span[1] === end ? "" : spanFilter(span);
    timer.current = window.setTimeout(() => {
      if (text === here.filters.year) setDraft(null);
      else onChange(text);
    }, wait);
  };
  const yearAt = (x: number): number => {
    const rect = chart.current?.getBoundingClientRect();
    if (!rect || rect.width === 0) return first;
    const bin = Math.floor(((x - rect.left) / rect.width) * bins.length);
    return inside(first + bin * step);
  };
  const dragged = (x: number): Span | null => {
    if (dragFrom.current === null) return null;
    const there = yearAt(x);
    const low = Math.min(dragFrom.current, there);
    return [low, Math.min(end, Math.max(dragFrom.current, there) + step - 1)];
  };
  const left = ((from - first) / (step * bins.length)) * 100;
  const right = ((to - first + 1) / (step * bins.length)) * 100;

  return (
    <FieldGroup label={words.years} names={["year"]} class="wide years">
      <p class="years-summary">
        <output>{from === to ? from : `${from} – ${to}`}</output>
        <span>{chosen ? `, ${texts.games(count(inSpan))}` : undated > 0 ? `, ${words.undated(count(undated))}` : ""}</span>
        {chosen && (
          <button type="button" class="link" onClick={() => choose(all, 0)}>
            {words.allYears}
          </button>
        )}
      </p>
      <div
        class="histogram"
        ref={chart}
        aria-hidden="true"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          dragFrom.current = yearAt(event.clientX);
          setDraft(dragged(event.clientX));
        }}
        onPointerMove={(event) => {
          const span = dragged(event.clientX);
          if (span) choose(span, 300);
        }}
        onPointerUp={(event) => {
          const span = dragged(event.clientX);
          dragFrom.current = null;
          if (span) choose(span, 0);
        }}
        onPointerCancel={() => {
          dragFrom.current = null;
          clearTimeout(timer.current);
          setDraft(null);
        }}
      >
        <div class="span" style={{ left: `${left}%`, width: `${right - left}%` }} />
        {bins.map((bin) => (
          <div
            key={bin.from}
            class={bin.to >= from && bin.from <= to ? "bar in" : "bar"}
            title={texts.statistics.span(yearSpan(bin.from, bin.to, texts), texts.games(count(bin.games)))}
          >
            <span style={{ height: bin.games === 0 ? "0" : `max(2px, ${(bin.games / most) * 100}%)` }} />
          </div>
        ))}
      </div>
      {end > first && (
        <div class="ends">
          {[words.fromYear, words.toYear].map((label, i) => (
            <input
              key={label}
              type="range"
              aria-label={label}
              // Where both ends meet, the one that can still move lies on top.
              style={{ zIndex: i === 0 && from > (first + end) / 2 ? 2 : 0 }}
              min={first}
              max={end}
              value={i === 0 ? from : to}
              onInput={(event) => {
                const year = Number(event.currentTarget.value);
                const span: Span = i === 0 ? [Math.min(year, to), to] : [from, Math.max(year, from)];
                event.currentTarget.value = String(span[i]);
                choose(span, 300);
              }}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  );
}
