import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY_DIFFERENCES, LISTS, listToOpen, saysNone } from "../src/comparison/comparison-page.js";
import type { DifferenceList } from "../src/generated/protocol.js";

const NONE =
  "No function changed significantly. 31 changes above the noise floor are counted below with their reasons.";

/** Numbers of rows by list; 0 for those not named. */
function rows(
  of: Partial<Record<DifferenceList, number>>,
): [number, number, number, number, number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = LISTS.map((list) => of[list] ?? 0);
  return [a, b, c, d, e, f, g, h];
}

test("an outlier call does not hide that no function changed", () => {
  const summary = { none: NONE, counts: rows({ pauses: 1 }), below: rows({ largest: 31, slower: 3, faster: 27 }) };
  assert.equal(listToOpen(summary, "largest"), "largest");
  const says = (list: DifferenceList, unfolded = false) =>
    saysNone({ summary, differences: { ...EMPTY_DIFFERENCES, list, unfolded } });
  assert.deepEqual(
    LISTS.filter((list) => says(list)),
    ["largest", "slower", "faster"],
  );
  assert.equal(says("largest", true), false);
});

test("with nothing above the floor the sentences stand on the list of all changes alone", () => {
  const summary = { none: NONE, counts: rows({}), below: rows({}) };
  assert.equal(listToOpen(summary, "largest"), "largest");
  const says = LISTS.filter((list) => saysNone({ summary, differences: { ...EMPTY_DIFFERENCES, list } }));
  assert.deepEqual(says, ["largest"]);
});

test("the list looked at stays, unless only others have rows", () => {
  const summary = { none: "", counts: rows({ faster: 2, moved: 1 }), below: rows({ slower: 4 }) };
  assert.equal(listToOpen(summary, "moved"), "moved");
  assert.equal(listToOpen(summary, "slower"), "faster");
  const others = { none: "", counts: rows({}), below: rows({ slower: 4 }) };
  assert.equal(listToOpen(others, "largest"), "slower");
});
