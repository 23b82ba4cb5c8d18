import AxeBuilder from "@axe-core/playwright";
import type { CDPSession, Page } from "@playwright/test";
import { OPTION_FLAGS } from "../src/core/place.ts";
import type { Position } from "../src/core/types.ts";
import { anchorOf, preset, presetLines, PLACES, readArea, snap } from "../src/go/area.ts";
import { en } from "../src/text/en.ts";
import { click, expect, Gate, games, mark, nextMoves, open, placeOf, query, replay, search, shot, stone, test, type Server, phone } from "./base.ts";

const CORNER = "?moves=pd,qf&area=ka,si";

/** Returns the place of a point of the search board in the window. */
async function at(page: Page, point: string): Promise<{ x: number; y: number }> {
  const frame = await search(page).locator(".drawing").boundingBox();
  const place = await placeOf(search(page), point);
  return { x: (frame?.x ?? 0) + place.x, y: (frame?.y ?? 0) + place.y };
}

const areaButton = (page: Page) => search(page).getByRole("button", { name: "Search a corner or area (joseki)" });
const card = (page: Page) => page.locator(".pattern");
/** What the card says was found. */
const found = (page: Page) => page.locator(".pattern-note[role=status]");
const frame = (page: Page) => search(page).locator("[data-area]");
const option = (page: Page, name: string) => card(page).getByRole("button", { name, exact: true });

/** Drags from a point to another with the mouse. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await at(page, from), await at(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
}

/** Returns the server's answer to a question of the page. */
async function answerTo(page: Page, server: Server, question = new URL(page.url()).search): Promise<Position> {
  const response = await page.request.get(`${server.url}api/v1/position${question.replace("at_move", "at")}`);
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as Position;
}

test("areas snap, and presets touch the edges that their names say", () => {
  for (let size = 7; size <= 19; size += 1) {
    for (const lines of presetLines(size)) {
      const anchors = PLACES.map((place) => anchorOf(preset(place, lines, size), size));
      expect(anchors).toEqual(["corner", "side", "corner", "side", "board", "side", "corner", "side", "corner"]);
    }
  }
  expect(snap({ from: [1, 1], to: [17, 16] }, 19)).toEqual({ from: [0, 0], to: [18, 16] });
  expect(snap({ from: [2, 1], to: [4, 3] }, 5)).toEqual({ from: [2, 1], to: [4, 3] });
  expect(readArea("si,ka", 19)).toEqual({ from: [10, 0], to: [18, 8] });
  for (const text of ["ka", "ka,si,aa", "corner,9", "ka,zz", ""]) expect(readArea(text, 19)).toBeNull();
  expect(readArea("ka,si", 9)).toBeNull();
  expect(anchorOf({ from: [0, 3], to: [18, 5] }, 19)).toBe("fixed");
  expect(anchorOf({ from: [0, 3], to: [18, 18] }, 19)).toBe("fixed");
});

test("a mouse draws an area, shown while it is drawn, and then clicks play again", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a mouse");
  await open(page, server, "?moves=pd,qf");
  await expect(card(page)).toHaveCount(0);
  await areaButton(page).click();
  await expect(search(page).getByRole("status")).toHaveText("Drag over the corner or area to search for, such as a joseki.");
  await expect(mark(search(page), "nc")).toHaveCount(0);
  // Both sides end a line from the edges, and go to the edges.
  await drag(page, "ki", "rb");
  await expect(frame(page)).toHaveAttribute("data-area", "ka,si");
  await expect(search(page).getByRole("status")).toHaveText("Corner L19–T11, 9×9");
  expect(query(page).get("area")).toBeNull();
  await page.mouse.up();
  await expect.poll(() => query(page).get("area")).toBe("ka,si");
  await expect(areaButton(page)).toHaveAttribute("aria-pressed", "false");
  // The pointer is where the drag ended, not where it began.
  await expect(search(page).locator(".ghost")).toHaveAttribute("cx", String(17 * 20));
  await expect(card(page).getByRole("heading")).toHaveText("Corner L19–T11, 9×9");

  const first = await answerTo(page, server);
  await expect(found(page)).toContainText(
    `In every corner. ${first.occurrences} occurrences in ${first.games} games, ${first.images} orientations`,
  );
  const best = first.next_moves[0];
  if (!best) throw new Error("no answers");
  await click(search(page), best.move);
  await expect.poll(() => query(page).get("moves")).toContain(best.move);
  await expect(stone(search(page), best.move, best.color)).toBeVisible();
  // Outside, a click plays too; the area stays.
  await click(search(page), "dp");
  await expect(stone(search(page), "dp")).toBeVisible();
  expect(query(page).get("area")).toBe("ka,si");

  await areaButton(page).click();
  await expect(search(page).getByRole("status")).toHaveText(/^Draw the area again, or choose points of it/);
  await card(page).getByRole("button", { name: "Remove the area" }).click();
  await expect(card(page)).toHaveCount(0);
  await expect(frame(page)).toHaveCount(0);
  expect(query(page).get("area")).toBeNull();
});

