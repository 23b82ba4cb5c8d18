import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, Gate, games, nextMoves, query, search, shot, test, type Server, phone } from "./base.ts";

const statistics = (page: Page) => page.locator(".statistics");
const bars = (page: Page) => page.locator(".year-bars button");

/** Opens the statistics of a position, which a phone shows behind the tab of the games. */
async function openStatistics(page: Page, server: Server, address: string): Promise<void> {
  await page.goto(`${server.url}${address}&show=statistics`);
  await expect(search(page).locator(".tally strong")).toHaveText(/game/);
  const tab = page.locator('.views [data-part="games"]');
  if (await tab.isVisible()) await tab.click();
  await expect(bars(page).first()).toBeVisible();
}

/** Answers about years that show a move in 2016 and another before 2010. */
async function mockYears(page: Page): Promise<void> {
  const year = (year: number, games: number) => ({ year, games, black_wins: games, white_wins: 0, draws: 0 });
  await page.route("**/api/v1/years*", async (route) => {
    const years = [year(2005, 100), year(2010, 100), year(2016, 100), year(2019, 100)];
    const moves = ((await (await route.fetch()).json()) as { next_moves: { move: string; color: string }[] }).next_moves;
    const next_moves = moves.slice(0, 2).map(({ move, color }, i) => ({
      move,
      color,
      games: 60,
      years: i === 0 ? [year(2005, 10), year(2016, 50), year(2019, 30)] : [year(2005, 80)],
    }));
    await route.fulfill({ json: { games: 400, years, next_moves } });
  });
}

test("the table of moves tells when a move was popular", phone, async ({ page, server }, info) => {
  await mockYears(page);
  await page.goto(server.url);
  const trends = nextMoves(page).locator("td.trend svg");
  await expect(trends.first()).toBeAttached();
  if (info.project.name === "phone") {
    await expect(page.locator(".moves th.trend")).toBeHidden();
    return;
  }
  await expect(page.locator(".moves th.trend")).toHaveText("Trend");
  await expect(trends.nth(0)).toHaveAttribute("aria-label", "Most in 2016, with 50% of the games; 2005–2019");
  await expect(trends.nth(1)).toHaveAttribute("aria-label", "Most in 2005, with 80% of the games; 2005");
  await expect(trends.nth(2)).toHaveAttribute("aria-hidden", "true");
});

test("the years are asked for after the position and never delay it", async ({ page, server }, info) => {
  const [positions, years] = [new Gate(), new Gate()];
  // Only the trends ask with the years of the filter: its own chart shows all years.
  const asked: string[] = [];
  await page.route("**/api/v1/position?*", async (route) => {
    await positions.opened;
    await route.continue();
  });
  await page.route(/\/api\/v1\/years\?.*year=/, async (route) => {
    asked.push(route.request().url());
    await years.opened;
    await route.continue();
  });
  await page.goto(`${server.url}?year=1999..2026`);
  await expect(games(page).locator(".tally")).toContainText(/\d+ game/);
  expect(asked).toEqual([]);
  positions.open();
  await expect(nextMoves(page).first()).toBeVisible();
  if (info.project.name === "phone") {
    // There is no room for trends, so that they are asked for only with the statistics.
    await page.locator('.views [data-part="games"]').click();
    expect(asked).toEqual([]);
    await page.getByRole("tab", { name: "Statistics" }).click();
    await expect.poll(() => asked.length).toBe(1);
    years.open();
    return;
  }
  await expect.poll(() => asked.length).toBe(1);
  const table = page.locator(".moves table");
  const places = () => table.locator("th, td").evaluateAll((cells) => cells.map((cell) => JSON.stringify(cell.getBoundingClientRect())));
  await expect(page.locator(".moves svg[role=img]")).toHaveCount(0);
  const before = await places();
  years.open();
  await expect(page.locator(".moves svg[role=img]").first()).toBeVisible();
  expect(await places()).toEqual(before);
});

