import { click, expect, query, replay, search, stone, stones, show } from "./base.ts";
import { gameOf, openWithGame, testWith } from "./game.ts";

const RECORD = `(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Ann Branch]PW[Ben Bough]DT[2003-02-01]RE[B+R]KM[6.5]
;B[pd];W[dp]
(;B[pp];W[dd];B[fq](;W[cn];B[qf])(;W[fp]C[A contact move.];B[eq];W[dq]))
(;B[qp]C[The other side.];W[dd](;B[fc];W[df])(;B[cc];W[dc];B[cd]))
(;B[dd];W[pp]))`;

const test = testWith({ "variations.sgf": RECORD });
const list = (page: Parameters<typeof replay>[0]) => replay(page).locator(".notation-list");

test("the variations of a record are listed, and a click walks into them", async ({ page, server }) => {
  const game = await gameOf(page, server, "Ann Branch");
  const part = await openWithGame(page, server, `?game=${game}&at=2`);
  // At the fork, the game's next move is hinted at, and so are the other two.
  await expect(part.locator("[data-hint=pp]")).toBeVisible();
  await expect(part.locator("[data-variation]")).toHaveCount(2);
  await expect(part.locator("[data-variation=qp]")).toHaveText("A");
  await expect(part.locator("[data-variation=dd]")).toHaveText("B");
  await expect(list(page).locator("[data-fork='2'] .chain")).toHaveCount(3);

  await list(page).getByRole("button", { name: "6, white D14" }).click();
  await expect(part).toContainText("Move 6, in a variation");
  for (const point of ["qp", "fc"]) await expect(stone(part, point, "B")).toBeVisible();
  for (const point of ["dd", "df"]) await expect(stone(part, point, "W")).toBeVisible();
  await expect(stone(part, "pp")).toHaveCount(0);
  await expect(list(page).locator("[aria-current]")).toHaveText("6D14");
  expect(query(page).get("at")).toBe("2");
  expect(query(page).get("node")).toMatch(/^\d+$/);

  // The link leads there again.
  await page.reload();
  await expect(part).toContainText("Move 6, in a variation");
  await expect(stones(part)).toHaveCount(6);
  await part.getByRole("button", { name: "Back to the main line" }).click();
  await expect(part).toContainText("Move 2 of 7");
  expect(query(page).get("node")).toBeNull();
});

test("a click on the mark of a variation walks into it, and its comments are shown", async ({ page, server }) => {
  const game = await gameOf(page, server, "Ann Branch");
  const part = await openWithGame(page, server, `?game=${game}&at=2`);
  await expect(part.locator("[data-variation]")).toHaveCount(2);
  await click(part, "qp");
  await expect(part.locator(".comments.current")).toHaveText("The other side.");
  await part.getByRole("button", { name: "Forward" }).click();
  await expect(part).toContainText("Move 4, in a variation");
  await expect(part.locator("[data-hint=fc]")).toBeVisible();
  await expect(part.locator("[data-variation=cc]")).toHaveText("A");
  // The slider ends where the variation ends.
  await expect(part.getByRole("slider")).toHaveAttribute("max", "6");
  await part.getByRole("button", { name: "First" }).click();
  await expect(part).toContainText("Move 0 of 7");
  await expect(part.getByRole("slider")).toHaveAttribute("max", "7");
});

test("keys walk between variations", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has no keyboard");
  const game = await gameOf(page, server, "Ann Branch");
  const part = await openWithGame(page, server, `?game=${game}&at=0`);
  await expect(list(page).locator(".fork")).toHaveCount(2);
  await part.locator(".board").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(part).toContainText("Move 2 of 7");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(part).toContainText("Move 3, in a variation Black R4");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(part).toContainText("Move 3, in a variation Black D16");
  await page.keyboard.press("Shift+ArrowUp");
  await expect(part).toContainText("Move 3, in a variation Black R4");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(part).toContainText("Move 4, in a variation");
  await page.keyboard.press("End");
  await expect(part).toContainText("Move 6, in a variation");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(part).toContainText("Move 4, in a variation");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(part).toContainText("Move 2 of 7");
});

test("a key goes around the variations in place of a move", async ({ page, server }, info) => {
  test.skip(info.project.name === "phone", "a phone has no keyboard");
  const game = await gameOf(page, server, "Ann Branch");
  const part = await openWithGame(page, server, `?game=${game}&at=2`);
  await expect(list(page).locator(".fork")).toHaveCount(2);
  for (const move of ["in a variation Black R4", "in a variation Black D16", "of 7 Black Q4", "in a variation Black R4"]) {
    await page.keyboard.press("v");
    await expect(part).toContainText(new RegExp(`Move 3,? ${move}`));
  }
});

test("a search begins from a variation, too", async ({ page, server }) => {
  const game = await gameOf(page, server, "Ann Branch");
  const part = await openWithGame(page, server, `?game=${game}&at=2&node=12`);
  await expect(part).toContainText("Move 4, in a variation");
  await part.getByRole("button", { name: "Search from here" }).click();
  await expect.poll(() => query(page).get("moves")).toBe("pd,dp,qp,dd");
  await expect(search(page)).toBeVisible();
  await expect(stone(search(page), "qp", "B")).toBeVisible();
  await show(page, "replay");
  await expect(part).toContainText("Move 4, in a variation");
});

test("a record with thousands of variations lists them without drawing them all", async ({ page, server }) => {
  const game = await gameOf(page, server, "Ann Branch");
  await page.route(`**/api/v1/games/${game}/variations*`, async (route) => {
    const tree = (await (await route.fetch()).json()) as { nodes: object[]; truncated: boolean };
    const points = [..."abcdefghijklmnopqrs"];
    const nodes = [...tree.nodes];
    for (let i = 0; i < 5000; i += 1) {
      // Every hundredth move leaves the main line, the others go on.
      const move = `${points[i % 19]}${points[Math.floor(i / 19) % 19]}`;
      const parent = i % 100 === 0 ? 2 : nodes.length - 1;
      nodes.push({ parent, move, color: "B", put: [`B${move}`], removed: [], comments: [], move_number: 3 + (i % 100), scene: null });
    }
    await route.fulfill({ json: { nodes, truncated: true } });
  });
  const part = await openWithGame(page, server, `?game=${game}&at=2`);
  await expect(list(page)).toContainText("The record has more than these 5,012 positions.");
  expect(await list(page).getByRole("button").count()).toBeLessThan(800);
  await part.getByRole("button", { name: "Forward" }).click();
  await expect(part).toContainText("Move 3 of 7");
  // A link leads to a move of a variation that the list leaves out; its variation is then listed from there.
  await page.goto(`${server.url}?game=${game}&at=2&node=4050`);
  await expect(part).toContainText("Move 33, in a variation");
  await expect(list(page).locator(".chain [aria-current]")).toHaveText(/^33\D/);
  await expect(list(page).locator(".chain").first().locator(".ply")).toHaveCount(70);
});

test("from a variation, the window to print begins with the main line up to its fork", async ({ page, server }) => {
  const game = await gameOf(page, server, "Ann Branch");
  const part = await openWithGame(page, server, `?game=${game}&at=2&node=12`);
  await expect(part).toContainText("Move 4, in a variation");
  await part.getByRole("button", { name: "Print and pictures" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "From–to" }).click();
  await expect(dialog.getByRole("spinbutton", { name: "From move" })).toHaveValue("1");
  await expect(dialog.getByRole("spinbutton", { name: "To move" })).toHaveValue("2");
});
