// The rail lists lanes of both sides once, by their place, paired lanes in one row.

import assert from "node:assert/strict";
import { test } from "node:test";

import { meeting, railRows } from "../src/desks/compare/lane-rail.js";
import { folded } from "../src/desks/compare/lane-sets.js";
import type { LaneRow } from "../src/generated/protocol.js";

const row = (lane: number, place: number, partner: number | null): LaneRow => ({
  ...{ lane, place, name: `lane ${lane}`, path: `p › lane ${lane}`, process: "p", busy: "5 %", share: 0.05, calls: 3 },
  ...{
    folded: place > 0,
    foldedByItself: place > 0,
    within: null,
    hidden: false,
    partner: partner === null ? null : { lane: partner, name: `lane ${partner}` },
  },
});

test("paired lanes are one row, and rows stand in the order of the picture", () => {
  const rows = railRows({ a: [row(4, 0, 9), row(2, 2, null)], b: [row(9, 0, 4), row(7, 1, null)] });
  assert.deepEqual(
    rows.map(({ lanes }) => [lanes.a?.lane, lanes.b?.lane]),
    [
      [4, 9],
      [undefined, 7],
      [2, undefined],
    ],
  );
});

test("of one side alone each lane is a row", () => {
  const rows = railRows({ a: [row(1, 0, null), row(0, 1, null)], b: null });
  assert.deepEqual(
    rows.map(({ lanes }) => lanes.a?.lane),
    [1, 0],
  );
});

test("a row put onto another makes a lane of A and one of B a pair, whichever of them is alone", () => {
  const rows = railRows({ a: [row(4, 0, 9), row(2, 2, null)], b: [row(9, 0, 4), row(7, 1, null)] });
  const [pair, ofB, ofA] = rows;
  assert.ok(pair && ofB && ofA);
  assert.deepEqual(meeting(pair, ofB), { a: 4, b: 7 });
  assert.deepEqual(meeting(ofB, pair), { a: 4, b: 7 });
  assert.deepEqual(meeting(ofA, pair), { a: 2, b: 9 });
  assert.deepEqual(meeting(pair, ofA), { a: 2, b: 9 });
  assert.deepEqual(meeting(ofA, ofB), { a: 2, b: 7 });
  assert.equal(meeting(ofA, ofA), null);
});

test("a lane and its partner are folded together; a sub-lane opens with the lane that it lies in", () => {
  const inner = (lane: number, place: number, within: number, foldedByItself: boolean, partner: number | null) => ({
    ...row(lane, place, partner),
    ...{ within, foldedByItself },
  });
  const [large, small] = [inner(5, 2, 4, false, 8), inner(6, 3, 4, true, null)];
  const lanes = {
    a: [row(1, 0, 1), row(4, 1, 7), large, small],
    b: [row(1, 0, 1), row(7, 1, 4), inner(8, 2, 7, false, 5)],
  };
  const none = { a: [], b: [] };
  assert.deepEqual(folded(none, lanes, "a", row(1, 0, 1)), { a: [1], b: [1] });
  assert.deepEqual(folded(none, lanes, "a", large), { a: [4], b: [7] }, "it is open where its lane is");
  assert.deepEqual(folded(none, lanes, "a", small), { a: [4, 6], b: [7] });
  // Folded again by itself, its lane stays open.
  const open = {
    a: lanes.a.map((one) => ({ ...one, folded: one === small })),
    b: lanes.b.map((one) => ({ ...one, folded: false, foldedByItself: false })),
  };
  const [, , own] = open.a;
  assert.ok(own);
  assert.deepEqual(folded({ a: [4], b: [7] }, open, "a", own), { a: [4, 5], b: [7, 8] });
});
