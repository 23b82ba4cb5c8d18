import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { choose, click, expect, games, nextMoves, open, openGame, query, replay, search, Server, serveBuilt, shot, show, test, phone } from "./base.ts";

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const ground = (page: Page) => search(page).locator(".drawing stop").first().getAttribute("stop-color");

test("coordinates are those of both boards and of all names of points", async ({ page, server }) => {
  await open(page, server, "?moves=pd,dp,pp,dd");
  await openGame(page);
  for (const [name, first, corner, move] of [
    ["aa to ss", "a", 38, "dd"],
    ["None", null, 0, "D16"],
    ["A1 to T19", "A", 38, "D16"],
  ] as const) {
    await choose(page, "Coordinates", name);
    for (const part of ["board", "replay"] as const) {
      await show(page, part);
      const drawing = (part === "board" ? search(page) : replay(page)).locator(".drawing");
      const letters = drawing.locator("text:not([data-mark] text):not([data-number])");
      await expect(letters).toHaveCount(corner);
      if (first) await expect(letters.first()).toHaveText(first);
    }
    await show(page, "board");
    await expect(search(page).locator(".status")).toHaveText(`Move 4: white ${move}`);
    const next = nextMoves(page).first().locator(".row-button");
    await expect(next).toHaveText(move === "dd" ? / [a-s]{2}$/ : / [A-T]\d+$/);
  }
});

test("the theme is that of the system until another is chosen, and is kept", async ({ page, server }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, server);
  const light = await background(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background(page);
  expect(dark).not.toBe(light);
  await choose(page, "Theme", "Light");
  expect(await background(page)).toBe(light);
  const wood = await ground(page);
  await choose(page, "Theme", "Dark");
  expect(await background(page)).toBe(dark);
  await expect.poll(() => ground(page), "the board is darker, too").not.toBe(wood);
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  await expect(search(page).locator(".drawing")).toBeVisible();
  expect(await background(page)).toBe(dark);
  await choose(page, "Theme", "Match system");
  expect(await background(page)).toBe(light);
  await expect.poll(() => ground(page)).toBe(wood);
});

test("boards are wood with a grain, or plain, in light and dark", async ({ page, server }, info) => {
  await open(page, server, "?moves=pd,dp,pp,dd");
  const grain = search(page).locator("[data-grain]");
  await expect(grain).toHaveCount(1);
  expect(await grain.locator("*").count(), "the grain is cheap").toBeLessThan(4);
  const wood = await grain.innerHTML();
  await click(search(page), "fq");
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp,pp,dd,fq");
  expect(await grain.innerHTML(), "the grain stays as it is").toBe(wood);
  await choose(page, "Board", "Plain");
  await expect(grain).toHaveCount(0);
  const grounds = new Set<string | null>();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(async () => !grounds.has(await ground(page))).toBe(true);
    grounds.add(await ground(page));
    await shot(page, info.project.name, `plain-${colorScheme}`);
  }
  await page.reload();
  await expect(search(page).locator(".drawing")).toBeVisible();
  await expect(grain).toHaveCount(0);
});

test("what is chosen in one tab reaches the others", async ({ page, context, server }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, server, "?moves=pd");
  const light = await background(page);
  const other = await context.newPage();
  await serveBuilt(other, server);
  await open(other, server);
  await choose(other, "Theme", "Dark");
  await choose(other, "Coordinates", "aa to ss");
  await choose(other, "Board", "Plain");
  await expect.poll(() => background(page)).not.toBe(light);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(search(page).locator(".status")).toHaveText("Move 1: black pd");
  await expect(search(page).locator("[data-grain]")).toHaveCount(0);
  await other.getByRole("button", { name: "Settings" }).click();
  await other.getByRole("button", { name: "日本語" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  // A choice made here is added to those made there.
  await page.getByRole("button", { name: "設定" }).click();
  await page.getByRole("button", { name: "木目" }).click();
  await expect(search(other).locator("[data-grain]")).toHaveCount(1);
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("unknown settings in the browser's storage are ignored", async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem("bgo", '{"theme":"pink","coordinates":7,"board":"plain"}'));
  await open(page, server);
  await expect(search(page).locator("[data-grain]")).toHaveCount(0);
  await expect(search(page).locator(".drawing text").first()).toHaveText("A");
  await page.addInitScript(() => localStorage.setItem("bgo", "no document"));
  await page.reload();
  await expect(search(page).locator("[data-grain]")).toHaveCount(1);
});

test("the menu is for keys, fits the window, and is accessible", phone, async ({ page, server }) => {
  await open(page, server);
  for (const size of [page.viewportSize(), { width: 683, height: 384 }, { width: 320, height: 480 }]) {
    if (size) await page.setViewportSize(size);
    const button = page.getByRole("button", { name: "Settings" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Match system" })).toBeFocused();
    await expect(page.locator(".menu-window")).toBeInViewport({ ratio: 1 });
    expect((await new AxeBuilder({ page }).include(".menu").analyze()).violations).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
    await expect(page.locator(".menu-window")).toHaveCount(0);
  }
});

test("the numbers of the database are asked for once", async ({ page, server }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(pathname.replace("/api/v1/", ""));
  });
  await open(page, server);
  await click(search(page), "pd");
  await expect(nextMoves(page).first()).toBeVisible();
  await expect.poll(() => asked.filter((path) => path === "position").length).toBe(2);
  expect(asked.filter((path) => path === "info")).toHaveLength(1);
});

test("after an import the numbers in the header are the new ones", async ({ page }) => {
  const own = new Server();
  try {
    await own.start();
    await serveBuilt(page, own);
    await open(page, own);
    const header = page.locator(".database");
    await expect(header).toContainText("1999–2026");
    const before = Number((await header.innerText()).replace(/ .*$/s, "").replace(/\D/g, ""));
    own.import("old.sgf", "(;GM[1]FF[4]SZ[19]PB[Old]PW[Older]DT[1950-01-01]RE[B+R];B[pd];W[dd];B[jj];W[cc])");
    await click(search(page), "pd");
    await expect(header).toHaveText(`${before + 1} games, 1950–2026`);
    await expect(games(page).locator(".tally")).toBeAttached();
  } finally {
    // A page that still asks would report that the server is gone.
    await page.close();
    await own.remove();
  }
});
