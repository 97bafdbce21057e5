// Tests in Firefox: the browser tests' server and runner, with the system's Firefox in place of Playwright's browsers.
// `npm run firefox` starts it.

import { defineConfig } from "@playwright/test";

import base from "../../playwright.config.js";

export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.firefox.ts",
  outputDir: "../../test-results/firefox",
  // One Firefox is started for all tests; a second one would take the first one's processor.
  workers: 1,
  projects: [{ name: "firefox" }],
});
