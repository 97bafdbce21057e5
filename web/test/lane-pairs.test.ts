// Lanes chosen by hand: a lane has one partner at most, and what is cut stays cut.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cut, listOf, mirroredLanes, NO_LANE, paired, pairsOf, released } from "../src/comparison/lane-pairs.js";

test("a lane is paired once", () => {
  const chosen = paired(paired(paired([], 0, 1), 2, 3), 0, 3);
  assert.deepEqual(chosen, [0, 3]);
});

test("cutting leaves both alone, pairing again ends that", () => {
  const alone = cut([4, 5, 1, 2], 1, 2);
  assert.deepEqual(alone, [4, 5, 1, NO_LANE, NO_LANE, 2]);
  assert.deepEqual(paired(alone, 1, 2), [4, 5, 1, 2]);
  assert.deepEqual(paired(alone, 1, 5), [NO_LANE, 2, 1, 5]);
});

test("a released lane is left to the rule again", () => {
  assert.deepEqual(released([4, 5, 1, NO_LANE], "a", 1), [4, 5]);
  assert.deepEqual(released([4, 5, NO_LANE, 7], "b", 5), [NO_LANE, 7]);
});

test("lists and pairs are the same, and mirrored twice nothing changes", () => {
  const chosen = [4, 5, 1, NO_LANE, NO_LANE, 2];
  assert.deepEqual(listOf(pairsOf(chosen)), chosen);
  assert.deepEqual(mirroredLanes(chosen), [5, 4, NO_LANE, 1, 2, NO_LANE]);
  assert.deepEqual(mirroredLanes(mirroredLanes(chosen)), chosen);
});
