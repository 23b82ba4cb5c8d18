import { mkdirSync, readFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { expect } from "@playwright/test";
import { launch, type Browser, type KeyInput, type Page } from "puppeteer-core";
import { served, type Server } from "../tests/base.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Serves the page from the folder `BGO_PAGE`, if it is set, in place of the page in the program. */
async function serveBuilt(page: Page, server: Server): Promise<void> {
  const folder = process.env.BGO_PAGE;
  if (!folder) return;
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!url.href.startsWith(server.url) || url.pathname.startsWith("/api/")) return void request.continue();
    const path = join(folder, url.pathname.slice(1) || "index.html");
    return void request.respond({ status: 200, contentType: TYPES[extname(path)], body: readFileSync(path) });
  });
}

/** A tab of Firefox with the page, driven by WebDriver BiDi. */
export class Tab {
  constructor(
    readonly page: Page,
    private readonly server: Server,
  ) {}

  /** Opens the page and waits for the answer about the position. */
  async open(query = ""): Promise<void> {
    await this.page.goto(this.server.url + query);
    await this.page.waitForSelector(".search .tally strong");
  }

  /** Returns the text of an element, or null while there is none. */
  text(selector: string): Promise<string | null> {
    return this.page.evaluate((all) => document.querySelector<HTMLElement>(all)?.innerText ?? null, selector);
  }

  count(selector: string): Promise<number> {
    return this.page.evaluate((all) => document.querySelectorAll(all).length, selector);
  }

  /** Returns an attribute of the first element. */
  attribute(selector: string, name: string): Promise<string | null | undefined> {
    return this.page.evaluate((all, key) => document.querySelector(all)?.getAttribute(key), selector, name);
  }

  async query(name: string): Promise<string | null> {
    // The library learns of `history.pushState` later than the page.
    return new URL(await this.page.evaluate(() => location.href)).searchParams.get(name);
  }

  /** Presses the button, link or field with a name, which screen readers tell. */
  async press(name: string, role = "button"): Promise<void> {
    await this.page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
  }

  async key(...keys: KeyInput[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Returns where a point, named as in SGF, is in the window. */
  at(board: string, point: string): Promise<{ x: number; y: number }> {
    return this.page.$eval(
      `${board} .drawing`,
      (drawing, x, y) => {
        const { baseVal: box } = (drawing as SVGSVGElement).viewBox;
        const frame = drawing.getBoundingClientRect();
        const scale = frame.width / box.width;
        return { x: frame.x + (x * 20 - box.x) * scale, y: frame.y + (y * 20 - box.y) * scale };
      },
      point.charCodeAt(0) - 97,
      point.charCodeAt(1) - 97,
    );
  }

  async click(board: string, point: string): Promise<void> {
    const { x, y } = await this.at(board, point);
    await this.page.mouse.click(x, y);
  }

  /** Drags over the search board. */
  async drag(from: string, to: string): Promise<void> {
    const [start, end] = [await this.at(".search", from), await this.at(".search", to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x, end.y, { steps: 5 });
    await this.page.mouse.up();
  }

  async wheel(board: string, deltaY: number): Promise<void> {
    const { x, y } = await this.at(board, "jj");
    await this.page.mouse.move(x, y);
    await this.page.mouse.wheel({ deltaY });
  }

  async shot(name: string): Promise<void> {
    const folder = resolve(import.meta.dirname, "../test-results/screenshots");
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: `${folder}/firefox-${name}.png` });
  }
}

export const test = served.extend<{ tab: Tab }, { firefox: Browser }>({
  firefox: [
    async ({}, use) => {
      const browser = await launch({
        browser: "firefox",
        executablePath: process.env.BGO_FIREFOX ?? "/usr/bin/firefox-esr",
        headless: true,
        // A busy machine may be slow.
        timeout: 120_000,
        protocolTimeout: 120_000,
        extraPrefsFirefox: { "intl.accept_languages": "en-GB", "ui.systemUsesDarkTheme": 0 },
      });
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  tab: async ({ firefox, server }, use) => {
    const page = await firefox.newPage();
    await page.setViewport({ width: 1440, height: 900 });
    page.setDefaultTimeout(60_000);
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warn") faults.push(message.text());
    });
    await serveBuilt(page, server);
    await use(new Tab(page, server));
    await page.close();
    expect(faults, "the browser's console").toEqual([]);
  },
});

export { expect };
