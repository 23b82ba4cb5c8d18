import { click, expect, open, openGame, replay, search, show, test, unfold } from "./base.ts";

/** Counts how far things moved by themselves, as browsers measure it: the sum of all layout shifts. */
const OBSERVE = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push([entry.value, entry.sources.map((source) => source.node?.className ?? "")]);
  }).observe({ type: "layout-shift", buffered: true });
`;

for (const [width, height] of [[1366, 768], [1440, 900], [1920, 1080], [390, 844]] as const) {
  for (const font of ["", "DejaVu Sans"]) {
    test(`nothing moves by itself at ${width}x${height}${font && `, ${font}`}`, async ({ page, server }, info) => {
      test.skip(info.project.name === "phone", "sets the size of the window");
      await page.setViewportSize({ width, height });
      await page.addInitScript(OBSERVE);
      if (font)
        await page.addInitScript((family) => {
          document.addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontFamily = `"${family}"`));
        }, font);
      await open(page, server);
      const board = search(page).locator(".drawing");
      const first = await board.boundingBox();
      for (const move of ["pd", "dp", "pp", "dd", "fq"]) {
        await click(search(page), move);
        await expect(page.locator(".moves")).toHaveAttribute("aria-busy", "false");
        await expect(search(page).locator(".tally")).toContainText(/\d+ games?/);
        expect(await board.boundingBox(), move).toEqual(first);
        const tally = await search(page).locator(".tally").boundingBox();
        expect((tally?.y ?? NaN) + (tally?.height ?? NaN)).toBeLessThanOrEqual(first?.y ?? NaN);
      }
      // All shifts count, also those soon after a click, which browsers excuse.
      const shifts = await page.evaluate(() => (window as unknown as { shifts: [number, string[]][] }).shifts);
      const sum = shifts.reduce((sum, [value]) => sum + value, 0);
      expect(sum, JSON.stringify(shifts)).toBeLessThan(0.02);
      await openGame(page);
      await page.keyboard.press("ArrowRight");
      const shown = await replay(page).locator(".drawing").boundingBox();
      for (let i = 0; i < 5; i += 1) await page.keyboard.press("ArrowRight");
      expect(await replay(page).locator(".drawing").boundingBox()).toEqual(shown);
      if (width >= 900) {
        await show(page, "board");
        const searched = await board.boundingBox();
        await show(page, "replay");
        // Both boards have one size, and begin at one height.
        const replayed = await replay(page).locator(".drawing").boundingBox();
        expect([replayed?.y, replayed?.width, replayed?.height]).toEqual([searched?.y, searched?.width, searched?.height]);
      }
    });
  }
}

test("the page is small", async ({ page, server }) => {
  const sizes: Record<string, number> = {};
  page.on("response", async (response) => {
    const url = new URL(response.url());
    if (!url.pathname.startsWith("/api/")) sizes[url.pathname] = (await response.body().catch(() => Buffer.alloc(0))).length;
  });
  await open(page, server);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeLessThan(300_000);
  // What shows a game comes with the first one.
  expect(Object.keys(sizes).join()).not.toContain("opengame");
  await openGame(page);
  await expect.poll(() => Object.keys(sizes).join()).toContain("opengame");
});

test("the fields are loaded when they are unfolded, and if they did not come, after a reload", async ({ page, server, faults }) => {
  let asked = 0;
  await page.route(/\/assets\/fields-/, (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.fallback();
  });
  await open(page, server);
  expect(asked).toBe(0);
  await unfold(page);
  // Not every browser asks again for code that did not come before.
  await expect(page.getByText("This part of the page cannot be loaded. Reload the page.")).toBeVisible();
  expect(asked).toBe(1);
  await page.reload();
  await unfold(page);
  await expect(page.locator(".histogram")).toBeVisible();
  faults.length = 0;
});
