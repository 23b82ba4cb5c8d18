import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { click, expect, fold, games, nextMoves, open, query, search, show, stone, test, unfold, type Server, phone } from "./base.ts";

const chips = (page: Page) => page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
const complaints = (page: Page) => page.locator(".field-error");
const tally = (page: Page) => search(page).locator(".tally strong");
const filterButton = (page: Page) => page.locator("#filters-button");
const player = (page: Page) => page.getByRole("combobox", { name: "Player", exact: true });
const field = (page: Page, name: string) => page.locator("#filters-fields").getByRole("combobox", { name, exact: true });

/** Asks the API how many games there are. */
async function count(server: Server, path: string): Promise<number> {
  const response = await fetch(`${server.url}api/v1/${path}`);
  return ((await response.json()) as { games: number }).games;
}
const gamesText = (games: number): string => (games === 1 ? "1 game" : `${games} games`);
const boxes = (page: Page) =>
  page.locator(".moves, .panel, .field, .board").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));

test("folded, the filters are a chip for each condition, all in sight", phone, async ({ page, server }) => {
  await open(page, server, "?player=%3D井山裕太&white=진서&rank=9p&year=2010..&result=W%2BR");
  await expect(chips(page)).toHaveText(["井山裕太", "White: “진서”", "Yearsfrom 2010", "ResultWhite wins by resignation", "Ranks9p"]);
  await expect(filterButton(page)).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator("#filters-fields")).toBeHidden();
  await expect(tally(page)).toHaveText("1 game");
  for (const chip of await chips(page).all()) {
    const [card, box] = [await page.locator(".filters").boundingBox(), await chip.boundingBox()];
    if (!card || !box) throw new Error("no chip");
    expect(box.x).toBeGreaterThanOrEqual(card.x);
    expect(box.x + box.width).toBeLessThanOrEqual(card.x + card.width);
    expect(box.y + box.height).toBeLessThanOrEqual(card.y + card.height);
  }

  await page.getByRole("button", { name: "Remove Result: White wins by resignation" }).click();
  await expect.poll(() => query(page).get("result")).toBeNull();
  await expect(page.getByRole("button", { name: "Remove Ranks: 9p" })).toBeFocused();
  await page.getByRole("button", { name: "Remove 井山裕太" }).click();
  await expect.poll(() => query(page).get("player")).toBeNull();
  await page.locator(".filters").getByRole("button", { name: "Clear all filters" }).click();
  await expect(chips(page)).toHaveCount(0);
  expect([...query(page).keys()]).toEqual([]);
  await expect(filterButton(page)).toBeFocused();
  await expect(tally(page)).toHaveText(gamesText(await count(server, "position")));
});

test("alternatives and exclusions stay in the address and are told as they are", async ({ page, server }) => {
  const link = "won=a|e&result=!%2BT|draw&rank=any:1p..";
  await open(page, server, `?${link}`);
  await expect(chips(page)).toHaveText(["Won bya|e", "Result!+T|draw", "Ranksany:1p.."]);
  await expect(tally(page)).toHaveText(gamesText(await count(server, `position?${link}`)));
  await unfold(page);
  await page.getByLabel("Highest rank").selectOption("9p");
  await expect.poll(() => query(page).get("rank")).toBe("any:1p..9p");
  expect(query(page).get("result")).toBe("!+T|draw");
});

test("each field sets its condition", async ({ page, server }) => {
  await open(page, server);
  await unfold(page);
  for (const [label, name, value] of [
    ["Text in the record", "words", "Lesson"],
    ["Event", "event", "чемпионат"],
    ["From date", "from", "2008-03-04"],
    ["To date", "to", "2008"],
    ["Komi", "komi", "5..6"],
    ["Handicap", "handicap", "0"],
    ["Rules", "rules", "jap"],
    ["Main time", "time", "..1h"],
    ["Overtime", "overtime", "byo"],
    ["Number of moves", "length", "100.."],
    ["Program", "program", "go"],
    ["Source file", "archive", "cjk.sgf"],
  ] as const) {
    await field(page, label).fill(value);
    if (name === "archive") await field(page, label).press("Enter");
    await expect.poll(() => query(page).get(name), label).toBe(value);
    const response = await fetch(`${server.url}api/v1/position?${new URLSearchParams({ [name]: value })}`);
    const answer = (await response.json()) as { games?: number };
    if (answer.games === undefined) await expect(complaints(page), label).toHaveCount(1);
    else await expect(tally(page), label).toHaveText(gamesText(answer.games));
    await field(page, label).fill("");
    await expect.poll(() => query(page).get(name), label).toBeNull();
  }
});

