import { click, expect, games, open, query, replay, search, stones, show } from "./base.ts";
import { testWith } from "./game.ts";
import { RECORDS } from "./records.ts";

const LONG = {
  "ranks.sgf": `(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Alexander Dinerchtein]BR[1p (European Go Federation)]PW[Konstantinos Papadopoulos]WR[7 dan, several times champion]DT[2030-05-05]RE[W+R]EV[The long and winding open of many rounds]
;B[pd];W[dp])`,
};

const test = testWith({ ...RECORDS, ...LONG });

test("all games of the database are listed without a position", async ({ page, server }) => {
  await open(page, server, "?moves=pd,pp,dd,dp");
  await show(page, "games");
  const tally = games(page).locator(".tally");
  await expect(tally).not.toHaveText("190 games");
  await games(page).getByRole("button", { name: "All games" }).click();
  await expect(tally).toHaveText(/^2\d\d games$/);
  expect(query(page).get("list")).toBe("all");
  // Back returns to the games with the position.
  const all = await tally.innerText();
  await page.goBack();
  await expect(tally).not.toHaveText(all);
  await page.goForward();
  await expect(tally).toHaveText(all);
});

test("a database without games says what to do", async ({ page, server }) => {
  let changes = "nobody";
  await page.route("**/api/v1/info", async (route) => {
    const info = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...info, changes, games: 0, first_year: null, last_year: null } });
  });
  await page.goto(server.url);
  const told = page.getByRole("region", { name: "No games yet" });
  await expect(told).toContainText("bgo import");
  await page.getByRole("button", { name: "Help" }).click();
  await expect(page.getByRole("dialog")).toContainText("Games cannot be added to this database from here.");
  await page.keyboard.press("Escape");
  changes = "own_page";
  await page.reload();
  await expect(told.getByRole("button", { name: "Choose files…" })).toBeVisible();
  await expect(page.locator(".database")).toHaveText("No games yet");
  await expect(page.locator(".filters, .moves, .panel")).toHaveCount(0);
});

test("games that set stones up are found among all games", async ({ page, server }) => {
  await open(page, server, "?moves=pd&player=Ada+Setup&list=all");
  await show(page, "games");
  await expect(games(page).locator(".tally")).toHaveText("1 game");
  await games(page).locator("[data-game] .row-button").click();
  // The game does not have the searched position, so it opens at its start.
  await expect(replay(page)).toContainText("Move 0 of");
  await expect(stones(replay(page))).toHaveCount(3);
});

test("an empty list says why, and what to do", async ({ page, server }) => {
  await open(page, server, "?moves=aa,bb,cc&year=2013");
  await show(page, "games");
  const list = games(page).locator(".empty-list");
  await expect(list).toContainText("No game that meets the filters has this position.");
  await list.getByRole("button", { name: "Clear all filters" }).click();
  await expect(list).toContainText("No game has this position.");
  expect(query(page).get("year")).toBeNull();
  await list.getByRole("button", { name: "Show all games" }).click();
  await expect(games(page).locator("[data-game]").first()).toBeVisible();
  await page.goto(`${server.url}?list=all&result=void`);
  await show(page, "games");
  await expect(list).toContainText("No game meets the filters.");
  await expect(list.getByRole("button", { name: "Show all games" })).toHaveCount(0);
});

test("a filter that cannot be read is told beside the filter, and the list goes without it", async ({ page, server }) => {
  await page.goto(`${server.url}?list=all&rank=nonsense`);
  await show(page, "games");
  await expect(page.locator(".filters")).toContainText("nonsense");
  await expect(games(page).locator("[data-game]").first()).toBeVisible();
  await expect(games(page)).not.toContainText("nonsense");
});

test("the list keeps its place when a game is opened and closed, and begins anew after a move", async ({ page, server }) => {
  await open(page, server, "?moves=pd");
  await show(page, "games");
  const list = games(page).locator(".list");
  const top = () => list.evaluate((element) => element.scrollTop);
  await list.evaluate((element) => element.scrollTo(0, 1500));
  await expect(list.locator('[aria-rowindex="35"]')).toBeVisible();
  await list.locator('[aria-rowindex="35"] .row-button').click();
  await expect(replay(page)).toContainText("Move 1 of");
  await replay(page).getByRole("button", { name: "Forward" }).click();
  await replay(page).getByRole("button", { name: "Close game" }).click();
  await expect(list.locator('[aria-rowindex="35"] .row-button')).toBeFocused();
  expect(await top()).toBe(1500);

  await page.getByRole("tab", { name: "Statistics" }).click();
  await expect(list).toHaveCount(0);
  await page.getByRole("tab", { name: "Games" }).click();
  await expect(list.locator('[aria-rowindex="35"]')).toBeVisible();
  await expect.poll(top).toBe(1500);

  await show(page, "board");
  await click(search(page), "dp");
  await expect(stones(search(page))).toHaveCount(2);
  await show(page, "games");
  await expect(list.locator('[aria-rowindex="2"]')).toBeVisible();
  await expect.poll(top).toBe(0);
});

test("the table of moves begins at its top after a move", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "on a phone the table does not scroll by itself");
  await page.setViewportSize({ width: 1100, height: 600 });
  // The records of the test have few moves; the table needs more than fit.
  await page.route("**/api/v1/position*", async (route) => {
    const json = (await (await route.fetch()).json()) as { next_moves: object[] };
    const rows = Array.from({ length: 19 }, (_, i) => ({ ...json.next_moves[0], move: `${String.fromCharCode(97 + i)}j` }));
    await route.fulfill({ json: { ...json, next_moves: rows } });
  });
  await open(page, server);
  const table = page.locator(".moves");
  await table.evaluate((element) => element.scrollTo(0, 80));
  await expect.poll(() => table.evaluate((element) => element.scrollTop)).toBeGreaterThan(20);
  await click(search(page), "pd");
  await expect(table).toHaveAttribute("aria-busy", "false");
  await expect(stones(search(page))).toHaveCount(1);
  await expect.poll(() => table.evaluate((element) => element.scrollTop)).toBe(0);
});

test("names stay readable beside long ranks, from 320 to 2,560 pixels", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "sets the size of the window");
  for (const width of [320, 390, 683, 900, 1100, 1366, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, server, "?list=all&player=Konstantinos+Papadopoulos");
    await show(page, "games");
    const row = games(page).locator("[data-game]", { hasText: "Dinerchtein" });
    await row.locator(".row-button").click();
    await expect(replay(page).locator("[data-player=B]")).toBeVisible();
    // Eight letters at least, or the whole name.
    const cut = (selector: string) =>
      page.locator(selector).evaluateAll((names) =>
        names
          .filter((name) => name.clientWidth < Math.min(name.scrollWidth, 8 * 7))
          .map((name) => `${name.textContent}: ${name.clientWidth} of ${name.scrollWidth}`),
      );
    expect(await cut("#replay .player-name"), `replay, ${width}`).toEqual([]);
    await replay(page).getByRole("button", { name: "Close game" }).click();
    await show(page, "games");
    expect(await cut("#games .name bdi:not(.rank)"), `list, ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBeLessThanOrEqual(width);
  }
});
