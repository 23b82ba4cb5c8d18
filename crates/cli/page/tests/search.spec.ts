import type { Request } from "@playwright/test";
import { click, expect, Gate, mark, nextMoves, open, placeOf, query, search, stone, stones, test } from "./base.ts";

const isPosition = (request: Request) => request.url().includes("/api/v1/position");

test("clicks faster than the answers all count, and the questions follow in order", async ({ page, server }) => {
  await open(page, server);
  const gate = new Gate();
  await page.route("**/api/v1/position?*", async (route) => {
    await gate.opened;
    await route.continue().catch(() => {});
  });
  const asked: string[] = [];
  page.on("request", (request) => isPosition(request) && asked.push(new URL(request.url()).searchParams.get("moves") ?? ""));
  const board = search(page).locator(".drawing");
  const places = await Promise.all(["pd", "dp", "pp"].map((move) => placeOf(search(page), move)));
  // In one tick, so that the page draws nothing between the clicks.
  await board.evaluate((drawing, places) => {
    const { left, top } = drawing.getBoundingClientRect();
    for (const { x, y } of places)
      drawing.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: left + x, clientY: top + y }));
  }, places);
  await expect(stone(search(page), "pd", "B")).toBeVisible();
  await expect(stone(search(page), "dp", "W")).toBeVisible();
  await expect(stone(search(page), "pp", "B")).toBeVisible();
  expect(query(page).get("moves")).toBe("pd,dp,pp");
  await click(search(page), "dd");
  await expect(stones(search(page))).toHaveCount(4);
  gate.open();
  await expect(search(page).locator("[data-mark]").first()).toBeVisible();
  // After it, only the position before it is asked about, for the other orders of moves.
  const lengths = asked.slice(0, asked.indexOf("pd,dp,pp,dd") + 1).map((moves) => moves.length);
  expect(lengths.length).toBeGreaterThan(0);
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
});

test("a mark and its row play the same move, also if it is the other colour's turn", async ({ page, server }) => {
  await open(page, server, "?moves=pd,dp");
  const row = nextMoves(page).first();
  const move = (await row.getAttribute("data-move")) ?? "";
  const point = move.slice(1);
  await expect(mark(search(page), point)).toHaveAttribute("data-mark", move);
  // Switching the turn leaves the position, whose moves are Black's.
  await search(page).getByRole("button", { name: "Black to play" }).click();
  await expect(search(page).getByRole("button", { name: "White to play" })).toBeVisible();
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp,pass");
  await expect(mark(search(page), point)).toHaveAttribute("data-mark", move);
  await click(search(page), point);
  await expect(stone(search(page), point, "B")).toBeVisible();
  const played = query(page).get("moves");
  await search(page).getByRole("button", { name: "Back" }).click();
  await expect(stone(search(page), point)).toHaveCount(0);
  await search(page).getByRole("button", { name: "Last" }).click();
  await expect.poll(() => query(page).get("moves")).toBe(played);

  await open(page, server, "?moves=pd,dp,pass");
  await row.getByRole("button").click();
  await expect(stone(search(page), point, "B")).toBeVisible();
  expect(query(page).get("moves")).toBe(played);
});

test("the bars of a row are under the pointer, for their tooltips, and play the move too", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a mouse");
  await open(page, server);
  const bars = nextMoves(page).first().locator(".win-bar, svg.trend-bars[role=img]");
  await expect(bars).toHaveCount(2);
  const first = (await nextMoves(page).first().getAttribute("data-move"))?.slice(1) ?? "";
  for (const bar of await bars.all()) {
    await bar.click();
    await expect.poll(() => query(page).get("moves")).toBe(first);
    await page.goBack();
    await expect(nextMoves(page).first()).toHaveAttribute("data-move", `B${first}`);
    await expect(search(page).locator(".board")).toHaveAttribute("aria-busy", "false");
  }
});

test("the turn can be switched, and Back still steps through the moves", async ({ page, server }) => {
  await open(page, server, "?moves=pd,dp");
  await search(page).getByRole("button", { name: "Black to play" }).click();
  await click(search(page), "jj");
  await expect(stone(search(page), "jj", "W")).toBeVisible();
  expect(query(page).get("stones")).toBeNull();
  await search(page).getByRole("button", { name: "First" }).click();
  await expect(stones(search(page))).toHaveCount(0);
  await search(page).getByRole("button", { name: "Last" }).click();
  await expect(stones(search(page))).toHaveCount(3);
});

