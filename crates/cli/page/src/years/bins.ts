/** The first and the last of a span of years. */
export type Span = [from: number, to: number];

/** The games of a year by kind, such as who won them. */
export interface YearBar {
  year: number;
  parts: readonly number[];
}

/** The games of the years that share a bar. */
export interface Bin {
  from: number;
  to: number;
  parts: number[];
  games: number;
}

const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0);

/** Divides a span of years into at most `most` bins of equal length; the last one may have fewer years. */
export function binsOf(years: readonly YearBar[], [first, last]: Span, most: number): Bin[] {
  const step = Math.ceil((last - first + 1) / most);
  const bins = Array.from({ length: Math.ceil((last - first + 1) / step) }, (_, i): Bin => {
    const from = first + i * step;
    return { from, to: Math.min(last, from + step - 1), parts: [], games: 0 };
  });
  for (const { year, parts } of years) {
    const bin = bins[Math.floor((year - first) / step)];
    if (!bin) continue;
    bin.parts = parts.map((part, i) => part + (bin.parts[i] ?? 0));
    bin.games += sum(parts);
  }
  return bins;
}

/** Returns the round years to write below a chart, at most `most`. */
export function ticksOf([first, last]: Span, most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => (last - first) / size < most) ?? 1000;
  const start = Math.ceil(first / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((last - start) / step) + 1) }, (_, i) => start + i * step);
}

/** Reads the filter by years, such as `2005..2011`, `2005..` or `2005`; null for none. */
export function spanOf(text: string, all: Span): Span | null {
  const match = /^(\d{1,4})?(\.\.)?(\d{1,4})?$/.exec(text.trim());
  if (!match || text === "") return null;
  const from = match[1] ? Number(match[1]) : all[0];
  const to = match[3] ? Number(match[3]) : match[2] ? all[1] : from;
  return from <= to ? [from, to] : [to, from];
}

/** Formats years as the filter by years. */
export const spanFilter = ([from, to]: Span): string => (from === to ? String(from) : `${from}..${to}`);
