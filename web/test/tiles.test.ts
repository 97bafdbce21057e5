// Folders of tiles: links to them, their list of tiles, and which tiles show a window.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chosen, hasHalves, parsed } from "../src/sides/tiles-part.js";
import { nameOfFolder, tilesOf } from "../src/sides/tiles.js";

/** A run of 1000 ticks in three levels; the second half of the last level is not split. */
const LEVELS = [
  { level: 0, steps: [0], before: [1], within: [10], after: [2] },
  { level: 1, steps: [0, 1], before: [1, 3], within: [20, 30], after: [4, 2] },
  { level: 2, steps: [0, 1], before: [1, 3], within: [5, 6], after: [4, 2] },
];
const SIDE = { file: "a.tiles", name: "run", head: 100, whole: 1024, extent: 1000, levels: LEVELS };
const manifest = (side: unknown) => JSON.stringify({ kind: "tiles", sides: { a: side } });

function side() {
  const found = parsed(manifest(SIDE))?.a ?? null;
  assert.ok(found !== null);
  return found;
}

test("a link to tiles.json is a folder of tiles, and its end names the side", () => {
  const of = (link: string, fragment = "") => tilesOf(new URL(link), fragment, "a");
  assert.deepEqual(of("https://host/giant/tiles.json"), { side: "a", window: null });
  assert.deepEqual(of("https://host/giant/tiles.json", "b"), { side: "b", window: null });
  assert.equal(of("https://host/giant/mytiles.json"), null);
  assert.equal(nameOfFolder(new URL("https://host/giant/tiles.json"), { side: "b", window: null }), "giant B");
});

test("tiles lie one after the other in their file", () => {
  const { tiles } = side();
  assert.deepEqual(
    tiles.map(({ level, index, start }) => [level, index, start]),
    [
      [0, 0, 100],
      [1, 0, 113],
      [1, 1, 138],
      [2, 0, 173],
      [2, 1, 183],
    ],
  );
});

test("the deepest level is chosen of which two tiles show the window", () => {
  const of = (start: number, end: number) => chosen(side(), { start, end });
  assert.deepEqual(chosen(side(), null), { level: 0, first: 0, last: 0 });
  assert.deepEqual(of(0, 100), { level: 2, first: 0, last: 0 });
  assert.deepEqual(of(200, 300), { level: 2, first: 0, last: 1 });
  assert.deepEqual(of(500, 520), { level: 1, first: 0, last: 1 }, "the second half has no third level");
  assert.deepEqual(of(600, 610), { level: 1, first: 1, last: 1 });
  assert.deepEqual(of(-50, 5000), { level: 1, first: 0, last: 1 });
  assert.deepEqual(of(2000, 3000), { level: 1, first: 1, last: 1 }, "a window after the end");
});

test("a zoom shows more where tiles in sight are split", () => {
  const of = (level: number, first: number, last: number, start = 0, end = 1000) =>
    hasHalves(side(), { level, first, last }, { start, end });
  assert.equal(hasHalves(side(), { level: 0, first: 0, last: 0 }, null), true);
  assert.equal(of(0, 0, 0), true);
  assert.equal(of(1, 0, 0), true);
  assert.equal(of(1, 0, 1), true);
  assert.equal(of(1, 0, 1, 600, 610), false, "only the second half is in sight");
  assert.equal(of(1, 1, 1), false, "the second half has no third level");
  assert.equal(of(2, 0, 1), false, "the deepest level");
  assert.equal(of(0, 0, 0, 2000, 3000), true, "a window after the end shows the last tick");
});

test("a list of tiles that is damaged is refused", () => {
  assert.equal(parsed("no JSON"), null);
  assert.equal(parsed('{"kind":"other"}'), null);
  assert.equal(parsed(manifest(null)), null);
  for (const wrong of [
    { ...SIDE, file: "../secret" },
    { ...SIDE, file: "https://other.test/a.tiles" },
    { ...SIDE, file: ".." },
    { ...SIDE, head: -1 },
    { ...SIDE, whole: 0 },
    { ...SIDE, extent: 1.5 },
    { ...SIDE, levels: [] },
    { ...SIDE, levels: [null] },
    { ...SIDE, levels: [{ ...LEVELS[0], steps: [-1] }] },
    { ...SIDE, levels: [{ ...LEVELS[0], within: "many" }] },
  ]) {
    assert.equal(parsed(manifest(wrong)), null, JSON.stringify(wrong));
  }
});
