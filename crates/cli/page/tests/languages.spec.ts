import { en } from "../src/text/en.ts";
import { ja } from "../src/text/ja.ts";
import { ko } from "../src/text/ko.ts";
import { zh } from "../src/text/zh.ts";
import { click, expect, games, nextMoves, search, shot, test } from "./base.ts";

/** The texts that are the same in English and in another language, by their place. */
const SAME = ["zh.replay.titleOf"];

/** Values for what texts take: numbers, names and colours. */
const GIVEN = [
  ["B", "W", "B", "W"],
  ["7", "8", "9", "10"],
  ["7", "B", "ko", "10"],
  ["Q16", "B", "occupied", "10"],
];

type Tree = { [name: string]: unknown };

/** Returns the texts below a part of the texts, by their place. A text that takes values is called with several. */
function* textsIn(part: Tree, at: string): Generator<[place: string, text: string]> {
  for (const [name, value] of Object.entries(part)) {
    const place = `${at}.${name}`;
    if (typeof value === "string") yield [place, value];
    else if (typeof value === "function")
      for (const given of GIVEN) yield [place, String((value as (...given: string[]) => unknown)(...given))];
    else yield* textsIn(value as Tree, place);
  }
}

/** Returns the places of texts; a place that ends with () takes values. */
function placesOf(part: Tree, at = ""): string[] {
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? placesOf(value as Tree, `${at}.${name}`)
      : [`${at}.${name}${typeof value === "function" ? "()" : ""}`],
  );
}

for (const [code, texts] of Object.entries({ zh, ja, ko })) {
  test(`no text is missing, empty or English: ${code}`, () => {
    expect(placesOf(texts).sort()).toEqual(placesOf(en).sort());
    const english = [...textsIn(en, code)];
    const translated = [...textsIn(texts, code)];
    expect(translated.filter(([, text]) => text.trim() === "").map(([place]) => place), "empty").toEqual([]);
    const same = translated.filter(([place, text], i) => text === english[i]?.[1] && /\p{L}{2}/u.test(text) && !SAME.includes(place));
    expect([...new Set(same.map(([place]) => place))], "equal to English").toEqual([]);
    // English that is left within a text, apart from names and keys.
    const words = translated.filter(([, text]) => /[a-z]{3}/.test(text.replace(/\b(undefined|occupied|sgf|Backspace|Enter|Home|End)\b/g, "")));
    expect([...new Set(words.map(([place]) => place))], "with English words").toEqual([]);
    // All that a text is given appears in it.
    for (const [at, text] of translated.entries()) {
      const numbers = english[at]?.[1].match(/\b(?:7|8|9|10)\b/g) ?? [];
      for (const number of numbers) expect(text[1], text[0]).toContain(number);
    }
  });
}

for (const [code, { texts, title }] of Object.entries({
  zh: { texts: zh, title: "zh-Hans" },
  ja: { texts: ja, title: "ja" },
  ko: { texts: ko, title: "ko" },
})) {
  test(`the page is shown in the browser's language, without a moment of English: ${code}`, async ({ browser, server, built: _ }, info) => {
    const context = await browser.newContext({ ...info.project.use, locale: code });
    const page = await context.newPage();
    const { serveBuilt } = await import("./base.ts");
    await serveBuilt(page, server);
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => seen.push(document.body?.innerText ?? "")).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${server.url}?moves=pd&player=nobody&rank=9p`);
    await expect(page.locator("html")).toHaveAttribute("lang", title);
    await expect(search(page).getByRole("button", { name: texts.search.toPlay("W") })).toBeVisible();
    await expect(nextMoves(page).first()).toBeAttached();
    await expect(games(page).locator(".tally")).toHaveText(texts.games("1"));
    await expect(page.locator(".field-error")).toHaveText(texts.errors.unknownName("nobody"));
    await expect(page.locator(".status").first()).toHaveText(texts.search.played("1", "B", "Q16"));
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.filter((text) => text.includes(en.search.toPlay("W")))).toEqual([]);
    const lines = await page.locator(".top, .board-head, .filters-head, .tabs, .views").evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className),
    );
    expect(lines, "wider than its place").toEqual([]);
    await page.locator("#filters-button").click();
    await shot(page, info.project.name, `language-${code}`);
    await context.close();
  });
}

test("a language that is chosen is shown at once, and kept", async ({ page, server }) => {
  await page.goto(server.url);
  const menu = () => page.locator(".top .menu > button");
  await menu().click();
  await page.getByRole("button", { name: "日本語" }).click();
  await expect(search(page).getByRole("button", { name: ja.search.toPlay("B") })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await page.keyboard.press("Escape");
  await click(search(page), "pd");
  await expect(page).toHaveTitle(new RegExp(ja.page.titleMove("1")));
  await page.reload();
  await expect(search(page).getByRole("button", { name: ja.search.toPlay("W") })).toBeVisible();
  await menu().click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(search(page).getByRole("button", { name: "White to play" })).toBeVisible();
});

test("a language that cannot be loaded leaves the page in English", async ({ page, server, faults }) => {
  await page.route(/(app-)?ja[-.].*js$|app-ja\.js$/, (route) => route.abort());
  await page.goto(server.url);
  await page.locator(".top .menu > button").click();
  await page.getByRole("button", { name: "日本語" }).click();
  await expect(search(page).getByRole("button", { name: "Black to play" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  faults.length = 0;
});