test("few games fade the bars, which tell how sure they are", async ({ page, server }) => {
  await page.goto(server.url);
  await expect(nextMoves(page).first()).toBeVisible();
  const answer = (await (await page.request.get(`${server.url}api/v1/position`)).json()) as {
    next_moves: { black_win_rate_low: number | null; black_win_rate_high: number | null }[];
  };
  const shown = await nextMoves(page).count();
  const sure = answer.next_moves.slice(0, shown).map(({ black_win_rate_low: low, black_win_rate_high: high }) =>
    low === null || high === null ? null : high - low <= 0.3,
  );
  expect(sure).toContain(true);
  expect(sure).toContain(false);
  for (const [i, isSure] of sure.entries()) {
    if (isSure === null) continue;
    const bar = nextMoves(page).nth(i).locator(".win-bar");
    await expect(bar).toHaveClass(isSure ? "win-bar" : "win-bar unsure");
    await expect(bar).toHaveAttribute("aria-label", /Black's true share is likely \d+% to \d+%$/);
  }
  await expect(page.locator(".moves th.wins")).toHaveAttribute("title", /few games/);
});

test("draws have a part of the bars", async ({ page, server }) => {
  await page.route("**/api/v1/position*", async (route) => {
    const answer = (await (await route.fetch()).json()) as { next_moves: object[] };
    const [move] = answer.next_moves;
    Object.assign(move ?? {}, { games: 8, black_wins: 4, white_wins: 3, draws: 1 });
    await route.fulfill({ json: answer });
  });
  await page.goto(server.url);
  const bar = nextMoves(page).first().locator(".win-bar");
  await expect(bar).toHaveAttribute("aria-label", /^Black 50.0%, draws 12.5%, White 37.5%/);
  await expect(bar.locator(".draw")).toBeVisible();
});

test("a year of the chart is a filter, and so is a span of years", async ({ page, server }, info) => {
  await openStatistics(page, server, "?moves=pd");
  const chart = page.locator(".year-bars");
  await page.locator('.year-bars [data-years="2014"]').click();
  await expect.poll(() => query(page).get("year")).toBe("2014");
  await expect(search(page).locator(".tally")).toContainText("1 game");
  await expect(page.locator('.year-bars [aria-pressed="true"]')).toHaveAttribute("data-years", "2014");
  // The chart keeps the other years, so that one of them can be selected next.
  await expect(page.locator('.year-bars [data-years="2008"]')).toHaveAttribute("aria-label", /1 game/);
  await page.locator('.year-bars [data-years="2014"]').click();
  await expect.poll(() => query(page).get("year")).toBeNull();
  await shot(page, info.project.name, "statistics");
  if (info.project.name === "phone") return;

  await chart.scrollIntoViewIfNeeded();
  const [from, to] = await Promise.all(
    ["2008", "2014"].map((year) => page.locator(`.year-bars [data-years="${year}"]`).boundingBox()),
  );
  if (!from || !to) throw new Error("no bars");
  await page.mouse.move(from.x + from.width / 2, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => query(page).get("year")).toBe("2008..2014");
  await statistics(page).getByRole("button", { name: "All years" }).click();
  await expect.poll(() => query(page).get("year")).toBeNull();
});

test("arrow keys and Enter select years", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a keyboard");
  await openStatistics(page, server, "?moves=pd");
  await bars(page).last().focus();
  await page.keyboard.press("Home");
  await expect(bars(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("year")).toBe("1999");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("year")).toBeNull();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("year")).toBe("1999..2001");
});

test("results and years are told as tables", async ({ page, server }) => {
  await openStatistics(page, server, "?moves=pd");
  const numbers = async (cells: ReturnType<Page["locator"]>) =>
    (await cells.allInnerTexts()).map((text) => Number(text.replace(/\D/g, "")));
  const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
  const [total] = await numbers(search(page).locator(".tally strong"));
  expect(total).toBeGreaterThan(0);
  const results = statistics(page).getByRole("table", { name: "Results" });
  await expect(results.getByRole("rowheader")).toHaveText(["Black wins", "White wins", "Draw", "No result"]);
  expect(sum(await numbers(results.locator("td:nth-child(2)")))).toBe(total);
  const years = statistics(page).getByRole("table", { name: "Games by year" });
  expect(sum(await numbers(years.locator("tbody td:nth-child(2)")))).toBe(total);
});