test("repaired games are chosen by yes and no", async ({ page, server }) => {
  await open(page, server);
  await unfold(page);
  const repaired = page.getByLabel("Repaired on import", { exact: true });
  for (const [value, text] of [
    ["yes", "Repaired on importYes"],
    ["no", "Repaired on importNo"],
  ] as const) {
    await repaired.selectOption(value);
    await expect.poll(() => query(page).get("repaired")).toBe(value);
    await expect(chips(page)).toHaveText([text]);
    await expect(tally(page)).toHaveText(gamesText(await count(server, `position?repaired=${value}`)));
  }
  await repaired.selectOption("");
  await expect(chips(page)).toHaveCount(0);
});

test("the result is a winner and how the game was won", async ({ page, server }) => {
  await open(page, server);
  await unfold(page);
  const result = page.getByRole("group", { name: "Result", exact: true });
  const how = result.getByLabel("How it was won");
  await result.getByRole("button", { name: "White" }).click();
  await expect.poll(() => query(page).get("result")).toBe("W+");
  await how.selectOption("R");
  await expect.poll(() => query(page).get("result")).toBe("W+R");
  await how.selectOption("points");
  await result.getByLabel("Points").fill("0.5..1.5");
  await result.getByLabel("Points").press("Enter");
  await expect.poll(() => query(page).get("result")).toBe("W+0.5..1.5");
  await expect(tally(page)).toHaveText(gamesText(await count(server, "position?result=W%2B0.5..1.5")));
  await expect(chips(page)).toHaveText(["ResultWhite wins by points: 0.5–1.5"]);
  await result.getByRole("button", { name: "Any" }).click();
  await expect.poll(() => query(page).get("result")).toBe("+0.5..1.5");
  await result.getByRole("button", { name: "Draw" }).click();
  await expect.poll(() => query(page).get("result")).toBe("draw");
  await expect(how).toBeDisabled();
  await result.getByRole("button", { name: "Any" }).click();
  await expect.poll(() => query(page).get("result")).toBeNull();
});

test("names are completed with their numbers of games", async ({ page, server }) => {
  await open(page, server);
  const exact = `=GNU Go 3.8 level -10`;
  const all = await count(server, `find?${new URLSearchParams({ player: exact })}`);
  await page.getByRole("group", { name: "Player's colour" }).getByRole("button", { name: "White" }).click();
  await player(page).fill("gnu");
  const option = page.getByRole("option", { name: "GNU Go 3.8 level -10" });
  await expect(option).toHaveText(`GNU Go 3.8 level -10${gamesText(all)}`);
  const names = (await page.getByRole("option").allInnerTexts()).map((text) => text.includes("-10"));
  await player(page).press("Escape");
  await expect(option).toBeHidden();
  await player(page).press("ArrowUp");
  for (let at = names.length; at > names.indexOf(true); at -= 1) await player(page).press("ArrowUp");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await player(page).press("Enter");
  await expect.poll(() => query(page).get("white")).toBe(exact);
  await expect(chips(page)).toHaveText(["White: GNU Go 3.8 level -10"]);
  await expect(tally(page)).toHaveText(gamesText(await count(server, `position?${new URLSearchParams({ white: exact })}`)));

  await unfold(page);
  await field(page, "Event").fill("les");
  await expect(page.locator(".combo [role=option]")).toHaveText(["Lesson1 game"]);
  await page.locator(".combo [role=option]").click();
  await expect.poll(() => query(page).get("event")).toBe("=Lesson");
  await expect(field(page, "Event")).toHaveValue("Lesson");

  await field(page, "Source file").fill("cj");
  await expect(page.locator(".combo [role=option]")).toHaveText(["cjk.sgf1 game"]);
  expect(query(page).get("archive"), "a part of an archive's name is no condition").toBeNull();
  await page.locator(".combo [role=option]").click();
  await expect.poll(() => query(page).get("archive")).toBe("cjk.sgf");
});

