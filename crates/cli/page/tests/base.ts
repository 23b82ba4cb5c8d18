import { spawn, execFileSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test as plain, expect, type Locator, type Page } from "@playwright/test";
import { RECORDS } from "./records.ts";

const here = import.meta.dirname;
const binary = [
  process.env.BGO,
  resolve(here, "../../../../target/release/bgo"),
  resolve(here, "../../../../target/debug/bgo"),
].find((path) => path !== undefined && existsSync(path));

/** A `bgo serve` process with a database of the fixtures and of records; with null as records, of nothing. */
export class Server {
  url = "";
  /** The end of the printed address: the token for changes, if there is one. */
  token = "";
  private process: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), "bgo-web-"));
  private readonly database = join(this.folder, "games.sqlite");

  constructor(
    private readonly options: string[] = [],
    records: Record<string, string> | null = RECORDS,
  ) {
    if (!binary) throw new Error("no bgo found: build it, or set BGO to its path");
    if (!records) return;
    const files = Object.entries(records).map(([name, text]) => {
      const path = join(this.folder, name);
      writeFileSync(path, text);
      return path;
    });
    const fixtures = resolve(here, "../../../../fixtures/selfplay.tgz");
    execFileSync(binary, ["--db", this.database, "import", fixtures, ...files], { stdio: "pipe" });
  }

  async start(): Promise<void> {
    if (!binary) return;
    const port = this.url ? new URL(this.url).port : "0";
    const child = spawn(binary, ["--db", this.database, "serve", "--listen", `127.0.0.1:${port}`, ...this.options], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.process = child;
    this.url = await new Promise((done, fail) => {
      let output = "";
      child.stderr?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const [, url, token] = /listening on (http:[^\s#]+)(\S*)/.exec(output) ?? [];
        this.token = token ?? "";
        if (url) done(url);
      });
      child.on("exit", () => fail(new Error(`bgo serve ended: ${output}`)));
    });
  }

  /** Waits until the server ends by itself. */
  async ended(): Promise<void> {
    const child = this.process;
    if (child?.exitCode === null) await new Promise((done) => child.on("exit", done));
  }

  async stop(): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.on("exit", done));
    child.kill("SIGTERM");
    await ended;
  }

  /** Imports a record, or by another command another file, also while the server runs. */
  import(name: string, text: string, command = ["import"]): void {
    if (!binary) return;
    const path = join(this.folder, name);
    writeFileSync(path, text);
    execFileSync(binary, ["--db", this.database, ...command, path], { stdio: "pipe" });
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Serves the page from the folder `BGO_PAGE`, if it is set, in place of the page in the program. */
export async function serveBuilt(page: Page, server: Server): Promise<void> {
  const folder = process.env.BGO_PAGE;
  if (!folder) return;
  await page.route(
    (url) => url.href.startsWith(server.url) && !url.pathname.startsWith("/api/"),
    (route) => {
      const path = join(folder, new URL(route.request().url()).pathname.slice(1) || "index.html");
      return existsSync(path) ? route.fulfill({ path }) : route.continue();
    },
  );
}

/** Tests, in any browser, that share a server. */
export const served = plain.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.remove();
    },
    { scope: "worker" },
  ],
});

