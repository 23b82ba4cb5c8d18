import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, games, Gate, nextMoves, query, replay, search, shot, show, stone, test, type Server, phone } from "./base.ts";

interface Tally {
  games: number;
  wins: number;
  losses: number;
  draws: number;
}
interface Record {
  games: number;
  black: Tally;
  white: Tally;
  years: { year: number | null; black: Tally; white: Tally }[];
  openings: { black: { moves: string[]; games: number }[]; white: { moves: string[]; games: number }[] };
  opponents: ({ player: string } & Tally)[];
}

/** A player of many games of the fixtures, and one of a single game. */
const NAME = "GNU Go 3.8 level 1";
const ONCE = "井山裕太";

const profile = (page: Page) => page.locator("#profile");

async function openProfile(page: Page, server: Server, name: string, board = {}): Promise<Record> {
  const answer = await page.request.get(`${server.url}api/v1/player?${new URLSearchParams({ name, limit: "200" })}`);
  await page.goto(`${server.url}?${new URLSearchParams({ profile: name, ...board })}`);
  await expect(profile(page).getByRole("heading", { name, exact: true })).toBeVisible();
  await expect(profile(page).getByRole("table", { name: "Record" })).toBeVisible();
  return (await answer.json()) as Record;
}

test("the page of a player has the record by colour, year, opening and opponent", async ({ page, server }, info) => {
  const record = await openProfile(page, server, NAME);
  expect(record.games).toBeGreaterThan(9);
  await expect(page).toHaveTitle(`${NAME} – bgo`);
  await expect(profile(page).locator(".profile-head .tally")).toContainText(`${record.games} games`);
  const cells = (name: string) =>
    profile(page).getByRole("table", { name: "Record" }).getByRole("row", { name }).locator("td.number");
  for (const [name, tally] of [["Black", record.black], ["White", record.white]] as const)
    await expect(cells(name)).toHaveText([tally.games, tally.wins, tally.losses, tally.draws].map(String));
  const years = profile(page).getByRole("table", { name: "Games by year" }).locator("tbody tr");
  const played = record.years.filter(({ year }) => year !== null);
  const span = (played.at(-1)?.year ?? 0) - (played[0]?.year ?? 0) + 1;
  await expect(years).toHaveCount(span);
  await expect(profile(page).locator(".openings").first().locator("button")).toHaveCount(Math.min(6, record.openings.black.length));
  const rows = profile(page).getByRole("table", { name: /^Opponents/ }).locator("tbody tr");
  await expect(rows).toHaveCount(Math.min(12, record.opponents.length));
  await expect(rows.first().getByRole("rowheader")).toHaveText(record.opponents[0]?.player ?? "");
  await expect(nextMoves(page)).toHaveCount(0);
  await shot(page, info.project.name, "player");
});

test("an opening shows its position and the player's games with it", async ({ page, server }) => {
  const record = await openProfile(page, server, NAME);
  const [opening] = record.openings.white;
  if (!opening) throw new Error("no opening");
  await profile(page).locator(`.opening[data-moves="${opening.moves.join()}"]`).last().click();
  await expect.poll(() => query(page).get("moves")).toBe(opening.moves.join());
  expect(query(page).get("white")).toBe(`=${NAME}`);
  expect(query(page).get("profile")).toBeNull();
  await expect(stone(search(page), opening.moves[0] ?? "", "B")).toBeVisible();
  await expect(search(page).locator(".tally strong")).toHaveText(new RegExp(`^${opening.games} game`));
  await expect(nextMoves(page).first()).toBeVisible();
});

test("opponents open their pages, and numbers list the games of the two", async ({ page, server }) => {
  const record = await openProfile(page, server, ONCE);
  const [opponent] = record.opponents;
  if (!opponent) throw new Error("no opponent");
  await profile(page).locator(`[data-player="${opponent.player}"]`).click();
  await expect(profile(page).getByRole("heading", { name: opponent.player })).toBeVisible();
  await page.goBack();
  await expect(profile(page).getByRole("heading", { name: ONCE })).toBeVisible();
  await profile(page).getByRole("button", { name: `1 game against ${opponent.player}` }).click();
  await expect(games(page).locator(".tally")).toHaveText("1 game");
  expect(query(page).getAll("player")).toEqual([`=${ONCE}`, `=${opponent.player}`]);
  expect(query(page).get("list")).toBe("all");
});

