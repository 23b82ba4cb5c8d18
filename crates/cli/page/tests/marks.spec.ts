import type { Page } from "@playwright/test";
import { choose, click, expect, mark, nextMoves, open, placeOf, query, search, test, type Server } from "./base.ts";
import type { Position } from "../src/core/types.ts";

/** A player of many games of the fixtures. */
const NAME = "GNU Go 3.8 level -20";

const status = (page: Page) => search(page).getByRole("status");
const hover = async (page: Page, move: string) =>
  search(page).locator(".drawing").hover({ position: await placeOf(search(page), move) });
const ask = async (page: Page, server: Server, query = ""): Promise<Position> =>
  (await page.request.get(`${server.url}api/v1/position${query}`)).json();

/** Replaces the next moves by some with these shares, win rates and numbers of games. */
async function mockMoves(page: Page, moves: [move: string, color: "B" | "W", share: number, rate: number, width: number][]): Promise<void> {
  await page.route("**/api/v1/position*", async (route) => {
    const answer = (await (await route.fetch()).json()) as Position;
    const next_moves = moves.map(([move, color, share, rate, width]) => ({
      ...{ move, color, share, games: Math.round(share * 80_000), black_wins: Math.round(rate * 1000), white_wins: 1000 - Math.round(rate * 1000), draws: 0 },
      ...{ black_win_rate: rate, black_win_rate_low: rate - width / 2, black_win_rate_high: rate + width / 2 },
      ...{ first_year: 2000, last_year: 2001 },
    }));
    await route.fulfill({ json: { ...answer, games: 80_000, next_moves } });
  });
}

test("marks show letters, shares, or the win rates of who plays the move", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "sets the size of the window");
  await mockMoves(page, [
    ["pd", "B", 0.64, 0.524, 0.01],
    ["dd", "W", 0.25, 0.524, 0.01],
    ["pp", "B", 0.09, 0.5, 0.4],
    ["dp", "B", 0.004, 0.998, 0.001],
  ]);
  await open(page, server);
  const labels = () => search(page).locator("[data-mark]").evaluateAll((marks) => marks.map((one) => one.getAttribute("data-label")));
  expect(await labels()).toEqual(["A", "B", "C", "D"]);
  const radii = await search(page).locator("[data-mark] circle").evaluateAll((all) => all.map((one) => Number(one.getAttribute("r"))));
  expect(radii.map(Math.round)).toEqual([8, 7, 6, 4]);
  await choose(page, "Move marks", "Share, %");
  expect(await labels(), "0.4% is not 0%").toEqual(["64", "25", "9", "D"]);
  await expect(page.locator(".moves .letter").first(), "rows show what the marks show").toHaveText("64");
  await choose(page, "Move marks", "Win rate, %");
  expect(await labels(), "White's moves have White's rate; few games, or nearly all, have a letter").toEqual(["52", "48", "C", "D"]);
  await page.reload();
  await expect(mark(search(page), "pd")).toHaveAttribute("data-label", "52");
  for (const [width, height] of [[1366, 768], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    for (const text of await search(page).locator("[data-mark] text").all()) {
      const [box, disc] = [await text.boundingBox(), await text.locator("xpath=../*[local-name()='circle']").boundingBox()];
      expect(box?.height, "the line of the text is high enough to read").toBeGreaterThan(8);
      expect(box?.width, "the text is on its disc").toBeLessThan(disc?.width ?? 0);
    }
  }
});

test("a point that is equal by symmetry tells the other's numbers and plays it too", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "points with a mouse");
  await open(page, server);
  const { next_moves: moves } = await ask(page, server);
  const pd = moves.find(({ move }) => move === "pd");
  await hover(page, "dp");
  await expect(status(page)).toContainText(`D4 (as Q16): ${pd?.games} games`);
  await expect(page.locator(".moves [data-move=Bpd]")).toHaveClass(/lit/);
  await expect(search(page).locator("[data-ring=pd]")).toBeVisible();
  await expect(search(page).locator(".ghost")).toHaveCount(1);
  await search(page).getByRole("application").focus();
  for (let i = 0; i < 6; i += 1) await page.keyboard.press("ArrowDown");
  for (let i = 0; i < 6; i += 1) await page.keyboard.press("ArrowLeft");
  await expect(search(page).locator("[aria-live=polite]").first()).toContainText("D4 (as Q16)");
  await click(search(page), "dp");
  await expect(search(page).locator(".tally")).toContainText(`${(await ask(page, server, "?moves=pd")).games} games`);
  // These stones are nowhere else where they were.
  await open(page, server, "?moves=pd,dd");
  await hover(page, "dp");
  await expect(status(page)).not.toContainText("(as");
});

test("in a part of the board, symmetry is that of the part", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "points with a mouse");
  await open(page, server, "?moves=pd&area=ka,si");
  const { next_moves: moves } = await ask(page, server, "?moves=pd&area=ka,si");
  const turned = (move: string) => String.fromCharCode(97 + 18 - (move.charCodeAt(1) - 97), 97 + 18 - (move.charCodeAt(0) - 97));
  const one = moves.find(({ move }) => turned(move) !== move && !moves.some((other) => other.move === turned(move)));
  if (!one) throw new Error("no such answer");
  await hover(page, turned(one.move));
  await expect(status(page)).toContainText("(as");
  // A wildcard on one side ends it.
  await open(page, server, "?moves=pd&area=ka,si&wildcards=sa");
  await hover(page, turned(one.move));
  await expect(status(page)).toContainText("(as");
  await open(page, server, "?moves=pd&area=ka,si&wildcards=ka");
  await hover(page, turned(one.move));
  await expect(status(page)).not.toContainText("(as");
  // Where the part is asked about in its place, its points differ.
  await open(page, server, "?moves=pd&area=ka,si&in_place=true");
  await hover(page, turned(one.move));
  await expect(status(page)).not.toContainText("(as");
});

