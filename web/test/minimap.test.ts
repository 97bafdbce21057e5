// The strip of both whole runs: what a press takes, and where the window goes.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Minimap, Window } from "../src/generated/protocol.js";
import { gripAt, inMinimap, onWindow, shareAround, shareOfGrip, sideAt } from "../src/canvas/minimap.js";
import { type Share, windowAfter } from "../src/canvas/viewport.js";

const WHOLE: Window = { start: 0, end: 10_000 };
const STRIP: Minimap = { x0: 100, y0: 0, x1: 1100, y1: 28, middle: 14, whole: WHOLE };
const WINDOW: Window = { start: 2_000, end: 4_000 };

const moved = (share: Share) => windowAfter(WINDOW, share, WHOLE);

test("the strip and its halves", () => {
  assert.ok(inMinimap(STRIP, { x: 95, y: 0 }) && inMinimap(STRIP, { x: 1105, y: 0 }));
  assert.ok(
    !inMinimap(STRIP, { x: 94, y: 5 }) && !inMinimap(STRIP, { x: 200, y: 28 }) && !inMinimap(null, { x: 0, y: 0 }),
  );
  assert.deepEqual(
    [13, 14].map((y) => sideAt(STRIP, { x: 0, y }, null)),
    ["a", "b"],
  );
  assert.equal(sideAt(STRIP, { x: 0, y: 20 }, "a"), "a");
});

test("a press takes an edge when it is near, else the window", () => {
  const parts = [303, 400, 497].map((x) => gripAt(STRIP, "a", WINDOW, { x, y: 3 }).part);
  assert.deepEqual(parts, ["start", "whole", "end"]);
});

test("of a window without width the pointer takes the outer edge", () => {
  const thin = { start: 5_000, end: 5_000 + 1 };
  assert.equal(gripAt(STRIP, "a", thin, { x: 597, y: 3 }).part, "start");
  assert.equal(gripAt(STRIP, "a", thin, { x: 603, y: 3 }).part, "end");
});

test("the window follows the pointer and stays inside", () => {
  const grip = { side: "a", part: "whole" } as const;
  assert.deepEqual(moved(shareOfGrip(STRIP, grip, WINDOW, { x: 450, y: 3 }, 50)), { start: 2_500, end: 4_500 });
  assert.deepEqual(moved(shareOfGrip(STRIP, grip, WINDOW, { x: 0, y: 3 }, -900)), { start: 0, end: 2_000 });
});

test("an edge goes to the pointer and never past the other edge", () => {
  const at = (x: number) => ({ x, y: 3 });
  assert.deepEqual(moved(shareOfGrip(STRIP, { side: "a", part: "start" }, WINDOW, at(200), 0)), {
    start: 1_000,
    end: 4_000,
  });
  assert.deepEqual(moved(shareOfGrip(STRIP, { side: "a", part: "end" }, WINDOW, at(600), 0)), {
    start: 2_000,
    end: 5_000,
  });
  assert.deepEqual(moved(shareOfGrip(STRIP, { side: "a", part: "start" }, WINDOW, at(900), 0)), {
    start: 3_984,
    end: 4_000,
  });
  assert.deepEqual(moved(shareOfGrip(STRIP, { side: "a", part: "end" }, WINDOW, at(150), 0)), {
    start: 2_000,
    end: 2_016,
  });
});

test("a press beside the window brings it there", () => {
  assert.ok(!onWindow(STRIP, WINDOW, { x: 800, y: 3 }) && onWindow(STRIP, WINDOW, { x: 504, y: 3 }));
  assert.deepEqual(moved(shareAround(STRIP, WINDOW, { x: 800, y: 3 })), { start: 6_000, end: 8_000 });
});
