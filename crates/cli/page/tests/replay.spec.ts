import type { Page, Request } from "@playwright/test";
import { click, expect, Gate, games, open, placeOf, query, replay, search, stone, stones, show, phone } from "./base.ts";
import { gameOf, openWithGame, scene, testWith } from "./game.ts";

/** A game of up to 300 moves: Black fills the upper side, White the lower side, from the edges. */
function longGame(black: string, length: number): string {
  const moves = Array.from({ length }, (_, i) => {
    const [row, column] = [Math.floor(Math.floor(i / 2) / 19), Math.floor(i / 2) % 19];
    const y = i % 2 === 0 ? row : 18 - row;
    return `;${i % 2 === 0 ? "B" : "W"}[${String.fromCharCode(97 + column, 97 + y)}]`;
  });
  return `(;GM[1]FF[4]SZ[19]PB[${black}]PW[Long White]DT[2026-01-03]RE[B+1]${moves.join("")})`;
}

const RECORDS = {
  "captures.sgf": `(;GM[1]FF[4]SZ[19]PB[Cap Black]BR[3d]PW[Cap White]WR[2d]DT[2026-01-02]RE[W+R]
;B[ab];W[aa];B[ba];W[ss];B[dd];W[da];B[pd];W[cc];B[pp])`,
  "short.sgf": `(;GM[1]FF[4]SZ[19]PB[Short Black]PW[Short White]DT[2026-01-01]RE[W+R]
;B[pd];W[dp];B[pp];W[dd])`,
  "mirror.sgf": `(;GM[1]FF[4]SZ[19]PB[Mirror Black]PW[Mirror White]DT[2025-01-01]RE[W+R];B[pd];W[dp];B[dd];W[jj])`,
  "long.sgf": longGame("Long Black", 300),
  "longer.sgf": longGame("Twin Black", 299),
};

const test = testWith(RECORDS);

const openNamed = async (page: Page, server: Parameters<typeof gameOf>[1], name: string, at: number) =>
  openWithGame(page, server, `?game=${await gameOf(page, server, name)}&at=${at}`);

/** Presses a key on the replay board several times before the page can draw. */
const pressAtOnce = (page: Page, key: string, times: number) =>
  page.evaluate(
    ([key, times]) => {
      const board = document.querySelector("#replay .board");
      for (let i = 0; i < times; i += 1) board?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    },
    [key, times] as const,
  );

test("captured stones are counted beside the player who took them", async ({ page, server }) => {
  const part = await openNamed(page, server, "Cap Black", 2);
  const taken = (color: string) => part.locator(`[data-player=${color}] [data-captured]`);
  await expect(taken("B")).toHaveAttribute("data-captured", "0");
  await part.getByRole("button", { name: "Forward" }).click();
  // The white stone in the corner has no liberty left.
  await expect(stone(part, "aa")).toHaveCount(0);
  await expect(taken("B")).toHaveAttribute("data-captured", "1");
  await expect(taken("B")).toContainText("Black captured 1 stone");
  await expect(taken("W")).toHaveAttribute("data-captured", "0");
  await part.getByRole("button", { name: "Back" }).click();
  await expect(taken("B")).toHaveAttribute("data-captured", "0");
});

test("moves show their numbers on demand", async ({ page, server }) => {
  const part = await openNamed(page, server, "Long Black", 40);
  const numbers = part.locator("[data-number]");
  await expect(numbers).toHaveCount(0);
  const options = part.getByRole("button", { name: "How the game is shown" });
  await options.click();
  await part.getByRole("button", { name: "Last ten" }).click();
  await expect(numbers).toHaveCount(10);
  await expect(numbers.last()).toHaveText("40");
  await part.getByRole("button", { name: "All" }).click();
  await expect(numbers).toHaveCount(40);
  await options.click();
  await part.getByRole("button", { name: "Forward" }).click();
  await expect(numbers).toHaveCount(41);
  await page.reload();
  await expect(numbers).toHaveCount(41);
});

