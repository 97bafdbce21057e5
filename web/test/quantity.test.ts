// What calls take is said in the unit of the axis: nobody reads of time where samples or bytes are counted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { quantityOf } from "../src/quantity.js";

test("what calls take follows from the unit of the axis", () => {
  assert.deepEqual(["ns", "samples", "bytes", "events"].map(quantityOf), ["time", "samples", "bytes", "events"]);
});
