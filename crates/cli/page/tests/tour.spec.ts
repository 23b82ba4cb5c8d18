import { readFileSync } from "node:fs";
import { expect, games, nextMoves, open, openGame, click, show, showTools, stone, stones, query, replay, search, shot, test, unfold, phone } from "./base.ts";
import { RECORDS } from "./records.ts";

test("the search board", phone, async ({ page, server }, info) => {
  await open(page, server);
  const board = search(page);
  await expect(page).toHaveTitle("bgo");
  await expect(nextMoves(page).first()).toContainText("A");
  await expect(board.locator("[data-mark]").first()).toBeVisible();
  await expect(board.getByRole("button", { name: "Black to play" })).toBeVisible();
  await expect(board.locator("text").getByText("T", { exact: true })).toBeVisible();
  await shot(page, info.project.name, "start");

  await click(board, "pd");
  await expect(stone(board, "pd", "B")).toBeVisible();
  await expect(board.locator("[data-last=pd]")).toBeVisible();
  await expect(board.getByRole("button", { name: "White to play" })).toBeVisible();
  expect(query(page).get("moves")).toBe("pd");

  const row = nextMoves(page).first();
  await row.locator("button").click();
  await expect.poll(() => query(page).get("moves")?.split(",").length).toBe(2);
  const moves = query(page).get("moves");

  await board.getByRole("button", { name: "Back" }).click();
  await expect.poll(() => query(page).get("moves")).toBe("pd");
  await board.getByRole("button", { name: "First" }).click();
  await expect(stone(board, "pd")).toHaveCount(0);
  await board.getByRole("button", { name: "Forward" }).click();
  await expect(stone(board, "pd", "B")).toBeVisible();
  await board.getByRole("button", { name: "Last" }).click();
  await expect.poll(() => query(page).get("moves")).toBe(moves);

  await board.getByRole("button", { name: "Pass" }).click();
  await expect.poll(() => query(page).get("moves")).toBe(`${moves},pass`);
  await expect(board).toContainText("Move 3: black passes");
  await showTools(page);
  await board.getByRole("checkbox", { name: /colour-swapped/ }).check();
  expect(query(page).get("swap")).toBe("true");
  await board.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => query(page).get("moves")).toBeNull();
  await board.getByRole("button", { name: "Black to play" }).click();
  await expect(board.getByRole("button", { name: "White to play" })).toBeVisible();
  expect(query(page).get("to_play")).toBe("W");
});

test("games that go on without a move have rows of their own", async ({ page, server }, info) => {
  const rows = page.locator(".moves tfoot tr");
  await open(page, server, "?stones=Bdd,Bpp,Wdp&to_play=W&moves=pd,qf,nc");
  await expect(rows).toHaveText([/^Set-up games1100\.0%$/, /^No next moves1/]);
  await shot(page, info.project.name, "setup");
  await open(page, server, "?moves=pd,dp,pp,dd,fq,cn");
  await expect(rows).toHaveText([/^The game ends17\.1%$/, /^Total14/]);
});

test("the board does not cover large numbers of games", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "sets the size of the window");
  await page.route("**/api/v1/position?*", async (route) => {
    const answer = await route.fetch();
    const json = { ...(await answer.json()), games: 108432, first_year: 1846 };
    await route.fulfill({ json });
  });
  for (const [width, height] of [[1366, 768], [1440, 900], [1280, 720], [1100, 700]] as const) {
    await page.setViewportSize({ width, height });
    await open(page, server, "?moves=pd,dp");
    const tally = search(page).locator(".tally");
    await expect(tally).toContainText("108,432 games");
    const [text, board] = [await tally.boundingBox(), await search(page).locator(".board").boundingBox()];
    expect((text?.y ?? NaN) + (text?.height ?? NaN), `${width}x${height}`).toBeLessThanOrEqual(board?.y ?? NaN);
  }
});

test("an illegal move shows the reason and changes nothing", async ({ page, server }) => {
  await open(page, server, "?moves=pd");
  const before = page.url();
  await click(search(page), "pd");
  await expect(search(page).getByRole("status")).toHaveText("White cannot play Q16: the point is occupied.");
  expect(page.url()).toBe(before);
  await expect(search(page).getByRole("button", { name: "White to play" })).toBeVisible();
  await expect(stones(search(page))).toHaveCount(1);
  await click(search(page), "dd");
  await expect(search(page).getByRole("status")).toHaveText("Move 2: white D16");
});

test("an unreadable filter shows an error next to it", async ({ page, server }) => {
  await page.goto(`${server.url}?moves=pd&rank=nonsense`);
  await expect(page.locator(".filters .field-error", { hasText: /./ })).toBeVisible();
  await expect(stone(search(page), "pd", "B")).toBeVisible();
});

test("dragging over the histogram selects years", async ({ page, server }, info) => {
  await open(page, server);
  await unfold(page);
  const chart = page.locator(".histogram");
  await chart.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const box = await chart.boundingBox();
  if (!box) throw new Error("no histogram");
  const years = 2026 - 1999 + 1;
  const x = (year: number) => box.x + ((year - 1999 + 0.5) / years) * box.width;
  await page.mouse.move(x(2008), box.y + 20);
  await page.mouse.down();
  await page.mouse.move(x(2012), box.y + 20, { steps: 4 });
  await page.mouse.move(x(2014), box.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => query(page).get("year")).toBe("2008..2014");
  await expect(games(page).locator(".tally")).toHaveText("3 games");
  await shot(page, info.project.name, "years");
  await page.getByLabel("From year").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => query(page).get("year")).toBe("2009..2014");
  await page.getByRole("button", { name: "All years" }).click();
  await expect.poll(() => query(page).get("year")).toBeNull();
});