test("a game plays by itself to its end", async ({ page, server }) => {
  const part = await openNamed(page, server, "Short Black", 0);
  await part.getByRole("button", { name: "How the game is shown" }).click();
  await part.getByRole("button", { name: "Fast" }).click();
  await part.getByRole("button", { name: "Play the moves" }).click();
  await expect(part.getByRole("button", { name: "Pause" })).toHaveAttribute("aria-pressed", "true");
  await expect(part).toContainText("Move 4 of 4");
  await expect(part.getByRole("button", { name: "Play the moves" })).toHaveAttribute("aria-pressed", "false");
});

test("what the user does stops a game that plays by itself", async ({ page, server }) => {
  const part = await openNamed(page, server, "Long Black", 10);
  const play = part.getByRole("button", { name: "Play the moves" });
  const pause = part.getByRole("button", { name: "Pause" });
  await play.click();
  await pause.click();
  await expect(play).toBeVisible();
  await play.click();
  await expect(pause).toBeVisible();
  await part.getByRole("button", { name: "Last" }).click();
  await expect(play).toBeVisible();
  await expect(part).toContainText("Move 300 of 300");
  await part.locator(".board").focus();
  await part.getByRole("button", { name: "First" }).click();
  await part.locator(".board").press(" ");
  await expect(pause).toBeVisible();
  await part.locator(".board").press("End");
  await expect(play).toBeVisible();
});

test("those who want little motion get only the slow speed", async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const part = await openNamed(page, server, "Short Black", 0);
  await part.getByRole("button", { name: "How the game is shown" }).click();
  await expect(part.getByRole("group", { name: "Speed" }).getByRole("button")).toHaveText(["Slow"]);
});

test("the wheel steps through the game", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has no wheel");
  const part = await openNamed(page, server, "Short Black", 1);
  await part.locator(".board").hover();
  await page.mouse.wheel(0, 100);
  await expect(part).toContainText("Move 2 of 4");
  await page.mouse.wheel(0, -100);
  await expect(part).toContainText("Move 1 of 4");
});

test("the next and the previous game of the list", async ({ page, server }) => {
  await open(page, server, "?moves=pd&sort=date");
  await show(page, "games");
  const rows = games(page).locator("[data-game]");
  const numbers = await rows.evaluateAll((all) => all.slice(0, 3).map((row) => row.getAttribute("data-game")));
  await rows.first().locator(".row-button").click();
  const part = replay(page);
  const shows = (game: string | null | undefined) => expect(part.locator(".open-game")).toHaveAttribute("data-game", game ?? "");
  await shows(numbers[0]);
  await expect(part.getByRole("button", { name: "Previous game" })).toBeDisabled();
  await part.getByRole("button", { name: "Next game" }).click();
  await shows(numbers[1]);
  // The game opens at the position of the search board.
  await expect(part).toContainText("Move 1 of");
  await part.locator(".board").press("n");
  await shows(numbers[2]);
  await part.locator(".board").press("p");
  await shows(numbers[1]);
  // A reload forgets where the list was, but finds the game in it.
  await page.reload();
  await part.getByRole("button", { name: "Next game" }).click();
  await shows(numbers[2]);
});

test("a game stays until the next one is there", async ({ page, server }) => {
  await open(page, server, "?moves=pd");
  await show(page, "games");
  await games(page).locator("[data-game] .row-button").first().click();
  const part = replay(page);
  await expect(part).toContainText("Move 1 of");
  const first = await part.locator(".open-game").getAttribute("data-game");
  const gate = new Gate();
  await page.route(/\/api\/v1\/games\/\d+\?/, async (route) => {
    await gate.opened;
    await route.continue();
  });
  await part.getByRole("button", { name: "Next game" }).click();
  await expect.poll(() => query(page).get("game")).not.toBe(first);
  await expect(part.locator(".open-game")).toHaveAttribute("data-game", first ?? "");
  await expect(stone(part, "pd", "B")).toBeVisible();
  gate.open();
  await expect(part.locator(".open-game")).not.toHaveAttribute("data-game", first ?? "");
});

test("a window shows the keys", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has no keyboard");
  await open(page, server);
  await search(page).locator(".board").focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help.getByRole("tab", { name: "Keyboard shortcuts" })).toHaveAttribute("aria-selected", "true");
  await expect(help).toContainText("Another variation in place of this move");
  await page.keyboard.press("?");
  await expect(help).toBeHidden();
  await page.getByRole("button", { name: "Help" }).click();
  await help.getByRole("tab", { name: "Keyboard shortcuts" }).click();
  await expect(help).toContainText("Another variation in place of this move");
  await help.getByRole("button", { name: "Close" }).click();
  await expect(help).toBeHidden();
});

