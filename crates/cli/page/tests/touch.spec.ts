import { expect, open, placeOf, click, query, search, test, phone } from "./base.ts";

test("holding and sliding aims above the finger, and releasing plays", phone, async ({ page, server }, info) => {
  test.skip(info.project.name !== "phone", "phones only");
  await open(page, server);
  const at = async (move: string) => {
    const frame = await search(page).locator(".drawing").boundingBox();
    const place = await placeOf(search(page), move);
    return { x: (frame?.x ?? 0) + place.x, y: (frame?.y ?? 0) + place.y };
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

test("a tap plays", phone, async ({ page, server }, info) => {
  test.skip(info.project.name !== "phone", "phones only");
  await open(page, server);
  await click(search(page), "pd");
  await expect.poll(() => query(page).get("moves")).toBe("pd");
});