test("the players of a position", async ({ page, server }) => {
  await openStatistics(page, server, "?moves=pd");
  const table = statistics(page).getByRole("table", { name: /^Players/ });
  const answer = (await (await page.request.get(`${server.url}api/v1/position/players?moves=pd&limit=10`)).json()) as {
    players: { player: string; games: number; black_games: number; white_games: number }[];
  };
  await expect(table.locator("tbody tr")).toHaveCount(answer.players.length);
  for (const [i, player] of answer.players.entries()) {
    const row = table.locator("tbody tr").nth(i);
    await expect(row.getByRole("rowheader")).toHaveText(player.player);
    await expect(row.locator("td").nth(0)).toHaveText(String(player.games));
    await expect(row.locator("td").nth(1)).toHaveText(new RegExp(`^${player.black_games}\\b`));
    await expect(row.locator("td").nth(2)).toHaveText(new RegExp(`^${player.white_games}\\b`));
  }
  const [first] = answer.players;
  if (!first) throw new Error("no players");
  await table.getByRole("button", { name: `Only games of ${first.player}`, exact: true }).click();
  await expect.poll(() => query(page).getAll("player")).toEqual([`=${first.player}`]);
  await expect(search(page).locator(".tally strong")).toHaveText(new RegExp(`^${first.games} game`));
});

interface Side {
  games: number;
  share: number;
  black_win_rate: number | null;
}

/** Returns the games of the next moves under conditions, as the position itself counts them. */
async function sideOf(page: Page, server: Server, conditions: Record<string, string>): Promise<Map<string, Side>> {
  const answer = await page.request.get(`${server.url}api/v1/position?${new URLSearchParams({ moves: "pd", ...conditions })}`);
  const { next_moves } = (await answer.json()) as { next_moves: (Side & { color: string; move: string })[] };
  return new Map(next_moves.map((move) => [move.color + move.move, move]));
}

test("two filters are compared move by move", phone, async ({ page, server }, info) => {
  const [first, second] = ["GNU Go 3.8 level -20", "GNU Go 3.8 level -10"];
  const [one, two] = [await sideOf(page, server, { player: `=${first}`, year: "2000.." }), await sideOf(page, server, { player: `=${second}` })];
  await openStatistics(page, server, `?moves=pd&year=2000..&player=${encodeURIComponent(`=${first}`)}`);
  await statistics(page).getByRole("button", { name: "Compare filters" }).click();
  const player = statistics(page).getByRole("combobox", { name: "Player" });
  await player.fill("GNU Go 3.8 level");
  await page.getByRole("option", { name: second }).click();
  const table = statistics(page).getByRole("table", { name: "Compare filters" });
  await expect(statistics(page).locator(".compared li")).toHaveText([
    new RegExp(`^Player: ${first} · Years: from 2000 `),
    new RegExp(`^Player: ${second} `),
  ]);
  const rows = table.locator("tbody tr");
  await expect(rows).toHaveCount(Math.min(12, new Set([...one.keys(), ...two.keys()]).size));
  const percent = (share: number, digits: number) => `${(100 * share).toFixed(digits)}%`;
  for (const row of await rows.all()) {
    const move = (await row.getAttribute("data-move")) ?? "";
    for (const [i, side] of [one.get(move), two.get(move)].entries()) {
      const share = (await row.locator("td").nth(i).innerText()).replace(/[*\s].*/s, "");
      expect(share, move).toBe(percent(side?.share ?? 0, 1));
      await expect(row.locator("td").nth(i).locator("small")).toHaveText(String(side?.games ?? 0));
      const rate = side?.black_win_rate ?? null;
      const wins = rate === null ? "–" : percent(move.startsWith("B") ? rate : 1 - rate, 0);
      expect((await row.locator("td").nth(i + 2).innerText()).replace(/[*\s].*/s, ""), move).toBe(wins);
    }
  }
  await shot(page, info.project.name, "compare");
  const move = (await rows.first().getAttribute("data-move"))?.slice(1);
  await rows.first().getByRole("button").click();
  await expect.poll(() => query(page).get("moves")).toBe(`pd,${move}`);
});

