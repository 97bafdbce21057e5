// What calls take is said in the unit of the axis: nobody reads of time where samples or bytes are counted, or where time is
// added up.

import assert from "node:assert/strict";
import { test } from "node:test";

import { unitFormat, quantityOf } from "../src/quantity.js";

test("what calls take follows from the axis and its unit", () => {
  const axes = [
    ["time", "ns"],
    ["weight", "ns"],
    ["weight", "samples"],
    ["weight", "bytes"],
    ["order", "events"],
    ["weight", "share"],
  ] as const;
  assert.deepEqual(
    axes.map(([axis, unit]) => quantityOf({ axis, unit })),
    ["time", "weight", "samples", "bytes", "events", "share"],
  );
});

test("numbers of a column are ticks in the unit of the axis", () => {
  const said = (unit: string, scale: number, ticks: number) => {
    const { unit: head, text, delta } = unitFormat({ unit, scale }, ticks);
    return [head, text(ticks), delta(-ticks)].map((part) => part.replaceAll("\u202f", " "));
  };
  assert.deepEqual(said("ns", 1, 12_340_000), ["ms", "12.34", "−12.3 ms"]);
  assert.deepEqual(said("ns", 1000, 12_340), ["ms", "12.34", "−12.3 ms"]);
  assert.deepEqual(said("samples", 1, 1234), ["samples", "1,234", "−1,234"]);
  assert.deepEqual(said("samples", 1e-6, 12_340_000), ["samples", "12.3", "−12.3"]);
  assert.deepEqual(said("bytes", 1, 22_400_000), ["bytes", "22.4 MB", "−22.4 MB"]);
  assert.deepEqual(said("share", 1e-7, 123_400_000), ["%", "12.34", "−12.34 pt"]);
  assert.equal(unitFormat({ unit: "bytes", scale: 1 }, 5).delta(0), "±0");
});
