// How many tools stand in the line.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fitting } from "../src/toolbar-fit.js";

test("all stand where there is room for all, without a menu", () => {
  assert.equal(fitting([100, 50, 50], 200, 80), Infinity);
  assert.equal(fitting([], 0, 80), Infinity);
});

test("else as many as fit beside the menu, from the left", () => {
  assert.equal(fitting([100, 50, 50], 199, 40), 2);
  assert.equal(fitting([100, 50, 50], 199, 80), 1);
  assert.equal(fitting([100, 50, 50], 90, 80), 0);
  assert.equal(fitting([100, 5, 300], 120, 20), 1, "none past the first that does not fit");
});
