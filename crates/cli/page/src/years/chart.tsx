import { useMemo, useRef, useState } from "preact/hooks";
import { useLanguage, yearSpan } from "../text/index.ts";
import { TableHead } from "../ui/tablehead.tsx";
import { binsOf, ticksOf, type Bin, type Span, type YearBar } from "./bins.ts";

/** The most bars of a chart, which leave each some pixels on a phone. */
const MOST_BARS = 60;

interface YearChartProps {
  label: string;
  /** The names of the kinds of games that the bars are divided into, and how they are drawn. */
  kinds: readonly { name: string; look: "black" | "white" | "draw" | "open" | "won" | "lost" }[];
  /** The years in order. */
  years: readonly YearBar[];
  /** The years that are selected; all if null. */
  chosen: Span | null;
  /** What selecting years does, told to those who cannot see the chart. */
  help: string;
  onChoose(span: Span | null): void;
}

/** Bars by year. A click or a drag selects years, and so do arrow keys and Enter. */
export function YearChart({ label, kinds, years, chosen, help, onChoose }: YearChartProps) {
  const { texts, count } = useLanguage();
  const words = texts.statistics;
  const bins = useMemo(() => {
    const [from, to] = [years[0]?.year, years.at(-1)?.year];
    return from === undefined || to === undefined ? [] : binsOf(years, [from, to], MOST_BARS);
  }, [years]);
  const chart = useRef<HTMLDivElement>(null);
  const anchor = useRef<number | null>(null);
  const [draft, setDraft] = useState<Span | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const [first, last] = [bins[0]?.from, bins.at(-1)?.to];
  if (first === undefined || last === undefined) return <p class="nothing">{words.noYears}</p>;

  // The last bar may stand for fewer years than the others, but it is as wide.
  const length = bins.length * ((bins[0]?.to ?? first) - first + 1);
  const most = Math.max(1, ...bins.map((bin) => bin.games));
  const marked = draft ?? chosen;
  const isIn = (bin: Bin) => marked === null || (bin.to >= marked[0] && bin.from <= marked[1]);
  const spanBetween = (a: number, b: number): Span => [
    bins[Math.min(a, b)]?.from ?? first,
    bins[Math.max(a, b)]?.to ?? last,
  ];
  const toggle = (span: Span) => {
    const isChosen = chosen !== null && chosen[0] === span[0] && chosen[1] === span[1];
    const isAll = span[0] === first && span[1] === last;
    onChoose(isChosen || (isAll && bins.length > 1) ? null : span);
  };
  const binAt = (x: number): number => {
    const rect = chart.current?.getBoundingClientRect();
    if (!rect || rect.width === 0) return 0;
    return Math.min(bins.length - 1, Math.max(0, Math.floor(((x - rect.left) / rect.width) * bins.length)));
  };
  const told = (bin: Bin): string =>
    words.year(
      yearSpan(bin.from, bin.to, texts),
      texts.games(count(bin.games)),
      kinds.map((kind, i) => (bin.parts[i] ? `${kind.name} ${count(bin.parts[i])}` : "")).filter(Boolean),
    );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = active ?? 0;
    const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bins.length - 1 };
    const target = targets[event.key];
    if (target !== undefined) {
      const next = Math.min(bins.length - 1, Math.max(0, target));
      if (event.shiftKey) setDraft(spanBetween((anchor.current ??= at), next));
      else {
        anchor.current = null;
        setDraft(null);
      }
      setActive(next);
      chart.current?.querySelectorAll("button")[next]?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      toggle(draft ?? spanBetween(at, at));
      anchor.current = null;
      setDraft(null);
    } else return;
    event.preventDefault();
  };
  const pointed = active === null ? null : bins[active];
  const summary = draft
    ? words.span(yearSpan(...draft, texts), texts.games(count(bins.filter(isIn).reduce((sum, bin) => sum + bin.games, 0))))
    : pointed
      ? told(pointed)
      : words.mostGames(texts.games(count(most)));

  return (
    <figure class="year-chart">
      <figcaption>
        <span aria-hidden="true">{summary}</span>
        {chosen && (
          <button type="button" class="link" onClick={() => onChoose(null)}>
            {texts.filters.allYears}
          </button>
        )}
      </figcaption>
      <div
        class="year-bars"
        ref={chart}
        role="group"
        aria-label={label}
        aria-description={help}
        onKeyDown={onKeyDown}
        onFocusOut={(event) => {
          if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
          setActive(null);
          setDraft(null);
          anchor.current = null;
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          anchor.current = binAt(event.clientX);
          setDraft(spanBetween(anchor.current, anchor.current));
        }}
        onPointerMove={(event) => {
          const bin = binAt(event.clientX);
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) setActive(bin);
          else if (anchor.current !== null) setDraft(spanBetween(anchor.current, bin));
        }}
        onPointerUp={(event) => {
          if (anchor.current !== null) toggle(spanBetween(anchor.current, binAt(event.clientX)));
          anchor.current = null;
          setDraft(null);
        }}
        onPointerCancel={() => {
          anchor.current = null;
          setDraft(null);
        }}
        onPointerLeave={() => setActive(null)}
      >
        {bins.map((bin, i) => (
          <button
            key={bin.from}
            type="button"
            class={isIn(bin) ? "in" : undefined}
            data-years={yearSpan(bin.from, bin.to, texts)}
            tabIndex={i === (active ?? bins.length - 1) ? 0 : -1}
            aria-label={told(bin)}
            aria-pressed={chosen !== null && isIn(bin)}
            onFocus={() => setActive(i)}
            // Pointers are followed above; what remains are clicks without one, such as a screen reader's.
            onClick={(event) => event.detail === 0 && toggle(spanBetween(i, i))}
          >
            {bin.games > 0 && (
              <span class="stack" style={{ height: `max(2px, ${(bin.games / most) * 100}%)` }}>
                {kinds.map(
                  ({ look }, kind) => bin.parts[kind] !== 0 && <span key={kind} class={look} style={{ flexGrow: bin.parts[kind] }} />,
                )}
              </span>
            )}
          </button>
        ))}
      </div>
      <div class="year-ticks" aria-hidden="true">
        {ticksOf([first, last], 7).map((year) => (
          <span key={year} style={{ left: `${((year - first + 0.5) / length) * 100}%` }}>
            {year}
          </span>
        ))}
      </div>
      <YearTable label={label} kinds={kinds.map((kind) => kind.name)} bins={bins} />
    </figure>
  );
}

/** The chart's numbers for screen readers. */
function YearTable({ label, kinds, bins }: { label: string; kinds: string[]; bins: Bin[] }) {
  const { texts, count } = useLanguage();
  return (
    <div class="hidden">
      <table>
        <caption>{label}</caption>
        <TableHead columns={[texts.statistics.years, texts.next.games, ...kinds].map((name) => ({ name }))} />
        <tbody>
          {bins.map((bin) => (
            <tr key={bin.from}>
              <th scope="row">{yearSpan(bin.from, bin.to, texts)}</th>
              <td>{count(bin.games)}</td>
              {kinds.map((name, i) => (
                <td key={name}>{count(bin.parts[i] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
