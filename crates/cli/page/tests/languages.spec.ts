import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { outcomeText } from "../src/filters/conditions.ts";
import { en, type Texts } from "../src/text/en.ts";
import { ja } from "../src/text/ja.ts";
import { ko } from "../src/text/ko.ts";
import { zhHant } from "../src/text/zh-Hant.ts";
import { zh } from "../src/text/zh.ts";
import { click, expect, games, nextMoves, search, shot, show, test } from "./base.ts";

/** The texts that may be the same in English and in another language. */
const SAME: string[] = [];

/** What is written in every language as in English. */
const KEPT = /\b(bgo|corner|occupied|Backspace|Ctrl|Delete|End|Enter|Esc|Home|PgDn|PgUp|Shift|Tab)\b/g;

/** Values for what texts take: numbers, names, and words of the program. Each text must be one with some of them. */
const GIVEN = [
  ["B", "W", "B", "W"],
  ["7", "8", "9", "10"],
  ["7", "B", "ko", "10"],
  ["Q16", "B", "occupied", "10"],
  ["Q16", "B", "7", "8", "9", "10"],
  ["corner", "8", "9", "10"],
];

type Tree = { [name: string]: unknown };

/** Returns the texts below a part of the texts, by their place; those that take values, with all values that fit. */
function textsIn(part: Tree, at = ""): [place: string, text: string][] {
  return Object.entries(part).flatMap(([name, value]): [string, string][] => {
    const place = at === "" ? name : `${at}.${name}`;
    if (typeof value === "string") return [[place, value]];
    if (typeof value === "object" && value !== null) return textsIn(value as Tree, place);
    return GIVEN.map((given) => [
      `${place}(${given})`,
      String((value as (...given: string[]) => unknown)(...given)).replace(/.*undefined.*/, ""),
    ]);
  });
}

const names = (places: Iterable<string>): string[] => [...new Set([...places].map((place) => place.replace(/\(.*/, "")))];

test("every text has its place on the page", () => {
  const src = resolve(dirname(fileURLToPath(import.meta.url)), "../src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" });
  const code = files
    .filter((name) => /\.tsx?$/.test(name) && !/^text.(en|zh|ja|ko)\b/.test(name))
    .map((name) => readFileSync(join(src, name), "utf8"))
    .join("\n");
  const isNamed = (place: string) => {
    const name = place.split(".").findLast((part) => !/^\d+$/.test(part));
    return new RegExp(`\\b${name}\\b`).test(code);
  };
  expect(names(textsIn(en).map(([place]) => place)).filter((place) => !isNamed(place))).toEqual([]);
});

for (const [code, texts] of Object.entries({ zh, "zh-Hant": zhHant, ja, ko })) {
  test(`no text is missing, empty or English: ${code}`, () => {
    const english = new Map(textsIn(en));
    const translated = new Map(textsIn(texts));
    expect(names(translated.keys()).sort(), "missing").toEqual(names(english.keys()).sort());
    const said = (texts: Map<string, string>) => names([...texts].flatMap(([place, text]) => (text.trim() === "" ? [] : [place])));
    expect(names(english.keys()).filter((name) => !said(english).includes(name)), "without values that fit").toEqual([]);
    expect(names(translated.keys()).filter((name) => !said(translated).includes(name)), "empty").toEqual([]);

    const all = [...translated].map(([place, text]) => ({ place, text, original: english.get(place) ?? "" }));
    const among = (isWrong: (text: string, original: string) => boolean) =>
      names(all.filter(({ text, original }) => original !== "" && isWrong(text, original)).map(({ place }) => place));
    expect(among((text) => text.trim() === ""), "empty with some values").toEqual([]);
    const same = among((text, original) => text === original && /\p{L}{2}/u.test(text.replace(KEPT, "")));
    expect(same.filter((name) => !SAME.includes(name)), "equal to English").toEqual([]);
    const words = among((text) => /[a-z]{3}/.test(text.replace(KEPT, "")));
    expect(words, "with English words").toEqual([]);
    const lost = among((text, original) => (original.match(/\b(7|8|9|10)\b/g) ?? []).some((number) => !text.includes(number)));
    expect(lost, "without a number that the English text has").toEqual([]);
  });
}

