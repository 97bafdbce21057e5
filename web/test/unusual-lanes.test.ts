// The number of unusual lanes is one of lanes, however many rows they have.

import assert from "node:assert/strict";
import { test } from "node:test";

import { lanesOf } from "../src/desks/space-time/areas.js";

const lanes: { path: string; rows: [number, number][] }[] = [
  { path: "", rows: [[0, 3]] },
  { path: "host", rows: [[0, 1]] },
  { path: "host/one", rows: [[0, 0]] },
  { path: "host/two", rows: [[1, 1]] },
  { path: "other", rows: [[2, 3]] },
];

const count = (...paths: string[]) =>
  lanesOf(
    { lanes },
    paths.map((path) => ({ lanes: path })),
  );

test("a lane with several rows counts once", () => {
  assert.equal(count(), 0);
  assert.equal(count("host/one", "host/one", "host/two"), 2);
});

test("a group counts its lanes", () => {
  assert.equal(count("host/one", "host"), 2);
  assert.equal(count("host/two", "all lanes"), 4);
  assert.equal(count("unlisted", "other"), 3);
});
