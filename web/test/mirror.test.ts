// Exchanging the sides exchanges all that each of them has.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT_VIEW_STATE } from "../src/generated/link-table.js";
import type { ViewState } from "../src/generated/protocol.js";
import { exchanged, mirrored, mirroredWaiting } from "../src/state/mirror.js";

const { time, comparison, compare } = DEFAULT_VIEW_STATE;

function mirrors(view: ViewState, there: ViewState): void {
  assert.deepEqual(mirrored(view, there.comparison.rules), there);
  assert.deepEqual(mirrored(there, view.comparison.rules), view);
}

test("all that has an a, a b and nothing else changes its parts, however deep", () => {
  const value = { one: { a: 1, b: { a: 2, b: [3] } }, two: { a: 4, b: 5, c: 6 }, three: null, four: ["a", "b"] };
  assert.deepEqual(exchanged(value), {
    one: { a: { a: [3], b: 2 }, b: 1 },
    two: { a: 4, b: 5, c: 6 },
    three: null,
    four: ["a", "b"],
  });
});

test("swapping exchanges windows, instants, scrolls, folds and the side of the selection", () => {
  const call = { side: "b", start: 1, duration: 2, depth: 3, lane: 4 } as const;
  const window = { start: 1, end: 2 };
  const { icicle } = compare;
  mirrors(
    {
      ...DEFAULT_VIEW_STATE,
      selection: { call },
      time: { ...time, windows: { a: window, b: null }, anchors: { a: 5, b: 9 } },
      compare: { ...compare, icicle: { ...icicle, scroll: { a: 0, b: 9 }, folds: { a: [1], b: [] } } },
    },
    {
      ...DEFAULT_VIEW_STATE,
      selection: { call: { ...call, side: "a" } },
      time: { ...time, windows: { a: null, b: window }, anchors: { a: 9, b: 5 } },
      compare: { ...compare, icicle: { ...icicle, scroll: { a: 9, b: 0 }, folds: { a: [], b: [1] } } },
    },
  );
});

test("exchanging the sides exchanges how they are compared", () => {
  mirrors(
    { ...DEFAULT_VIEW_STATE, comparison: { ...comparison, rules: "pair x <=> y", chosenLanes: [1, 2] } },
    { ...DEFAULT_VIEW_STATE, comparison: { ...comparison, rules: "pair y <=> x", chosenLanes: [2, 1] } },
  );
});

test("exchanging the sides exchanges what is hidden of them, and whose places are seen", () => {
  const { matches } = compare;
  mirrors(
    {
      ...DEFAULT_VIEW_STATE,
      compare: { ...compare, matches: { ...matches, hideOnly: { a: true, b: false }, viewpoint: "b" } },
    },
    {
      ...DEFAULT_VIEW_STATE,
      compare: { ...compare, matches: { ...matches, hideOnly: { a: false, b: true }, viewpoint: "a" } },
    },
  );
});

test("values that wait for lanes change their sides", () => {
  const there = [
    { key: "pair.fa", value: "/x,/y" },
    { key: "fuse.lb", value: "/z" },
    { key: "lp", value: "/x,/y,-,/z" },
    { key: "sel", value: "b,1,2,3,/x" },
    { key: "sr.mark", value: "area,a,/x,/y,0,1,2" },
  ];
  const here = [
    { key: "pair.fb", value: "/x,/y" },
    { key: "fuse.la", value: "/z" },
    { key: "lp", value: "/y,/x,/z,-" },
    { key: "sel", value: "a,1,2,3,/x" },
    { key: "sr.mark", value: "area,b,/x,/y,0,1,2" },
  ];
  assert.deepEqual(mirroredWaiting(there), here);
  assert.deepEqual(mirroredWaiting(here), there);
  const match = [{ key: "sel", value: "match,1,2,3,/x,5,6,7,/y" }];
  assert.deepEqual(mirroredWaiting(match), [{ key: "sel", value: "match,5,6,7,/y,1,2,3,/x" }]);
});
