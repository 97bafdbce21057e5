import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { test } from "node:test";

import { sourceItems, sourceOf } from "../src/desks/structure/source.js";

const TEMPLATE = "https://host/blob/main/{path}#L{line}";

test("a template becomes the link of a place", () => {
  strictEqual(sourceOf(TEMPLATE, "/src/a b/x.py:12"), "https://host/blob/main/src/a%20b/x.py#L12");
  strictEqual(sourceOf(TEMPLATE, "C:\\src\\x.cs:3"), "https://host/blob/main/C%3A/src/x.cs#L3");
  strictEqual(sourceOf(TEMPLATE, "x.py"), "https://host/blob/main/x.py#L1");
});

test("what is no link of the web, and calls without a place, have none", () => {
  strictEqual(sourceOf("javascript:alert({line})", "x.py:1"), null);
  strictEqual(sourceOf("", "x.py:1"), null);
  strictEqual(sourceOf(TEMPLATE, ""), null);
});

test("functions, elements and relations offer their source as calls do", () => {
  const view = { structure: { source: TEMPLATE } };
  const labels = (details: unknown) =>
    sourceItems({ view, details } as Parameters<typeof sourceItems>[0], {
      mayOpenSource: () => Promise.resolve(true),
    }).map(({ label }) => label);
  deepStrictEqual(labels({ call: { place: "x.py:3" } }), ["Open its source on host"]);
  deepStrictEqual(labels({ calls: { place: "lib", source: "lib/x.py:3" } }), ["Open its source on host"]);
  deepStrictEqual(labels({ calls: { place: "lib", source: "" } }), []);
  deepStrictEqual(labels(null), []);
});
