import { cell } from "./cell.ts";

/** The part of the page in front where there is no room for all: the search board, the games or the replay board. */
export type View = "board" | "games" | "replay";

export const view = cell<View>("board");
