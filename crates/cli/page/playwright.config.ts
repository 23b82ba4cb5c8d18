import { defineConfig } from "@playwright/test";
import { shared } from "./playwright.shared.ts";

const launchOptions = {
  executablePath: process.env.BGO_CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

export default defineConfig({
  ...shared,
  testDir: "tests",
  outputDir: "test-results/output",
  use: {
    browserName: "chromium",
    launchOptions,
    // Recording takes time: a test that fails is run again with BGO_TRACE=1.
    trace: process.env.BGO_TRACE ? { mode: "retain-on-failure", screenshots: false } : "off",
    locale: "en-GB",
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      // A phone differs in layout and touch.
      grep: process.env.BGO_ALL_TESTS ? /^/ : /@phone/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
});
