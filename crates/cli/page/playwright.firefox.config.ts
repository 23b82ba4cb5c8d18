import { defineConfig } from "@playwright/test";
import { shared } from "./playwright.shared.ts";

// Playwright runs these tests; Firefox as it is installed is driven by WebDriver BiDi, which Playwright does not speak
// well enough for it.
export default defineConfig({
  ...shared,
  testDir: "tests-firefox",
  outputDir: "test-results/firefox",
});