test("the games of two players have their score above them", async ({ page, server }) => {
  const record = await openProfile(page, server, NAME);
  const opponent = record.opponents.find(({ games }) => games >= 10);
  if (!opponent) throw new Error("no opponent");
  await profile(page).getByRole("button", { name: new RegExp(`games against ${opponent.player}$`) }).click();
  const score = games(page).locator(".score");
  await expect(score.locator("strong")).toHaveText(`${opponent.wins} : ${opponent.losses}`);
  // Each game between the two has a colour of the first and a winner, or none.
  const found = await page.request.get(`${server.url}api/v1/find?player=%3D${NAME}&player=%3D${opponent.player}&limit=200`);
  const { list } = (await found.json()) as { list: { black: string; result: string | null }[] };
  for (const [i, own, other] of [[0, "B", "W"], [1, "W", "B"]] as const) {
    const mine = list.filter(({ black }) => (black === NAME) === (own === "B"));
    const won = (color: string) => mine.filter(({ result }) => result?.startsWith(`${color}+`)).length;
    await expect(score.locator("span:has(> .stone)").nth(i)).toContainText(`${won(own)} : ${won(other)}`);
  }
  await expect(score.locator("small")).toHaveText(/^\d+% \(\d+–\d+%\)$/);
  await page.goto(`${page.url()}&year=2026`);
  await show(page, "games");
  await expect(games(page).locator("[data-game]").first()).toBeVisible();
  await expect(score, "another filter leaves some games out").toHaveCount(0);
});

test("all games of a player, and those of a year", async ({ page, server }) => {
  const record = await openProfile(page, server, NAME);
  await profile(page).getByRole("button", { name: "Show the games" }).click();
  await expect(games(page).locator(".tally")).toHaveText(`${record.games} games`);
  await page.goBack();
  await profile(page).locator(".year-bars button").last().click();
  await expect.poll(() => query(page).get("year")).toBe(String(record.years.at(-1)?.year));
  expect(query(page).getAll("player")).toEqual([`=${NAME}`]);
});

test("a name opens the page of the player, and closing it returns to the name", phone, async ({ page, server }, info) => {
  await page.goto(`${server.url}?moves=pd&show=statistics`);
  const tab = page.locator('.views [data-part="games"]');
  if (await tab.isVisible()) await tab.click();
  const link = page.locator(".players-of [data-player]").first();
  const name = (await link.innerText()).trim();
  await link.click();
  await expect(profile(page)).toBeFocused();
  expect(query(page).get("profile")).toBe(name);
  if (info.project.name === "phone") await profile(page).getByRole("button", { name: "Close the player's page" }).click();
  else await page.keyboard.press("Escape");
  await expect(profile(page)).toHaveCount(0);
  await expect(nextMoves(page).first()).toBeAttached();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(new RegExp(`${name}|Statistics`));
});

test("every name leads to the page of the player", async ({ page, server }, info) => {
  const shows = (name: string) => expect(profile(page).getByRole("heading", { name, exact: true })).toBeVisible();
  const isPhone = info.project.name === "phone";
  await page.goto(`${server.url}?moves=pd,dp`);
  await page.getByRole("combobox", { name: "Player", exact: true }).fill("井山");
  await page.getByTitle(`Page of ${ONCE}`).click();
  await shows(ONCE);
  expect(query(page).get("player"), "it sets no filter").toBeNull();

  await page.goto(`${server.url}?moves=pd,dp&player=%3D${ONCE}`);
  await page.locator(".chip").getByRole("link", { name: ONCE }).click();
  await shows(ONCE);
  await page.goBack();
  if (isPhone) await page.locator('.views [data-part="games"]').click();
  else {
    // For a finger, names above each other are too small.
    await games(page).getByRole("link", { name: ONCE, exact: true }).click();
    await shows(ONCE);
    await page.goBack();
  }
  await games(page).locator("[data-game] .row-button").first().click();
  await page.locator(`#replay ${isPhone ? ".details" : ".versus"}`).getByRole("link", { name: ONCE }).click();
  await shows(ONCE);
});

