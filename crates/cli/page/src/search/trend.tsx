import type { YearCount, Years } from "../core/types.ts";
import { useLanguage, yearSpan } from "../text/index.ts";
import { binsOf, type Span } from "../years/bins.ts";

/** The most bars that a trend has; more years share bars. */
const MOST_BARS = 20;
/** The share of the games that the first bar leaves out, so that a few old games do not press the others together. */
const EARLY = 0.01;
/** The games without the move that are added to each bar, so that a year of one game is no peak. */
const CALM = 4;

/** How often a move was played over the years. */
interface TrendLine {
  /** The height of each bar, from 0 to 1. */
  bars: number[];
  /** The year or years of the highest bar. */
  peak: Span;
  /** The share of the games of these years that have the move, from 0 to 1. */
  share: number;
  /** The first and the last year with the move. */
  first: number;
  last: number;
}

type DatedCount = YearCount & { year: number };

const dated = (years: readonly YearCount[]): DatedCount[] =>
  years.filter((item): item is DatedCount => item.year !== null);

/** Returns the first year of the trends. */
function firstYear(years: readonly DatedCount[]): number {
  let left = EARLY * years.reduce((sum, item) => sum + item.games, 0);
  for (const item of years) {
    left -= item.games;
    if (left < 0) return item.year;
  }
  return 0;
}

/** Returns the trends of the next moves by colour and move, such as `Bpd`. */
export function trendsOf(answer: Years | null): Map<string, TrendLine> {
  const all = dated(answer?.years ?? []);
  const trends = new Map<string, TrendLine>();
  const end = all.at(-1)?.year;
  if (!answer || end === undefined) return trends;
  const begin = firstYear(all);
  const barsOf = (years: readonly DatedCount[]) =>
    binsOf(years.map(({ year, games }) => ({ year, parts: [games] })), [begin, end], MOST_BARS);
  const totals = barsOf(all);
  for (const { move, color, years } of answer.next_moves) {
    const own = dated(years);
    const bins = barsOf(own);
    const weights = bins.map(({ games }, i) => games / ((totals[i]?.games ?? 0) + CALM));
    const most = Math.max(...weights);
    if (most === 0) continue;
    const peak = weights.indexOf(most);
    const bin = bins[peak];
    if (!bin) continue;
    trends.set(color + move, {
      bars: weights.map((weight) => weight / most),
      peak: [bin.from, bin.to],
      share: bin.games / (totals[peak]?.games ?? 1),
      first: own[0]?.year ?? begin,
      last: own.at(-1)?.year ?? end,
    });
  }
  return trends;
}

const WIDTH = 60;
const HEIGHT = 16;

/** Small bars that say when a move was popular. Without a trend, their room stays empty. */
export function Trend({ trend }: { trend: TrendLine | undefined }) {
  const { texts, percent } = useLanguage();
  if (!trend) return <svg class="trend-bars" width={WIDTH} height={HEIGHT} aria-hidden="true" />;
  const { bars, peak, share, first, last } = trend;
  const told = texts.next.trendTold(yearSpan(...peak, texts), percent(share, 0), yearSpan(first, last, texts));
  const width = Math.min(6, WIDTH / bars.length);
  const path = bars
    .map((value, i) => {
      const height = value === 0 ? 0 : Math.max(1, value * (HEIGHT - 1));
      return height && `M${(i * width).toFixed(2)} ${HEIGHT}v${-height.toFixed(2)}h${(width * 0.75).toFixed(2)}V${HEIGHT}z`;
    })
    .filter(Boolean)
    .join("");
  return (
    <svg class="trend-bars" width={WIDTH} height={HEIGHT} role="img" aria-label={told}>
      <title>{told}</title>
      <path class="base" d={`M0 ${HEIGHT - 0.5}H${width * bars.length}`} />
      <path d={path} />
    </svg>
  );
}
