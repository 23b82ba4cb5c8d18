import { cell, type Cell } from "./cell.ts";

/** What a user chooses once for this browser. */
export interface Settings {
  theme: "system" | "light" | "dark";
  /** The language, or `auto` for the browser's. */
  language: "auto" | "en" | "zh" | "zh-Hant" | "ja" | "ko";
  coordinates: "western" | "sgf" | "none";
  board: "wood" | "plain";
  /** What marks of moves show: their letter, share of the games, or win rate. */
  marks: "letter" | "share" | "wins";
  /** The moves of a game that show their numbers. */
  numbers: "none" | "last" | "all";
  /** How fast a game plays by itself. */
  speed: "normal" | "slow" | "fast";
}

/** The choices of each setting; the first one is chosen until another is. */
export const SETTINGS: { [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ["system", "light", "dark"],
  language: ["auto", "en", "zh", "zh-Hant", "ja", "ko"],
  coordinates: ["western", "sgf", "none"],
  board: ["wood", "plain"],
  marks: ["letter", "share", "wins"],
  numbers: ["none", "last", "all"],
  speed: ["normal", "slow", "fast"],
};

const KEY = "bgo";

/** Reads the stored settings; what is missing or unknown gets its first choice. */
function stored(): Settings {
  let found: Partial<Record<keyof Settings, unknown>> = {};
  try {
    found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as typeof found;
  } catch {
    // Nothing is stored, or the browser forbids it.
  }
  const choice = <K extends keyof Settings>(name: K): Settings[K] =>
    SETTINGS[name].find((known) => known === found?.[name]) ?? (SETTINGS[name][0] as Settings[K]);
  return {
    theme: choice("theme"),
    language: choice("language"),
    coordinates: choice("coordinates"),
    board: choice("board"),
    marks: choice("marks"),
    numbers: choice("numbers"),
    speed: choice("speed"),
  };
}

export const settings: Cell<Settings> = cell(stored());

/** Changes a setting and stores it. */
export function choose<K extends keyof Settings>(name: K, value: Settings[K]): void {
  const next = { ...settings.get(), [name]: value };
  settings.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // The browser forbids it: the choice lasts until the page closes.
  }
}

// Another tab of the browser has stored a choice.
window.addEventListener("storage", ({ key }) => {
  if (key === KEY || key === null) settings.set(stored());
});

const showTheme = (): void => {
  const { theme } = settings.get();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
};
settings.watch(showTheme);
showTheme();
