import { cell } from "./cell.ts";

/** The part of the page in front where there is no room for all: the search board, the games or the replay board. */
export type View = "board" | "games" | "replay";

export const view = cell<View>("board");

/** Brings what there is to know about the position to the front, beside the search board where there is room. */
export const showExplorer = (): void => view.set(window.matchMedia("(min-width: 900px)").matches ? "board" : "games");