for (const [code, { texts, title }] of Object.entries({
  zh: { texts: zh, title: "zh-Hans" },
  "zh-HK": { texts: zhHant, title: "zh-Hant" },
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

test("openings are suggested in the language of the page", async ({ browser, server, built: _ }) => {
  const page = await browser.newPage({ locale: "ja" });
  const { query, serveBuilt, unfold } = await import("./base.ts");
  await serveBuilt(page, server);
  await page.goto(`${server.url}?moves=pd,dp,pp,dd,pj`);
  await unfold(page);
  await page.getByRole("combobox", { name: ja.names.opening }).fill("連星");
  await expect(page.getByRole("option")).toContainText(["二連星", "三連星"]);
  await page.getByRole("option", { name: "三連星", exact: true }).click();
  await expect.poll(() => query(page).get("opening")).toBe("=三連星");
  await expect(page.locator(".chip")).toContainText("三連星");
  const found = await page.request.get(`${server.url}api/v1/games?moves=pd,dp,pp,dd,pj&opening=%3Dsanrensei`);
  const { games: count } = (await found.json()) as { games: number };
  await expect(search(page).locator(".tally strong")).toHaveText(ja.games(String(count)));
  await page.close();
});

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

test("openings have their names in the language of the page", async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem("bgo", '{"language":"zh-Hant"}'));
  await page.goto(`${server.url}?moves=pd,dd,pq,dp,qk`);
  await expect(page.locator(".openings")).toHaveText("低中國流對二連星");
  await page.goto(`${server.url}?moves=pd,dp`);
  await expect(page.locator(".openings")).toHaveText("星位");
  // So does an open game.
  const found = await page.request.get(`${server.url}api/v1/find?player=${encodeURIComponent("井山裕太")}`);
  const { list } = (await found.json()) as { list: { game: number }[] };
  await page.goto(`${server.url}?moves=pd,dp,pp&game=${list[0]?.game}`);
  await expect(page.locator("#replay .openings")).toHaveText("二連星 · 星位");
});

test("what the server declines is told in the language of the page", async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem("bgo", '{"language":"ko"}'));
  await page.goto(`${server.url}?game=99999&rank=strong`);
  await expect(page.locator("#replay")).toContainText(ko.errors.noSuchGame);
  await expect(page.locator(".field-error")).toHaveText(ko.errors.unreadable("5d, 5d..9p"));
  for (const [query, told] of [
    ["moves=zz", ko.search.illegal("zz", "B", "outside")],
    ["size=9&moves=pd", ko.search.illegal("pd", "B", "outside")],
    ["stones=Bzz", ko.errors.link("stones=Bpd,Wdp")],
    ["stones=Bpd,Wpd", ko.errors.twoStones],
    ["area=zz,pd", ko.errors.link("area=ma,sg")],
    ["area=ma,sg&wildcards=zz", ko.errors.link("wildcards=pd,qe")],
    ["area=ma,sg&wildcards=aa", ko.setup.refused.outside("aa")],
  ]) {
    await page.goto(`${server.url}?${query}`);
    await expect(search(page).locator(".status.wrong")).toHaveText(told ?? "");
  }
  await page.goto(`${server.url}?words=!!&time=long&komi=7..5`);
  await expect(page.locator(".field-error")).toHaveText([ko.errors.smallerFirst, ko.errors.unreadable("10m..1h, 3h.."), ko.errors.noWord]);
  // What the page has no text for is the server's sentence, and the page says so.
  const error = { code: "odd", message: "this is odd", field: null, similar: [] };
  await page.route("**/api/v1/position*", (route) => route.fulfill({ status: 400, json: { error } }));
  await page.goto(server.url);
  await expect(search(page).locator(".status.wrong")).toHaveText(ko.errors.other("This is odd."));
});

