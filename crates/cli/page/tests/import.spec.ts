import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { tar } from "../src/import/tar.ts";
import { expect, open, phone, Server, serveBuilt, shot, test as plain } from "./base.ts";

/** A game like no other of the tests. */
const record = (number: number): string => `(;GM[1]FF[4]SZ[19]PB[Mine ${number}]PW[Other];B[ab];W[cd];B[${"abcdefgh"[number]}k])`;

interface Own {
  /** A server of one test, whose database is changed. */
  own: Server;
  /** A folder with records. */
  folder: string;
}

const test = plain.extend<Own>({
  own: async ({ page }, use) => {
    const own = new Server();
    await own.start();
    await serveBuilt(page, own);
    await use(own);
    // A page that still asks would report that the server is gone.
    await page.close();
    await own.remove();
  },
  folder: async ({}, use) => {
    const above = mkdtempSync(join(tmpdir(), "bgo-games-"));
    const folder = join(above, "my games");
    mkdirSync(join(folder, "deep"), { recursive: true });
    writeFileSync(join(folder, "a.sgf"), record(1));
    writeFileSync(join(folder, `${"long".repeat(40)}.sgf`), record(2));
    writeFileSync(join(folder, "deep", "圍棋 b.sgf"), record(3));
    writeFileSync(join(folder, "chess.sgf"), "(;GM[2];B[aa])");
    await use(folder);
    rmSync(above, { recursive: true, force: true });
  },
});

const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Your games" });
const outcomes = (page: Page): Locator => dialog(page).locator(".import-outcome");
const header = (page: Page): Locator => page.locator(".database");

const gamesOf = async (page: Page): Promise<number> => Number((await header(page).innerText()).replace(/ .*$/s, "").replace(/\D/g, ""));

/** Drops files on a part of the page. */
const drop = (page: Page, files: Record<string, string>, where = "h1"): Promise<void> =>
  page.locator(where).evaluate((target, dropped) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of Object.entries(dropped)) dataTransfer.items.add(new File([text], name));
    target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, files);

test("a folder is imported, and removed again", phone, async ({ page, own, folder }, info) => {
  await open(page, own);
  const before = await gamesOf(page);
  await page.getByRole("button", { name: "Add games" }).click();
  await dialog(page).locator("input[webkitdirectory]").setInputFiles(folder);
  await expect(outcomes(page)).toContainText("my games: 3 games added, 0 already there.");
  await expect(outcomes(page)).toContainText("1 game: not Go (chess.sgf)");
  await expect(header(page)).toContainText(`${before + 3} games`);
  const source = dialog(page).locator(".import-sources li", { hasText: "my games" });
  await expect(source).toContainText("3 games, ");
  expect((await new AxeBuilder({ page }).include("dialog").analyze()).violations).toEqual([]);
  await shot(page, info.project.name, "import");

  await source.getByRole("button", { name: "Remove my games" }).click();
  await expect(outcomes(page)).toContainText("my games: 3 games would be removed; no other source has them.");
  await outcomes(page).getByRole("button", { name: "Remove 3 games" }).click();
  await expect(outcomes(page)).toContainText("3 games removed.");
  await expect(header(page)).toContainText(`${before} games`);
  await expect(source).toHaveCount(0);
});

test("an empty database takes games in its field, and the example, which can be removed again", phone, async ({ page }, info) => {
  const own = new Server([], null);
  await own.start();
  await serveBuilt(page, own);
  await page.goto(own.url);
  const told = page.getByRole("region", { name: "No games yet" });
  await expect(told.locator(".import-drop")).toBeVisible();
  await shot(page, info.project.name, "empty");
  await told.getByRole("button", { name: "Try with example games" }).click();
  await expect(outcomes(page)).toContainText("example-games.tgz: 275 games added");
  await expect(told).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Remove example-games.tgz" }).click();
  await outcomes(page).getByRole("button", { name: /^Remove \d+ games/ }).click();
  await expect(header(page)).toHaveText("No games yet");
  await page.keyboard.press("Escape");
  await drop(page, { "a.sgf": record(1) }, ".import-drop");
  await expect(outcomes(page)).toContainText("a.sgf: 1 game added");
  await page.close();
  await own.remove();
});

test("a source whose games have others leaves them", async ({ page, own }) => {
  await open(page, own);
  const before = await gamesOf(page);
  await page.getByRole("button", { name: "Add games" }).click();
  for (const name of ["first.sgf", "second.sgf"]) {
    await drop(page, { [name]: record(1) }, ".import-drop");
    await expect(outcomes(page)).toContainText(`${name}: `);
  }
  await dialog(page).getByRole("button", { name: "Remove second.sgf" }).click();
  await expect(outcomes(page)).toContainText("second.sgf: its games have other sources and stay.");
  await outcomes(page).getByRole("button", { name: "Remove the source" }).click();
  await expect(dialog(page).getByRole("button", { name: "Remove second.sgf" })).toHaveCount(0);
  await expect(header(page)).toContainText(`${before + 1} games`);
});

