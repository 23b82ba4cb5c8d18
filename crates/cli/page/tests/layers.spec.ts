import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

const here = dirname(fileURLToPath(import.meta.url));
const src = resolve(here, "../src");

/** Returns the folders of the page in the order of the list in the architecture. */
function layers(): string[] {
  const text = readFileSync(resolve(here, "../../../../docs/architecture.md"), "utf8");
  const [, list = ""] = /^\*\*The page\*\*.*?\n\n((?:\|.*\n)+)/ms.exec(text) ?? [];
  return [...list.matchAll(/^\| `(\w+)\/`/gm)].map(([, name = ""]) => name);
}

/** Returns the files of the page that may import others, relative to its sources. */
const files = (): string[] =>
  readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

/** Returns what a file imports of the page, relative to its sources. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), "utf8");
  const paths = [...text.matchAll(/(?:\bfrom|\bimport\(?) ?"(\.[^"]+\.tsx?)"/g)].map(([, path = ""]) => path);
  return paths.map((path) => relative(src, resolve(src, dirname(file), path)));
}

/** Returns the folder of the sources that has a file, or has the folder with the file. */
const folderOf = (file: string): string => (dirname(file) === "." ? "" : (file.split(sep)[0] ?? ""));

test("the architecture lists every folder of the page", () => {
  const folders = new Set(files().map(folderOf));
  folders.delete("");
  expect(layers().toSorted()).toEqual([...folders].sort());
});

test("a folder of the page imports only folders above it in the list", () => {
  const order = layers();
  // The files beside the folders put everything together.
  const rank = (file: string) => (folderOf(file) === "" ? order.length : order.indexOf(folderOf(file)));
  const upward = files().flatMap((file) =>
    importsOf(file)
      .filter((path) => folderOf(path) !== folderOf(file) && rank(path) >= rank(file))
      .map((path) => `${file} imports ${path}`),
  );
  expect(upward).toEqual([]);
});

test("files of the page do not import each other in a circle", () => {
  const done = new Set<string>();
  const visit = (file: string, way: string[]): void => {
    const at = way.indexOf(file);
    expect(at < 0 ? [] : [...way.slice(at), file]).toEqual([]);
    if (done.has(file)) return;
    for (const path of importsOf(file)) visit(path, [...way, file]);
    done.add(file);
  };
  for (const file of files()) visit(file, []);
});
