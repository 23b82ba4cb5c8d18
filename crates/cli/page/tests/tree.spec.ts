import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, query, search, shot, stone, test, type Server, phone } from "./base.ts";

interface Branch {
  move: string;
  color: string;
  games: number;
  next_moves: Branch[];
}

const rows = (page: Page) => page.locator(".branches tbody tr");
const row = (page: Page, line: string) => page.locator(`[data-line="${line}"]`);
const previewed = (page: Page) => page.locator("[data-previewed]");

async function openTree(page: Page, server: Server, address: string): Promise<Branch[]> {
  const asked = page.waitForResponse((response) => response.url().includes("/api/v1/tree"));
  await page.goto(`${server.url}${address}&show=tree`);
  const { next_moves: moves } = (await (await asked).json()) as { next_moves: Branch[] };
  const tab = page.locator('.views [data-part="games"]');
  if (await tab.isVisible()) await tab.click();
  await expect(rows(page).first()).toBeVisible();
  return moves;
}

const nameOf = ({ move, color }: Branch) => color + move;

/** Returns the most popular line. */
function mainLine(moves: Branch[]): Branch[] {
  const [first] = moves;
  return first ? [first, ...mainLine(first.next_moves)] : [];
}

test("the tree has all first moves and the most popular line", async ({ page, server }, info) => {
  const moves = await openTree(page, server, "?moves=pd");
  await expect(page.locator('.branches [aria-level="1"]')).toHaveCount(moves.length);
  const line = mainLine(moves);
  expect(line.length).toBeGreaterThan(2);
  for (const [i, branch] of line.entries()) {
    const shown = row(page, line.slice(0, i + 1).map(nameOf).join("/"));
    await expect(shown).toHaveAttribute("aria-level", String(i + 1));
    // Games that come to the position by other orders of moves follow the mark.
    await expect(shown.locator("td").nth(1)).toHaveText(new RegExp(`^${branch.games}(\\*|$)`));
  }
  await shot(page, info.project.name, "tree");
});

test("a click plays the line, pointing at it shows its moves", phone, async ({ page, server }, info) => {
  const line = mainLine(await openTree(page, server, "?moves=pd")).slice(0, 3);
  const target = row(page, line.map(nameOf).join("/"));
  if (info.project.name !== "phone") {
    await target.hover();
    await expect(previewed(page)).toHaveCount(3);
    for (const branch of line) await expect(page.locator(`[data-previewed="${nameOf(branch)}"]`)).toBeVisible();
    expect(query(page).get("moves")).toBe("pd");
  }
  const name = target.locator(".branch-name");
  if (info.project.name === "phone") await name.tap();
  else await name.click();
  await expect.poll(() => query(page).get("moves")).toBe(["pd", ...line.map(({ move }) => move)].join(","));
  for (const { move, color } of line) await expect(stone(search(page), move, color)).toBeAttached();
  if (info.project.name !== "phone") await page.mouse.move(2, 2);
  await expect(previewed(page)).toHaveCount(0);
});

test("a line whose colours do not alternate has passes between", async ({ page, server }) => {
  const tally = { games: 9, black_wins: 5, white_wins: 4, draws: 0, black_win_rate: null, black_win_rate_low: null, black_win_rate_high: null };
  const last = { ...tally, move: "qf", color: "B", next_moves: [] };
  const json = { ...tally, next_moves: [{ ...tally, move: "dd", color: "B", next_moves: [last] }] };
  await page.route("**/api/v1/tree*", (route) => route.fulfill({ json }));
  await openTree(page, server, "?moves=pd");
  await row(page, "Bdd/Bqf").locator(".branch-name").click();
  await expect.poll(() => query(page).get("moves")).toBe("pd,pass,dd,pass,qf");
});

