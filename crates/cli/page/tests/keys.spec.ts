import type { Locator, Page } from "@playwright/test";
import { expect, games, nextMoves, open, openGame, query, replay, search, test as plain } from "./base.ts";
import { gameOf, openWithGame } from "./game.ts";

// Keys are pressed on the page, as users press them: `Locator.press` would first give the focus to its element.
const test = plain.extend<{ keyboard: void }>({
  keyboard: [
    async ({}, use, info) => {
      plain.skip(info.project.name === "phone", "a phone has no keyboard");
      await use();
    },
    { auto: true },
  ],
});

const shows = (page: Page, game: string | null | undefined) =>
  expect(replay(page).locator(".open-game")).toHaveAttribute("data-game", game ?? "");
const at = (page: Page, move: number) => expect(replay(page)).toContainText(new RegExp(`Move ${move} of`));
const numbers = (page: Page) =>
  games(page).locator("[data-game]").evaluateAll((all) => all.slice(0, 3).map((row) => row.getAttribute("data-game")));

/** Presses Enter on what has the focus, and returns once the page has the answer. */
async function enter(page: Page, on: Locator): Promise<void> {
  await on.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".moves, .profile").first()).toHaveAttribute("aria-busy", "false");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

test("the keys of the open game work after the next and the previous game", async ({ page, server }) => {
  await open(page, server, "?moves=pd");
  const [first, second, third] = await numbers(page);
  await openGame(page);
  await shows(page, first);
  await expect(replay(page).getByRole("button", { name: "Next game" })).toBeEnabled();
  await page.keyboard.press("n");
  await shows(page, second);
  await at(page, 1);
  await page.keyboard.press("ArrowRight");
  await at(page, 2);
  // With Caps Lock, the key is a capital letter.
  await page.keyboard.press("N");
  await shows(page, third);
  await page.keyboard.press("PageDown");
  await at(page, 11);
  await page.keyboard.press("P");
  await shows(page, second);
  await replay(page).getByRole("button", { name: "Next game" }).click();
  await shows(page, third);
  await expect(replay(page).getByRole("button", { name: "Next game" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await at(page, 2);
  await page.keyboard.press("Home");
  await at(page, 0);
  await page.keyboard.press("End");
  await expect(replay(page).getByRole("button", { name: "Last" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(replay(page)).toHaveCount(0);
  await expect(games(page).locator(":focus")).toHaveCount(1);
});

test("the keys of the open game work from a link, after a reload, and after a click beside the board", async ({ page, server }) => {
  const game = await gameOf(page, server, "GNU Go");
  await openWithGame(page, server, `?moves=pd&game=${game}&at=10`);
  await page.keyboard.press("ArrowRight");
  await at(page, 11);
  await page.reload();
  await at(page, 11);
  await page.keyboard.press("ArrowLeft");
  await at(page, 10);
  for (const beside of [replay(page).getByRole("heading", { name: "Game information" }), page.locator(".top h1")]) {
    await beside.click();
    await page.keyboard.press("ArrowRight");
    await at(page, 11);
    await page.keyboard.press("ArrowLeft");
    await at(page, 10);
  }
  await page.keyboard.press(" ");
  await expect(replay(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await expect(replay(page).getByRole("button", { name: "Play the moves" })).toBeVisible();
  await at(page, 0);
});

test("a key is heard as soon as the open game is there", async ({ page, server }) => {
  const game = await gameOf(page, server, "GNU Go");
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(".open-game")) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
    });
    observer.observe(document, { subtree: true, childList: true });
  });
  await openWithGame(page, server, `?moves=pd&game=${game}&at=10`);
  await at(page, 9);
});

test("windows, menus and fields keep their keys from the open game", async ({ page, server }) => {
  // Wide enough for both boards and the filters.
  await page.setViewportSize({ width: 1900, height: 1000 });
  const game = await gameOf(page, server, "GNU Go");
  await openWithGame(page, server, `?moves=pd&game=${game}&at=10`);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator(".menu-window")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Player" }).click();
  await page.keyboard.type("gn");
  await page.keyboard.press("Home");
  await expect(page.getByRole("combobox", { name: "Player" })).toHaveValue("gn");
  await at(page, 10);
  // The focus says which board hears the arrow keys.
  await search(page).locator(".board").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => query(page).get("moves")).toBeNull();
  await at(page, 10);
  await replay(page).getByRole("heading", { name: "Game information" }).click();
  await page.keyboard.press("ArrowRight");
  await at(page, 11);
});

test("arrow keys step on the search board after a row of the table was clicked", async ({ page, server }) => {
  await open(page, server);
  await nextMoves(page).first().getByRole("button").click();
  await expect.poll(() => query(page).get("moves")).not.toBeNull();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => query(page).get("moves")).toBeNull();
});

test("the focus stays in the row of the table of moves, or goes to the board", async ({ page, server }) => {
  await open(page, server);
  const row = (i: number) => nextMoves(page).nth(i).locator(".row-button");
  for (const length of [1, 2]) {
    await enter(page, row(1));
    await expect.poll(() => query(page).get("moves")?.split(",").length).toBe(length);
    await expect(row(1)).toBeFocused();
  }
  await page.goto(`${server.url}?moves=pd,nc,qf&area=ka,si`);
  await enter(page, page.getByRole("button", { name: "Remove the area" }));
  await expect(page.locator(".pattern")).toHaveCount(0);
  await expect(search(page).locator(".board")).toBeFocused();
});

test("buttons that have nothing more to do keep the focus", async ({ page, server }) => {
  const button = (name: string) => search(page).getByRole("button", { name, exact: true });
  for (const name of ["Back", "First", "Reset"]) {
    await open(page, server, "?moves=pd");
    await enter(page, button(name));
    await expect.poll(() => query(page).get("moves")).toBeNull();
    await expect(button(name)).toBeFocused();
    await expect(button(name)).toBeDisabled();
    await page.keyboard.press("Enter");
  }
  const game = await gameOf(page, server, "GNU Go");
  await openWithGame(page, server, `?game=${game}&at=0`);
  const there = replay(page).getByRole("button", { name: "from move" });
  await enter(page, there);
  await expect(there).toBeFocused();
  await expect(there).toBeDisabled();
});

test("the focus follows what takes the place of a part of the page", async ({ page, server }) => {
  await page.goto(`${server.url}?${new URLSearchParams({ profile: "GNU Go 3.8 level 1" })}`);
  await enter(page, page.getByRole("button", { name: "Show the games" }));
  await expect(games(page)).toBeFocused();
  await page.goto(`${server.url}?list=all&player=gnu&year=2026&result=void`);
  await enter(page, games(page).getByRole("button", { name: "Clear all filters" }));
  await expect(games(page).locator("[data-game]").first()).toBeVisible();
  await expect(games(page).locator(":focus")).toHaveCount(1);
  // A click on nothing takes the focus away, and nothing gives it back.
  await page.locator(".database").click();
  await page.goBack();
  await expect(games(page).locator(".empty-list")).toBeVisible();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});
