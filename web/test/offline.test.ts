// Pages that may keep themselves for visits without a connection.

import assert from "node:assert/strict";
import { test } from "node:test";

import { mayRegister } from "../src/offline/offline-part.js";

test("a page keeps itself unless it is embedded, framed or told not to", () => {
  assert.ok(mayRegister("full", "?a=x.json", false));
  assert.ok(mayRegister("report", "?sw=1", false));
  assert.ok(!mayRegister("embed", "", false));
  assert.ok(!mayRegister("full", "", true));
  assert.ok(!mayRegister("full", "?a=x.json&sw=0", false));
});