test("new moves are asked for when they are unfolded, and open their games there", phone, async ({ page, server }, info) => {
  await openProfile(page, server, NAME, { size: "9", moves: "ee" });
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/novelties?") && asked.push(request.url()));
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await profile(page).getByRole("button", { name: "New moves" }).click();
  const table = profile(page).getByRole("table", { name: "New moves" });
  await expect(table).toBeVisible();
  const answer = await page.request.get(`${server.url}api/v1/novelties?${new URLSearchParams({ player: `=${NAME}`, limit: "10" })}`);
  const { list, games: all } = (await answer.json()) as {
    games: number;
    list: {
      game: number;
      date: string;
      black: string;
      white: string;
      other_games: number;
      new_move: { number: number; color: string } | null;
      played: { games: number } | null;
    }[];
  };
  expect(all).toBeGreaterThan(10);
  await expect(profile(page).locator(".novelties .tally")).toHaveText(`1–10 of ${all}`);
  const rows = table.locator("tbody tr");
  await expect(rows).toHaveCount(10);
  for (const [i, { date, black, white, new_move: move, played, other_games: others }] of list.entries()) {
    const cells = rows.nth(i).locator("th, td");
    await expect(cells.nth(0)).toHaveText(`${date}${black === NAME ? white : black}`);
    if (!move) continue;
    await expect(cells.nth(1)).toHaveText(new RegExp(`^${move.number} .*${move.color === "B" ? black : white}$`));
    await expect(cells.nth(2)).toContainText(`${played?.games} of ${others} game`);
  }
  await shot(page, info.project.name, "player-new-moves");
  // The move is named as the game's board shows it, which is turned like the search board.
  for (const [i, { new_move: move }] of list.entries()) {
    if (!move) continue;
    const told = (await rows.nth(i).locator("td").first().locator("span").first().innerText()).replace(/\s+/g, " ");
    const [, number, name] = /^(\d+) (.*)$/.exec(told) ?? [];
    await rows.nth(i).getByRole("button").click();
    await expect(replay(page)).toContainText(new RegExp(`Move ${number} of \\d+ ${name}`, "i"));
    await replay(page).getByRole("button", { name: "Close game" }).click();
    await expect(rows.nth(i).getByRole("button")).toBeFocused();
  }
  const earlier = profile(page).getByRole("button", { name: "Earlier games" });
  await earlier.scrollIntoViewIfNeeded();
  const scrolled = () => earlier.evaluate((button) => Math.round(button.getBoundingClientRect().top));
  const before = await scrolled();
  await earlier.click();
  await expect(profile(page).locator(".novelties .tally")).toHaveText(new RegExp(`^11–\\d+ of ${all}$`));
  expect(await scrolled()).toBe(before);
});

test("a search for new moves can be stopped", async ({ page, server }) => {
  const gate = new Gate();
  await page.route("**/api/v1/novelties?*", async (route) => {
    await gate.opened;
    await route.continue().catch(() => {});
  });
  await openProfile(page, server, NAME);
  const heading = profile(page).getByRole("button", { name: "New moves" });
  await heading.click();
  const stopped = page.waitForEvent("requestfailed", (request) => request.url().includes("/novelties?"));
  await profile(page).getByRole("button", { name: "Stop" }).click();
  await stopped;
  await expect(heading).toHaveAttribute("aria-expanded", "false");
  await expect(heading).toBeFocused();
  gate.open();
});

test("a record says how sure its win rates are", async ({ page, server }) => {
  await page.route("**/api/v1/player?*", async (route) => {
    const record = (await (await route.fetch()).json()) as Record;
    const [black, white] = [[5, 5], [515, 475]].map(([wins = 0, losses = 0]) => ({ games: wins + losses, wins, losses, draws: 0 }));
    await route.fulfill({ json: { ...record, black, white } });
  });
  await openProfile(page, server, NAME);
  const bars = profile(page).getByRole("table", { name: "Record" }).locator(".win-bar");
  await expect(bars.nth(0)).toHaveAttribute("aria-label", "Won 5, drawn 0, lost 5; the true win rate is likely 24% to 76%");
  await expect(bars.nth(0)).toHaveClass("win-bar unsure");
  await expect(bars.nth(1)).toHaveClass("win-bar");
  await expect(profile(page)).toContainText("Won 52.0% of the games with a winner; the true win rate is likely 48.9% to 55.1%.");
});

test("an unknown name is said to be unknown", async ({ page, server }) => {
  await page.goto(`${server.url}?profile=nobody+at+all`);
  await expect(profile(page).getByRole("status")).toContainText("nobody at all");
  await profile(page).getByRole("button", { name: "Close the player's page" }).click();
  await expect.poll(() => query(page).get("profile")).toBeNull();
});

test("names of colours and opponents are not cut", phone, async ({ page, server }, info) => {
  for (const [width, height] of info.project.name === "phone" ? [[390, 844], [360, 640], [320, 640]] : [[1366, 768], [1024, 700], [1920, 1080]]) {
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
    await openProfile(page, server, NAME);
    const cut = await profile(page)
      .locator("tbody th:not(.hidden *)")
      .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent));
    expect(cut, `${width}`).toEqual([]);
  }
});

test("axe finds nothing on the page of a player", async ({ page, server }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await openProfile(page, server, NAME);
    await profile(page).getByRole("button", { name: "New moves" }).click();
    await expect(profile(page).getByRole("table", { name: "New moves" })).toBeVisible();
    const found = await new AxeBuilder({ page }).include(".explorer").analyze();
    expect(found.violations.map((one) => `${one.id} ${one.nodes.map((node) => node.target).join(" ")}`)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