test("the line so far stands above the table, and each move goes back to it", async ({ page, server }) => {
  await open(page, server, "?moves=pd,dp,pp");
  const moves = page.locator(".line a");
  await expect(moves).toHaveText(["1 Q16", "2 D4", "3 Q4"]);
  const [first, table] = [await moves.first().boundingBox(), await page.locator(".moves").boundingBox()];
  expect((first?.y ?? NaN) + (first?.height ?? NaN)).toBeLessThanOrEqual(table?.y ?? NaN);
  await moves.first().click();
  await expect.poll(() => query(page).get("moves")).toBe("pd");
  await expect(moves.first()).toHaveAttribute("aria-current", "step");
  // What was taken back stays, as for Forward.
  await moves.last().click();
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp,pp");
  expect(new URL((await moves.nth(1).getAttribute("href")) ?? "", page.url()).searchParams.get("moves")).toBe("pd,dp");
  // A long line scrolls and moves nothing.
  const long = "pd,dp,pp,dd,fq,cn,qn,jp,nc,fc,qj,cf,jd,qf,of,qh,nq,cq,dq,cp,fo,hc,lc,ql,pm,pl,ol,om";
  await open(page, server, `?moves=${long}`);
  expect((await page.locator(".moves").boundingBox())?.y).toBe(table?.y);
  await expect(moves.last()).toBeInViewport({ ratio: 0.9 });
});

test("games by other orders of moves are told", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "the same on a phone");
  const answer = await ask(page, server, "?moves=pd");
  await page.route(/position\?moves=pd$/, (route) => route.fulfill({ json: { ...answer, games: answer.games + 260 } }));
  await open(page, server, "?moves=pd");
  await expect(status(page)).toHaveText("Move 1: black Q16 · 260 by other orders of moves");
  await click(search(page), "dp");
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp");
  await expect(page.locator(".moves")).toHaveAttribute("aria-busy", "false");
  await expect(status(page)).toHaveText("Move 2: white D4");
});

test("a point that was pointed at before the answer came is lit", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "points with a mouse");
  let answer = () => {};
  const answered = new Promise<void>((done) => (answer = done));
  await page.route("**/api/v1/position?moves=pd*", async (route) => {
    await answered;
    await route.continue();
  });
  await open(page, server);
  const dp = (await ask(page, server, "?moves=pd")).next_moves[0]?.move ?? "";
  await click(search(page), "pd");
  await hover(page, dp);
  answer();
  await expect(page.locator(`.moves [data-move=W${dp}]`)).toHaveClass(/lit/);
});

test("a rate names its side: that of the move, in a row both, and on request the player's", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "points with a mouse");
  await open(page, server, "?moves=pd");
  const head = page.locator(".moves th.wins");
  await expect(head).toHaveText("Black | White");
  const { next_moves: moves } = await ask(page, server, "?moves=pd");
  const { black_wins: black, draws, white_wins: white } = moves[0] ?? { black_wins: 0, draws: 0, white_wins: 0 };
  const rate = white / (black + draws + white);
  await hover(page, moves[0]?.move ?? "");
  await expect(status(page)).toContainText(`White wins ${(rate * 100).toFixed(1)}%`);

  const name = encodeURIComponent(`=${NAME}`);
  await open(page, server, `?player=${name}`);
  const [asBlack, asWhite, both] = await Promise.all(
    [`?black=${name}`, `?white=${name}`, `?black=${name}&white=${name}`].map((query) => ask(page, server, query)),
  );
  if (!asBlack || !asWhite || !both) throw new Error("no answer");
  // Games against himself say nothing of him.
  const himself = both.black_wins + both.white_wins;
  expect(himself).toBeGreaterThan(0);
  await head.getByRole("button", { name: "Black | White" }).click();
  await expect(head).toHaveText(`${NAME}'s results`);
  const [wins, losses] = [asBlack.black_wins + asWhite.white_wins - himself, asBlack.white_wins + asWhite.black_wins - himself];
  await expect(page.locator(".moves .total .win-bar")).toHaveAttribute(
    "title",
    new RegExp(`^Won ${wins}, drawn 0, lost ${losses}; the true win rate is likely \\d+% to \\d+%$`),
  );
  await nextMoves(page).first().getByRole("button").click();
  await expect(nextMoves(page).first().locator(".win-bar")).toHaveAttribute("title", /^Won /);
  await head.getByRole("button").click();
  await expect(nextMoves(page).first().locator(".win-bar")).toHaveAttribute("title", /^Black /);
  // Half of the record would be wrong.
  await page.route("**/api/v1/position?*white=*", (route) => route.fulfill({ status: 400, json: { error: { code: "failed", message: "no" } } }));
  await open(page, server, `?player=${name}`);
  await head.getByRole("button", { name: "Black | White" }).click();
  await expect(page.locator(".moves .total .win-bar")).toHaveAttribute("title", /^Black /);
  await page.unroute("**/api/v1/position?*white=*");
  // Part of a name may mean several players.
  await open(page, server, "?player=gnu");
  await expect(head.getByRole("button")).toHaveCount(0);
});
