import type { Page } from "@playwright/test";
import { expect, Gate, open, phone, Server, serveBuilt, shot, test as plain } from "./base.ts";

const test = plain.extend<{ own: Server; more: () => Promise<Page> }>({
  own: async ({ page }, use) => {
    const own = new Server(["--until-closed"]);
    await own.start();
    await serveBuilt(page, own);
    await use(own);
    // A page that still asks would report that the server is gone.
    await page.close();
    await own.remove();
  },
  /** Opens another page in the same browser. */
  more: async ({ context, own }, use) => {
    await use(async () => {
      const other = await context.newPage();
      await serveBuilt(other, own);
      await open(other, own);
      return other;
    });
  },
});

const ENDED = "bgo has ended. You can close this page.";

test("the page ends the server, and all pages say so", phone, async ({ page, own, more, faults }, info) => {
  const connected = page.waitForResponse("**/api/v1/presence");
  await open(page, own);
  await connected;
  const other = await more();
  await page.getByRole("button", { name: "Settings" }).click();
  await shot(page, info.project.name, "quit");
  await page.getByRole("button", { name: "Quit bgo" }).click();
  await expect(page.locator(".banner")).toHaveText(ENDED);
  await expect(other.locator(".banner")).toHaveText(ENDED);
  await shot(page, info.project.name, "ended");
  await own.ended();
  // Another start finds the pages that are still open.
  const again = page.waitForResponse("**/api/v1/presence");
  await own.start();
  await again;
  await expect(page.locator(".banner")).toHaveText("");
  await expect(other.locator(".banner")).toHaveText("");
  await other.close();
  faults.length = 0;
});

test("one page of a browser keeps the server running, and the next one when it is closed", async ({ context, page, own, more }) => {
  let connections = 0;
  context.on("request", (request) => (connections += Number(request.url().endsWith("/presence"))));
  const connected = page.waitForResponse("**/api/v1/presence");
  await open(page, own);
  await connected;
  const other = await more();
  await expect.poll(() => other.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1);
  expect(connections).toBe(1);
  const taken = other.waitForResponse("**/api/v1/presence");
  await page.close();
  await taken;
  expect(connections).toBe(2);
  await other.close();
});

test("the server ends after its last page is closed", async ({ page }) => {
  const own = new Server(["--until-closed", "--linger", "1"]);
  await own.start();
  await serveBuilt(page, own);
  const connected = page.waitForResponse("**/api/v1/presence");
  await open(page, own);
  await connected;
  await page.close();
  await own.ended();
  await own.remove();
});

test("a connection that a sleeping computer cut is made again", async ({ page, own, faults }) => {
  const cut = new Gate();
  let cuts = 0;
  await page.route("**/api/v1/presence", async (route) => {
    if (cuts++ > 0) return route.continue();
    await cut.opened;
    await route.abort("connectionreset");
  });
  await open(page, own);
  const again = page.waitForResponse("**/api/v1/presence");
  cut.open();
  await again;
  await expect(page.locator(".banner")).toHaveText("");
  faults.length = 0;
});

test("a server that does not end with its pages has no button for it", async ({ page, server }) => {
  await open(page, server);
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("group", { name: "Theme" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Quit bgo" })).toHaveCount(0);
});
