import { cell } from "./cell.ts";
import { changeEntry } from "./entry.ts";
import type { Info } from "./types.ts";

const KEY = "bgo-token";

/** Takes the token for changes of the database out of the address, and keeps it for this tab. */
function givenToken(): string | null {
  const given = /^#token=([0-9a-f]+)$/.exec(location.hash)?.[1];
  try {
    if (given) sessionStorage.setItem(KEY, given);
    if (given) changeEntry({}, location.pathname + location.search);
    return given ?? sessionStorage.getItem(KEY);
  } catch {
    return given ?? null;
  }
}

export const token = givenToken();

/** Returns whether this page may change the database. */
export const mayChange = (info: Info | null): boolean =>
  info?.changes === "own_page" || (info?.changes === "token" && token !== null);

/** Something to import: a file, or a folder as an archive of its files. */
export interface Item {
  name: string;
  body: Blob;
}

/** The window of imports while it is open; `given` is what it begins with. */
export const importWindow = cell<{ given: Promise<Item[]> | null } | null>(null);
