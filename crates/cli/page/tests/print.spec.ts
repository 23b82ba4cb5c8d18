import type { Page } from "@playwright/test";
import { expect, open, replay, search, stones, test } from "./base.ts";
import { gameOf, openWithGame } from "./game.ts";

/** Shows the page as it is on paper. */
async function paper(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
}

/** Prints the page, and returns the number of sheets. */
const sheets = async (page: Page): Promise<number> =>
  ((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;

test("a game prints on one sheet: a plain board with numbers, its moves, source and address", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "paper is the same");
  const part = await openWithGame(page, server, `?game=${await gameOf(page, server, "GNU Go")}&at=60`);
  await expect(part.locator(".common.folded")).toHaveCount(1);
  expect(await sheets(page)).toBe(1);
  await expect(part.locator("[data-number]"), "the screen has the numbers that were chosen").toHaveCount(0);
  await paper(page);
  await expect(part.locator("[data-number]")).toHaveCount(await stones(part).count());
  await expect(part.locator(".printed")).toContainText(/^1 [A-T]\d+ 2 .* 60 /);
  await expect(part.locator(".printed")).toContainText(page.url());
  await expect(part.locator(".details")).toContainText("Source");
  await expect(part.locator(".details")).toBeVisible();
  await expect(page.locator("button:visible, .search:visible, .explorer:visible")).toHaveCount(0);
  expect(await part.locator(".drawing stop").first().getAttribute("stop-color")).toBe("#ffffff");
});

test("a position prints on one sheet with its table, whose bars keep their colours", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "paper is the same");
  await open(page, server, "?moves=pd,dp&player=gnu");
  expect(await sheets(page)).toBe(1);
  await paper(page);
  await expect(search(page).locator("[data-number]")).toHaveText(["1", "2"]);
  await expect(search(page).locator(".printed")).toContainText("1 Q16 2 D4");
  await expect(search(page).locator(".printed")).toContainText(page.url());
  await expect(page.locator(".chip")).toBeVisible();
  await expect(page.locator(".moves .win-bar").first()).toHaveCSS("print-color-adjust", "exact");
  await expect(page.locator(".tool:visible, .panel:visible, .views:visible")).toHaveCount(0);
  await expect(replay(page)).toHaveCount(0);
});
