import type { Page } from "@playwright/test";
import { expect, games, nextMoves, open, query, replay, search, show, test } from "./base.ts";

/** Presses Tab until an element that matches the selector has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 60; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

test("the keyboard reaches everything", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has no keyboard");
  await open(page, server);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Search board" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(search(page).locator(".board")).toBeFocused();

  // From K10 in the middle to Q16: six to the right, six up.
  for (let i = 0; i < 6; i += 1) await page.keyboard.press("ArrowRight");
  for (let i = 0; i < 2; i += 1) await page.keyboard.press("Shift+ArrowUp");
  await expect(search(page).locator(".board [aria-live]")).toHaveText(/^Q16, next move [A-Z], [\d,]+ games?$/);
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("moves")).toBe("pd");
  await expect(search(page).locator(".board [aria-live]")).toHaveText("Q16, black stone, last move");
  await page.keyboard.press("Enter");
  await expect(search(page).getByRole("status")).toContainText("occupied");
  await page.keyboard.press("Backspace");
  await expect.poll(() => query(page).get("moves")).toBeNull();

  await tabTo(page, "[aria-label=Forward]");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("moves")).toBe("pd");
  await tabTo(page, "#filters-button");
  await page.keyboard.press("Enter");
  await tabTo(page, "[role=combobox]");
  await page.keyboard.type("GNU");
  await expect(page.locator("[role=option]").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("player")).toContain("GNU");
  await tabTo(page, "[aria-label='To year']");
  await page.keyboard.press("Home");
  await expect.poll(() => query(page).get("year")).toBe("1999");
  await page.keyboard.press("End");
  await expect.poll(() => query(page).get("year")).toBeNull();

  await tabTo(page, ".moves .row-button");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("moves")?.split(",").length).toBe(2);
  await expect(nextMoves(page).first()).toBeVisible();

  await tabTo(page, ".list .row-button");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(replay(page).locator(".board")).toBeFocused();
  await expect(replay(page)).toContainText(/Move 2 of/);
  await page.keyboard.press("ArrowRight");
  await expect(replay(page)).toContainText(/Move 3 of/);
  await page.keyboard.press("ArrowLeft");
  await expect(replay(page)).toContainText(/Move 2 of/);
  await tabTo(page, ".scrub input");
  await page.keyboard.press("End");
  await expect(replay(page).getByRole("button", { name: "Last" })).toBeDisabled();
  await tabTo(page, ".actions .main");
  await page.keyboard.press("Enter");
  await expect(games(page).locator(".tally")).toHaveText("1 game");
  await show(page, "replay");
  await replay(page).locator(".board").focus();
  await page.keyboard.press("Escape");
  await expect(replay(page)).toHaveCount(0);
  await expect(games(page).locator(":focus")).toHaveCount(1);
});
