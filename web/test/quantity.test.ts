// What calls take is said in the unit of the axis: nobody reads of time where samples or bytes are counted, or where time is
// added up.

import assert from "node:assert/strict";
import { test } from "node:test";

import { quantityOf } from "../src/quantity.js";

test("what calls take follows from the axis and its unit", () => {
  const axes = [["time", "ns"], ["weight", "ns"], ["weight", "samples"], ["weight", "bytes"], ["order", "events"], ["weight", "share"]] as const;
  assert.deepEqual(axes.map(([axis, unit]) => quantityOf({ axis, unit })), ["time", "weight", "samples", "bytes", "events", "share"]);
});