test("the shares add up to all games", async ({ page, server }) => {
  for (const start of ["", "?moves=pd", "?stones=Bdd,Bpp,Wdp&to_play=W&moves=pd,qf,nc", "?moves=pd,dp,pp,dd,fq,cn"]) {
    await open(page, server, start);
    await expect(page.locator(".moves")).toHaveAttribute("aria-busy", "false");
    const rows = await page.locator(".moves tbody tr, .moves tfoot tr:not(.total, .total ~ tr)").evaluateAll((rows) =>
      rows.map((row) => Number(row.querySelectorAll("td.number")[0]?.textContent?.replace(/\D/g, ""))),
    );
    const total = await page.locator(".moves .total td").first().innerText();
    expect(rows.reduce((sum, games) => sum + games, 0), start).toBe(Number(total.replace(/\D/g, "")));
  }
});

test("as many marks as matter, with letters that differ", async ({ page, server }) => {
  await page.route("**/api/v1/position*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const move = { color: "B", black_wins: 1, white_wins: 1, draws: 0, black_win_rate: 0.5, first_year: 2000, last_year: 2001 };
    const next_moves = Array.from({ length: 47 }, (_, i) => {
      const games = Math.max(1, Math.round(20_000 / 1.35 ** i));
      const point = String.fromCharCode(97 + (i % 19), 97 + Math.floor(i / 19) * 2);
      return { ...move, move: point, games, share: games / 80_000 };
    });
    await route.fulfill({ json: { ...body, games: 80_000, next_moves } });
  });
  await open(page, server);
  const labels = await search(page).locator("[data-mark]").evaluateAll((marks) => marks.map((one) => one.getAttribute("data-label")));
  expect(labels.length).toBeGreaterThan(8);
  expect(labels.length).toBeLessThanOrEqual(24);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels.filter((label) => !/^[A-HJ-NP-Z]$/.test(label ?? ""))).toEqual([]);
  const others = page.getByRole("button", { name: /other moves/ });
  await others.click();
  await expect(nextMoves(page)).toHaveCount(47);
  await expect(search(page).locator("[data-mark]")).toHaveCount(47);
});

test("a point and its row light up together, and the numbers are told", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a finger does not hover");
  await open(page, server, "?moves=pd");
  const row = nextMoves(page).nth(1);
  const move = (await row.getAttribute("data-move"))?.slice(1) ?? "";
  const letter = await row.locator(".letter").innerText();
  await search(page).locator(".drawing").hover({ position: await placeOf(search(page), move) });
  await expect(row).toHaveClass(/lit/);
  await expect(search(page).getByRole("status")).toContainText(/games?, [\d.]+%, White wins/);
  // The stone under the pointer must not hide the letter.
  await expect(mark(search(page), move).locator("text")).toHaveText(letter);
  await expect(search(page).locator(".ghost")).toHaveCount(0);
  await expect(search(page).locator(`[data-ring=${move}]`)).toBeVisible();
  await row.hover();
  await expect(search(page).locator(`[data-ring=${move}]`)).toBeVisible();
  await search(page).locator(".drawing").hover({ position: await placeOf(search(page), "aa") });
  await expect(search(page).locator(".ghost")).toHaveCount(1);
});

test("after a click the arrow keys step back and forward, and the keyboard still has its cursor", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has no keyboard");
  await open(page, server);
  await click(search(page), "pd");
  await click(search(page), "dp");
  await page.keyboard.press("ArrowLeft");
  await expect(stone(search(page), "dp")).toHaveCount(0);
  await page.keyboard.press("ArrowLeft");
  await expect(stones(search(page))).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(stones(search(page))).toHaveCount(1);
  await search(page).locator(".board").blur();
  await page.keyboard.press("ArrowRight");
  await expect(stones(search(page))).toHaveCount(2);
  await search(page).locator(".board").focus();
  await page.keyboard.press("ArrowUp");
  await expect(search(page).locator("[data-cursor]")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(stones(search(page))).toHaveCount(2);
});
