import { cell } from "../core/cell.ts";
import type { Texts } from "../text/index.ts";

/** A message about a position that came or went. A bad one stays until it is closed. */
interface Notice {
  text(texts: Texts): string;
  isBad: boolean;
}

export const notice = cell<Notice | null>(null);

/** Returns what closes a window whose code cannot be loaded, and says so. */
export const missing = (window: { set(nothing: null): void }) => (): void => {
  window.set(null);
  notice.set({ text: (texts) => texts.page.notLoaded, isBad: true });
};

/** What is printed: a path of the API, the number of its moves, and the last one on the board; `game` if it is a game. */
export interface Printed {
  path: string;
  moves: number;
  at: number;
  game: number | null;
}

/** What an open window is for: to paste a text, to print, or to copy by hand what the browser does not let the page copy. */
export type ExchangeWindow =
  | { kind: "paste" }
  | { kind: "print"; printed: Printed }
  | { kind: "text"; text: string }
  | { kind: "picture"; url: string };

export const shownWindow = cell<ExchangeWindow | null>(null);
