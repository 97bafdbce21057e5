// The selected time range: what a drag selects, and where the range lies on the canvas.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT_VIEW_STATE } from "../src/generated/link-table.js";
import type { CallsDetails, Minimap, Pane, SceneInfo, Sides, Window } from "../src/generated/protocol.js";
import { axisOf, axisUnder, between } from "../src/desks/range-drag.js";
import type { PageState } from "../src/state/page-state.js";
import { isInRange, rangeBoxes, selectedRange } from "../src/state/ranges.js";

const WHOLE: Window = { start: 0, end: 1_000 };
const pane = (side: "a" | "b", y0: number): Pane =>
  ({
    side,
    shows: `time.${side}`,
    space: 1,
    x0: 100,
    x1: 600,
    y0,
    y1: y0 + 100,
    window: WHOLE,
    whole: WHOLE,
    scroll: 0,
    scrollMax: 0,
    rest: 0,
    scrollSign: 1,
    openLanes: [],
  }) satisfies Pane;
const PANES = [pane("a", 50), pane("b", 200)];
const MINIMAP: Minimap = { x0: 100, x1: 600, y0: 0, y1: 40, middle: 20, whole: WHOLE };

function stateWith(windows: Sides<Window | null>): PageState {
  const selection = { time: { side: "a" as const, window: WHOLE, other: null } };
  const details = { calls: { windows } as CallsDetails };
  return {
    view: { ...DEFAULT_VIEW_STATE, selection },
    details,
    scene: { panes: PANES, minimap: MINIMAP } as unknown as SceneInfo,
  } as PageState;
}

test("a drag in either direction selects whole ticks, at least one", () => {
  assert.deepEqual(between(10.4, 3.6), { start: 4, end: 10 });
  assert.deepEqual(between(7, 7), { start: 7, end: 8 });
});

test("a drag that leaves the axis stays at its end", () => {
  const axis = axisOf(PANES[0] as Pane, { start: 200, end: 700 });
  assert.deepEqual(
    [0, 100, 350, 900].map((x) => axis.tickAt(x)),
    [200, 200, 450, 700],
  );
});

test("the axis under a point is of the pane there", () => {
  assert.equal(axisUnder(PANES, { x: 300, y: 250 })?.side, "b");
  assert.equal(axisUnder(PANES, { x: 300, y: 175 }), null);
});

test("the range is marked in both panes and in both halves of the overview", () => {
  const range = { start: 200, end: 400 };
  const boxes = rangeBoxes(stateWith({ a: range, b: range }), () => ({ start: 300, end: 800 }));
  assert.deepEqual(
    boxes.map(({ side, x0, x1, y0, y1 }) => [side, x0, x1, y0, y1]),
    [
      ["a", 100, 200, 50, 150],
      ["a", 200, 300, 0, 20],
      ["b", 100, 200, 200, 300],
      ["b", 200, 300, 20, 40],
    ],
  );
});

test("a part out of sight has no box", () => {
  const state = stateWith({ a: { start: 200, end: 400 }, b: null });
  assert.deepEqual(
    rangeBoxes(state, () => ({ start: 500, end: 800 })).map(({ y0 }) => y0),
    [0],
  );
  assert.ok(isInRange(state, { x: 250, y: 10 }, () => WHOLE) && isInRange(state, { x: 250, y: 60 }, () => WHOLE));
  assert.ok(!isInRange(state, { x: 250, y: 250 }, () => WHOLE));
});

test("anything else that is selected is no range", () => {
  const state = stateWith({ a: WHOLE, b: WHOLE });
  assert.equal(selectedRange({ ...state, view: { ...state.view, selection: { lane: { side: "a", lane: 0 } } } }), null);
});
