import { expect, nextMoves, Server, test } from "./base.ts";

test("the compressed files of the page are its files", async ({ server }) => {
  const page = await (await fetch(server.url)).text();
  const files = [...page.matchAll(/"\.\/(assets\/[^"]+)"/g)].map((match) => match[1]);
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const file of files) {
    const ask = (coding: string) => fetch(new URL(`${file}`, server.url), { headers: { "accept-encoding": coding } });
    const plain = await ask("identity");
    expect(plain.headers.get("content-encoding")).toBeNull();
    const packed = await ask("br");
    expect(packed.headers.get("content-encoding")).toBe("br");
    // Already decompressed.
    expect(await packed.text()).toBe(await plain.text());
  }
});

test("the page works below a path", async ({ page }) => {
  const server = new Server(["--base", "/bgo/"]);
  try {
    await server.start();
    await page.goto(server.url.replace(/\/$/, ""));
    await expect(nextMoves(page).first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/bgo/");
  } finally {
    await server.stop();
    await server.remove();
  }
});
