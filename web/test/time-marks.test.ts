// The choice of counters of two files.

import assert from "node:assert/strict";
import { test } from "node:test";

import { counterChoices, switchedOn } from "../src/desks/compare/time-marks.js";

test("counters of both sides come first, each once", () => {
  assert.deepEqual(counterChoices({ a: ["x", "rss", "heap"], b: ["heap", "y", "rss"] }), [
    { title: "rss", sides: ["a", "b"] },
    { title: "heap", sides: ["a", "b"] },
    { title: "x", sides: ["a"] },
    { title: "y", sides: ["b"] },
  ]);
  assert.deepEqual(counterChoices({ a: [], b: [] }), []);
});

test("instants and a counter count as one mark each", () => {
  assert.equal(switchedOn({ instants: false, counter: "" }), 0);
  assert.equal(switchedOn({ instants: true, counter: "" }), 1);
  assert.equal(switchedOn({ instants: true, counter: "rss" }), 2);
});
