import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expect, nextMoves, open, openGame, replay, search, Server, serveBuilt, shot, show, test, unfold, phone } from "./base.ts";

/** The start of a game of the fixtures. */
const OPENING = "?moves=pd,dp,pp,dd";
const CORNER = "?moves=pd,qf&area=ka,si";

/** Expects that nothing lies beyond the right edge and, where the page is not to scroll, below the lower one. */
async function expectInside(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    const isFixed = clientWidth >= 900 && clientHeight >= 560;
    return { right: scrollWidth - clientWidth, below: isFixed ? scrollHeight - clientHeight : 0 };
  });
  expect(beyond).toEqual({ right: 0, below: 0 });
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.locator(".waiting")).toHaveCount(0);
  await expectInside(page);
}

interface Picture {
  name: string;
  query?: string;
  width?: number;
  height?: number;
  dark?: boolean;
  settings?: Record<string, string>;
  /** What is done before the picture is taken. */
  steps?(page: Page): Promise<void>;
}

const tab = (panel: string) => async (page: Page) => {
  await show(page, "games");
  await page.locator(`[data-tab=${panel}]`).click();
};
const game = (page: Page) => openGame(page);

const DESKTOP: Picture[] = [
  { name: "light", query: OPENING },
  { name: "dark", query: OPENING, dark: true },
  { name: "1366", query: OPENING, width: 1366, height: 768 },
  { name: "1366-game", query: OPENING, width: 1366, height: 768, steps: game },
  { name: "1920-game", query: OPENING, width: 1920, height: 1080, steps: game },
  { name: "1920-game-dark", query: OPENING, width: 1920, height: 1080, dark: true, steps: game },
  { name: "2560", query: OPENING, width: 2560, height: 1440 },
  { name: "2560-game", query: OPENING, width: 2560, height: 1440, steps: game },
  { name: "zoom", query: OPENING, width: 683, height: 384 },
  { name: "zoom-games", query: OPENING, width: 683, height: 384, steps: (page) => show(page, "games") },
  { name: "zoom-game", query: OPENING, width: 683, height: 384, steps: game },
  { name: "320", query: OPENING, width: 320, height: 640 },
  { name: "320-games", query: OPENING, width: 320, height: 640, steps: (page) => show(page, "games") },
  { name: "320-game", query: OPENING, width: 320, height: 640, steps: game },
  { name: "plain", query: OPENING, settings: { board: "plain" } },
  { name: "plain-dark", query: OPENING, settings: { board: "plain" }, dark: true },
  { name: "sgf", query: OPENING, settings: { coordinates: "sgf" } },
  { name: "chinese", query: OPENING, settings: { language: "zh" } },
  { name: "pattern", query: CORNER },
  { name: "pattern-1366", query: CORNER, width: 1366, height: 768 },
  { name: "tree", query: OPENING, steps: tab("tree") },
  { name: "statistics", steps: tab("statistics") },
  { name: "player", query: "?profile=GNU+Go+3.8+level+1" },
  { name: "player-dark", query: "?profile=GNU+Go+3.8+level+1", dark: true },
  { name: "filters", query: OPENING, steps: unfold },
  { name: "filters-1366", query: OPENING, width: 1366, height: 768, steps: unfold },
  { name: "menu", query: OPENING, dark: true, steps: (page) => page.getByRole("button", { name: "Settings" }).click() },
];

const PHONE: Picture[] = [
  { name: "board", query: OPENING },
  { name: "board-dark", query: OPENING, dark: true },
  { name: "games", query: OPENING, steps: (page) => show(page, "games") },
  { name: "replay", query: OPENING, steps: game },
  { name: "filters", query: OPENING, steps: unfold },
  { name: "pattern", query: CORNER },
  { name: "statistics", steps: tab("statistics") },
  { name: "tree", query: OPENING, steps: tab("tree") },
  { name: "player", query: "?profile=GNU+Go+3.8+level+1" },
];

