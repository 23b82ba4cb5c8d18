import { expect, open, point, query, search, test } from "./base.ts";

test("holding and sliding aims above the finger, and releasing plays", async ({ page, server }, info) => {
  test.skip(info.project.name !== "phone", "phones only");
  await open(page, server);
  const at = async (move: string) => {
    const box = await point(search(page), move).boundingBox();
    if (!box) throw new Error("no such point");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const from = await at("jj");
  const to = await at("dd");
  const touch = await page.context().newCDPSession(page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  await expect(search(page).locator(".aim-name")).toBeVisible();
  await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: to.x, y: to.y + 44 }] });
  await expect(search(page).locator(".aim-name")).toContainText("D16");
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(() => query(page).get("moves")).toBe("dd");
});

test("a tap plays", async ({ page, server }, info) => {
  test.skip(info.project.name !== "phone", "phones only");
  await open(page, server);
  await point(search(page), "pd").tap();
  await expect.poll(() => query(page).get("moves")).toBe("pd");
});
