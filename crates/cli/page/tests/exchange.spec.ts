import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Download, Locator, Page } from "@playwright/test";
import { expect, open, phone, query, search, stones, test } from "./base.ts";

const SGF = "(;GM[1]FF[4]SZ[19]PB[A];B[pd];W[dp];B[pp])";

/** Pastes a text while the focus is where it is. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    (document.activeElement ?? document.body).dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

/** Drags a file or a text over the page, and drops it if it should. */
const drag = (page: Page, type: "dragover" | "drop" | "dragleave", what: { file?: string; text?: string }): Promise<boolean> =>
  page.evaluate(
    ([name, { file, text }]) => {
      const dataTransfer = new DataTransfer();
      if (file !== undefined) dataTransfer.items.add(new File([file], "game.sgf"));
      if (text !== undefined) dataTransfer.setData("text/plain", text);
      const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector("h1")?.dispatchEvent(event);
      return event.defaultPrevented;
    },
    [type, what] as const,
  );

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name, exact: true }).click();
}

const alert = (page: Page): Locator => page.locator(".notice[role=alert]");
const status = (page: Page): Locator => page.locator(".notice[role=status]");

test("a record, a diagram, moves and a link are pasted anywhere", async ({ page, server }) => {
  await open(page, server, "?area=ma,sg");
  await paste(page, SGF);
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp,pp");
  expect(query(page).get("area")).toBeNull();
  await expect(status(page)).toHaveText("The record is on the search board.");
  await expect(stones(search(page))).toHaveCount(3);
  await search(page).getByRole("button", { name: "Back", exact: true }).click();
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp");

  await paste(page, "+---/|.../|..X/|.X*");
  await expect.poll(() => query(page).get("area")).toBe("aa,cc");
  expect(query(page).get("stones")).toBe("Bbc,Bcb");
  expect(query(page).get("wildcards")).toBe("cc");
  await paste(page, "1. Q16 2. D4");
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp");
  await paste(page, "http://example.org/bgo/?moves=dd&size=9");
  await expect.poll(() => query(page).get("size")).toBe("9");
  expect(query(page).get("moves")).toBe("dd");
  // One entry of the history for each.
  for (let i = 0; i < 3; i += 1) await page.goBack();
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp");
  await expect(stones(search(page))).toHaveCount(2);
});

test("what cannot be read is told, and the board stays", async ({ page, server }) => {
  await open(page, server, "?moves=pd");
  await paste(page, "Hello, this is no position at all!");
  await expect(alert(page)).toContainText("This text is neither a game record, a diagram nor a list of moves.");
  await expect(stones(search(page))).toHaveCount(1);
  await alert(page).getByRole("button", { name: "Close" }).click();
  await expect(alert(page)).toHaveText("");
  await paste(page, "Q16 D4 Q16");
  await expect(alert(page)).toContainText("Move 3 at Q16 is illegal: the point is occupied.");
  await paste(page, "Q16 D4");
  await expect(alert(page)).toHaveText("");
});

test("what is pasted into a field stays there", async ({ page, server }) => {
  await open(page, server);
  await page.evaluate(() => {
    const field = document.createElement("input");
    field.id = "field";
    document.body.append(field);
    field.focus();
  });
  await paste(page, SGF);
  await page.locator("#field").evaluate((field) => field.remove());
  await paste(page, "D4");
  await expect.poll(() => query(page).get("moves")).toBe("dp");
  await page.goBack();
  await expect.poll(() => query(page).get("moves")).toBeNull();
});

test("a file or a text is dropped anywhere, in a frame that says so", async ({ page, server }) => {
  await open(page, server);
  const frame = page.locator(".drop-frame");
  expect(await drag(page, "dragover", { file: SGF })).toBe(true);
  await expect(frame).toHaveText("Drop a game record, a diagram or a list of moves");
  await drag(page, "dragleave", {});
  await expect(frame).toHaveCount(0);
  await drag(page, "dragover", { file: SGF });
  expect(await drag(page, "drop", { file: SGF })).toBe(true);
  await expect(frame).toHaveCount(0);
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp,pp");
  await drag(page, "drop", { text: "W D4" });
  await expect.poll(() => query(page).get("to_play")).toBe("W");
  // What the page itself has to drag, such as a link, is not for its board.
  await page.evaluate(() => document.body.dispatchEvent(new DragEvent("dragstart", { bubbles: true })));
  expect(await drag(page, "dragover", { text: "pd" })).toBe(false);
  await expect(frame).toHaveCount(0);
});

