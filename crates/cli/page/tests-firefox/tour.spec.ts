import { expect, test, type Tab } from "./base.ts";

const board = ".search";
const game = "#replay";

const stones = (tab: Tab, part: string) => expect.poll(() => tab.count(`${part} [data-stone]`), `stones of ${part}`);
const address = (tab: Tab, name: string) => expect.poll(() => tab.query(name), name);

test("moves are played on the board and in the table, taken back, and played again", async ({ tab }) => {
  await tab.open();
  await expect.poll(() => tab.count(`${board} [data-mark]`)).toBeGreaterThan(1);
  await tab.click(board, "pd");
  await address(tab, "moves").toBe("pd");
  await expect.poll(() => tab.count(`${board} [data-stone=Bpd]`)).toBe(1);
  // The first row is the mark A, and both play one move.
  await expect.poll(() => tab.attribute(".moves", "aria-busy")).toBe("false");
  const best = await tab.attribute(`${board} [data-mark][data-label=A]`, "data-mark");
  expect(await tab.attribute(".moves tbody tr", "data-move")).toBe(best);
  await tab.page.locator(".moves tbody tr .row-button").click();
  await address(tab, "moves").toBe(`pd,${best?.slice(1)}`);
  await tab.press("Back");
  await address(tab, "moves").toBe("pd");
  await expect.poll(() => tab.attribute(".moves", "aria-busy")).toBe("false");
  await tab.click(board, best?.slice(1) ?? "");
  await address(tab, "moves").toBe(`pd,${best?.slice(1)}`);
  await stones(tab, board).toBe(2);
  await tab.page.goBack();
  await address(tab, "moves").toBe("pd");
  await stones(tab, board).toBe(1);
  await tab.page.goForward();
  await stones(tab, board).toBe(2);
  await tab.wheel(board, -120);
  await address(tab, "moves").toBe("pd");
  await tab.wheel(board, 120);
  await stones(tab, board).toBe(2);
  await tab.shot("board");
});

test("pointing at a mark lights its row, and at a row its mark", async ({ tab }) => {
  await tab.open("?moves=pd");
  await expect.poll(() => tab.count(`${board} [data-mark]`)).toBeGreaterThan(1);
  const mark = (await tab.attribute(`${board} [data-label=B]`, "data-mark")) ?? "";
  const { x, y } = await tab.at(board, mark.slice(1));
  await tab.page.mouse.move(x, y);
  await expect.poll(() => tab.attribute(".moves .lit", "data-move")).toBe(mark);
  await tab.page.locator(".moves tbody tr").hover();
  const first = (await tab.attribute(".moves tbody tr", "data-move")) ?? "";
  await expect.poll(() => tab.attribute(`${board} [data-ring]`, "data-ring")).toBe(first.slice(1));
});

test("an area is drawn by dragging, and answered", async ({ tab }) => {
  await tab.open("?moves=pd,qf");
  await tab.press("Search for a part of the board");
  await tab.drag("ki", "rb");
  await address(tab, "area").toBe("ka,si");
  await expect.poll(() => tab.text(".pattern-note[role=status]")).toMatch(/^In every corner\. .*occurrences/s);
  await expect.poll(() => tab.attribute(`${board} [data-area]`, "data-area")).toBe("ka,si");
  const best = (await tab.attribute(".moves tbody tr", "data-move")) ?? "";
  await tab.click(board, best.slice(1));
  await address(tab, "moves").toContain(best.slice(1));
  await tab.shot("area");
});

test("filters limit the games", async ({ tab }) => {
  await tab.open();
  const shown = () => tab.text("#games .tally");
  await expect.poll(shown).toBe("189 games");
  const player = `::-p-aria([name="Player"][role="combobox"])`;
  await tab.page.locator(player).click();
  await tab.page.keyboard.type("井山");
  await tab.page.waitForSelector("[role=option]");
  await tab.key("ArrowDown", "Enter");
  await expect.poll(shown).toBe("1 game");
  await address(tab, "player").toContain("井山裕太");
  await tab.press("Clear all filters");
  await expect.poll(shown).toBe("189 games");
  await tab.page.locator("#filters-button").click();
  await tab.page.waitForSelector(".histogram .bar");
  const years = await (await tab.page.$(".histogram"))?.boundingBox();
  if (!years) throw new Error("no histogram");
  const x = (year: number) => years.x + ((year - 1999 + 0.5) / (2026 - 1999 + 1)) * years.width;
  await tab.page.mouse.move(x(2008), years.y + 20);
  await tab.page.mouse.down();
  await tab.page.mouse.move(x(2014), years.y + 20, { steps: 4 });
  await tab.page.mouse.up();
  await address(tab, "year").toBe("2008..2014");
  await expect.poll(shown).toBe("3 games");
  await tab.shot("filters");
});

