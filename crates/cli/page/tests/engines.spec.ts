import type { Page } from "@playwright/test";
import type { Position } from "../src/core/types.ts";
import { click, expect, nextMoves, open, placeOf, search, shot, test } from "./base.ts";

/** Answers about positions with evaluations of the position and of the first move. */
async function mockEngine(page: Page): Promise<void> {
  await page.route("**/api/v1/position?*", async (route) => {
    const answer = (await (await route.fetch()).json()) as Position;
    answer.engine = { black_win_rate: 0.4825, black_score_lead: -0.25, visits: 1600 };
    const first = answer.next_moves[0];
    if (first) first.engine = { black_win_rate: 0.5125 };
    await route.fulfill({ json: answer });
  });
}

test("the table of moves tells what engines say", async ({ page, server }, info) => {
  await open(page, server);
  await mockEngine(page);
  await click(search(page), "pd");
  await expect(page.locator(".moves th.engine")).toHaveText("Engine");
  const cells = nextMoves(page).locator("td.engine");
  await expect(cells.nth(0)).toHaveText(/^51\.[23]%$/);
  await expect(cells.nth(0)).not.toHaveAttribute("title");
  await expect(cells.nth(1)).toHaveText("");
  const total = page.locator(".moves .total td.engine");
  await expect(total).toHaveText(/^48\.[23]%$/);
  await expect(total).toHaveAttribute("title", /^Black .0\.[23] points, 1,600 visits$/);
  // Nothing is wider than its place.
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  const moves = page.locator(".moves");
  expect(await moves.evaluate((frame) => frame.scrollWidth <= frame.clientWidth)).toBe(true);
  await shot(page, info.project.name, "engines");
});

test("the tooltip of a mark tells the win rate of the engine", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "points with a mouse");
  await open(page, server);
  await mockEngine(page);
  await click(search(page), "pd");
  await expect(page.locator(".moves th.engine")).toBeVisible();
  const move = (await nextMoves(page).first().getAttribute("data-move"))?.slice(1) ?? "";
  const at = await placeOf(search(page), move);
  await search(page).locator(".drawing").hover({ position: at });
  await expect(page.getByText(/engine 51\.[23]%/).first()).toBeAttached();
});

test("without evaluations the table has no such column", async ({ page, server }) => {
  await open(page, server);
  await expect(nextMoves(page).first()).toBeVisible();
  await expect(page.locator(".moves .engine")).toHaveCount(0);
});

test("the board stays where it is when the next position has evaluations", async ({ page, server }) => {
  await open(page, server);
  const board = search(page).locator(".drawing");
  const before = await board.boundingBox();
  await mockEngine(page);
  await click(search(page), "pd");
  await expect(page.locator(".moves th.engine")).toBeVisible();
  expect(await board.boundingBox()).toEqual(before);
});
