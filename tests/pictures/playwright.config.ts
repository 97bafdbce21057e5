// The pictures of the documentation: the browser tests' own browser and server, one picture at a time.
// `npm run pictures` starts it; it writes into docs/pictures and checks how large each picture is.

import { defineConfig } from "@playwright/test";

import base from "../../playwright.config.js";

export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.pictures.ts",
  outputDir: "../../test-results/pictures",
  workers: 1,
  projects: (base.projects ?? []).filter(({ name }) => name === "webgl"),
});
