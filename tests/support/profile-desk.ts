// Helpers for tests of the Profile desk: a made pair, and the desk's tools.

import type { Locator, Page } from "@playwright/test";

import type { MadeCall } from "./made-traces.js";

/** `walk` calls itself; `old` is gone and `fresh` is new; `parse` takes twice as long. */
export const A: readonly MadeCall[] = [
  ["main", 0, 1_000],
  ["parse", 50, 200],
  ["lex", 60, 100],
  ["walk", 300, 300],
  ["walk", 310, 200],
  ["lex", 320, 100],
  ["old", 700, 100],
];
export const B: readonly MadeCall[] = [
  ["main", 0, 1_000],
  ["parse", 50, 400],
  ["lex", 60, 100],
  ["walk", 500, 300],
  ["walk", 510, 200],
  ["lex", 520, 100],
  ["fresh", 840, 150],
];

export const toolbar = (page: Page): Locator => page.getByRole("toolbar", { name: "Profile" });