test("browsers for traditional Chinese get it, others simplified", async ({ page, server }) => {
  for (const [languages, shown] of [
    ["zh-TW", "zh-Hant"],
    ["zh-HK,en", "zh-Hant"],
    ["zh-MO", "zh-Hant"],
    ["zh-Hant", "zh-Hant"],
    ["zh-hant-tw,zh,en", "zh-Hant"],
    ["zh-CN,zh-TW", "zh-Hans"],
    ["zh-Hans-HK", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh", "zh-Hans"],
  ] as const) {
    await page.addInitScript((all) => Object.defineProperty(navigator, "languages", { value: all.split(","), configurable: true }), languages);
    await page.goto(server.url);
    await expect(page.locator("html"), languages).toHaveAttribute("lang", shown);
  }
});

test("the texts in traditional Chinese have no simplified characters", () => {
  const decoder = new TextDecoder("big5");
  const bytes = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const known = new Set(bytes(0xa1, 0xfa).flatMap((lead) => bytes(0x40, 0xff).map((trail) => decoder.decode(new Uint8Array([lead, trail])))));
  const unknown = textsIn(zhHant).flatMap(([place, text]) => [...text.matchAll(/\p{Script=Han}/gu)].filter(([sign]) => !known.has(sign)).map(([sign]) => `${place}: ${sign}`));
  expect(unknown).toEqual([]);
});

test("results of games are words of the language", async ({ page, server }) => {
  const said = (code: string, texts: Texts) => ["B+R", "W+T", "B+F", "W+", "W+0.5", "B+3.5", "B+12", "0", "Void", "Jigo?"].map((result) => outcomeText(result, { code, texts }));
  expect(said("en", en)).toEqual(["B+R", "W+T", "B+F", "W+", "W+0.5", "B+3.5", "B+12", "Draw", "No result", "Jigo?"]);
  expect(said("zh", zh)).toEqual(["黑中盘胜", "白超时胜", "黑弃权胜", "白胜", "白胜0.5目", "黑胜3.5目", "黑胜12目", "和棋", "无胜负", "Jigo?"]);
  expect(said("zh-Hant", zhHant)).toEqual(["黑中盤勝", "白超時勝", "黑棄權勝", "白勝", "白勝0.5目", "黑勝3.5目", "黑勝12目", "和棋", "無勝負", "Jigo?"]);
  expect(said("ja", ja)).toEqual(["黒中押し勝ち", "白時間切れ勝ち", "黒反則・不戦勝", "白勝ち", "白半目勝ち", "黒3目半勝ち", "黒12目勝ち", "持碁", "無勝負", "Jigo?"]);
  expect(said("ko", ko)).toEqual(["흑 불계승", "백 시간승", "흑 기권승", "백승", "백 반집승", "흑 3집반승", "흑 12집승", "무승부", "무효국", "Jigo?"]);

  await page.addInitScript(() => localStorage.setItem("bgo", '{"language":"ja"}'));
  await page.goto(`${server.url}?list=all&white=신진서&result=W%2BR&show=games`);
  const row = games(page).locator("[data-game]");
  await expect(row.locator(".result > span")).toHaveText("白中押し勝ち");
  await expect(page.locator(".chip", { hasText: ja.filters.result })).toHaveText(`${ja.filters.result}白中押し勝ち`);
  await page.setViewportSize({ width: 390, height: 844 });
  await show(page, "games");
  for (const result of await games(page).locator(".result > span").all()) {
    expect(await result.evaluate((each) => each.scrollWidth - each.clientWidth), "no result is cut").toBeLessThanOrEqual(1);
  }
  await row.locator(".row-button").click();
  await expect(page.locator("#replay .outcome strong")).toHaveText("白中押し勝ち");
  await expect(page.locator("#replay .details")).toContainText(`${ja.names.result}白中押し勝ち`);
  const link = await page.locator("#replay a[download]").getAttribute("href");
  expect(await (await page.request.get(new URL(link ?? "", server.url).href)).text()).toContain("RE[W+R]");
});
