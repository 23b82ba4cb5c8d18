import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { expect, open, phone, replay, search, shot, test } from "./base.ts";
import { gameOf, openWithGame } from "./game.ts";

const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Print and pictures" });
const pages = (page: Page): Locator => dialog(page).locator("figure img");

/** Returns the pages that are shown, as texts. */
async function svgs(page: Page): Promise<string[]> {
  await expect(dialog(page).locator("[aria-busy=true]")).toHaveCount(0);
  const sources = await pages(page).evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
  return sources.map((source) => decodeURIComponent(source.replace(/^[^,]*,/, "")));
}

/** Prints the page, and returns the number of sheets. */
const sheets = async (page: Page, format: "A4" | "Letter"): Promise<number> =>
  ((await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;

/** Opens the window with a game of 177 moves. */
async function openPrint(page: Page, server: Parameters<typeof gameOf>[1]): Promise<void> {
  const part = await openWithGame(page, server, `?game=${await gameOf(page, server, "W+1.5")}&at=60`);
  await part.getByRole("button", { name: "Print and pictures" }).click();
  await expect(pages(page).first()).toBeVisible();
}

test("a game prints in diagrams of 50 moves, four a page, as many pages as are shown", phone, async ({ page, server }, info) => {
  await openPrint(page, server);
  const total = Number(/of (\d+)/.exec((await replay(page).textContent()) ?? "")?.[1]);
  const [first] = await svgs(page);
  expect(first).toContain("Diagram 1 (1–50)");
  expect(first).toContain("Diagram 2 (51–100)");
  expect(first).toContain("GNU Go");
  expect(first?.match(/<circle[^>]*r="9\.[26]"/g)?.length).toBeGreaterThan(100);
  await shot(page, info.project.name, "paper");
  const diagrams = Math.ceil(total / 50);
  for (const perPage of [4, 1, 2]) {
    await dialog(page).getByRole("group", { name: "Diagrams on a page" }).getByRole("button", { name: String(perPage) }).click();
    const count = Math.ceil(diagrams / perPage);
    await expect(pages(page)).toHaveCount(count);
    expect(await sheets(page, "A4")).toBe(count);
    expect(await sheets(page, "Letter")).toBe(count);
  }
});

test("only the sheets are on paper while the window is open, and the page as ever afterwards", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "paper is the same");
  await openPrint(page, server);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".sheets img").first()).toBeVisible();
  await expect(page.locator("#app > :visible")).toHaveCount(1);
  await page.emulateMedia({ media: "screen" });
  const printed = page.evaluate(() => new Promise((done) => (window.print = () => done(true))));
  await dialog(page).getByRole("button", { name: "Print", exact: true }).click();
  expect(await printed).toBe(true);
  await page.keyboard.press("Escape");
  await page.emulateMedia({ media: "print" });
  await expect(replay(page)).toBeVisible();
});

test("the moves of a part, plain positions, coordinates and a title are drawn", async ({ page, server }) => {
  await openPrint(page, server);
  await dialog(page).getByRole("button", { name: "From–to" }).click();
  // Key by key, as each changes what is drawn.
  await dialog(page).getByLabel("From move").press("ControlOrMeta+a");
  await dialog(page).getByLabel("From move").pressSequentially("21");
  await dialog(page).getByLabel("To move").press("ControlOrMeta+a");
  await dialog(page).getByLabel("To move").pressSequentially("30");
  // Drawn again before the second word, the field still ends with a space.
  await dialog(page).getByLabel("Title").pressSequentially("Lesson ");
  await expect.poll(async () => (await svgs(page))[0]).toContain(">Lesson<");
  await dialog(page).getByLabel("Title").pressSequentially("<1>");
  await expect.poll(async () => (await svgs(page))[0]).toContain("Lesson &lt;1&gt;");
  const [part] = await svgs(page);
  expect(part).toContain("(21–30)");
  expect(part).toMatch(/>30<\/text>/);
  expect(part).toContain(">T</text>");
  await dialog(page).getByLabel("Coordinates").uncheck();
  await dialog(page).getByLabel("Move numbers").uncheck();
  await expect.poll(async () => (await svgs(page))[0]).not.toMatch(/>30<\/text>/);
  expect((await svgs(page))[0]).not.toContain(">T</text>");
  await dialog(page).getByLabel("From move").fill("999");
  const last = await dialog(page).getByLabel("From move").inputValue();
  await expect.poll(async () => (await svgs(page))[0], "there is no move 999").toContain(`(${last})`);
});

test("the position of the search board is saved as SVG and PNG, with the letters of the next moves", async ({ page, server }) => {
  await open(page, server, "?moves=pd,dp");
  await search(page).getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Print and pictures" }).click();
  await dialog(page).getByLabel("Letters of the next moves").check();
  await expect.poll(async () => (await svgs(page))[0]).toContain(">a</text>");
  expect((await svgs(page))[0]).toMatch(/>1<\/text>[\s\S]*>2<\/text>/);
  const save = async (name: string): Promise<Buffer> => {
    const waiting = page.waitForEvent("download");
    await dialog(page).getByRole("button", { name }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(`position.${name.slice(-3).toLowerCase()}`);
    return readFileSync(await download.path());
  };
  expect((await save("Save as SVG")).toString()).toContain("<svg xmlns=");
  const png = await save("Save as PNG");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  // Three pixels for a unit of the drawing.
  const [, width] = /width="([\d.]+)"/.exec((await svgs(page))[0] ?? "") ?? [];
  expect(png.readUInt32BE(16)).toBe(Math.floor(Number(width)) * 3);
});

test("the window has names for everything, and gives the focus back", async ({ page, server }) => {
  await openPrint(page, server);
  const found = await new AxeBuilder({ page }).include("dialog").analyze();
  expect(found.violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(replay(page).getByRole("button", { name: "Print and pictures" })).toBeFocused();
});
