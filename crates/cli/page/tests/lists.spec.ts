import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, games, open, phone, query, search, shot, show, stones } from "./base.ts";
import { testWith } from "./game.ts";

const STONES = ["dp", "pd", "dd", "pp"];
const MOVES = [";W[cf]", ";B[fc]", ";W[qf]", ";B[nc]"];

/** A handicap game of two, three or four stones. */
const handicap = (stones: number, length: number, result: string, id = "") =>
  `(;GM[1]FF[4]SZ[19]HA[${stones}]AB[${STONES.slice(0, stones).join("][")}]PB[Pupil${id}]PW[Teacher]DT[2020-01-0${stones}]RE[${result}]${MOVES.slice(0, length).join("")})`;

const test = testWith({
  "two.sgf": handicap(2, 2, "B+R"),
  "two-b.sgf": handicap(2, 3, "W+2.5", " B"),
  "three.sgf": handicap(3, 1, "B+0.5"),
  "four.sgf": handicap(4, 4, "0"),
  "formula.sgf": "(;GM[1]FF[4]SZ[19]PB[=1+1]PW[李昌鎬]DT[2021]RE[B+T];B[qd])",
});

const results = (page: Page) => games(page).locator("[data-game] .result > span");

test("results and numbers of moves sort the list, by keyboard too", phone, async ({ page, server }) => {
  await open(page, server, "?list=all&player=Teacher");
  await show(page, "games");
  await games(page).getByRole("button", { name: "Result" }).press("Enter");
  await expect(results(page)).toHaveText(["B+R", "B+0.5", "Draw", "W+2.5"].map((text) => new RegExp(text.replace("+", "\\+"))));
  await expect(games(page).locator("th[aria-sort=descending]")).toContainText("Result");
  expect(query(page).get("sort")).toBe("result");
  await games(page).getByRole("button", { name: "Moves" }).press("Enter");
  await expect(games(page).locator("[data-game] .result small")).toHaveText(["4 moves", "3 moves", "2 moves", "1 move"]);
  await games(page).getByRole("button", { name: "Moves" }).press("Enter");
  await expect(games(page).locator("[data-game] .result small").first()).toHaveText("1 move");
  await page.reload();
  await expect(games(page).locator("[data-game] .result small").first()).toHaveText("1 move");
});

test("all games of the list are saved as SGF, in an archive and as a table", phone, async ({ page, server }, info) => {
  await open(page, server, "?stones=Bdp,Bpd&to_play=W&sort=result&result=B%2B&player=Teacher");
  await show(page, "games");
  const menu = games(page).getByRole("button", { name: "Download" });
  const save = async (name: string): Promise<[name: string, text: string]> => {
    await menu.click();
    const download = page.waitForEvent("download");
    await games(page).getByRole("link", { name }).click();
    const file = await download;
    await expect(games(page).getByRole("link", { name })).toHaveCount(0);
    return [file.suggestedFilename(), readFileSync(await file.path(), "utf8")];
  };
  expect(await save("One SGF file")).toEqual(["games.sgf", expect.stringMatching(/^\(;[^]*PB\[Pupil\][^]*\)\s*$/)]);
  expect((await save("archive"))[0]).toBe("games.tgz");
  const [name, table] = await save("CSV");
  expect(name).toBe("games.csv");
  expect(table.trim().split("\n")).toHaveLength(2);
  await page.goto(`${server.url}?list=all&player=%3D%3D1%2B1`);
  await show(page, "games");
  await expect(games(page).locator(".tally")).toHaveText("1 game");
  expect((await save("CSV"))[1]).toContain(",'=1+1,");
  await menu.click();
  await expect(games(page).getByRole("link", { name: "CSV" })).toBeInViewport({ ratio: 1 });
  await shot(page, info.project.name, "download");
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
});

test("a file of a game is named by date and players", async ({ page, server }) => {
  await open(page, server, "?list=all&player=%3D%3D1%2B1");
  await show(page, "games");
  await games(page).locator("[data-game] .row-button").click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download SGF" }).click();
  expect((await download).suggestedFilename()).toBe("2021 1+1 - 李昌鎬.sgf");
});

test("handicaps are listed by stones, and a click sets them up", phone, async ({ page, server }, info) => {
  const rows = page.locator("[data-handicap]");
  await open(page, server, "?player=Teacher");
  const more = page.getByRole("button", { name: "Handicaps" });
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator(".moves tr", { has: more }).locator(".number")).toHaveText("4");
  await more.click();
  await expect(rows.locator("th")).toHaveText(["2 stones", "3 stones", "4 stones"]);
  await shot(page, info.project.name, "handicaps");
  for (const [stonesOf, count] of [[2, 2], [3, 1], [4, 1]] as const) {
    const row = page.locator(`[data-handicap="${stonesOf}"]`);
    await expect(row.locator(".number").first()).toHaveText(String(count));
    const bar = await row.locator(".win-bar").getAttribute("title");
    await row.getByRole("button").click();
    await expect.poll(() => query(page).get("stones")).toBe(String(stonesOf));
    await expect(stones(search(page))).toHaveCount(stonesOf);
    await expect(search(page).locator(".tally strong")).toHaveText(count === 1 ? "1 game" : `${count} games`);
    await expect(page.locator(".moves .total .win-bar")).toHaveAttribute("title", bar ?? "");
    await page.goBack();
    await expect(rows).toHaveCount(3);
  }
});

test("filters count in the list of handicaps, and passes do not hide it", async ({ page, server }) => {
  await open(page, server, "?moves=pass&result=B%2BR&player=Teacher");
  await page.getByRole("button", { name: "Handicaps" }).click();
  const rows = page.locator("[data-handicap]");
  await expect(rows).toHaveCount(1);
  await expect(rows.locator(".number").first()).toHaveText("1");
  await rows.locator(".win-bar").click();
  await expect.poll(() => query(page).get("stones")).toBe("2");
  expect(query(page).get("moves")).toBeNull();
});
