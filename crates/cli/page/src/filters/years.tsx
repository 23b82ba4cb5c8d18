import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { queryText, searchQuery, type Place } from "../core/address.ts";
import { useAnswer } from "../core/api.ts";
import type { Info, Years as YearsAnswer } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { FieldGroup } from "./field.tsx";

type Span = [from: number, to: number];

/** Reads `2005..2011` and its shorter forms as two years within `all`. */
export function readSpan(text: string, all: Span): Span {
  const match = /^(\d{1,4})?(\.\.)?(\d{1,4})?$/.exec(text.trim());
  if (!match || text === "") return all;
  const from = match[1] ? Number(match[1]) : all[0];
  const to = match[3] ? Number(match[3]) : match[2] ? all[1] : from;
  const inside = (year: number) => Math.min(all[1], Math.max(all[0], year));
  return from <= to ? [inside(from), inside(to)] : [inside(to), inside(from)];
}

export const writeSpan = ([from, to]: Span, all: Span): string => {
  if (from === all[0] && to === all[1]) return "";
  return from === to ? String(from) : `${from}..${to}`;
};

interface YearsProps {
  here: Place;
  info: Info | null;
  onChange(year: string): void;
}

/** The filter by years: a histogram of the position's games to drag over, and a slider for each end. */
export function Years({ here, info, onChange }: YearsProps) {
  const { texts, count } = useLanguage();
  const words = texts.filters;
  const query = searchQuery(here, { ...here.filters, year: "" });
  const answer = useAnswer<YearsAnswer>(`years${queryText(query)}`);
  const years = useMemo(() => (answer.data?.years ?? []).filter((item) => item.year !== null), [answer.data]);
  const undated = answer.data?.years.find((item) => item.year === null)?.games ?? 0;
  const first = info?.first_year ?? years[0]?.year ?? null;
  const end = info?.last_year ?? years.at(-1)?.year ?? null;
  const chart = useRef<HTMLDivElement>(null);
  const dragFrom = useRef<number | null>(null);
  const [draft, setDraft] = useState<Span | null>(null);
  const timer = useRef(0);
  useEffect(() => {
    clearTimeout(timer.current);
    setDraft(null);
  }, [here.filters.year]);

  if (first === null || end === null) return null;
  const all: Span = [first, end];
  const [from, to] = draft ?? readSpan(here.filters.year, all);
  const length = end - first + 1;
  const step = Math.max(1, Math.ceil(length / 90));
  const bins = Array.from({ length: Math.ceil(length / step) }, () => 0);
  for (const item of years) {
    const bin = Math.floor(((item.year ?? first) - first) / step);
    if (bins[bin] !== undefined) bins[bin] += item.games;
  }
  const most = Math.max(1, ...bins);
  const chosen = from !== first || to !== end;
  const inSpan = years.reduce((sum, item) => sum + ((item.year ?? 0) >= from && (item.year ?? 0) <= to ? item.games : 0), 0);

  const choose = (span: Span, wait: number) => {
    setDraft(span);
    clearTimeout(timer.current);
    const text = writeSpan(span, all);
    timer.current = window.setTimeout(() => {
      if (text === here.filters.year) setDraft(null);
      else onChange(text);
    }, wait);
  };
  const yearAt = (x: number): number => {
    const rect = chart.current?.getBoundingClientRect();
    if (!rect || rect.width === 0) return first;
    const bin = Math.floor(((x - rect.left) / rect.width) * bins.length);
    return Math.min(end, Math.max(first, first + bin * step));
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
        {bins.map((games, index) => {
          const year = first + index * step;
          const inside = year + step - 1 >= from && year <= to;
          return (
            <div
              key={year}
              class={inside ? "bar in" : "bar"}
              title={`${step === 1 ? year : `${year}–${Math.min(end, year + step - 1)}`}: ${texts.games(count(games))}`}
            >
              <span style={{ height: games === 0 ? "0" : `max(2px, ${(games / most) * 100}%)` }} />
            </div>
          );
        })}
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