for (const [project, pictures] of [["desktop", DESKTOP], ["phone", PHONE]] as const) {
  for (const { name, query, width, height, dark, settings, steps } of pictures) {
    test(`a picture: ${name}, ${project}`, phone, async ({ page, server }, info) => {
      test.skip(info.project.name !== project || !process.env.BGO_ALL_TESTS, "for another window, or not asked for");
      if (width && height) await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
      if (settings) await page.addInitScript((chosen) => localStorage.setItem("bgo", chosen), JSON.stringify(settings));
      await page.goto(server.url + (query ?? ""));
      await expect(search(page).locator(".tally strong, .tally:not(:empty)").first()).toBeAttached();
      if (settings?.language) await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${settings.language}`));
      await steps?.(page);
      await settled(page);
      await shot(page, info.project.name, `picture-${name}`);
    });
  }
}

/** The pictures of the documents, as wide as documents are shown. `npm run pictures` puts them beside the documents. */
const DOCUMENTS: Picture[] = [
  { name: "page", query: "?moves=pd,dp", width: 900, height: 570 },
  {
    name: "replay",
    query: "?moves=pd,dp",
    width: 900,
    height: 560,
    dark: true,
    async steps(page) {
      await openGame(page);
      for (let i = 0; i < 40; i += 1) await page.keyboard.press("ArrowRight");
    },
  },
  { name: "pattern", query: CORNER, width: 900, height: 580, settings: { board: "plain" } },
  { name: "tree", query: "?size=9&moves=ee", width: 900, height: 580, steps: tab("tree") },
];

test("the pictures of the documents are small", async ({ browser }, info) => {
  test.skip(info.project.name !== "desktop", "desktop only");
  const folder = process.env.BGO_PICTURES ?? resolve(import.meta.dirname, "../test-results/documents");
  // Only the games that come with the program, so that everyone can see the same.
  const server = new Server([], {});
  await server.start();
  for (const { name, query, width = 0, height = 0, dark, settings, steps } of DOCUMENTS) {
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
      locale: "en-GB",
    });
    await serveBuilt(page, server);
    if (settings) await page.addInitScript((chosen) => localStorage.setItem("bgo", chosen), JSON.stringify(settings));
    await open(page, server, query);
    await steps?.(page);
    await settled(page);
    const bytes = await page.screenshot({ path: join(folder, `${name}.png`) });
    expect(bytes.length, name).toBeLessThan(200_000);
    await page.close();
  }
  await server.remove();
});

type Pixel = [red: number, green: number, blue: number];

/** Returns the colours of the window at places, as they are seen. */
async function pixels(page: Page, places: { x: number; y: number }[]): Promise<Pixel[]> {
  const picture = (await page.screenshot({ scale: "css" })).toString("base64");
  return page.evaluate(
    async ({ data, at }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
      canvas?.drawImage(image, 0, 0);
      return at.map(({ x, y }) => [...(canvas?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3) as Pixel);
    },
    { data: picture, at: places },
  );
}

const light = ([red, green, blue]: Pixel): number => (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;

for (const scheme of ["light", "dark"] as const) {
  test(`forced colours show stones, bars, what is chosen and the focus, ${scheme}`, async ({ page, server }, info) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme: scheme, reducedMotion: "reduce" });
    await open(page, server, "?moves=pd,dp,pp");
    await settled(page);
    const middle = async (selector: string, from = 0.5) => {
      await page.locator(selector).first().scrollIntoViewIfNeeded();
      const box = await page.locator(selector).first().boundingBox();
      if (!box) throw new Error(`no ${selector}`);
      return { x: Math.round(box.x + box.width * from), y: Math.round(box.y + box.height / 2) };
    };
    /** Returns how much lighter a place is than another. */
    const lighter = async (selector: string, other: string, from?: number) => {
      const places = [await middle(other, from && 1 - from), await middle(selector, from)];
      const [dark, bright] = await pixels(page, places);
      return dark && bright ? light(bright) - light(dark) : NaN;
    };
    expect(await lighter("[data-stone=Wdp]", "[data-stone=Bpd]"), "stones").toBeGreaterThan(0.5);
    expect(await lighter(".moves .win-bar:not(.unsure) .white", ".moves .win-bar:not(.unsure) .black", 0.02), "bars").toBeGreaterThan(0.5);

    const outline = (selector: string) =>
      page.locator(selector).first().evaluate((element) => getComputedStyle(element).outlineStyle);
    if (info.project.name === "desktop") {
      await nextMoves(page).first().hover();
      expect(await outline(".moves .lit")).toBe("dashed");
    }
    await show(page, "games");
    expect(await outline(".tabs [aria-selected=true]")).toBe("solid");
    expect(await outline(".tabs [aria-selected=false]")).not.toBe("solid");
    expect(await outline(".segments [aria-pressed=true]")).toBe("solid");
    await shot(page, info.project.name, `forced-${scheme}`);
    await openGame(page);
    await expect(replay(page).locator(".drawing")).toBeVisible();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe("solid");
    await shot(page, info.project.name, `forced-${scheme}-replay`);
  });
}
