import type { Locator } from "@playwright/test";
import { click, expect, games, nextMoves, open, openGame, phone, query, replay, search, stone, test } from "./base.ts";

const board = (part: Locator) => part.locator(".drawing");
const bottom = async (part: Locator) => {
  const box = await part.boundingBox();
  return (box?.y ?? NaN) + (box?.height ?? NaN);
};
const top = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;

test.beforeEach(({}, info) => test.skip(info.project.name !== "phone", "phones only"));

for (const height of [844, 664])
  test(`the table is straight below the board and its buttons, which stay while it scrolls, ${height}`, phone, async ({ page, server }) => {
    await page.setViewportSize({ width: 390, height });
    await open(page, server, "?moves=pd");
    const [views, row] = [page.locator(".views"), nextMoves(page).first()];
    const line = page.locator(".line-row");
    await expect(page.locator("#search .steps > button").first()).toBeVisible();
    expect(await top(line)).toBeLessThan((await bottom(search(page).locator(".tools"))) + 10);
    expect(await top(page.locator(".moves"))).toBeLessThan((await bottom(line)) + 12);
    expect(await bottom(row), "a number is on the first screen").toBeLessThan(await top(views));
    expect(await top(page.locator(".filters"))).toBeGreaterThan(await bottom(page.locator(".moves")));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(board(search(page))).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => scrollTo(0, 150));
    const last = nextMoves(page).nth(2);
    const move = (await last.getAttribute("data-move"))?.slice(1) ?? "";
    await last.tap();
    await expect.poll(() => query(page).get("moves")).toBe(`pd,${move}`);
    await expect(stone(search(page), move)).toBeInViewport({ ratio: 1 });
    await search(page).getByRole("button", { name: "Back" }).tap();
    await expect.poll(() => query(page).get("moves")).toBe("pd");
  });

test("on its side, a phone shows the board and beside it the table, or what is known of the game", phone, async ({ page, server }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, server, "?moves=pd");
  const first = nextMoves(page).first();
  await expect(board(search(page))).toBeInViewport({ ratio: 1 });
  await expect(first).toBeInViewport({ ratio: 0.9 });
  const right = async (part: Locator) => ((await part.boundingBox())?.x ?? NaN) + ((await part.boundingBox())?.width ?? NaN);
  expect((await first.boundingBox())?.x).toBeGreaterThan(await right(board(search(page))));
  await page.evaluate(() => scrollTo(0, 200));
  await expect(board(search(page))).toBeInViewport({ ratio: 1 });
  await openGame(page);
  const known = replay(page).locator(".common");
  await expect(board(replay(page))).toBeInViewport({ ratio: 1 });
  expect((await known.boundingBox())?.x).toBeGreaterThan(await right(board(replay(page))));
  await known.scrollIntoViewIfNeeded();
  await expect(board(replay(page))).toBeInViewport({ ratio: 1 });
});

test("a button beside the line opens the filters, and tells how many there are", phone, async ({ page, server }) => {
  await open(page, server, "?moves=pd&rank=9p&year=2010..");
  const button = page.locator(".line-row").getByRole("button", { name: "Filters 2" });
  await expect(button).toBeInViewport({ ratio: 1 });
  // Escape goes back to it, without a jump of the page.
  const place = await button.boundingBox();
  await button.tap();
  await expect(page.locator("#filters-button")).toBeFocused();
  await expect(page.locator(".filters").getByRole("combobox", { name: "Player" })).toBeInViewport();
  await expect(page.locator(".filters .chip").first()).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  expect(await button.boundingBox()).toEqual(place);
  await button.tap();
  const shown = page.locator(".fields-end button");
  await expect(shown).toHaveText(/^Show \d+ games?$/);
  await expect(shown).toBeInViewport({ ratio: 1 });
  await shown.tap();
  await expect(games(page)).toBeVisible();
});

test("a hint is told until the first move, and no mode moves the table", phone, async ({ page, server }) => {
  await open(page, server);
  const status = search(page).getByRole("status");
  await expect(status).toHaveText("Tap to play; hold and slide to aim.");
  const place = await page.locator(".moves").boundingBox();
  for (const mode of ["Edit position", "Search a corner or area (joseki)"]) {
    await search(page).getByRole("button", { name: mode }).tap();
    await expect(search(page).locator(".touch-hint")).toBeVisible();
    expect(await page.locator(".moves").boundingBox(), mode).toEqual(place);
    await search(page).getByRole("button", { name: "Done" }).tap();
  }
  await click(search(page), "pd");
  await expect(status).toHaveText(/^Move 1: black Q16/);
});