test("the database's moves stand beside the move played", async ({ page, server }) => {
  const part = await openNamed(page, server, "Short Black", 1);
  const rows = part.locator("[data-next]");
  const played = part.locator(".played");
  await expect(played).toHaveAttribute("data-next", "Wdp");
  await expect(played).toContainText("played");
  expect(await rows.count()).toBeGreaterThan(1);
  await played.getByRole("button").click();
  await expect(part).toContainText("Move 2 of 4");
});

test("a move is found among the database's moves where the position is symmetric", async ({ page, server }) => {
  const part = await openNamed(page, server, "Mirror Black", 2);
  await expect(part.locator("[data-hint=dd]")).toBeVisible();
  // Of the two corners, which mean the same, the server names the other.
  await expect(part.locator(".played")).toHaveAttribute("data-next", "Bpp");
  await part.locator(".played").getByRole("button").click();
  await expect(part).toContainText("Move 3 of 4");
  await expect(stone(part, "dd", "B")).toBeVisible();
});

test("with exchanged colours, so are the database's moves beside the game", async ({ page, server }) => {
  const game = await gameOf(page, server, "Short Black");
  const part = await openWithGame(page, server, `?to_play=W&moves=pd&swap=true&game=${game}&at=1`);
  await expect(stone(part, "pd", "W")).toBeVisible();
  const played = part.locator(".played");
  await expect(played).toHaveAttribute("data-next", "Bdp");
  const answer = await page.request.get(`${server.url}api/v1/position?to_play=W&moves=pd&swap=true`);
  const { next_moves } = (await answer.json()) as { next_moves: { move: string; color: string; games: number }[] };
  const move = next_moves.find(({ move, color }) => color === "B" && move === "dp");
  await expect(played.locator(".number").first()).toHaveText(String(move?.games));
  await played.getByRole("button").click();
  await expect(stone(part, "dp", "B")).toBeVisible();
});

test("quick steps are all made, and the database is asked once", async ({ page, server }) => {
  const part = await openNamed(page, server, "Long Black", 0);
  await expect(part.locator(".played")).toHaveCount(1);
  const asked: string[] = [];
  const onAsk = (request: Request) => request.url().includes("/position?") && asked.push(request.url());
  page.on("request", onAsk);
  await pressAtOnce(page, "ArrowRight", 20);
  await expect(part).toContainText("Move 20 of 300");
  await expect(part.locator(".played")).toHaveAttribute("data-next", /^B/);
  expect(asked).toHaveLength(1);
  expect(new URL(asked[0] ?? "").searchParams.get("moves")?.split(",")).toHaveLength(20);
});

test("a line says where the game left all others, and leads there", async ({ page, server }) => {
  const game = await gameOf(page, server, "Short Black");
  const novelty = await page.request.get(`${server.url}api/v1/games/${game}/novelty`);
  const { at } = (await novelty.json()) as { at: number };
  const part = await openWithGame(page, server, `?game=${game}&at=0`);
  await expect(part.locator(".novelty")).toContainText(
    at < 4 ? `Only this game from move ${at + 1}` : "Another game is identical.",
  );
  if (at === 4) return;
  await part.getByRole("button", { name: `from move ${at + 1}` }).click();
  await expect(part).toContainText(`Move ${at + 1} of 4`);
});

test("a step changes little on the page", async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem("bgo", JSON.stringify({ numbers: "all" })));
  await page.setViewportSize({ width: 1920, height: 1080 });
  const part = await openNamed(page, server, "Long Black", 280);
  await expect(part.locator(".played")).toHaveCount(1);
  await expect(stones(part)).toHaveCount(280);
  // What answers change, and when they come, is not the step's.
  await page.waitForLoadState("networkidle");
  await page.route("**/api/**", () => {});
  const changes = await page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const changed: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { target } of records) changed.push((target instanceof Element ? target : target.parentElement)?.closest("section")?.id ?? "");
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    document.querySelector("#replay .board")?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await drawn();
    observer.disconnect();
    return changed;
  });
  await expect(part).toContainText("Move 281 of 300");
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.length).toBeLessThan(40);
  // The search board and the lists stay as they are.
  expect(changes.filter((section) => section === "search" || section === "games")).toEqual([]);
});

