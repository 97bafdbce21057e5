// What goes when room is needed: the longest unused, and no more of them than needed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { type Entry, toLetGo } from "../src/comparison/kept-comparisons.js";

const ENTRIES: Entry[] = [
  { key: "new", size: 40, used_ms: 30 },
  { key: "old", size: 40, used_ms: 10 },
  { key: "middle", size: 15, used_ms: 20 },
];

test("nothing goes while there is room", () => {
  assert.deepEqual(toLetGo(ENTRIES, 5, 100), []);
  assert.deepEqual(toLetGo([], 100, 100), []);
});

test("the longest unused goes first, and no more than needed", () => {
  assert.deepEqual(toLetGo(ENTRIES, 6, 100), ["old"]);
  assert.deepEqual(toLetGo(ENTRIES, 45, 100), ["old"]);
  assert.deepEqual(toLetGo(ENTRIES, 46, 100), ["old", "middle"]);
  assert.deepEqual(toLetGo(ENTRIES, 100, 100), ["old", "middle", "new"]);
});
