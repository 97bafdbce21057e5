// The compute worker does one job at a time, in the order in which they can be done.

import assert from "node:assert/strict";
import { test } from "node:test";

import { type JobState, nextOf } from "../src/engine/job-order.js";

const place = (...states: JobState[]) => {
  const entries = states.map((state, at) => ({ state, at }));
  return nextOf(entries)?.at;
};

test("the first job that waits is next, and what is looked up keeps nobody waiting", () => {
  assert.equal(place("waiting", "waiting"), 0);
  assert.equal(place("looking-up", "waiting"), 1);
  assert.equal(place("looking-up"), undefined);
  assert.equal(place(), undefined);
});

test("a job that was looked up while a later one runs waits for it", () => {
  assert.equal(place("waiting", "running"), 1);
  assert.equal(place("running", "waiting"), 0);
});
