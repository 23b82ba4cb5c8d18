const numbers = new Intl.NumberFormat("en");
const percents = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const count = (value: number): string => numbers.format(value);
export const percent = (value: number | null): string => (value === null ? "–" : percents.format(value));
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

export const errorText = (message: string): string => {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** Formats a span of years as 2005–2011, or as a single year. */
export const yearSpan = (first: number | null, last: number | null): string => {
  if (first === null || last === null) return "undated";
  return first === last ? String(first) : `${first}–${last}`;
};
