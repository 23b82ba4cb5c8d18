import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { click, expect, mark, open, phone, placeOf, query, search, stone, stones, test } from "./base.ts";

const edit = (page: Page): Locator => page.getByRole("button", { name: "Edit position" });
const brush = (page: Page, name: string): Locator => search(page).locator(`[data-brush="${name}"]`);
const status = (page: Page): Locator => search(page).getByRole("status");
const entries = (page: Page): Promise<number> => page.evaluate(() => history.length);

/** Draws a stroke with the mouse from point to point. */
async function stroke(page: Page, ...points: string[]): Promise<void> {
  const box = await search(page).locator(".drawing").boundingBox();
  for (const [i, point] of points.entries()) {
    const place = await placeOf(search(page), point);
    await page.mouse.move((box?.x ?? 0) + place.x, (box?.y ?? 0) + place.y);
    if (i === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

test("brushes put stones, the same again takes them off, and Back returns", async ({ page, server }) => {
  await open(page, server, "?moves=pd,dp");
  await edit(page).click();
  await expect(mark(search(page), "pp")).toHaveCount(0);
  const before = await entries(page);
  await click(search(page), "qf");
  await expect.poll(() => query(page).get("stones")).toBe("Wdp,Bpd,Bqf");
  expect(query(page).get("moves")).toBeNull();
  expect(await entries(page)).toBe(before + 1);

  await brush(page, "W").click();
  await click(search(page), "pd");
  await expect(stone(search(page), "pd", "W")).toBeVisible();
  await click(search(page), "pd");
  await expect(stone(search(page), "pd")).toHaveCount(0);
  await brush(page, "erase").click();
  await click(search(page), "qf");
  await expect.poll(() => query(page).get("stones")).toBe("Wdp");

  for (let i = 0; i < 4; i += 1) await page.goBack();
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp");
  await expect(stones(search(page))).toHaveCount(2);
  await search(page).getByRole("button", { name: "Done" }).click();
  await expect(search(page).locator(".board")).toBeFocused();
  await click(search(page), "dd");
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp,dd");
});

test("a stroke paints every point on its way, in one entry of the history", async ({ page, server }) => {
  await open(page, server);
  await edit(page).click();
  const before = await entries(page);
  await stroke(page, "cc", "gc", "gf");
  await expect.poll(() => query(page).get("stones")).toBe("Bcc,Bdc,Bec,Bfc,Bgc,Bgd,Bge,Bgf");
  expect(await entries(page)).toBe(before + 1);
  // It began on a black stone, so it takes off.
  await stroke(page, "cc", "ec");
  await expect.poll(() => query(page).get("stones")).toBe("Bfc,Bgc,Bgd,Bge,Bgf");
});

test("a stroke that ends off the board is cancelled", async ({ page, server }) => {
  await open(page, server);
  await edit(page).click();
  const drawing = search(page).locator(".drawing");
  const box = await drawing.boundingBox();
  const from = await placeOf(search(page), "pq");
  await page.mouse.move((box?.x ?? 0) + from.x, (box?.y ?? 0) + from.y);
  await page.mouse.down();
  await expect(stone(search(page), "pq", "B")).toBeVisible();
  await page.mouse.move((box?.x ?? 0) + from.x, (box?.y ?? 0) + (box?.height ?? 0) + 60);
  await page.mouse.up();
  await expect(stones(search(page))).toHaveCount(0);
  expect(query(page).get("stones")).toBeNull();
});

test("stones without liberties are refused with the reason", async ({ page, server }) => {
  await open(page, server, "?stones=Bab,Bba");
  await edit(page).click();
  await brush(page, "W").click();
  await click(search(page), "aa");
  await expect(status(page)).toHaveText("A stone at A19 would leave stones without a liberty.");
  await expect(stones(search(page))).toHaveCount(2);
  // The rest of a stroke is drawn.
  await stroke(page, "aa", "ca");
  await expect.poll(() => query(page).get("stones")).toBe("Bab,Wba,Wca");
});

test("wildcards need an area and lie in it", async ({ page, server }) => {
  await open(page, server, "?moves=pd");
  await edit(page).click();
  await expect(brush(page, "wildcard")).toHaveAttribute("aria-disabled", "true");
  await expect(brush(page, "wildcard")).toHaveAccessibleName(/need an area/);
  await brush(page, "wildcard").click({ force: true });
  await expect(brush(page, "B")).toHaveAttribute("aria-pressed", "true");

  await page.goto(`${server.url}?moves=pd&area=ma,sg`);
  await edit(page).click();
  await brush(page, "wildcard").click();
  await click(search(page), "qf");
  await expect.poll(() => query(page).get("wildcards")).toBe("qf");
  await expect(page.locator('#search [data-wildcard="qf"]')).toBeVisible();
  // Wildcards alone leave the moves as they are.
  expect(query(page).get("moves")).toBe("pd");
  await click(search(page), "dd");
  await expect(status(page)).toHaveText("D16 is outside the area; wildcards must lie inside it.");
  expect(query(page).get("wildcards")).toBe("qf");
  await brush(page, "erase").click();
  await click(search(page), "qf");
  await expect.poll(() => query(page).get("wildcards")).toBeNull();
});

test("handicap stones, clear and whose turn", async ({ page, server }) => {
  await open(page, server, "?moves=pd,dp");
  await edit(page).click();
  await search(page).getByRole("combobox", { name: "Handicap" }).selectOption("4 stones");
  await expect.poll(() => query(page).get("stones")).toBe("4");
  await expect(stones(search(page))).toHaveCount(4);
  const turn = search(page).locator(".turn");
  await expect(turn).toHaveText("White to play");
  await turn.click();
  await expect.poll(() => query(page).get("to_play")).toBe("B");
  await search(page).getByRole("button", { name: "Clear" }).click();
  await expect(stones(search(page))).toHaveCount(0);
  await expect(search(page).getByRole("button", { name: "Clear" })).toBeDisabled();

  // With moves on the board the turn changes without a pass.
  await page.goto(`${server.url}?moves=pd,dp`);
  await edit(page).click();
  await turn.click();
  await expect.poll(() => query(page).get("to_play")).toBe("W");
  expect(query(page).get("stones")).toBe("Wdp,Bpd");
});

test("small boards offer the handicaps that they have points for", async ({ page, server }) => {
  await page.goto(`${server.url}?size=7`);
  await edit(page).click();
  await expect(search(page).getByRole("combobox", { name: "Handicap" }).getByRole("option")).toHaveCount(3);
  await page.goto(`${server.url}?size=5`);
  await edit(page).click();
  await expect(search(page).getByRole("combobox", { name: "Handicap" })).toBeDisabled();
});

test("keys set stones up", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has no keyboard");
  await open(page, server);
  await edit(page).focus();
  await page.keyboard.press("Enter");
  await search(page).locator(".board").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("w");
  await expect(brush(page, "W")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Space");
  await expect.poll(() => query(page).get("stones")).toBe("Bjj,Wkj");
  await expect(search(page).locator(".board-frame [aria-live]")).toHaveText("L10, white stone");
  await page.keyboard.press("e");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("stones")).toBe("Bjj");
  await page.keyboard.press("x");
  await expect(brush(page, "erase")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Delete");
  await expect.poll(() => query(page).get("stones")).toBeNull();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).get("moves")).toBe("jj");
});

test("nothing moves when setting up begins", phone, async ({ page, server }) => {
  await open(page, server, "?moves=pd,dp");
  const tops = () =>
    page.evaluate(() =>
      [".board", "#search .status", "#search .tools", ".explorer"].map((part) => {
        const box = document.querySelector(part)?.getBoundingClientRect();
        return [box?.top, box?.height];
      }),
    );
  const before = await tops();
  await edit(page).click();
  await expect(brush(page, "B")).toBeVisible();
  expect(await tops()).toEqual(before);
});

test("the tools fit beside small boards", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has two rows");
  await page.setViewportSize({ width: 900, height: 560 });
  await open(page, server, "?moves=pd");
  await edit(page).click();
  const done = search(page).getByRole("button", { name: "Done" });
  const [first, last] = [await brush(page, "B").boundingBox(), await done.boundingBox()];
  expect(last?.y).toBe(first?.y);
  const tally = search(page).locator(".tally");
  expect(await tally.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing while stones are set up, ${colorScheme}`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, server, "?moves=pd,dp");
    await edit(page).click();
    await expect(brush(page, "B")).toBeVisible();
    const found = await new AxeBuilder({ page }).include(".search").analyze();
    expect(found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  });
}

test("a finger taps and slides", phone, async ({ page, server }, info) => {
  test.skip(info.project.name !== "phone", "phones only");
  await open(page, server);
  await edit(page).tap();
  const session = await page.context().newCDPSession(page);
  const drawing = search(page).locator(".drawing");
  const box = await drawing.boundingBox();
  const at = async (point: string, dx = 0) => {
    const place = await placeOf(search(page), point);
    return [{ x: (box?.x ?? 0) + place.x + dx, y: (box?.y ?? 0) + place.y }];
  };
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  // A tap that trembles, but not onto the next point.
  await touch("touchStart", await at("dd", 6));
  await touch("touchMove", await at("dd", 13));
  await touch("touchEnd", []);
  await expect.poll(() => query(page).get("stones")).toBe("Bdd");
  await touch("touchStart", await at("pd"));
  await touch("touchMove", await at("pf"));
  await touch("touchMove", await at("ph"));
  await touch("touchEnd", []);
  await expect.poll(() => query(page).get("stones")).toBe("Bdd,Bpd,Bpe,Bpf,Bpg,Bph");
});
