import type { PlaywrightTestConfig } from "@playwright/test";

/** What the tests in all browsers have in common. */
export const shared: PlaywrightTestConfig = {
  // Only ends a test that hangs: a busy machine may be slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // Each has a server and a database of its own.
  workers: 2,
  retries: 0,
  forbidOnly: !!process.env.CI,
  reporter: [["list"]],
};
