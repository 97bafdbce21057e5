// A noise floor is said in what the axis counts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { floorOf, floors, lowered } from "../src/components/floors.js";

const plain = (text: string) => text.replaceAll("\u202f", " ");

test("on a time axis floors are times, on others what these count", () => {
  const words = (unit: string) => floors(unit).map((floor) => plain(floor.words));
  assert.deepEqual(words("ns"), ["none", "1 % and 1 µs", "5 % and 10 µs", "10 % and 100 µs", "25 % and 1 ms"]);
  assert.deepEqual(words("samples"), [
    "none",
    "1 % and 1 sample",
    "5 % and 10 samples",
    "10 % and 100 samples",
    "25 % and 1,000 samples",
  ]);
  assert.equal(plain(floorOf({ floorPercent: 5, floorUs: 10 }, "share").words), "5 % and 0.1 % of the whole");
  assert.equal(plain(floorOf({ floorPercent: 0, floorUs: 1 }, "bytes").words), "0 % and 1 byte");
});

test("a floor is lowered to the next step, the lowest to none", () => {
  assert.deepEqual(lowered({ floorPercent: 5, floorUs: 10 }), { floorPercent: 1, floorUs: 1 });
  assert.equal(lowered({ floorPercent: 0, floorUs: 0 }), null);
});