test("differences beyond chance are marked, and conditions are sent as the shell takes them", async ({ page, server }) => {
  const asked: URLSearchParams[] = [];
  await page.route("**/api/v1/compare?*", async (route) => {
    asked.push(new URL(route.request().url()).searchParams);
    const response = await route.fetch();
    const answer = (await response.json()) as { next_moves?: { shares_differ: boolean; win_rates_differ: boolean }[] };
    if (answer.next_moves?.[0]) Object.assign(answer.next_moves[0], { shares_differ: true, win_rates_differ: true });
    await route.fulfill({ response, json: answer });
  });
  await openStatistics(page, server, "?moves=pd&year=2000..&rank=20k..");
  await statistics(page).getByRole("button", { name: "Compare filters" }).click();
  await statistics(page).getByRole("textbox", { name: "Years" }).fill("..1999");
  await page.keyboard.press("Enter");
  await expect.poll(() => asked.at(-1)?.get("second")).toBe("'year=..1999'");
  expect(asked.at(-1)?.get("first")).toBe("'year=2000..'");
  expect(asked.at(-1)?.get("rank")).toBe("20k..");
  await statistics(page).getByRole("checkbox", { name: "Keep the other filters" }).uncheck();
  await expect.poll(() => asked.at(-1)?.get("rank")).toBeNull();
  expect(asked.at(-1)?.get("first")).toBe("'year=2000..' 'rank=20k..'");
  const marked = statistics(page).locator(".compare tbody tr").first().locator("td:has(.differs)");
  await expect(marked).toHaveCount(2);
  await expect(marked.first()).toContainText("differs beyond chance");
  // Names may have quotes.
  await statistics(page).getByRole("combobox", { name: "Player" }).fill("O'Meien");
  await page.keyboard.press("Enter");
  await expect(statistics(page).locator(".compare .status")).toHaveText("“O'Meien” was not found.");
  expect(asked.at(-1)?.get("second")).toBe("'player=O'\\''Meien' 'year=..1999'");
  await statistics(page).getByRole("combobox", { name: "Player" }).fill("");
  await statistics(page).getByRole("textbox", { name: "Years" }).fill("soon");
  await page.keyboard.press("Enter");
  await expect(statistics(page).locator(".compare .status")).toHaveText("Cannot be read. Examples: 2005..2011.");
});

test("games are compared with earlier ones, and followed by later ones", phone, async ({ page, server }, info) => {
  await openStatistics(page, server, "?year=2026");
  await statistics(page).getByRole("button", { name: "New moves" }).click();
  const rows = statistics(page).getByRole("table", { name: "New moves" }).locator("tbody tr");
  await statistics(page).getByRole("button", { name: "5", exact: true }).click();
  const path = `${server.url}api/v1/novelties?year=2026&first=true&min_games=5`;
  const { list, games: all } = (await (await page.request.get(`${path}&limit=10`)).json()) as {
    games: number;
    list: { date: string; black: string; white: string; followed?: { games: number; wins: number; losses: number } }[];
  };
  await expect(statistics(page).locator(".novelties .tally")).toHaveText(`1–10 of ${all}`);
  for (const [i, { date, black, white, followed }] of list.entries()) {
    await expect(rows.nth(i).locator("th")).toHaveText(`${date}${black} – ${white}`);
    const { games = 0, wins = 0, losses = 0 } = followed ?? {};
    const decided = wins + losses;
    const rate = decided < 10 ? "" : `${Math.round((100 * wins) / decided)}% \\(\\d+–\\d+%\\)`;
    if (followed) await expect(rows.nth(i).locator("td").last()).toHaveText(new RegExp(`^${games}${rate}$`));
  }
  await shot(page, info.project.name, "new-moves");
});

test("axe finds nothing in the statistics", async ({ page, server }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await openStatistics(page, server, "?moves=pd");
    await expect(statistics(page).locator(".players-of tbody tr").first()).toBeVisible();
    for (const name of ["New moves", "Compare filters"]) await statistics(page).getByRole("button", { name }).click();
    await statistics(page).getByRole("textbox", { name: "Years" }).fill("2026");
    await page.keyboard.press("Enter");
    for (const name of ["New moves", "Compare filters"])
      await expect(statistics(page).getByRole("table", { name })).toBeVisible();
    const found = await new AxeBuilder({ page }).include(".explorer").analyze();
    expect(found.violations.map((one) => `${one.id} ${one.nodes.map((node) => node.target).join(" ")}`)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