test("the window to paste reads what is typed and what is chosen", async ({ page, server }) => {
  await open(page, server);
  await choose(page, "Paste a position…");
  const dialog = page.getByRole("dialog", { name: "Paste a position" });
  const text = dialog.getByRole("textbox");
  await expect(text).toBeFocused();
  const found = await new AxeBuilder({ page }).include("dialog").analyze();
  expect(found.violations.map(({ id }) => id)).toEqual([]);
  await text.fill("Q16 D4 Z99");
  const before = await dialog.boundingBox();
  await dialog.getByRole("button", { name: "Show on the board" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("“Z99” is not a move; write moves as Q16 or pd.");
  expect(await dialog.boundingBox()).toEqual(before);
  await text.fill("Q16 D4");
  await text.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp");
  await expect(page.getByRole("button", { name: "Share" })).toBeFocused();

  await choose(page, "Paste a position…");
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Choose a file…" }).click();
  // In Shift JIS, the second byte of this character is a backslash.
  const buffer = Buffer.concat([Buffer.from("(;CA[Shift_JIS]PB["), Buffer.from([0x83, 0x5c]), Buffer.from("];B[dd])")]);
  await (await chooser).setFiles({ name: "game.sgf", mimeType: "application/x-go-sgf", buffer });
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => query(page).get("moves")).toBe("dd");

  await choose(page, "Paste a position…");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("the menu is narrow enough, and axe finds nothing", phone, async ({ page, server }) => {
  await open(page, server, "?moves=pd,dp");
  await page.getByRole("button", { name: "Share" }).click();
  const items = page.locator(".menu-items button");
  await expect(items).toHaveCount(8);
  const box = await page.locator(".menu-window").boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const found = await new AxeBuilder({ page }).include(".search").analyze();
  expect(found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
});

test("a record of 10 MB does not hold the page up", async ({ page, server }) => {
  await open(page, server);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", `(;SZ[19];B[pd]${"(;W[dd]C[x])".repeat((10 << 20) / 12)})`);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await expect.poll(() => query(page).get("moves")).toBe("pd,dd");
});

test("link, SGF, diagram and picture are copied", async ({ page, server, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await open(page, server, "?stones=Bqf&to_play=W&moves=pd");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await choose(page, "Copy link");
  await expect(status(page)).toHaveText("The link is copied.");
  expect(await copied()).toBe(page.url());
  await choose(page, "Copy SGF");
  await expect(status(page)).toHaveText("The position is copied as SGF.");
  expect(await copied()).toBe("(;GM[1]FF[4]CA[UTF-8]AP[bgo]SZ[19]AB[qf]PL[W];W[pd])\n");
  await choose(page, "Copy diagram");
  await expect(status(page)).toHaveText("The diagram is copied.");
  const diagram = await copied();
  expect(diagram.split("\n")[4]).toBe(`|${"X".padStart(31, ". ").replace("X", "O")} . . .|`);
  await choose(page, "Copy picture");
  await expect(status(page)).toHaveText("The picture is copied.");
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  expect(types).toContain("image/png");
  // What was copied can be pasted.
  await paste(page, diagram);
  await expect.poll(() => query(page).get("stones")).toBe("Wpd,Bqf");
});

test("without a clipboard, text and picture are shown to be copied by hand", async ({ page, server }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await open(page, server, "?moves=pd");
  await choose(page, "Copy SGF");
  const dialog = page.getByRole("dialog", { name: "Copy the position" });
  await expect(dialog.getByRole("textbox")).toHaveValue("(;GM[1]FF[4]CA[UTF-8]AP[bgo]SZ[19];B[pd])\n");
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain("B[pd]");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await choose(page, "Copy picture");
  await expect(dialog.getByRole("img")).toHaveAttribute("src", /^data:image\/png/);
  // The policy of the server lets the picture be shown.
  await expect.poll(() => dialog.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1000);
});

test("pictures are saved as the page shows the board", async ({ page, server }) => {
  await open(page, server, "?moves=pd,dp&area=ma,sg&wildcards=qf");
  const saved = async (name: string): Promise<[Download, Buffer]> => {
    const event = page.waitForEvent("download");
    await choose(page, name);
    const download = await event;
    return [download, readFileSync(await download.path())];
  };
  const [svgFile, svgBytes] = await saved("Save as SVG");
  expect(svgFile.suggestedFilename()).toBe("position.svg");
  const svg = svgBytes.toString();
  for (const part of ['data-stone="Bpd"', 'data-stone="Wdp"', "data-area", 'data-wildcard="qf"']) expect(svg).toContain(part);
  expect(svg).not.toContain("data-mark");
  const parsed = await page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, "image/svg+xml");
    return [read.querySelector("parsererror")?.textContent, read.documentElement.getAttribute("width")];
  }, svg);
  expect(parsed).toEqual([undefined, expect.stringMatching(/^\d+/)]);

  const [pngFile, png] = await saved("Save as PNG");
  expect(pngFile.suggestedFilename()).toBe("position.png");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.readUInt32BE(16)).toBe(1188);
  // Black's stone is dark, White's is bright.
  const pixels = await page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const pen = canvas.getContext("2d");
    pen?.drawImage(image, 0, 0);
    const { x: left, y: top } = document.querySelector<SVGSVGElement>("#search .drawing")?.viewBox.baseVal ?? { x: 0, y: 0 };
    const at = (x: number, y: number) => pen?.getImageData((x - left) * 3, (y - top) * 3, 1, 1).data[1] ?? -1;
    return [at(15 * 20, 3 * 20 + 7), at(3 * 20, 15 * 20 + 7)];
  }, `data:image/png;base64,${png.toString("base64")}`);
  expect(pixels[0]).toBeLessThan(90);
  expect(pixels[1]).toBeGreaterThan(150);
});
