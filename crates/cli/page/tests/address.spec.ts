import { expect, games, nextMoves, open, openGame, click, show, showTools, stone, query, replay, search, serveBuilt, test } from "./base.ts";

test("the back button steps back through moves and games", async ({ page, server }) => {
  await open(page, server);
  await click(search(page), "pd");
  await expect(stone(search(page), "pd", "B")).toBeVisible();
  await click(search(page), "dp");
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp");
  await openGame(page);
  await expect(replay(page)).toContainText(/Move 2 of/);
  await page.goBack();
  await expect(replay(page)).toHaveCount(0);
  await page.goBack();
  await expect(stone(search(page), "dp")).toHaveCount(0);
  await expect(search(page).getByRole("button", { name: "Forward" })).toBeEnabled();
  await page.goForward();
  // A phone shows the games again, from which the game was opened.
  await show(page, "board");
  await expect(stone(search(page), "dp", "W")).toBeVisible();
});

test("a link restores the page", async ({ page, server, context }) => {
  await open(page, server, "?moves=pd,dp&swap=true&sort=players&reverse=true");
  await openGame(page);
  await expect(replay(page)).toContainText(/Move 2 of/);
  await replay(page).getByRole("button", { name: "Forward" }).click();
  await expect(replay(page)).toContainText(/Move 3 of/);
  const other = await context.newPage();
  await serveBuilt(other, server);
  await other.goto(page.url());
  await expect(replay(other)).toContainText(/Move 3 of/);
  await expect(other.locator("#games .tally")).toHaveText((await games(page).locator(".tally").textContent()) ?? "");
  await show(other, "board");
  await showTools(other);
  await expect(other.getByRole("checkbox", { name: /colour-swapped/ })).toBeChecked();
  await expect(games(other).locator("th[aria-sort]")).toContainText("Players");
  await expect(nextMoves(other)).toHaveCount(await nextMoves(page).count());
});

test("an invalid address shows an error", async ({ page, server }) => {
  await page.goto(`${server.url}?moves=pd,pd&game=999999`);
  await expect(replay(page).getByRole("status")).toContainText(/./);
  await show(page, "board");
  await expect(search(page).getByRole("status")).toContainText("cannot play");
  await showTools(page);
  await search(page).getByRole("button", { name: "Reset" }).click();
  await expect(nextMoves(page).first()).toBeVisible();
});