test("a drag off the board ends at the edge, Escape gives a drag up, and a click draws nothing", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a mouse");
  await open(page, server, "?moves=pd");
  await areaButton(page).click();
  await drag(page, "ff", "jj");
  await expect(frame(page)).toHaveAttribute("data-area", "ff,jj");
  await page.keyboard.press("Escape");
  await expect(frame(page)).toHaveCount(0);
  const far = await at(page, "kk");
  await page.mouse.move(far.x, far.y);
  await expect(frame(page)).toHaveCount(0);
  await page.mouse.up();
  await click(search(page), "cc");
  await expect(areaButton(page)).toHaveAttribute("aria-pressed", "true");
  expect(query(page).get("area")).toBeNull();
  expect(query(page).get("moves")).toBe("pd");

  await drag(page, "lh", "sa");
  const corner = await at(page, "sa");
  await page.mouse.move(corner.x + 300, 2);
  await page.mouse.up();
  await expect.poll(() => query(page).get("area")).toBe("la,sh");
});

test("a corner of the area is dragged to exactly where it ends, and another drag replaces the area", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a mouse");
  await open(page, server, "?moves=pd,qf&area=ka,si&wildcards=ka,qi");
  await areaButton(page).click();
  await drag(page, "ki", "mg");
  await page.mouse.up();
  await expect.poll(() => query(page).get("area")).toBe("ma,sg");
  // The wildcards that are no longer in the area are gone.
  expect(query(page).get("wildcards")).toBeNull();
  await areaButton(page).click();
  await drag(page, "mg", "bb");
  await page.mouse.up();
  await expect.poll(() => query(page).get("area")).toBe("ba,sb");
  await areaButton(page).click();
  await drag(page, "cm", "gq");
  await page.mouse.up();
  await expect.poll(() => query(page).get("area")).toBe("cm,gq");
  await page.goBack();
  await expect(frame(page)).toHaveAttribute("data-area", "ba,sb");
  await page.goForward();
  await expect(frame(page)).toHaveAttribute("data-area", "cm,gq");
  await expect(card(page).getByRole("heading")).toHaveText("Middle C7–G3, 5×5");
});

/** Touches points one after the other with a finger. */
async function slide(touch: CDPSession, points: { x: number; y: number }[]): Promise<void> {
  for (const [index, point] of points.entries())
    await touch.send("Input.dispatchTouchEvent", { type: index === 0 ? "touchStart" : "touchMove", touchPoints: [point] });
}

