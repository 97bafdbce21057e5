// Names of buttons that accept or reject a rename.

import assert from "node:assert/strict";
import { test } from "node:test";

import { spoken } from "../src/components/renames.js";

test("the name of a rename button stays under 120 characters", () => {
  const kernel = `void at::native::kernel<${"std::vector<float>, ".repeat(100)}int>`;
  assert.ok(`Accept ${spoken(kernel, `${kernel}::v2`)}`.length <= 120);
  assert.equal(spoken("parse", "parse_all"), "parse as parse_all");
});