test("another program reads the archive of a folder", async ({ folder }) => {
  const names = ["a.sgf", `${"long".repeat(40)}.sgf`, "deep/圍棋 b.sgf"];
  const files = names.map((path) => ({ path, file: new File([readFileSync(join(folder, path))], path, { lastModified: -1 }) }));
  const archive = join(folder, "made.tar");
  writeFileSync(archive, Buffer.from(await tar(files).arrayBuffer()));
  const listed = execFileSync("tar", ["--list", "--quoting-style=literal", "-f", archive], { encoding: "utf8" });
  expect(listed.trim().split("\n")).toEqual(names);
  const text = execFileSync("tar", ["--extract", "--to-stdout", "-f", archive], { encoding: "utf8" });
  expect(text).toBe([1, 2, 3].map(record).join(""));
});

test("several files that are dropped anywhere are imported, and one record is shown", async ({ page, own }) => {
  // A third size, as of a phone on its side.
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, own);
  const before = await gamesOf(page);
  await drop(page, { "a.sgf": record(1), "b.sgf": record(2), "c.sgf": record(1) });
  await expect(outcomes(page)).toContainText("2 games added, 1 already there.");
  await drop(page, { "d.sgf": record(4) }, ".import-drop");
  await expect(outcomes(page)).toContainText("d.sgf: 1 game added");
  await expect(header(page)).toContainText(`${before + 3} games`);
  await page.keyboard.press("Escape");
  await drop(page, { "e.sgf": record(5) });
  await expect(page.locator(".notice[role=status]")).toHaveText("The record is on the search board.");
  await expect(dialog(page)).toHaveCount(0);
  await drop(page, { "broken.zip": "no archive" });
  await expect(outcomes(page)).toContainText("broken.zip: Failed.");
});

test("a change of another page is seen, and stopped", async ({ page, own }) => {
  await open(page, own);
  let state = "running";
  await page.route("**/api/v1/changes", (route) =>
    route.fulfill({
      json: {
        number: 1, kind: "import", archive: "large.tgz", state, games: 1234, bytes: 40, total_bytes: 100,
        would_remove: null, imported: null, removed: null, failures: [], error: null,
      },
    }),
  );
  await page.route("**/api/v1/changes/stop", (route) => {
    state = "stopped";
    return route.fulfill({ json: null });
  });
  await page.route("**/api/v1/changes/import?**", (route) => route.fulfill({ status: 413, body: "<html>Too large</html>" }));
  await page.getByRole("button", { name: "Add games" }).click();
  await expect(dialog(page)).toContainText("Importing large.tgz: 1,234 games 40%");
  await expect(dialog(page).getByRole("button", { name: "Choose files…" })).toBeDisabled();
  await dialog(page).getByRole("button", { name: "Stop" }).click();
  await expect(dialog(page).getByRole("button", { name: "Choose files…" })).toBeEnabled();
  // A proxy may answer in place of the server.
  await drop(page, { "a.sgf": record(1) }, ".import-drop");
  await expect(outcomes(page)).toHaveText(/a\.sgf: .*413/);
});

test("the browser asks before it closes a page that sends", async ({ page, own }) => {
  await open(page, own);
  let answer = () => {};
  const answered = new Promise<void>((done) => (answer = done));
  await page.route("**/api/v1/changes/import?**", async (route) => {
    await answered;
    await route.continue();
  });
  const asks = () => page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await asks()).toBe(false);
  await drop(page, { "a.sgf": record(1), "b.sgf": record(2) });
  await expect.poll(asks).toBe(true);
  answer();
  await expect(outcomes(page)).toContainText("2 games added");
  expect(await asks()).toBe(false);
});

test("where nobody may change the database, nothing is offered", async ({ page }) => {
  const own = new Server(["--read-only"]);
  await own.start();
  await serveBuilt(page, own);
  await open(page, own);
  await expect(page.getByRole("button", { name: "Add games" })).toHaveCount(0);
  await drop(page, { "a.sgf": record(1), "b.sgf": record(2) });
  await expect(page.locator(".notice[role=status]")).toHaveText("The record is on the search board.");
  await page.close();
  await own.remove();
});

test("the token of the address allows changes, and leaves the address", async ({ page }) => {
  const own = new Server(["--allow-import"]);
  await own.start();
  await serveBuilt(page, own);
  await page.goto(own.url + own.token);
  await expect(header(page)).toContainText("games");
  await page.reload();
  expect(new URL(page.url()).hash).toBe("");
  await page.getByRole("button", { name: "Add games" }).click();
  await drop(page, { "a.sgf": record(1) }, ".import-drop");
  await expect(outcomes(page)).toContainText("1 game added");
  await page.close();
  await own.remove();
});
