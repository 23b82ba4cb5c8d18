import AxeBuilder from "@axe-core/playwright";
import { chromium } from "@playwright/test";
import { ja } from "../src/text/ja.ts";
import { ko } from "../src/text/ko.ts";
import { zhHant } from "../src/text/zh-Hant.ts";
import { zh } from "../src/text/zh.ts";
import { expect, mark, open, phone, search, shot, test } from "./base.ts";

test("the header says what the page is", phone, async ({ page, server }) => {
  await open(page, server);
  const line = page.locator(".description");
  await expect(line).toHaveText("Search Go games by position");
  expect(await line.evaluate((line) => line.scrollWidth - line.clientWidth), "cut").toBe(0);
  expect((await page.locator("header").boundingBox())?.height).toBe(48);
});

test("a window that cannot be loaded says so, and does not stand in the way", async ({ page, server }) => {
  await page.route("**/assets/help-*.js", (route) => route.fulfill({ status: 404 }));
  await open(page, server);
  await page.getByRole("button", { name: "Help" }).click();
  await expect(page.locator(".notice.bad p")).toContainText("Reload the page.");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Paste a position…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("one tap explains the marks, symmetry and the corner search", phone, async ({ page, server }, info) => {
  const isPhone = info.project.name === "phone";
  if (!isPhone) await page.setViewportSize({ width: 1366, height: 768 });
  await open(page, server);
  await page.getByRole("button", { name: "Help" }).click();
  const help = page.getByRole("dialog", { name: "Help" });
  for (const text of ["A is the most popular", "D16 (as Q16)", "“Tenuki” is how often", "Drop several files"])
    await expect(help).toContainText(text);
  await expect(help.locator(".drawing")).toHaveCount(4);
  await expect(help.getByRole("tab")).toHaveCount(isPhone ? 0 : 2);
  const hidden = await help.evaluate((window) => window.scrollHeight - window.clientHeight);
  if (!isPhone) expect(hidden, "does not fit the screen").toBe(0);
  expect(await help.evaluate((window) => window.scrollWidth - window.clientWidth), "is too wide").toBe(0);
  expect((await new AxeBuilder({ page }).include("dialog").analyze()).violations).toEqual([]);
  await shot(page, info.project.name, "help");
  // What the marks show is chosen where they are explained.
  await help.getByRole("button", { name: "Share, %" }).click();
  await expect(help.locator("[data-label='57']")).toBeVisible();
  await help.getByRole("button", { name: "Close" }).click();
  await expect(mark(search(page), "pd")).toHaveAttribute("data-label", /^\d\d$/);
});

test("the corner search is a button with a word", phone, async ({ page, server }, info) => {
  await open(page, server);
  const button = search(page).getByRole("button", { name: "Search a corner or area (joseki)" });
  await expect(button).toHaveText("Joseki");
  const box = await button.boundingBox();
  if (info.project.name === "phone") expect(box?.height).toBeGreaterThanOrEqual(44);
  await button.click();
  await expect(search(page).locator(".status")).toContainText("such as a joseki");
});

test("the help has the words of players in all languages", () => {
  for (const [texts, joseki, tenuki] of [
    [ja, "定石", "手抜き"],
    [ko, "정석", "손뺌"],
    [zh, "定式", "脱先"],
    [zhHant, "定石", "脫先"],
  ] as const) {
    expect(texts.search.joseki).toBe(joseki);
    expect(texts.help.corner.text).toContain(joseki);
    expect(texts.help.corner.text).toContain(tenuki);
    expect(texts.next.elsewhere).toBe(tenuki);
  }
});

test("Chromium can install the page", async ({ server, launchOptions }, info) => {
  // The browser asks for the manifest itself, past a page that is served from a folder.
  test.skip(process.env.BGO_PAGE !== undefined, "the manifest is that of the program");
  // The contexts of other tests are incognito, where nothing can be installed.
  const context = await chromium.launchPersistentContext(info.outputPath("profile"), launchOptions);
  const page = await context.newPage();
  await open(page, server);
  const browser = await context.newCDPSession(page);
  const { errors, data } = await browser.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? "")).toMatchObject({ name: "bgo", display: "standalone" });
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  await context.close();
});
