// Which of many files are runs of A and which of B.

import assert from "node:assert/strict";
import { test } from "node:test";

import { counts, deal, dealTo, filesOf, moved, MOST_RUNS, opens, type Sheet, swapped } from "../src/sides/run-sheet.js";

/** Files by name and the time at which they were changed. */
function files(...list: [string, number][]): File[] {
  return list.map(([name, lastModified]) => new File(["{}"], name, { lastModified }));
}

/** Names of A's and of B's files. */
function sides(sheet: Sheet): [string[], string[]] {
  return [filesOf(sheet, "a").map((file) => file.name), filesOf(sheet, "b").map((file) => file.name)];
}

test("two groups of names are the sides, whatever number they end in", () => {
  const sheet = deal(files(["new-2.json", 4], ["base-10.json", 1], ["base-2.json", 2], ["new-1.json", 3]));
  assert.deepEqual(sides(sheet), [
    ["base-2.json", "base-10.json"],
    ["new-1.json", "new-2.json"],
  ]);
  assert.match(sheet.rule, /“base.json” is A because it is older, and “new.json” is B/);
});

test("of two groups the older one is A, and of two of one time the first by name", () => {
  assert.deepEqual(sides(deal(files(["a1.json", 9], ["a2.json", 9], ["b1.json", 1], ["b2.json", 1])))[0], [
    "b1.json",
    "b2.json",
  ]);
  assert.deepEqual(sides(deal(files(["y1.json", 5], ["x1.json", 5], ["x2.json", 5])))[0], ["x1.json", "x2.json"]);
});

test("a version in the name is no number of a run", () => {
  const sheet = deal(
    files(["lib-3.0-1.json.gz", 1], ["lib-3.0-2.json.gz", 2], ["lib-3.1-1.json.gz", 3], ["lib-3.1-2.json.gz", 4]),
  );
  assert.deepEqual(sides(sheet)[0], ["lib-3.0-1.json.gz", "lib-3.0-2.json.gz"]);
  assert.deepEqual(sides(deal(files(["old.json", 1], ["old (2).json", 2], ["new.json", 3]))), [
    ["old (2).json", "old.json"],
    ["new.json"],
  ]);
});

test("where names tell nothing the largest gap in time does", () => {
  const sheet = deal(
    files(["run-1.json", 100], ["run-2.json", 110], ["run-3.json", 900], ["run-4.json", 905], ["run-5.json", 990]),
  );
  assert.deepEqual(sides(sheet), [
    ["run-1.json", "run-2.json"],
    ["run-3.json", "run-4.json", "run-5.json"],
  ]);
  assert.match(sheet.rule, /by modification time/);
  // Of equal steps that in the middle.
  assert.equal(counts(deal(files(["p", 1], ["q", 2], ["r", 3], ["s", 4]))).a, 2);
});

test("where nothing tells, half go to each side", () => {
  const sheet = deal(files(["z", 7], ["x", 7], ["y", 7]));
  assert.deepEqual(sides(sheet), [["x", "y"], ["z"]]);
  assert.match(sheet.rule, /the first half is A/);
});

test("what a side has no room for is left out, and counted", () => {
  const many = files(...Array.from({ length: 23 }, (_, at): [string, number] => [`a-${at}`, 1]), ["b-1", 2]);
  const sheet = deal(many);
  assert.deepEqual(counts(sheet), { a: MOST_RUNS, b: 1, out: 3 });
  assert.ok(opens(sheet));
  const over = moved(sheet, 21, "a");
  assert.deepEqual([counts(over).a, opens(over)], [21, false]);
});

test("files move from side to side, and all at once", () => {
  const sheet = dealTo("b", files(["x", 1], ["y", 2], ["z", 3]));
  assert.deepEqual(counts(sheet), { a: 0, b: 3, out: 0 });
  const split = moved(moved(sheet, 0, "a"), 1, null);
  assert.deepEqual(sides(split), [["x"], ["z"]]);
  assert.deepEqual(sides(swapped(split)), [["z"], ["x"]]);
  assert.ok(!opens(moved(moved(split, 0, null), 2, null)), "nothing to open");
});
