// The measurements in the tab: the browser tests' own browser and server, one thing at a time and without a time
// limit. `npm run bench` starts it; nothing here asserts a time.

import { defineConfig } from "@playwright/test";

import base from "../../playwright.config.js";

export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.bench.ts",
  outputDir: "../../test-results/bench",
  workers: 1,
  timeout: 0,
  projects: (base.projects ?? []).filter(({ name }) => name === "webgl"),
});
