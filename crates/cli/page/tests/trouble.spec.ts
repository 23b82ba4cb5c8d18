import type { Request } from "@playwright/test";
import { expect, Gate, games, nextMoves, open, click, stone, query, replay, search, shot, show, test } from "./base.ts";

test("the page reports a lost server and recovers", async ({ page, server, faults }, info) => {
  await open(page, server);
  await server.stop();
  await click(search(page), "pd");
  await expect(page.locator(".banner")).toHaveText("Cannot reach the server; retrying.");
  await shot(page, info.project.name, "lost");
  await server.start();
  await expect(page.locator(".banner")).toHaveText("");
  await expect.poll(() => query(page).get("moves")).toBe("pd");
  await expect(stone(search(page), "pd", "B")).toBeVisible();
  await expect(games(page).locator(".tally")).toContainText(/\d+ game/);
  faults.length = 0;
});

test("a link to a game that is not there can be closed", async ({ page, server }) => {
  await page.goto(`${server.url}?moves=pd&game=99999999`);
  await expect(replay(page).getByRole("status")).toHaveText("There is no such game.");
  await replay(page).getByRole("button", { name: "Close game" }).click();
  await expect(replay(page)).toHaveCount(0);
  expect(query(page).has("game")).toBe(false);
  await show(page, "board");
  await expect(stone(search(page), "pd", "B")).toBeVisible();
});

test("the page asks a busy server again", async ({ page, server, faults }) => {
  let busy = true;
  await page.route("**/api/v1/position*", async (route) => {
    if (!busy) return route.fallback();
    await route.fulfill({
      status: 503,
      headers: { "retry-after": "1" },
      json: { error: { code: "busy", message: "Too many questions at once.", field: null } },
    });
  });
  await page.goto(server.url);
  await expect(page.locator(".banner")).toHaveText("The server is busy; retrying.");
  busy = false;
  await expect(nextMoves(page).first()).toBeVisible();
  await expect(page.locator(".banner")).toHaveText("");
  faults.length = 0;
});

test("a slow answer shows progress over what was there before", async ({ page, server }) => {
  await open(page, server);
  const gate = new Gate();
  await page.route("**/api/v1/games?*", async (route) => {
    await gate.opened;
    await route.continue();
  });
  await page.route("**/api/v1/position?*", async (route) => {
    await gate.opened;
    await route.continue();
  });
  const before = await games(page).locator("[data-game]").count();
  await click(search(page), "pd");
  await expect(page.locator(".progress.slow")).toBeAttached();
  await expect(games(page).locator(".list")).toHaveAttribute("aria-busy", "true");
  // What was there stays, dimmed.
  await expect(games(page).locator("[data-game]")).toHaveCount(before);
  for (const dimmed of [games(page).locator(".list table"), games(page).locator(".tally"), search(page).locator(".tally")])
    await expect(dimmed).toHaveCSS("opacity", "0.55");
  gate.open();
  await expect(search(page).locator(".tally")).toHaveCSS("opacity", "1");
  await show(page, "games");
  await expect(games(page).locator("[data-game]").first()).toBeVisible();
  await expect(page.locator(".progress.slow")).toHaveCount(0);
});

test("the answer to a superseded question is ignored", async ({ page, server }) => {
  await open(page, server);
  const gate = new Gate();
  await page.route("**/api/v1/games?moves=pd&*", async (route) => {
    await gate.opened;
    await route.continue().catch(() => {});
  });
  const isIt = (request: Request) => request.url().includes("/api/v1/games?moves=pd&");
  const asked = page.waitForRequest(isIt);
  const answered = Promise.race([
    page.waitForEvent("requestfinished", isIt),
    page.waitForEvent("requestfailed", isIt),
  ]);
  await click(search(page), "pd");
  await asked;
  await expect.poll(() => query(page).get("moves")).toBe("pd");
  await search(page).getByRole("button", { name: "Back" }).click();
  await expect(games(page).locator(".tally")).toHaveText("189 games");
  gate.open();
  await answered;
  // Lets the page draw the late answer.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(games(page).locator(".tally")).toHaveText("189 games");
});
