import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, fold, open, openGame, phone, shot, show, test, unfold } from "./base.ts";

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious, ${scheme}`, scheme === "light" ? phone : {}, async ({ page, server }, info) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await open(page, server, "?moves=pd,dp");
    await unfold(page);
    const check = async (state: string) => {
      // Tables are pale while they wait for an answer.
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      const found = await new AxeBuilder({ page }).analyze();
      const serious = found.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
      expect(serious.map((one) => `${state}: ${one.id} ${one.nodes.map((node) => node.target).join(" ")}`)).toEqual([]);
    };
    await check("start");
    await fold(page);
    await openGame(page);
    await check("a game");
    await show(page, "board");
    await unfold(page);
    await page.getByRole("combobox", { name: "Player", exact: true }).fill("GNU");
    await expect(page.locator("[role=option]").first()).toBeVisible();
    await check("names");
    await page.locator("[role=option]").first().click();
    await expect(page.locator(".chips li")).toHaveCount(1);
    await check("a filter");
    await shot(page, info.project.name, scheme);
  });
}

test("nothing overflows the page, and buttons are large enough for fingers", phone, async ({ page, server }, info) => {
  test.skip(info.project.name !== "phone", "phones only");
  await open(page, server, "?moves=pd,dp");
  await unfold(page);
  expect(await smallButtons(page), "filters").toEqual([]);
  await fold(page);
  await openGame(page);
  for (const part of ["board", "games", "replay"] as const) {
    await show(page, part);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await smallButtons(page), part).toEqual([]);
  }
});

/** Returns what can be pressed and is too small for a finger. */
const smallButtons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("button, select, input:not([type=checkbox]), summary, .check, main a, .moves tr.clickable")]
      .filter((element) => !element.matches(".row-button") && element.getClientRects().length > 0)
      .map((element) => ({ name: element.className || element.tagName, height: element.getBoundingClientRect().height }))
      .filter(({ height }) => height < 44),
  );