test("a share is of the games before the move, and moves reached by other orders are marked", async ({ page, server }) => {
  const tally = { games: 9, black_wins: 5, white_wins: 4, draws: 0, black_win_rate: null, black_win_rate_low: null, black_win_rate_high: null };
  const last = { ...tally, games: 177, share: 0.892, other_orders: 78, move: "qf", color: "W", next_moves: [] };
  const json = { ...tally, next_moves: [{ ...tally, games: 111, share: 0.25, move: "dd", color: "B", next_moves: [last] }] };
  await page.route("**/api/v1/tree*", (route) => route.fulfill({ json }));
  await openTree(page, server, "?moves=pd");
  const cell = (line: string, i: number) => row(page, line).locator("td").nth(i);
  await expect(cell("Bdd", 1)).toHaveText("111");
  await expect(cell("Bdd", 2)).toHaveText("25.0%");
  await expect(cell("Bdd/Wqf", 2)).toHaveText("89.2%");
  await expect(cell("Bdd/Wqf", 1)).toHaveText("177* 78 by other orders of moves");
  await expect(page.getByTitle("78 by other orders of moves")).toBeVisible();
  await expect(page.locator(".branches .note")).toHaveText("* Other games reach the position by another order of moves.");
});

test("branches open and close", async ({ page, server }) => {
  const moves = await openTree(page, server, "?moves=pd");
  const folded = moves.slice(1).find((branch) => branch.next_moves.length > 0);
  const first = moves[0];
  if (!folded || !first) throw new Error("the fixtures have no such tree");
  const shown = row(page, nameOf(folded));
  await expect(shown).toHaveAttribute("aria-expanded", "false");
  const before = await rows(page).count();
  await shown.locator("button.fold").click();
  await expect(shown).toHaveAttribute("aria-expanded", "true");
  await expect(rows(page)).toHaveCount(before + folded.next_moves.length);
  await expect(row(page, `${nameOf(folded)}/${nameOf(folded.next_moves[0]!)}`)).toBeVisible();
  expect(query(page).get("moves")).toBe("pd");
  await row(page, nameOf(first)).locator("button.fold").click();
  await expect(page.locator(`[data-line^="${nameOf(first)}/"]`)).toHaveCount(0);
});

test("keys walk the tree and play a line", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a keyboard");
  const moves = await openTree(page, server, "?moves=pd");
  const [a, b] = mainLine(moves);
  if (!a || !b) throw new Error("no line");
  const [first, second] = [row(page, nameOf(a)), row(page, `${nameOf(a)}/${nameOf(b)}`)];
  await page.getByRole("button", { name: "100", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(first).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(second).toBeFocused();
  await expect(previewed(page)).toHaveCount(2);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(first).toBeFocused();
  await page.keyboard.press("End");
  await expect(rows(page).last()).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("moves")?.startsWith(`pd,${a.move},`)).toBe(true);
  await expect(rows(page).first()).toBeFocused();
});

test("depth and least games", async ({ page, server }) => {
  await openTree(page, server, "?moves=pd");
  const choose = async (group: string, value: string, parameter: string) => {
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get(parameter) === value);
    await page.getByRole("group", { name: group }).getByRole("button", { name: value, exact: true }).click();
    await asked;
  };
  await choose("Depth", "3", "depth");
  await expect(page.locator('.branches [aria-level="3"]').first()).toBeVisible();
  await expect(page.locator('.branches [aria-level="4"]')).toHaveCount(0);
  await choose("Minimum games", "1", "min_games");
  await expect(page.locator(".branches td:nth-child(2)").filter({ hasText: /^1$/ }).first()).toBeVisible();
  await choose("Minimum games", "100", "min_games");
  await expect(page.locator(".tree")).toContainText("No move was played in 100 games or more");
});

test("axe finds nothing in the tree", async ({ page, server }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await openTree(page, server, "?moves=pd");
    const found = await new AxeBuilder({ page }).include(".explorer").analyze();
    expect(found.violations.map((one) => `${one.id} ${one.nodes.map((node) => node.target).join(" ")}`)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