test("the list can be sorted, and loads while scrolling", async ({ page, server }) => {
  await open(page, server);
  const list = games(page).locator(".list");
  await show(page, "games");
  const total = Number((await games(page).locator(".tally").innerText()).replace(/\D/g, ""));
  expect(total).toBe(189);
  await games(page).getByRole("button", { name: "Date" }).click();
  await expect(list.locator("[data-game]").first()).toContainText("1999-01-01");
  expect(query(page).get("reverse")).toBe("true");
  await games(page).getByRole("button", { name: "Rank" }).click();
  await expect(list.locator("[data-game]").first()).toContainText("9p");
  const seen = new Set<string>();
  for (let top = 0; top < total * 50; top += 600) {
    const bottom = await list.evaluate((element, y) => {
      element.scrollTo(0, y);
      return element.scrollTop + element.clientHeight;
    }, top);
    // Eight rows below the last one in view, which the list had not drawn where it was before.
    const last = Math.min(total, Math.ceil(bottom / 50) + 8);
    await expect(list.locator(`tr[aria-rowindex="${last + 1}"]`)).toBeAttached();
    await expect(list.locator(".waiting")).toHaveCount(0);
    const shown = await list.locator("[data-game]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-game")));
    for (const game of shown) seen.add(game ?? "");
  }
  expect(seen.size).toBe(total);
  await expect(list.locator(`tr[aria-rowindex="${total + 1}"]`)).toBeVisible();
});

test("the replay board", phone, async ({ page, server }, info) => {
  await open(page, server, "?moves=pd,dp&player=井山");
  await openGame(page, "井山裕太");
  const part = replay(page);
  await expect(part).toContainText("Move 2 of 6");
  await expect(games(page).locator("a[aria-current=true]")).toContainText("井山裕太");
  await expect(part.locator(".board")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(part).toContainText("Move 3 of 6");
  await expect(part.locator(".comments.current")).toHaveText("三々に入る手もある。");
  await shot(page, info.project.name, "replay");
  await page.keyboard.press("End");
  await expect(part).toContainText("Move 6 of 6");
  await page.keyboard.press("Home");
  await expect(part).toContainText("Move 0 of 6");
  await part.getByRole("button", { name: "Forward" }).click();
  await expect(part).toContainText("Move 1 of 6");
  await part.getByRole("button", { name: "Last" }).click();
  await click(part, "pd");
  await expect(part).toContainText("Move 1 of 6");
  await part.getByRole("slider").fill("4");
  await expect(part).toContainText("Move 4 of 6");
  expect(query(page).get("at")).toBe("4");
  await part.getByRole("button", { name: "Search from here" }).click();
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp,pp,dd");
  await expect(stone(search(page), "dd", "W")).toBeVisible();
  await expect(games(page).locator(".tally")).toHaveText("1 game");
  await show(page, "replay");

  const download = page.waitForEvent("download");
  await part.getByRole("link", { name: "Download SGF" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("2014-01-16 井山裕太 - 신진서.sgf");
  expect(readFileSync(await file.path(), "utf8")).toBe(RECORDS["cjk.sgf"]);
  await part.getByRole("button", { name: "Close game" }).click();
  await expect(part).toHaveCount(0);
});

test("setup and comments", async ({ page, server }) => {
  await open(page, server, "?stones=Bdd,Bpp,Wdp&to_play=W&player=Ada+Setup");
  await openGame(page);
  const part = replay(page);
  await expect(part.locator(".comments.current")).toHaveText("Three stones to begin with.");
  await expect(part.locator("[data-stone^=B]")).toHaveCount(2);
  await part.locator(".board").focus();
  await page.keyboard.press("ArrowRight");
  await expect(part.locator(".comments.current")).toContainText("The second paragraph.");
  await part.getByRole("button", { name: "Search from here" }).click();
  await expect.poll(() => query(page).get("moves")).toBe("pd");
  expect(query(page).get("to_play")).toBe("W");
  expect(query(page).get("stones")?.split(",").sort()).toEqual(["Bdd", "Bpp", "Wdp"]);
  await show(page, "replay");
  await part.getByRole("button", { name: "Last" }).click();
  await part.getByRole("button", { name: "Search from here" }).click();
  await expect.poll(() => query(page).get("moves")).toBeNull();
  expect(query(page).get("stones")).toContain("Bjj");
  await expect(games(page).locator(".tally")).toHaveText("1 game");
});

test("names from records are shown as text", async ({ page, server }, info) => {
  await open(page, server, "?year=1999");
  await expect(games(page)).toContainText("<script>window.pwned=1</script>");
  await openGame(page);
  await expect(replay(page)).toContainText(`"><img src=x onerror=window.pwned=1>`);
  await page.keyboard.press("ArrowRight");
  await expect(replay(page).locator(".comments.current")).toContainText("<img src=x");
  await show(page, "board");
  await unfold(page);
  await page.getByRole("combobox", { name: "Player", exact: true }).fill("<script");
  await expect(page.locator("[role=option]").first()).toContainText("<script>window.pwned=1</script>");
  expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  expect(await page.locator("main img, main script").count()).toBe(0);
  await shot(page, info.project.name, "hostile");
});