test("a finger draws an area, and taps make wildcards", phone, async ({ page, server }, info) => {
  test.skip(info.project.name !== "phone", "phones only");
  await open(page, server, "?moves=pd,qf");
  await areaButton(page).tap();
  const touch = await page.context().newCDPSession(page);
  const scrolled = await page.evaluate(() => window.scrollY);
  await slide(touch, [await at(page, "ki"), await at(page, "ne"), await at(page, "rb")]);
  await expect(frame(page)).toHaveAttribute("data-area", "ka,si");
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(() => query(page).get("area")).toBe("ka,si");
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);

  await areaButton(page).tap();
  await expect(areaButton(page), "the browser keeps no tap after a drag").toHaveAttribute("aria-pressed", "true");
  await click(search(page), "ki");
  await expect(search(page).locator("[data-wildcard=ki]")).toBeVisible();
  await expect.poll(() => query(page).get("wildcards")).toBe("ki");
  // Outside the area a tap does nothing.
  await click(search(page), "dd");
  await search(page).getByRole("button", { name: "Done" }).tap();
  expect(query(page).get("wildcards")).toBe("ki");
  expect(query(page).get("moves")).toBe("pd,qf");
});

test("a second finger gives the drag of an area up", phone, async ({ page, server }, info) => {
  test.skip(info.project.name !== "phone", "phones only");
  await open(page, server, "?moves=pd,qf");
  await areaButton(page).tap();
  const touch = await page.context().newCDPSession(page);
  await slide(touch, [await at(page, "ki"), await at(page, "ne"), await at(page, "rb")]);
  await expect(frame(page)).toHaveAttribute("data-area", "ka,si");
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [await at(page, "rb"), await at(page, "dd")] });
  await expect(frame(page)).toHaveCount(0);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  expect(query(page).get("area")).toBeNull();
  await expect(areaButton(page)).toHaveAttribute("aria-pressed", "true");
});

test("keys draw an area, which is told, and make wildcards", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has no keyboard");
  await open(page, server, "?moves=pd,qf");
  const told = search(page).locator(".board-frame [aria-live]");
  await areaButton(page).press("Enter");
  await expect(search(page).locator(".board")).toBeFocused();
  // From the last move at R14 to T11, and from there to L19.
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await page.keyboard.press("Space");
  await expect(told).toHaveText("T11. First corner fixed");
  await page.keyboard.press("ArrowLeft");
  await expect(frame(page)).toHaveAttribute("data-area", "ri,si");
  await page.keyboard.press("Escape");
  await expect(frame(page)).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  for (let i = 0; i < 8; i += 1) {
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
  }
  await expect(told).toHaveText("L19. Corner L19–T11, 9×9");
  expect(query(page).get("area")).toBeNull();
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("area")).toBe("ka,si");
  await expect(areaButton(page)).toHaveAttribute("aria-pressed", "false");

  await areaButton(page).press("Enter");
  await page.keyboard.press("x");
  await expect.poll(() => query(page).get("wildcards")).toBe("ka");
  await expect(told).toHaveText("L19, wildcard, empty");
  await page.keyboard.press("x");
  await expect.poll(() => query(page).get("wildcards")).toBeNull();
  await page.keyboard.press("Escape");
  await expect(areaButton(page)).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("moves")).toBe("pd,qf,ka");
});

test("the next key goes to the board before the next picture", async ({ page, server }) => {
  await open(page, server, "?moves=pd,qf&area=ka,si");
  const focused = await areaButton(page).evaluate(async (button: HTMLElement) => {
    button.click();
    // Leaves time to render, as the browser does between two keys, but none to paint.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    return document.activeElement?.className;
  });
  expect(focused).toContain("board");
});

test("presets for corners, sides and the whole board", async ({ page, server }) => {
  await open(page, server, "?moves=pd");
  const cases = [
    ["7×7", "Lower left corner, 7×7", "am,gs"],
    ["11×11", "Right side, 11×11", "ie,so"],
    ["9×9", "Whole board", "aa,ss"],
  ] as const;
  for (const [lines, name, area] of cases) {
    await areaButton(page).click();
    await search(page).getByRole("button", { name: "Corner or side" }).click();
    await search(page).getByRole("button", { name: lines, exact: true }).click();
    await search(page).getByRole("button", { name }).click();
    await expect.poll(() => query(page).get("area")).toBe(area);
    await expect(search(page).locator(".board")).toBeFocused();
  }
  await expect(card(page)).toContainText("The whole board, also turned.");
  await areaButton(page).click();
  await search(page).getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(() => query(page).get("area")).toBeNull();
});

