import { cell } from "./cell.ts";
import { changeEntry, keptEntry } from "./entry.ts";

/** The part of the page in front where there is no room for all: the search board, the games or the replay board. */
export type View = "board" | "games" | "replay";

const VIEWS: readonly View[] = ["board", "games", "replay"];

const hasGame = (): boolean => new URLSearchParams(location.search).has("game");
const keptView = (): View =>
  VIEWS.find((view) => view === keptEntry().view) ?? (hasGame() ? "replay" : "board");

export const view = cell<View>(keptView());

// Back, Forward and a reload bring the same part to the front.
view.watch(() => changeEntry({ view: view.get() }));
window.addEventListener("popstate", () => view.set(keptView()));

/** Brings what there is to know about the position to the front, beside the search board where there is room. */
export const showExplorer = (): void => view.set(window.matchMedia("(min-width: 900px)").matches ? "board" : "games");
