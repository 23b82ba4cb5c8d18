import { cell, useCell } from "../core/cell.ts";
import { settings } from "../core/settings.ts";
import { en, type Texts } from "./en.ts";

export type { Texts };

/** A language of the page and how it writes numbers. */
export interface Language {
  code: string;
  texts: Texts;
  count(value: number): string;
  percent(value: number | null, digits?: number): string;
  /** Writes points, with a sign and one decimal. */
  points(value: number): string;
}

function languageOf(code: string, texts: Texts): Language {
  const numbers = new Intl.NumberFormat(code);
  const points = new Intl.NumberFormat(code, { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percents = [0, 1].map(
    (digits) =>
      new Intl.NumberFormat(code, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  return {
    code,
    texts,
    count: (value) => numbers.format(value),
    points: (value) => points.format(value),
    percent: (value, digits = 1) => (value === null ? "–" : (percents[digits]?.format(value) ?? "")),
  };
}

/** The languages by their own names. */
export const LANGUAGES = { en: "English", zh: "简体中文", "zh-Hant": "繁體中文", ja: "日本語", ko: "한국어" } as const;

/** The texts of the other languages: a page loads those that it shows. */
export const LOADERS: Record<string, () => Promise<Texts>> = {
  zh: () => import("./zh.ts").then((part) => part.zh),
  "zh-Hant": () => import("./zh-Hant.ts").then((part) => part.zhHant),
  ja: () => import("./ja.ts").then((part) => part.ja),
  ko: () => import("./ko.ts").then((part) => part.ko),
};

const language = cell<Language>(languageOf("en", en));

/** Returns the language to show: the chosen one, or the first of the browser's that the page has. */
function wanted(): string {
  const { language: chosen } = settings.get();
  if (chosen !== "auto") return chosen;
  const known = navigator.languages.map((name) =>
    /^zh-(hant|tw|hk|mo)\b/i.test(name) ? "zh-Hant" : (name.toLowerCase().split("-")[0] ?? ""),
  );
  return known.find((code) => code === "en" || code in LOADERS) ?? "en";
}

/** Loads the language to show. */
export async function loadLanguage(): Promise<void> {
  const code = wanted();
  const texts = (await LOADERS[code]?.().catch(() => null)) ?? en;
  if (code !== wanted()) return;
  document.documentElement.lang = texts === en ? "en" : code === "zh" ? "zh-Hans" : code;
  if (language.get().texts !== texts) language.set(languageOf(texts === en ? "en" : code, texts));
}
settings.watch(() => void loadLanguage());

/** Returns the current language; the component is drawn again when it changes. */
export const useLanguage = (): Language => useCell(language);

/** Formats a span of years as 2005–2011, or as a single year. */
export const yearSpan = (first: number | null, last: number | null, texts: Texts): string => {
  if (first === null || last === null) return texts.undated;
  return first === last ? String(first) : `${first}–${last}`;
};

/** Formats a message of the server as a sentence. */
export const sentence = (message: string): string => {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
};
