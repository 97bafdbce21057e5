// The rail lists lanes of both sides once, by their place, paired lanes in one row.

import assert from "node:assert/strict";
import { test } from "node:test";

import { meeting, railRows } from "../src/desks/compare/lane-rail.js";
import type { LaneRow } from "../src/generated/protocol.js";

const row = (lane: number, place: number, partner: number | null): LaneRow => ({
  ...{ lane, place, name: `lane ${lane}`, path: `p › lane ${lane}`, process: "p", busy: "5 %", share: 0.05, calls: 3 },
  ...{ folded: place > 0, hidden: false, partner: partner === null ? null : { lane: partner, name: `lane ${partner}` } },
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
  assert.deepEqual(rows.map(({ lanes }) => lanes.a?.lane), [1, 0]);
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