test("answers are marked in their colours, and the table counts what happens elsewhere", async ({ page, server }) => {
  await open(page, server, CORNER);
  const answer = await answerTo(page, server);
  await expect(nextMoves(page).first()).toHaveAttribute("data-move", `${answer.next_moves[0]?.color}${answer.next_moves[0]?.move}`);
  // A point at which both colours answered has both marks, and a click plays the more popular move.
  const points = answer.next_moves.map((next) => next.move);
  const both = answer.next_moves.find((next, i) => points.indexOf(next.move) !== i);
  const first = answer.next_moves.find((next) => next.move === both?.move);
  if (!both || !first) throw new Error("no point with answers of both colours");
  await expect(search(page).locator(`[data-mark="${first.color}${first.move}"]`)).toBeVisible();
  await expect(search(page).locator(`[data-mark="${both.color}${both.move}"]`)).toBeVisible();
  await expect(page.locator("[data-row=elsewhere]")).toHaveText(`Tenuki${answer.elsewhere}`);
  await expect(page.locator("[data-row=unanswered]")).toHaveText(`Never answered${answer.unanswered}`);
  const cells = page.locator(`[data-move="${first.color}${first.move}"] td`);
  await expect(cells.nth(1)).toHaveText(String(first.games));
  await expect(cells.nth(3)).toHaveText(String(first.occurrences));
  await expect(page.locator(".moves .total")).not.toContainText("100");

  await page.locator(`[data-move="${first.color}${first.move}"]`).hover();
  await expect(search(page).getByRole("status")).toHaveText(/(Black \w+:.*White|White \w+:.*Black) \w+:/);

  await click(search(page), first.move);
  await expect(stone(search(page), first.move, first.color)).toBeVisible();
  await page.goBack();
  await page.locator(`[data-move="${both.color}${both.move}"] button`).click();
  await expect(stone(search(page), both.move, both.color)).toBeVisible();
});

test("the options are in the address and in the question", async ({ page, server }) => {
  await open(page, server, `${CORNER}&swap=true`);
  await expect(page.getByRole("checkbox", { name: /colour-swapped/ })).toBeHidden();
  const all = await answerTo(page, server, CORNER);
  for (const key of OPTION_FLAGS.filter((flag) => flag !== "strict")) {
    const { name } = en.pattern.flags[key];
    await option(page, name).click();
    await expect(option(page, name)).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => query(page).get(key)).toBe("true");
    const answer = await answerTo(page, server);
    await expect(found(page)).toContainText(`${answer.occurrences} occurrence`);
    await page.goBack();
    await expect(option(page, name)).toHaveAttribute("aria-pressed", "false");
    await expect(found(page)).toContainText(`${all.occurrences} occurrences`);
  }
  await expect(option(page, "Strict")).toHaveCount(0);

  await option(page, "More").click();
  const complaint = card(page).locator(".pattern-more .field-error").first();
  await expect(complaint).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await card(page).getByRole("button", { name: "White", exact: true }).click();
  await expect.poll(() => query(page).get("next")).toBe("O");
  const entries = await page.evaluate(() => history.length);
  await card(page).getByRole("textbox", { name: "First appears at move: to" }).pressSequentially("40");
  await expect.poll(() => query(page).get("at_move")).toBe("..40");
  await card(page).getByRole("textbox", { name: "First appears at move: from" }).pressSequentially("50");
  await expect(card(page).getByText("The smaller number comes first.")).toHaveCount(1);
  await expect(complaint).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await expect(search(page).getByRole("status")).not.toContainText("The smaller number");
  await card(page).getByRole("textbox", { name: "First appears at move: from" }).fill("2");
  await expect.poll(() => query(page).get("at_move")).toBe("2..40");
  await card(page).getByRole("textbox", { name: "Lasts (moves): from" }).fill("3");
  await expect.poll(() => query(page).get("stood")).toBe("3..");
  const answer = await answerTo(page, server, `${CORNER}&next=O&at=2..40&stood=3..`);
  await expect(found(page)).toContainText(`${answer.occurrences} occurrence`);
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await expect(card(page).getByRole("textbox", { name: "First appears at move: to" })).toHaveValue("40");
  await expect(found(page)).toContainText(`${answer.occurrences} occurrence`);
});

