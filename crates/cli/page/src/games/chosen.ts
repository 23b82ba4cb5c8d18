import { cell } from "../core/cell.ts";

/** The list in which the open game was chosen, by its path in the API, and the game's row. */
export const chosen = cell<{ key: string; index: number } | null>(null);
