import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Position } from "../src/core/types.ts";
import { click, expect, mark, nextMoves, open, placeOf, query, search, Server, serveBuilt, shot, stone, test, phone } from "./base.ts";

/** A search of the position after Q16: D4 was played, and nobody played C3 or K10. */
const FOUND = [
  { move: "D4", winrate: 0.51, visits: 900 },
  { move: "C3", winrate: 0.495, scoreLead: -0.3, visits: 80 },
  { move: "K10", winrate: 0.625, visits: 20 },
];

/** Returns a query and its response, as KataGo's analysis engine writes them. */
const analysed = (): string =>
  [
    { id: "a", moves: [["B", "Q16"]], rules: "japanese", komi: 6.5, boardXSize: 19, boardYSize: 19 },
    {
      id: "a",
      turnNumber: 1,
      isDuringSearch: false,
      moveInfos: FOUND,
      rootInfo: { winrate: 0.505, scoreLead: 0.4, visits: 1000, currentPlayer: "W" },
    },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");

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

test("the table of moves shows evaluations by engines", async ({ page, server }, info) => {
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
  await expect(page.getByText(/engine White 48\.[78]%/).first()).toBeAttached();
});

test("without evaluations the table has no such column", async ({ page, server }) => {
  await open(page, server);
  await expect(nextMoves(page).first()).toBeVisible();
  await expect(page.locator(".moves .engine")).toHaveCount(0);
});

test("the board stays where it is when the next position has evaluations", phone, async ({ page, server }) => {
  await open(page, server);
  const board = search(page).locator(".drawing");
  const before = await board.boundingBox();
  await mockEngine(page);
  await click(search(page), "pd");
  await expect(page.locator(".moves th.engine")).toBeVisible();
  expect(await board.boundingBox()).toEqual(before);
});

test("moves that nobody played stand apart, and can be played", phone, async ({ page }, info) => {
  const server = new Server();
  try {
    server.import("analyses.jsonl", analysed(), ["analyses", "import"]);
    await server.start();
    await serveBuilt(page, server);
    await open(page, server, "?moves=pd");
    const rows = page.locator(".moves tfoot tr.searched[data-move]");
    await expect(page.locator(".moves tfoot tr.searched").first()).toHaveText("Searched by an engine, not played");
    await expect(rows).toHaveText([/C3\s*49\.5%$/, /K10\s*62\.5%$/]);
    await expect(rows.first().locator("td.engine")).toHaveAttribute("title", "Black -0.3 points, 80 visits");
    // Played moves have their own marks only.
    await expect(mark(search(page), "cq")).toHaveAttribute("data-searched");
    await expect(mark(search(page), "dp")).not.toHaveAttribute("data-searched");
    await expect(search(page).locator("[data-searched]")).toHaveCount(2);
    expect(await page.locator(".moves").evaluate((frame) => frame.scrollWidth <= frame.clientWidth)).toBe(true);
    await rows.first().scrollIntoViewIfNeeded();
    await shot(page, info.project.name, "searched");

    const { violations } = await new AxeBuilder({ page }).include(".moves").analyze();
    expect(violations.map((one) => one.id)).toEqual([]);
    // The bars of the rows scroll under the head.
    const above = await page.locator(".moves th.wins").evaluate((head) => {
      const { left, top, width, height } = head.getBoundingClientRect();
      return [1, 3, 5, 7].map((part) => document.elementFromPoint(left + width / 2, top + (height * part) / 8)?.tagName);
    });
    if (info.project.name === "desktop") {
      expect(above).toEqual(["TH", "TH", "TH", "TH"]);
      const at = await placeOf(search(page), "cq");
      await search(page).locator(".drawing").hover({ position: at });
      await expect(search(page).getByRole("status")).toHaveText("C3: not played, engine White 50.5%");
      await rows.last().hover();
      await expect(search(page).locator("[data-ring=jj]")).toBeAttached();
    }
    await rows.first().getByRole("button").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => query(page).get("moves")).toBe("pd,cq");
    await expect(stone(search(page), "cq", "W")).toBeAttached();
    await page.goBack();
    await click(search(page), "jj");
    await expect.poll(() => query(page).get("moves")).toBe("pd,jj");
  } finally {
    // A page that still asks would report that the server is gone.
    await page.close();
    await server.remove();
  }
});

test("those who cannot see the board are told of moves that nobody played", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a keyboard");
  await page.route("**/api/v1/position?*", async (route) => {
    const answer = (await (await route.fetch()).json()) as Position;
    answer.engine_moves = [{ move: "qd", color: "W", black_win_rate: 0.625, visits: 20 }];
    await route.fulfill({ json: answer });
  });
  await open(page, server, "?moves=pd");
  await expect(mark(search(page), "qd")).toHaveAttribute("data-searched");
  await search(page).getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  await expect(search(page).locator("[aria-live=polite]").first()).toHaveText("R16: not played, engine White 37.5%");
});