test("a pass and the turn say whose answers are shown", async ({ page, server }) => {
  await open(page, server, CORNER);
  const turn = search(page).locator(".turn");
  const shows = async (told: string, next: string, moves: string) => {
    await expect(turn).toHaveText(told);
    await expect.poll(() => query(page).get("moves")).toBe(moves);
    const { next_moves: answers } = await answerTo(page, server, `${CORNER}&next=${next}`);
    await expect(page.locator(".moves")).toHaveAttribute("aria-busy", "false");
    await expect(nextMoves(page).first()).toHaveAttribute("data-move", `${answers[0]?.color}${answers[0]?.move}`);
    const colors = await search(page).locator("[data-mark]").evaluateAll((all) => all.map((mark) => mark.getAttribute("data-mark")?.charAt(0)));
    expect([...new Set(colors)].sort()).toEqual(next === "any" ? ["B", "W"] : [next === "X" ? "B" : "W"]);
  };
  await shows("Either to play", "any", "pd,qf");
  // Black plays elsewhere.
  await search(page).getByRole("button", { name: "Pass" }).click();
  await shows("White to play", "O", "pd,qf,pass");
  await turn.click();
  await shows("Black to play", "X", "pd,qf,pass,pass");
  await turn.click();
  await shows("Either to play", "any", "pd,qf");
  await turn.click();
  await shows("White to play", "O", "pd,qf,pass");
  // The option is in place of passes, and passes in place of the option.
  await option(page, "More").click();
  await expect(option(page, "White")).toHaveAttribute("aria-pressed", "true");
  await option(page, "Black").click();
  await shows("Black to play", "X", "pd,qf");
  expect(query(page).get("next")).toBe("X");
  await search(page).getByRole("button", { name: "Pass" }).click();
  await shows("White to play", "O", "pd,qf,pass");
  expect(query(page).get("next")).toBeNull();
  await search(page).getByRole("button", { name: "Back" }).click();
  await shows("Either to play", "any", "pd,qf");
  await expect(page.locator(".moves .note")).toHaveText("Shares are of the games; a game may have several replies.");
});

test("what cannot be searched for is told", async ({ page, server }) => {
  await page.goto(`${server.url}${CORNER}&wildcards=aa`);
  await expect(page.getByText("aa is outside the area; wildcards must lie inside it.")).toHaveCount(1);
  await card(page).getByRole("button", { name: "Clear" }).click();
  await expect(found(page)).toContainText("occurrence");
  await page.goto(`${server.url}${CORNER}&strict=true`);
  await expect(card(page).getByRole("alert")).toContainText("the pattern has none");
  await option(page, "Strict").click();
  await expect(found(page)).toContainText("occurrence");
  await page.goto(`${server.url}?moves=pd&area=ka,zz`);
  await expect(search(page).getByRole("status")).toContainText("The link contains something that cannot be read or is not on the board. Example: area=ma,sg.");
  await card(page).getByRole("button", { name: "Remove the area" }).click();
  await expect(search(page).locator(".tally strong")).toBeVisible();
  await page.goto(`${server.url}?moves=pd&area=corner,7`);
  await expect(frame(page)).toHaveAttribute("data-area", "ma,sg");
});

test("a stone takes the place of a wildcard, and an occupied wildcard refuses a move", async ({ page, server }) => {
  await open(page, server, "?moves=pd&area=ka,si&wildcards=nc,pd");
  await click(search(page), "nc");
  await expect.poll(() => query(page).get("moves")).toMatch(/nc$/);
  await expect(search(page).locator("[data-wildcard=nc]")).toHaveCount(0);
  expect(query(page).get("wildcards")).toBe("pd");
  const moves = query(page).get("moves");
  await click(search(page), "pd");
  await expect(search(page).getByRole("status")).toContainText("the point is occupied");
  expect(query(page).get("moves")).toBe(moves);
});

