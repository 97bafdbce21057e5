// Whether drawing is slow, by the times of frames.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Pace } from "../src/canvas/pace.js";

/** Frames that take so long each. */
function after(...frames: readonly number[]): Pace {
  const pace = new Pace();
  frames.forEach((ms) => timed(pace, ms));
  return pace;
}

/** The screen shows a frame every 16 ms. */
function timed(pace: Pace, ms: number): void {
  pace.begin(1000);
  for (let at = 16; pace.look(1000 + at, at < ms); at += 16) {
    // Looks again with the next frame of the screen.
  }
}

test("three frames tell, the first of which may take any time", () => {
  assert.equal(after(400).isSlow, false);
  assert.equal(after(400, 300).isSlow, false);
  assert.equal(after(400, 300, 300).isSlow, true);
  assert.equal(after(400, 10, 10).isSlow, false);
});

test("the last frames count", () => {
  assert.equal(after(300, 300, 300, 20).isSlow, true);
  assert.equal(after(300, 300, 300, 20, 20).isSlow, false);
});

test("what is drawn again before it is done has no time", () => {
  const pace = after(10, 10, 10);
  for (let frame = 0; frame < 200; frame += 1) {
    pace.begin(frame * 16);
    assert.equal(pace.look(frame * 16 + 16, true), true);
  }
  assert.equal(pace.isSlow, false);
});

test("another canvas is timed anew", () => {
  const pace = after(300, 300, 300);
  pace.reset();
  assert.equal(pace.isSlow, false);
});
