import assert from "node:assert/strict";
import { test } from "node:test";

import { fromBase85 } from "../src/engine/base85.js";

test("base85 reads whole and shorter groups", () => {
  const bytes = (text: string) => [...fromBase85(text)];
  assert.deepEqual(bytes(""), []);
  assert.deepEqual(bytes("!!!!!"), [0, 0, 0, 0]);
  assert.deepEqual(bytes("!!!!#"), [0, 0, 0, 1]);
  assert.deepEqual(bytes("!!!!!!!"), [0, 0, 0, 0, 0]);
  assert.equal(bytes("!!!!!!!!!!!!").length, 9);
});
