import { click, expect, mark, phone, query, replay, search, show, stone, stones } from "./base.ts";
import { gameOf, openWithGame, scene, testWith } from "./game.ts";

/** Moves along the upper and the lower side, from the right; every tenth has a comment. */
const along = (length: number): string =>
  Array.from({ length }, (_, i) => {
    const [color, x, y] = [i % 2 === 0 ? "B" : "W", 18 - (Math.floor(i / 2) % 19), Math.floor(i / 38)];
    const point = String.fromCharCode(97 + x, 97 + (i % 2 === 0 ? y : 18 - y));
    return `;${color}[${point}]${i % 10 === 9 ? `C[${`About move ${i + 1}. `.repeat(40)}]` : ""}`;
  }).join("");

const test = testWith({
  "noted.sgf": `(;GM[1]FF[4]SZ[19]PB[Noted Black]PW[Noted White]DT[2026-01-03]RE[B+1]${along(200)})`,
  "other.sgf": `(;GM[1]FF[4]SZ[19]PB[Other Black]PW[Other White]DT[2026-01-02]RE[W+1]${along(12)};B[jj]TR[jj]LB[gg:A];W[jd];B[jn])`,
  "turned.sgf": `(;GM[1]FF[4]SZ[19]PB[Turned Black]PW[Turned White]DT[2026-01-01]RE[B+R];B[fc];W[pp];B[cq])`,
  "ko.sgf": `(;GM[1]FF[4]SZ[9]PB[Ko Black]PW[Ko White]DT[2026-01-01]RE[B+R];B[dc];W[ec];B[cd];W[fd];B[de];W[ee];B[ed];W[gg])`,
});

type Page = Parameters<typeof replay>[0];
const list = (page: Page) => replay(page).locator(".notation-list");
const current = (page: Page) => list(page).locator("[aria-current]");
const smallGame = async (page: Page, server: Parameters<typeof gameOf>[1]) => {
  const found = await page.request.get(`${server.url}api/v1/find?player=Ko%20Black`);
  return ((await found.json()) as { list: { game: number }[] }).list[0]?.game;
};
const openNoted = async (page: Page, server: Parameters<typeof gameOf>[1], at: number) =>
  openWithGame(page, server, `?game=${await gameOf(page, server, "Noted Black")}&at=${at}`);

test("the moves are listed by number, and the one shown is marked and in sight", phone, async ({ page, server }) => {
  const part = await openNoted(page, server, 3);
  await expect(list(page).locator(".ply")).toHaveCount(200);
  await expect(list(page).locator(".ply").nth(3)).toHaveText("4S1");
  await expect(current(page)).toHaveText("3S19");
  await list(page).getByRole("button", { name: "9, black P19" }).click();
  await expect(part).toContainText("Move 9 of 200 Black P19");
  await expect(current(page)).toHaveText("9P19");
  await expect(page).toHaveURL(/at=9/);
  for (const at of [150, 200, 90]) {
    await part.getByRole("slider").fill(String(at));
    await expect(current(page)).toHaveText(new RegExp(`^${at}\\D`));
    const [frame, move] = [await list(page).boundingBox(), await current(page).boundingBox()];
    expect(move?.y).toBeGreaterThanOrEqual(frame?.y ?? NaN);
    expect((move?.y ?? NaN) + (move?.height ?? NaN)).toBeLessThan((frame?.y ?? NaN) + (frame?.height ?? NaN));
  }
});

test("comments stand below their moves, and that of the move shown is whole", async ({ page, server }) => {
  const part = await openNoted(page, server, 10);
  const comments = list(page).locator(".comments");
  await expect(comments).toHaveCount(20);
  const height = async (i: number) => (await comments.nth(i).boundingBox())?.height ?? NaN;
  expect(await height(0)).toBeGreaterThan(2 * (await height(1)));
  await comments.nth(1).click();
  await expect(part).toContainText("Move 20 of 200");
  expect(await height(1)).toBeGreaterThan(2 * (await height(0)));
  // Another move has none, and no room for one.
  await part.getByRole("button", { name: "Forward" }).click();
  await expect(list(page).locator(".comments.current")).toHaveCount(0);
  // The slider has a mark for each.
  expect((await part.locator(".comment-marks path").getAttribute("d"))?.match(/M/g)).toHaveLength(20);
});

