import { cell } from "../core/cell.ts";
import type { Texts } from "../text/index.ts";

/** A message about a position that came or went. A bad one stays until it is closed. */
interface Notice {
  text(texts: Texts): string;
  isBad: boolean;
}

export const notice = cell<Notice | null>(null);

/** What an open window is for: to paste a text, or to copy by hand what the browser does not let the page copy. */
export type ExchangeWindow = { kind: "paste" } | { kind: "text"; text: string } | { kind: "picture"; url: string };

export const shownWindow = cell<ExchangeWindow | null>(null);
