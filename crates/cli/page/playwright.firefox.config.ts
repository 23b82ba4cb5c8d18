import { defineConfig } from "@playwright/test";

// Playwright runs these tests; Firefox as it is installed is driven by WebDriver BiDi, which Playwright does not speak
// well enough for it.
export default defineConfig({
  testDir: "tests-firefox",
  outputDir: "test-results/firefox",
  // Only ends a test that hangs: a busy machine may be slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 1,
  retries: 0,
  forbidOnly: !!process.env.CI,
  reporter: [["list"]],
});