test("the address follows many quick steps without being changed too often", async ({ page, server }) => {
  await page.addInitScript(() => {
    const replace = history.replaceState.bind(history);
    const counted = window as unknown as { replaced: number };
    counted.replaced = 0;
    history.replaceState = (...change) => {
      counted.replaced += 1;
      replace(...change);
    };
  });
  const part = await openNamed(page, server, "Long Black", 0);
  await expect(part).toContainText("Move 0 of 300");
  await pressAtOnce(page, "ArrowRight", 250);
  await expect(part).toContainText("Move 250 of 300");
  await expect.poll(() => scene(page)).toBe(250);
  // Safari refuses more than 100 in 30 seconds.
  expect(await page.evaluate(() => (window as unknown as { replaced: number }).replaced)).toBeLessThan(100);
  await page.reload();
  await expect(part).toContainText("Move 250 of 300");
});

test("a search from the game shows the board, and Back shows the game", async ({ page, server }) => {
  const part = await openNamed(page, server, "Short Black", 3);
  await expect(page).toHaveTitle("Short Black – Short White – bgo");
  await part.getByRole("button", { name: "Search from here" }).click();
  await expect(search(page).locator(".board")).toBeFocused();
  await expect(search(page).locator(".board")).toBeInViewport({ ratio: 0.5 });
  await expect(stone(search(page), "pp", "B")).toBeVisible();
  // On a phone, the board comes under the pointer, which then has a point.
  await page.mouse.move(0, 0);
  await expect(search(page)).toContainText("Move 3: black Q4");
  await page.goBack();
  await expect(part.locator(".board")).toBeVisible();
  await expect(stones(search(page))).toHaveCount(0);
});

test("a reload keeps the moves that were taken back", async ({ page, server }) => {
  await open(page, server);
  const forward = search(page).getByRole("button", { name: "Forward" });
  for (const [move, count] of [["pd", 1], ["dp", 2], ["pp", 3]] as const) {
    await click(search(page), move);
    await expect(stones(search(page))).toHaveCount(count);
  }
  await page.goBack();
  await page.goBack();
  await expect(stones(search(page))).toHaveCount(1);
  await page.reload();
  await expect(stones(search(page))).toHaveCount(1);
  await forward.click();
  await forward.click();
  await expect(stone(search(page), "pp", "B")).toBeVisible();
  await search(page).getByRole("button", { name: "First" }).click();
  await expect(stones(search(page))).toHaveCount(0);
  await page.reload();
  await search(page).getByRole("button", { name: "Last" }).click();
  await expect(stones(search(page))).toHaveCount(3);
});

test("a finger's aim can be cancelled", phone, async ({ page, server }, info) => {
  test.skip(info.project.name !== "phone", "phones only");
  await open(page, server);
  const cdp = await page.context().newCDPSession(page);
  const box = await search(page).locator(".drawing").boundingBox();
  if (!box) throw new Error("no board");
  const point = await placeOf(search(page), "jj");
  const [x, y] = [box.x + point.x, box.y + point.y];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const aim = search(page).locator(".aim-name");

  // Slides off the board.
  await touch("touchStart", [x, y]);
  await expect(aim).toBeVisible();
  await touch("touchMove", [x, box.y - 40]);
  await expect(aim).toBeHidden();
  await touch("touchEnd");
  // Puts a second finger down.
  await touch("touchStart", [x, y]);
  await expect(aim).toBeVisible();
  await touch("touchStart", [x, y], [x + 60, y]);
  await expect(aim).toBeHidden();
  await touch("touchEnd");
  expect(query(page).get("moves")).toBeNull();
  await expect(stones(search(page))).toHaveCount(0);

  // Aims above the finger, and plays there.
  await touch("touchStart", [x, y]);
  await expect(aim).toBeVisible();
  await touch("touchMove", [x, y + 44]);
  await touch("touchEnd");
  await expect(stone(search(page), "jj", "B")).toBeVisible();
});