test("keys that come before the next picture count", async ({ page, server }) => {
  await open(page, server);
  await player(page).fill("gnu");
  await expect(page.locator(".combo [role=option]").nth(1)).toBeVisible();
  await player(page).press("Escape");
  const chosen = await player(page).evaluate(async (input) => {
    for (let i = 0; i < 3; i += 1) {
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
      // Leaves time to render, as the browser does between two keys, but none to paint.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    return [...document.querySelectorAll(".combo [role=option]")].findIndex((option) => option.ariaSelected === "true");
  });
  expect(chosen, "one key opens the list, and two go down").toBe(1);
});

test("a letter typed right after a question was sent stays", async ({ page, server }) => {
  await open(page, server);
  await unfold(page);
  const words = field(page, "Text in the record");
  const shown = await words.evaluate((field: HTMLInputElement) => {
    const type = (text: string) => {
      field.value = text;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
    type("mo");
    return new Promise<string>((done) => {
      for (const name of ["pushState", "replaceState"] as const) {
        const change = history[name].bind(history);
        history[name] = async (...entry) => {
          change(...entry);
          if (new URL(location.href).searchParams.get("words") !== "mo") return;
          // Leaves time to render, as the browser does between two keys, but none to paint.
          for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
          type("mov");
          for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
          done(field.value);
        };
      }
    });
  });
  expect(shown).toBe("mov");
  await expect.poll(() => query(page).get("words")).toBe("mov");
});

test("the list of a field lies over the page, wherever the field is", phone, async ({ page, server }) => {
  await open(page, server);
  await player(page).fill("gnu");
  const option = page.locator(".combo [role=option]").first();
  await expect(option).toBeInViewport({ ratio: 1 });
  await unfold(page);
  await field(page, "Rules").scrollIntoViewIfNeeded();
  await field(page, "Rules").click();
  await expect(page.getByRole("option", { name: "AGA" })).toBeVisible();
  await page.getByRole("option", { name: "AGA" }).click();
  await expect.poll(() => query(page).get("rules")).toBe("AGA");
});

test("an unknown name is told once, and the page goes on without it", async ({ page, server }) => {
  const all = gamesText(await count(server, "position"));
  await page.goto(`${server.url}?player=nobody&player=gnu`);
  await expect(complaints(page)).toHaveText(["“nobody” was not found."]);
  const rest = gamesText(await count(server, "position?player=gnu"));
  await expect(tally(page)).toHaveText(rest);
  await expect(games(page).locator(".tally")).toHaveText(rest);
  await expect(nextMoves(page).first()).toBeVisible();
  await expect(page.locator(".status.wrong")).toHaveCount(0);
  await expect(chips(page).filter({ hasText: "not applied" })).toHaveText(["“nobody”(not applied)"]);
  await expect(player(page)).toHaveAttribute("aria-invalid", "true");

  await unfold(page);
  await expect(complaints(page)).toHaveCount(1);
  await fold(page);
  await show(page, "board");
  await click(search(page), "pd");
  await expect(stone(search(page), "pd", "B")).toBeVisible();
  await expect(tally(page)).toHaveText(gamesText(await count(server, "position?moves=pd&player=gnu")));
  expect(query(page).getAll("player"), "the link keeps it").toEqual(["nobody", "gnu"]);

  await page.getByRole("button", { name: "Back", exact: true }).first().click();
  await page.getByRole("button", { name: "Remove “nobody”" }).click();
  await expect(complaints(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Remove “gnu”" }).click();
  await expect(tally(page)).toHaveText(all);
});

test("only the unknown one of two similar names is left out", async ({ page, server }) => {
  await page.goto(`${server.url}?player=gnu&player=gnuu`);
  await expect(chips(page).filter({ hasText: "not applied" })).toHaveText(["“gnuu”(not applied)"]);
  await expect(tally(page)).toHaveText(gamesText(await count(server, "position?player=gnu")));
});

test("more players than the server takes are told, and the page goes on with the others", async ({ page, server }) => {
  const players = Array.from({ length: 9 }, (_, i) => `player=${"gnu go 3.8".slice(0, 2 + i)}`).join("&");
  await page.goto(`${server.url}?${players}`);
  await expect(complaints(page)).toHaveText(["Too long, or too many values."]);
  await expect(page.locator(".chip.refused")).toHaveCount(1);
  await expect(tally(page)).toHaveText(gamesText(await count(server, "position?player=gnu")));
});

test("a name that is like the unknown one is offered", async ({ page, server }) => {
  await open(page, server, "?event=Lessom");
  await expect(complaints(page)).toHaveText("“Lessom” was not found. TryLesson");
  await complaints(page).getByRole("button", { name: "Lesson" }).click();
  await expect.poll(() => query(page).get("event")).toBe("=Lesson");
  await expect(complaints(page)).toHaveCount(0);
  await expect(chips(page)).toHaveText(["EventLesson"]);
  await expect(tally(page)).toHaveText(gamesText(await count(server, "position?event=%3DLesson")));
});

test("each error is beside its field, and moves nothing", phone, async ({ page, server }) => {
  await open(page, server, "?moves=pd");
  await unfold(page);
  // All wide things on the page have their final place once the years and the chips are there.
  await expect(page.locator(".histogram")).toBeVisible();
  await field(page, "Komi").fill("6.5");
  await field(page, "Rules").fill("japanese");
  await expect(chips(page)).toHaveCount(2);
  const before = await boxes(page);
  await field(page, "Komi").fill("much");
  await expect(complaints(page)).toHaveCount(1);
  await field(page, "Rules").fill("none of these");
  await expect(complaints(page)).toHaveCount(2);
  const beside = (name: string) =>
    page.locator(".field").filter({ has: page.getByRole("combobox", { name, exact: true }) }).locator(".field-error");
  await expect(beside("Komi")).toHaveText(/Examples: 6.5, 5.5..7.5/);
  await expect(beside("Rules")).toHaveText(/was not found/);
  await expect(tally(page)).toHaveText(gamesText(await count(server, "position?moves=pd")));
  // Typing may have scrolled the fields.
  await page.locator("#filters-fields").evaluate((fields) => (fields.scrollTop = 0));
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(0, 0);
  expect(await boxes(page)).toEqual(before);

  await field(page, "Komi").fill("6.5");
  await expect(complaints(page)).toHaveCount(1);
  await expect(tally(page)).toHaveText(gamesText(await count(server, "position?moves=pd&komi=6.5")));
});

test("dates in the wrong order are asked again when the other one changes", async ({ page, server }) => {
  await open(page, server, "?from=2012&to=2008");
  await expect(complaints(page)).toHaveText(["The earlier date comes first."]);
  await expect(tally(page)).toHaveText(gamesText(await count(server, "position?to=2008")));
  await unfold(page);
  await field(page, "To date").fill("2014");
  await expect(complaints(page)).toHaveCount(0);
  await expect(tally(page)).toHaveText(gamesText(await count(server, "position?from=2012&to=2014")));
});

test("typing a name and moving years make one entry of the history each", async ({ page, server }) => {
  await open(page, server);
  await unfold(page);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  for (const text of ["L", "Le", "Less", "Lesson"]) {
    await field(page, "Event").fill(text);
    await expect.poll(() => query(page).get("event")).toBe(text);
  }
  expect(await entries()).toBe(before + 1);
  const from = page.getByLabel("From year");
  for (const year of [2000, 2001, 2002]) {
    await from.fill(String(year));
    await expect.poll(() => query(page).get("year")).toBe(`${year}..2026`);
  }
  expect(await entries()).toBe(before + 2);
  await page.goBack();
  await expect.poll(() => query(page).get("year")).toBeNull();
  expect(query(page).get("event")).toBe("Lesson");
  await page.goBack();
  await expect.poll(() => query(page).get("event")).toBeNull();
  await expect(field(page, "Event")).toHaveValue("");
});

test("the sizes of boards have their numbers of games, and the list of all games has all sizes", async ({ page, server }) => {
  const info = (await (await fetch(`${server.url}api/v1/info`)).json()) as {
    games: number;
    board_sizes: { board_size: number; games: number }[];
  };
  const sizes = [...info.board_sizes].sort((a, b) => b.board_size - a.board_size);
  const names = sizes.map(({ board_size: size, games }) => `${size}×${size} (${games})`);
  expect(names.length).toBeGreaterThan(1);
  await open(page, server);
  await unfold(page);
  const size = page.getByLabel("Board", { exact: true });
  await expect(size.locator("option")).toHaveText(names);

  await page.goto(`${server.url}?list=all`);
  await unfold(page);
  await expect(size.locator("option")).toHaveText([`All sizes (${info.games})`, ...names]);
  await expect(games(page).locator(".tally")).toHaveText(gamesText(info.games));
  await size.selectOption("9");
  const small = sizes.find((item) => item.board_size === 9)?.games ?? 0;
  await expect(games(page).locator(".tally")).toHaveText(gamesText(small));
  await expect(search(page).locator(".drawing")).toHaveAttribute("data-size", "19");
  await expect(chips(page)).toHaveText(["Board9×9"]);
  await page.reload();
  await expect(games(page).locator(".tally")).toHaveText(gamesText(small));
  await page.getByRole("button", { name: "Remove Board: 9×9" }).click();
  await expect(games(page).locator(".tally")).toHaveText(gamesText(info.games));
});

test("the filters are accessible, with errors and with a list", async ({ page, server }) => {
  await open(page, server, "?event=Lessom&rank=strong&player=nobody&white=gnu");
  await expect(complaints(page)).toHaveCount(3);
  const check = async () => expect((await new AxeBuilder({ page }).include(".filters").analyze()).violations).toEqual([]);
  await check();
  await unfold(page);
  await expect(page.locator(".histogram")).toBeVisible();
  await check();
  await player(page).fill("gnu");
  await expect(page.locator(".combo [role=option]").first()).toBeVisible();
  await check();
});

test("fields that cannot be loaded are told", async ({ page, server }) => {
  await page.route("**/assets/fields-*.js", (route) => route.fulfill({ status: 404 }));
  await open(page, server);
  await filterButton(page).click();
  await expect(page.locator("#filters-fields")).toContainText("Reload the page.");
});

test("unfolded, the fields lie over what they filter, and a button tells how many games there are", phone, async ({ page, server }, info) => {
  await open(page, server, "?moves=pd");
  await expect(page.locator(".moves")).toHaveAttribute("aria-busy", "false");
  const places = () => page.locator(".moves, .panel").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  const before = await places();
  await unfold(page);
  await expect(page.locator(".histogram")).toBeVisible();
  expect(await places()).toEqual(before);
  const shown = page.locator(".fields-end button");
  await expect(shown).toHaveText(`Show ${gamesText(await count(server, "position?moves=pd"))}`);
  await expect(shown).toBeInViewport({ ratio: 1 });
  await field(page, "Komi").fill("6.5");
  await expect(shown).toHaveText(`Show ${gamesText(await count(server, "position?moves=pd&komi=6.5"))}`);
  // The field offers values over the button.
  await field(page, "Komi").press("Enter");
  await shown.click();
  await expect(page.locator("#filters-fields")).toBeHidden();
  await expect(games(page)).toBeInViewport();

  // A click elsewhere, the focus elsewhere and Escape fold them, too.
  const isFolded = () => expect(filterButton(page)).toHaveAttribute("aria-expanded", "false");
  await unfold(page);
  await page.locator(".top h1").click();
  await isFolded();
  if (info.project.name === "phone") return;
  await unfold(page);
  await field(page, "Text in the record").focus();
  await page.keyboard.press("Escape");
  await isFolded();
  await expect(filterButton(page)).toBeFocused();
  await unfold(page);
  await shown.focus();
  await page.keyboard.press("Tab");
  await isFolded();
});

for (const [where, address, path] of [
  ["a position", "?moves=pd", "position?moves=pd"],
  ["an area", "?moves=pd&area=ka,si", "position?moves=pd&area=ka,si"],
  ["all games", "?list=all", "find?"],
] as const) {
  test(`where no game meets the filters, those to drop are named with what that brings: ${where}`, async ({ page, server }) => {
    await page.goto(`${server.url}${address}&player=%3D井山裕太&words=Lesson&rank=9p`);
    const way = (name: string) => page.locator(".without").getByRole("button", { name, exact: true });
    const counted = async (rest: string) => (await count(server, `${path}&${rest}`)).toLocaleString("en");
    const without = await counted("player=%3D井山裕太&rank=9p");
    expect(without).not.toBe("0");
    if (address === "?list=all") await show(page, "games");
    await expect(page.locator(".without")).toContainText("No game meets the filters.");
    await expect(way(`Without filters: ${await counted("")}`)).toBeVisible();
    await expect(way("Without Ranks: 0")).toHaveCount(0);
    await expect(page.locator(".moves [data-row]")).toHaveCount(0);
    await way(`Without Text in the record: ${without}`).click();
    await expect.poll(() => query(page).get("words")).toBeNull();
    await expect(chips(page)).toHaveText(["井山裕太", "Ranks9p"]);
    await expect(page.locator(".without")).toHaveCount(0);
    await page.goto(`${server.url}?moves=aa,bb,cc&words=Lesson`);
    await expect(page.locator(".without")).toContainText("No games match even without filters.");
  });
}
