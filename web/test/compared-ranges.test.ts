// Time ranges that are compared in place of whole runs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT_VIEW_STATE } from "../src/generated/link-table.js";
import type { CallsDetails, Sides, SideSummary, Window } from "../src/generated/protocol.js";
import { isInRanges, whyNot } from "../src/session/compared-ranges.js";
import { chosenRanges, inWholeRuns, rangesInWords } from "../src/state/compared-ranges.js";
import { initialState, type PageState } from "../src/state/page-state.js";

const summary = (change: Partial<SideSummary> = {}) =>
  ({ unit: "ns", scale: 1, keptIn: "", sums: "", runs: [{}], ...change }) as SideSummary;

function stateWith(compared: Sides<Window | null>, selected: Sides<Window | null>, b = summary()): PageState {
  const state = initialState();
  const comparison = { ...DEFAULT_VIEW_STATE.comparison, ranges: compared };
  const selection = { time: { side: "a" as const, window: { start: 0, end: 1 }, other: null } };
  const { sides } = state;
  return {
    ...state,
    view: { ...DEFAULT_VIEW_STATE, comparison, selection },
    details: { calls: { ranges: selected } as CallsDetails },
    sides: { a: { ...sides.a, summary: summary() }, b: { ...sides.b, summary: b } },
  };
}

const WHOLE = { a: null, b: null };
const SELECTED = { a: { start: 2e6, end: 5e6 }, b: { start: 0, end: 4e6 } };

test("a range of a range counts from the start of the run", () => {
  assert.deepEqual(chosenRanges(stateWith(WHOLE, SELECTED)), SELECTED);
  const inA = { a: { start: 10e6, end: 20e6 }, b: null };
  assert.deepEqual(chosenRanges(stateWith(inA, SELECTED)), { a: { start: 12e6, end: 15e6 }, b: SELECTED.b });
  assert.equal(chosenRanges(stateWith(WHOLE, { ...SELECTED, b: null })), null);
});

test("the compared ranges are said in one unit a side", () => {
  const words = (state: PageState) => rangesInWords(state).replaceAll("\u202f", " ");
  const compared = { a: { start: 10e6, end: 12e6 }, b: { start: 10_500, end: 13_000 } };
  assert.equal(words(stateWith(compared, WHOLE)), "A 10.00–12.00 ms, B 10.50–13.00 µs");
  assert.equal(words(stateWith({ a: null, b: compared.b }, WHOLE)), "A whole, B 10.50–13.00 µs");
  const samples = summary({ unit: "samples" });
  assert.equal(words(stateWith({ a: null, b: { start: 5, end: 7 } }, WHOLE, samples)), "A whole, B 5–7 samples");
});

test("ranges need two traces of one run each with their calls", () => {
  assert.equal(whyNot(stateWith(WHOLE, SELECTED)), null);
  const runs = summary({ runs: [{}, {}] as SideSummary["runs"] });
  assert.match(whyNot(stateWith(WHOLE, SELECTED, runs)) ?? "", /one run per side/u);
  assert.match(whyNot(stateWith(WHOLE, SELECTED, summary({ sums: "time per lane" }))) ?? "", /without its calls/u);
  assert.match(whyNot(initialState()) ?? "", /between two traces/u);
  assert.deepEqual(
    [WHOLE, { a: SELECTED.a, b: null }].map((ranges) => isInRanges(stateWith(ranges, WHOLE).view)),
    [false, true],
  );
});

test("ranges: places of a range are named in ticks of the whole run", () => {
  const call = { side: "b" as const, start: 5, duration: 3, depth: 0, lane: 1 };
  const ranges = { a: null, b: { start: 100, end: 200 } };
  const view = { ...DEFAULT_VIEW_STATE, comparison: { ...DEFAULT_VIEW_STATE.comparison, ranges } };
  assert.deepEqual(inWholeRuns({ call }, { view }), { call: { ...call, start: 105 } });
  const time = { side: "a" as const, window: { start: 1, end: 2 }, other: { start: 3, end: 4 } };
  assert.deepEqual(inWholeRuns({ time }, { view }), { time: { ...time, other: { start: 103, end: 104 } } });
});