test("games open at the first occurrence with the area framed, turned and with colours exchanged", async ({ page, server }) => {
  await open(page, server, CORNER);
  const list = (await (await page.request.get(`${server.url}api/v1/games${CORNER}&limit=100`)).json()) as {
    list: { game: number; swapped: boolean; move_number: number }[];
  };
  const swapped = list.list.find((game) => game.swapped);
  if (!swapped) throw new Error("no game with exchanged colours");
  await page.goto(`${server.url}${CORNER}&game=${swapped.game}`);
  await expect(replay(page).locator("[data-area]")).toHaveAttribute("data-area", "ka,si");
  await expect(stone(replay(page), "pd", "B")).toBeVisible();
  await expect(stone(replay(page), "qf", "W")).toBeVisible();
  await expect(replay(page)).toContainText(/colours swapped/i);
  await expect(replay(page)).toContainText(`Move ${swapped.move_number} of`);
  // All of the area is as in the pattern.
  await expect(replay(page).locator("[data-stone]")).not.toHaveCount(0);
  const inside = await replay(page).locator("[data-stone]").evaluateAll((all) =>
    all.map((one) => one.getAttribute("data-stone") ?? "").filter((name) => name.charAt(1) >= "k" && name.charAt(2) <= "i").sort(),
  );
  expect(inside).toEqual(["Bpd", "Wqf"]);
  if (await games(page).isVisible()) await expect(games(page).locator(".tally")).toContainText("games");
});

test("the answers on the board are asked for first, and a superseded question does not hold up the next", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "all parts are in view");
  await open(page, server, "?moves=pd,qf");
  const asked: string[] = [];
  const gates = [new Gate(), new Gate()];
  await page.route(/\/api\/v1\/.*area=/, async (route) => {
    const path = new URL(route.request().url()).pathname.split("/v1/")[1] ?? "";
    asked.push(path);
    if (path === "position") await gates.shift()?.opened;
    // A request that was given up has no route any more.
    await route.continue().catch(() => {});
  });
  const [first, second] = gates;
  await page.keyboard.press("Escape");
  await areaButton(page).click();
  await drag(page, "ki", "rb");
  await page.mouse.up();
  await expect.poll(() => asked).toEqual(["position"]);
  // The next question comes while the first has no answer.
  await click(search(page), "nc");
  await expect.poll(() => asked).toEqual(["position", "position"]);
  second?.open();
  await expect.poll(() => asked.slice(0, 3)).toEqual(["position", "position", "games"]);
  await expect(found(page)).toContainText("occurrence");
  await expect(games(page).locator(".tally")).toContainText("game");
  first?.open();
});

for (const scheme of ["light", "dark"] as const) {
  const title = `axe finds nothing serious while an area is chosen, and the board stays where it is, ${scheme}`;
  test(title, async ({ page, server }, info) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await open(page, server, "?moves=pd,qf");
    const check = async (state: string) => {
      const found = await new AxeBuilder({ page }).analyze();
      const serious = found.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
      expect(serious.map((one) => `${state}: ${one.id} ${one.nodes.map((node) => node.target).join(" ")}`)).toEqual([]);
    };
    /** Returns where the board and the buttons below it are when the page is not scrolled: they stay on a phone. */
    const places = () =>
      search(page)
        .locator(".drawing, .tools")
        .evaluateAll((parts) => {
          window.scrollTo(0, 0);
          return parts.map((part) => {
            const { top, left, width, height } = part.getBoundingClientRect();
            return [top, left, width, height].map(Math.round);
          });
        });
    const before = await places();
    await areaButton(page).click();
    await search(page).getByRole("button", { name: "Corner or side" }).click();
    await check("presets");
    expect(await places()).toEqual(before);
    await search(page).getByRole("button", { name: "Upper right corner" }).click();
    await expect(found(page)).toContainText("occurrence");
    await option(page, "More").click();
    await check("an area");
    expect((await places())[0]).toEqual(before[0]);
    await shot(page, info.project.name, `pattern-${scheme}`);
  });
}