test("keys lead to the next and the previous comment", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has no keyboard");
  const part = await openNoted(page, server, 3);
  for (const [key, move] of [["c", 10], ["c", 20], ["Shift+C", 10], ["Shift+C", 10]] as const) {
    await page.keyboard.press(key);
    await expect(part).toContainText(`Move ${move} of 200`);
  }
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Help" })).toContainText("To the next comment");
});

test("signs of the record stand on its board", async ({ page, server }) => {
  const part = await openWithGame(page, server, `?game=${await gameOf(page, server, "Other Black")}&at=13`);
  await expect(part.locator("[data-number]")).toHaveText(["△", "A"]);
  await part.getByRole("button", { name: "Forward" }).click();
  await expect(part.locator("[data-number]")).toHaveCount(0);
});

test("the keys step on while a move of the list has the focus", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has no keyboard");
  const part = await openNoted(page, server, 3);
  await list(page).getByRole("button", { name: "9, black P19" }).click();
  await page.keyboard.press("ArrowRight");
  await expect(part).toContainText("Move 10 of 200");
  await expect(current(page)).toBeFocused();
});

test("the table folds to a line where the game is alone, and the moves get its room", phone, async ({ page, server }, info) => {
  const part = await openNoted(page, server, 11);
  const rows = part.locator(".common-rows");
  await expect(part.locator(".played")).toHaveAttribute("data-next", "Wns");
  await expect(part.locator(".novelty")).toHaveText("Only this game from move 13 ");
  // On the page, which a phone scrolls.
  const placeOf = (selector: string) =>
    part.locator(selector).evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      return { y: Math.round(top + window.scrollY), height: Math.round(height) };
    });
  const places = async () => [await placeOf(".notation-list"), await placeOf(".details")] as const;
  const [before, below] = await places();
  await part.getByRole("button", { name: "from move 13" }).click();
  await expect(part).toContainText("Move 13 of 200");
  await expect(rows).toHaveCount(0);
  const [folded, after] = await places();
  expect(folded.y).toBe(before.y);
  expect(folded.height).toBeGreaterThan(before.height + 100);
  if (info.project.name !== "phone") expect(after).toEqual(below);
  // No step changes that, and nothing is asked about the position.
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/position?") && asked.push(request.url()));
  for (let i = 0; i < 8; i += 1) {
    await part.getByRole("button", { name: "Forward" }).click();
    expect(await places()).toEqual([folded, after]);
  }
  await expect(part).toContainText("Move 21 of 200");
  await page.waitForTimeout(300);
  expect(asked).toEqual([]);
  await part.getByRole("slider").fill("12");
  await expect(rows).toBeVisible();
});

test("a move of the database is tried in the game, and the board plays on from it", phone, async ({ page, server }) => {
  const part = await openNoted(page, server, 12);
  const history = await page.evaluate(() => window.history.length);
  await part.locator("[data-next=Bjj]").getByRole("button").click();
  await expect(part).toContainText("Move 13, in your variation Black K10");
  await expect(stones(part)).toHaveCount(13);
  await expect(list(page).locator(".chain")).toContainText("Your variation13K10");
  await part.locator("[data-next=Wjd]").getByRole("button").click();
  await expect(part).toContainText("Move 14, in your variation White K16");
  await click(part, "qq");
  await expect(stone(part, "qq", "B")).toBeVisible();
  // No game has that.
  await expect(part.locator(".common")).toHaveText("No matching games");
  await expect.poll(() => query(page).get("own")).toBe("Bjj,Wjd,Bqq");
  expect(scene(page)).toBe(12);

  // It can be walked through, as far as it goes, and a reload keeps it.
  await expect(part.getByRole("slider")).toHaveAttribute("max", "15");
  await part.getByRole("button", { name: "Back", exact: true }).click();
  await expect.poll(() => query(page).get("own")).toBe("Bjj,Wjd");
  await part.getByRole("button", { name: "Forward" }).click();
  await page.reload();
  await expect(part).toContainText("Move 15, in your variation Black R3");
  await expect(stones(part)).toHaveCount(15);

  // The game stays as it is.
  await part.getByRole("button", { name: "Back to the main line" }).click();
  await expect(part).toContainText("Move 12 of 200");
  expect(query(page).get("own")).toBeNull();
  await expect(part.locator("[data-variation=jj]")).toHaveText("A");
  await part.getByRole("button", { name: "Last" }).click();
  await expect(part).toContainText("Move 200 of 200");
  for (const name of ["13, black K10", "14, white K16"]) await list(page).getByRole("button", { name }).click();
  await part.getByRole("button", { name: "Search from here" }).click();
  await expect.poll(() => query(page).get("moves")?.split(",")).toHaveLength(14);
  await show(page, "board");
  await expect(mark(search(page), "jn")).toBeVisible();
  // Back shows the game, and after it the game before its variation.
  await page.goBack();
  await expect(part).toContainText("Move 14, in your variation");
  await page.goBack();
  await expect(part).toContainText("Move 12 of 200");
  expect(await page.evaluate(() => window.history.length)).toBe(history + 2);
});

