import { cell } from "../core/cell.ts";

/** Something to import: a file, or a folder as an archive of its files. */
export interface Item {
  name: string;
  body: Blob;
}

/** The window of imports while it is open; `given` is what it begins with. */
export const importWindow = cell<{ given: Promise<Item[]> | null } | null>(null);
