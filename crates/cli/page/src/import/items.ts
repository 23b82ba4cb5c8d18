import type { Item } from "../core/permission.ts";
import type { FileAt } from "./tar.ts";

const isArchive = (name: string): boolean => /\.(tgz|tar|gz|zip|7z|bz2|xz|zst|sqlite)$/i.test(name);

/** Returns the files in a folder, with their paths from it. */
async function inFolder(folder: FileSystemDirectoryEntry, above = "", found: FileAt[] = []): Promise<FileAt[]> {
  const reader = folder.createReader();
  for (;;) {
    // A call gives a hundred entries at most.
    const entries = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (entries.length === 0) return found;
    for (const entry of entries) {
      const path = above + entry.name;
      if (entry.isDirectory) await inFolder(entry as FileSystemDirectoryEntry, `${path}/`, found);
      else found.push({ path, file: await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail)) });
    }
  }
}

async function packed(name: string, files: FileAt[]): Promise<Item> {
  const { tar } = await import("./tar.ts");
  return { name, body: tar(files) };
}

/** Returns the files alone as items: archives one by one, and several records together. */
async function loose(files: File[]): Promise<Item[]> {
  const archives = files.filter(({ name }) => isArchive(name)).map((file) => ({ name: file.name, body: file }));
  const records = files.filter(({ name }) => !isArchive(name)).map((file) => ({ path: file.name, file }));
  const [first] = records;
  if (!first) return archives;
  if (records.length === 1) return [...archives, { name: first.path, body: first.file }];
  const now = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  return [...archives, await packed(`files-${now}.tar`, records)];
}

/** Returns what is to be imported of what was dropped or chosen. */
export async function itemsOf(given: DataTransfer | FileList): Promise<Item[]> {
  if ("length" in given) {
    const files = [...given];
    const folder = files[0]?.webkitRelativePath.split("/")[0];
    if (!folder) return loose(files);
    const inside = files.map((file) => ({ path: file.webkitRelativePath.slice(folder.length + 1), file }));
    return [await packed(folder, inside)];
  }
  // The browser empties a drop once it is handled, but its files and entries stay.
  const entries = [...given.items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry());
  const files = [...given.files];
  const folders = entries.filter((entry) => entry?.isDirectory) as FileSystemDirectoryEntry[];
  const alone = files.filter((_, at) => !entries[at]?.isDirectory);
  const items = await loose(alone);
  for (const folder of folders) items.push(await packed(folder.name, await inFolder(folder)));
  return items;
}

/** Returns whether something dropped is more than a record to show. */
export function isForImport(given: DataTransfer): boolean {
  const isFolder = [...given.items].some((item) => item.webkitGetAsEntry()?.isDirectory);
  return isFolder || given.files.length > 1 || isArchive(given.files[0]?.name ?? "");
}