test("what is tried after the last move is no part of the game, and obeys the rules", async ({ page, server }) => {
  const part = await openWithGame(page, server, `?game=${await smallGame(page, server)}&at=8&own=Bgc`);
  await expect(part).toContainText("Move 9, in your variation Black G7");
  await part.getByRole("button", { name: "Back to the main line" }).click();
  await expect(part.getByRole("button", { name: "Last" })).toBeDisabled();
  await expect(part.getByRole("slider")).toHaveAttribute("max", "8");
  await list(page).getByRole("button", { name: "9, black G7" }).click();
  // White takes the ko, and Black may not take it back at once.
  await click(part, "dd");
  await expect(stone(part, "ed")).toHaveCount(0);
  await expect(part.locator("[data-player=W] [data-captured]")).toHaveAttribute("data-captured", "1");
  await click(part, "ed");
  await expect(part).toContainText("Move 10, in your variation White D6");
  for (const point of ["aa", "ab", "ed"]) await click(part, point);
  await expect(stone(part, "dd")).toHaveCount(0);
  await expect(part).toContainText("Move 13, in your variation Black E6");
});

test("an address with moves that cannot be tried shows the game as far as it goes", async ({ page, server }) => {
  const game = await smallGame(page, server);
  const part = await openWithGame(page, server, `?game=${game}&at=3&own=Wgg,Bgg,Wzz`);
  await expect(part).toContainText("Move 4, in your variation White G3");
  await page.goto(`${server.url}?game=${game}&at=900&node=77&own=zz`);
  await expect(part).toContainText("Move 8 of 8");
});

test("what is tried turns with the game", async ({ page, server }) => {
  const game = await gameOf(page, server, "Turned Black");
  // Transforms that do not and that do undo themselves, and the exchange of colours.
  const turns = [
    ["?moves=fc", "cj", "gk", "B"],
    ["?moves=nc", "qj", "mk", "B"],
    ["?moves=cn", "jq", "km", "B"],
    ["?moves=qf", "jc", "ig", "B"],
    ["?to_play=W&moves=fc&swap=true", "cj", "gk", "W"],
  ] as const;
  for (const [search, first, second, color] of turns) {
    const part = await openWithGame(page, server, `${search}&game=${game}&at=3&own=Wcj`);
    await expect(stone(part, first)).toBeVisible();
    await click(part, second);
    await expect(stone(part, second, color)).toBeVisible();
    await expect.poll(() => query(page).get("own"), search).toBe("Wcj,Bgk");
  }
});

test("Back goes to the move before each line that was tried", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "the same on a phone");
  const part = await openNoted(page, server, 12);
  await part.locator("[data-next=Bjj]").getByRole("button").click();
  await expect.poll(() => query(page).get("own")).toBe("Bjj");
  await part.getByRole("button", { name: "Back to the main line" }).click();
  await part.getByRole("button", { name: "Back", exact: true }).click();
  await expect.poll(() => scene(page)).toBe(11);
  await part.locator("[data-next]").first().getByRole("button").click();
  await expect(part).toContainText("Move 12");
  await part.getByRole("button", { name: "Back", exact: true }).click();
  await expect.poll(() => scene(page)).toBe(11);
});

test("the comment on the move shown is seen on a phone", phone, async ({ page, server }, info) => {
  test.skip(info.project.name !== "phone", "has room");
  await openNoted(page, server, 10);
  await expect(list(page).locator(".comments.current")).toBeInViewport();
});

test("with the filter of a player, the bars show that player's results, too", async ({ page, server }) => {
  const player = encodeURIComponent("=Other White");
  const part = await openWithGame(page, server, `?game=${await gameOf(page, server, "Noted Black")}&at=12&player=${player}`);
  const bar = part.locator("[data-next] .win-bar").first();
  await part.getByRole("button", { name: "Black | White" }).click();
  await expect(part.getByRole("button", { name: "Other White's results" })).toBeVisible();
  await expect(bar).toContainText("100%");
});