test("a game opens and is stepped by keys, wheel and slider", async ({ tab }) => {
  await tab.open("?moves=pd,dp&player=井山");
  await tab.page.locator("#games [data-game] a").click();
  const progress = () => tab.text(game);
  await expect.poll(progress).toContain("Move 2 of 6");
  await tab.key("ArrowRight");
  await expect.poll(progress).toContain("Move 3 of 6");
  await expect.poll(() => tab.text(`${game} .comments.current`)).toBe("三々に入る手もある。");
  await stones(tab, game).toBe(3);
  await tab.key("End");
  await stones(tab, game).toBe(6);
  await tab.key("Home");
  await stones(tab, game).toBe(0);
  await tab.wheel(game, 120);
  await expect.poll(progress).toContain("Move 1 of 6");
  await tab.page.locator(`${game} input[type=range]`).fill("4");
  await stones(tab, game).toBe(4);
  await address(tab, "at").toBe("4");
  await tab.shot("replay");
});

test("keys are heard from a link on, and no key loses the focus", async ({ tab }) => {
  await tab.open("?moves=pd");
  const numbers = await tab.page.$$eval("#games [data-game]", (rows) => rows.slice(0, 2).map((row) => row.getAttribute("data-game")));
  const progress = () => tab.text(game);
  const shown = () => tab.attribute(`${game} .open-game`, "data-game");
  await tab.page.locator("#games [data-game] a").click();
  await expect.poll(shown).toBe(numbers[0]);
  await tab.page.waitForSelector(`${game} .neighbours button:last-child[aria-disabled=false]`);
  await tab.key("N");
  await expect.poll(shown).toBe(numbers[1]);
  await tab.key("ArrowRight");
  await expect.poll(progress).toContain("Move 2 of");
  await tab.page.reload();
  await expect.poll(progress).toContain("Move 2 of");
  await tab.key("ArrowLeft");
  await expect.poll(progress).toContain("Move 1 of");
  await tab.page.locator(`${game} .details h3`).click();
  await tab.page.waitForSelector(`${game} .neighbours button[aria-disabled=false]`);
  await tab.key("p");
  await expect.poll(shown).toBe(numbers[0]);
  await tab.key("Escape");
  await expect.poll(() => tab.count(game)).toBe(0);

  await tab.page.focus(".moves tbody tr:nth-child(2) .row-button");
  await tab.key("Enter");
  await expect.poll(async () => (await tab.query("moves"))?.split(",").length).toBe(2);
  const hasFocus = (selector: string) => tab.page.evaluate((all) => document.activeElement?.matches(all), selector);
  await expect.poll(() => tab.attribute(".moves", "aria-busy")).toBe("false");
  await expect.poll(() => hasFocus(".moves tbody tr:nth-child(2) .row-button")).toBe(true);
  await tab.page.focus(`${board} [aria-label=First]`);
  await tab.key("Enter");
  await expect.poll(() => hasFocus(`${board} [aria-label=First][aria-disabled=true]`)).toBe(true);
});

test("the theme and the coordinates are chosen, and kept over a reload", async ({ tab }) => {
  await tab.open();
  const ground = () => tab.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await tab.press("Settings");
  await tab.press("Light");
  const light = await ground();
  await tab.press("Dark");
  await expect.poll(ground).not.toBe(light);
  await tab.press("aa to ss");
  const letter = () => tab.page.evaluate(() => document.querySelector(".search .drawing text")?.textContent);
  await expect.poll(letter).toBe("a");
  const dark = await ground();
  await tab.page.reload();
  await tab.page.waitForSelector(".search .tally strong");
  expect(await ground()).toBe(dark);
  expect(await letter()).toBe("a");
  await tab.shot("dark");
});

test("a record is cut from a field and pasted on the board", async ({ tab }) => {
  await tab.open("?moves=dd");
  const control = async (key: "a" | "x" | "v") => {
    await tab.page.keyboard.down("Control");
    await tab.key(key);
    await tab.page.keyboard.up("Control");
  };
  await tab.page.locator(`::-p-aria([name="Player"][role="combobox"])`).click();
  await tab.page.keyboard.type("(;GM[1]FF[4]SZ[19];B[pd];W[dp];B[pp])");
  await control("a");
  await control("x");
  await tab.page.focus(`${board} .board`);
  await control("v");
  await address(tab, "moves").toBe("pd,dp,pp");
  await stones(tab, board).toBe(3);
});