export const test = served.extend<{ faults: string[]; built: void }>({
  built: [
    async ({ page, server }, use) => {
      await serveBuilt(page, server);
      await use();
      // A test may end while a route still fetches an answer.
      if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
    },
    { auto: true },
  ],
  /** The errors that the browser reports; a test that expects errors empties the list. */
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        // The page itself reports 4xx answers; that the browser also logs them is not a fault.
        if (message.type() === "error" && !/Failed to load resource.*\b4\d\d\b/.test(message.text()))
          faults.push(message.text());
      });
      await use(faults);
      expect(faults, "the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Marks a test of layout or touch, which `.ci/run` runs on a phone too; `BGO_ALL_TESTS=1` runs all tests there. */
export const phone = { tag: "@phone" };

/** A gate that holds back an answer until the test opens it. */
export class Gate {
  open = (): void => {};
  readonly opened = new Promise<void>((done) => (this.open = done));
}

export const search = (page: Page): Locator => page.locator("#search");
export const games = (page: Page): Locator => page.locator("#games");
export const replay = (page: Page): Locator => page.locator("#replay");
export const nextMoves = (page: Page): Locator => page.locator(".moves tbody tr");

/** Brings a part of the page to the front, if it is hidden for want of room. */
export async function show(page: Page, part: "board" | "games" | "replay"): Promise<void> {
  const wanted = { board: search(page), games: games(page), replay: replay(page) }[part];
  if (await wanted.isVisible()) return;
  // Where there are two columns, the games are beside the search board.
  await page.locator(`.views [data-part=${part}]:visible, .views [data-part=board]:visible`).last().click();
  await expect(wanted).toBeVisible();
}

/** Opens the menu that has the last tools below the board on a phone. */
export async function showTools(page: Page): Promise<void> {
  const more = search(page).locator(".tools").getByRole("button", { name: "More", exact: true });
  if (await more.isVisible()) await more.click();
}

/** Opens the first game of the list that contains a text. */
export async function openGame(page: Page, text = ""): Promise<void> {
  await show(page, "games");
  await games(page).locator("[data-game]", { hasText: text }).locator(".row-button").first().click();
  await expect(replay(page)).toContainText(/Move \d+ of/);
}

/** Opens the page and waits for the position and the games. */
export async function open(page: Page, server: Server, query = ""): Promise<void> {
  await page.goto(server.url + query);
  await expect(search(page).locator(".tally strong")).toBeVisible();
  await expect(games(page).locator(".tally")).toHaveText(/\d+ game|No matching games/);
}

/** Returns the place of a point, named as in SGF, on the drawing of a board, in pixels. */
export async function placeOf(part: Locator, move: string): Promise<{ x: number; y: number }> {
  return part.locator(".drawing").evaluate((drawing, [x, y]) => {
    const { baseVal: box } = (drawing as SVGSVGElement).viewBox;
    const scale = drawing.clientWidth / box.width;
    return { x: ((x ?? 0) * 20 - box.x) * scale, y: ((y ?? 0) * 20 - box.y) * scale };
  }, [move.charCodeAt(0) - 97, move.charCodeAt(1) - 97]);
}

/** Clicks, or taps on a phone, on a point of a board. */
export async function click(part: Locator, move: string): Promise<void> {
  await part.locator(".drawing").click({ position: await placeOf(part, move) });
}

/** Returns the stone on a point, named as in SGF, of a colour or of any. */
export const stone = (part: Locator, move: string, color = ""): Locator =>
  part.locator(color ? `[data-stone="${color}${move}"]` : `[data-stone$="${move}"]`);

export const stones = (part: Locator): Locator => part.locator("[data-stone]");

/** Returns the mark of a next move on its point. */
export const mark = (part: Locator, move: string): Locator => part.locator(`[data-mark$="${move}"]`);

export const query = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

/** Unfolds the filters. */
export async function unfold(page: Page): Promise<void> {
  const isFolded = (await page.locator("#filters-button").getAttribute("aria-expanded")) === "false";
  // On a phone, a button beside the line opens them, too.
  if (isFolded) await page.locator(".line-row > button:visible, #filters-button:visible").first().click();
}

/** Folds the filters by the button that shows the games. */
export async function fold(page: Page): Promise<void> {
  await page.locator(".fields-end button").click();
  await expect(page.locator("#filters-fields")).toBeHidden();
}

/** Chooses a setting in the menu of the header. */
export async function choose(page: Page, group: string, name: string): Promise<void> {
  const button = page.getByRole("button", { name: "Settings" });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  const choice = page.getByRole("group", { name: group, exact: true }).getByRole("button", { name, exact: true });
  await choice.click();
  await expect(choice).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(button).toHaveAttribute("aria-expanded", "false");
}

export async function shot(page: Page, project: string, name: string): Promise<void> {
  const folder = resolve(here, "../test-results/screenshots");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${project}-${name}.png`), fullPage: project === "phone" });
}
