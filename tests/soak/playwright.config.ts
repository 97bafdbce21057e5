// The soak: one tab of the browser tests' own browser, used for a long time. `npm run soak` starts it.

import { defineConfig } from "@playwright/test";

import base from "../../playwright.config.js";

export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.soak.ts",
  outputDir: "../../test-results/soak",
  workers: 1,
  timeout: 0,
  use: { ...base.use, reuseContext: false },
  projects: (base.projects ?? []).filter(({ name }) => name === "webgl"),
});
