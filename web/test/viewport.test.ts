// Window arithmetic: what stays where it is, what stays inside, and how the last scene follows.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Pane, Window } from "../src/generated/protocol.js";
import {
  between,
  inScene,
  limited,
  onScreen,
  panShare,
  sameWindow,
  shareOf,
  windowAfter,
  SMALLEST_SPAN,
  transformTo,
  UNMOVED,
  withMargin,
  zoomShare,
} from "../src/canvas/viewport.js";

const WHOLE: Window = { start: 0, end: 1_000_000 };

/** Numbers of a fixed sequence, 0 to 1. */
function* numbers(): Generator<number, never> {
  let state = 12345;
  for (;;) {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

function pane(window: Window, part: Partial<Pane> = {}): Pane {
  const box = { side: "a", x0: 40, y0: 0, x1: 1040, y1: 300 } as const;
  return {
    ...box,
    shows: "time.a",
    space: 1,
    window,
    whole: WHOLE,
    scroll: 0,
    scrollMax: 100,
    rest: 0,
    scrollSign: -1,
    openLanes: [],
    ...part,
  };
}

test("zooming about a point keeps the instant under it", () => {
  const window = { start: 200_000, end: 600_000 };
  for (const share of [0, 0.25, 0.5, 1]) {
    const closer = windowAfter(window, zoomShare(2, share), WHOLE);
    const before = window.start + share * 400_000;
    const after = closer.start + share * (closer.end - closer.start);
    assert.ok(Math.abs(before - after) <= 1, `${share}: ${before} and ${after}`);
    assert.equal(closer.end - closer.start, 200_000);
  }
});

test("zooming in and out again comes back", () => {
  const window = { start: 200_000, end: 600_000 };
  const back = windowAfter(windowAfter(window, zoomShare(1.5, 0.3), WHOLE), zoomShare(1 / 1.5, 0.3), WHOLE);
  assert.ok(Math.abs(back.start - window.start) <= 2 && Math.abs(back.end - window.end) <= 2);
});

test("no gesture leaves the whole or goes under the smallest span", () => {
  const next = numbers();
  let window = WHOLE;
  for (let step = 0; step < 2000; step += 1) {
    const [kind, one, two] = [next.next().value, next.next().value, next.next().value];
    const factor = limited(0.2 + 4 * one, window, WHOLE);
    window = windowAfter(window, kind < 0.6 ? zoomShare(factor, two) : panShare(4 * one - 2), WHOLE);
    assert.ok(Number.isSafeInteger(window.start) && Number.isSafeInteger(window.end));
    assert.ok(window.start >= WHOLE.start && window.end <= WHOLE.end, JSON.stringify(window));
    assert.ok(window.end - window.start >= SMALLEST_SPAN, JSON.stringify(window));
  }
});

test("a whole shorter than the smallest span is shown whole", () => {
  const tiny = { start: 0, end: 5 };
  assert.deepEqual(windowAfter(tiny, zoomShare(limited(3, tiny, tiny), 0.5), tiny), tiny);
});

test("at the edge a pan stops without changing the span", () => {
  assert.deepEqual(windowAfter({ start: 0, end: 1000 }, panShare(-0.5), WHOLE), { start: 0, end: 1000 });
  assert.deepEqual(windowAfter({ start: 999_000, end: 1_000_000 }, panShare(3), WHOLE), {
    start: 999_000,
    end: 1_000_000,
  });
});

test("a zoom at the limit stays where it is", () => {
  const window = { start: 500, end: 500 + SMALLEST_SPAN };
  assert.equal(limited(2, window, WHOLE), 1);
  assert.equal(limited(0.5, WHOLE, WHOLE), 1);
});

test("a share taken from one window does the same to it", () => {
  const [from, to] = [
    { start: 100, end: 1100 },
    { start: 350, end: 600 },
  ];
  assert.deepEqual(windowAfter(from, shareOf(from, to), WHOLE), to);
});

test("the margin of an instant is not empty", () => {
  assert.deepEqual(withMargin({ start: 7, end: 8 }), { start: 6, end: 9 });
});

test("the way between two windows begins, ends and never turns back", () => {
  const [from, to] = [WHOLE, { start: 400_000, end: 410_000 }];
  assert.deepEqual(between(from, to, 0), from);
  assert.deepEqual(between(from, to, 1), to);
  let before = from;
  for (let progress = 0.05; progress <= 1; progress += 0.05) {
    const window = between(from, to, progress);
    assert.ok(window.start >= before.start && window.end <= before.end, JSON.stringify(window));
    before = window;
  }
  assert.ok(sameWindow(between(to, to, 0.5), to));
});

test("the last scene drawn under its own window is drawn as laid out", () => {
  const laidOut = pane({ start: 100, end: 900 });
  assert.deepEqual(transformTo(laidOut, laidOut.window, 0), UNMOVED);
});

test("under a newer window every instant stands where a new layout would put it", () => {
  const laidOut = pane({ start: 100_000, end: 300_000 });
  const wanted = { start: 150_000, end: 200_000 };
  const transform = transformTo(laidOut, wanted, 0);
  for (const tick of [100_000, 150_000, 175_000, 200_000, 300_000]) {
    const x = 40 + ((tick - 100_000) / 200_000) * 1000;
    const expected = 40 + ((tick - 150_000) / 50_000) * 1000;
    assert.ok(Math.abs(onScreen(transform, x, 0)[0] - expected) < 1e-6, `${tick}`);
  }
});

test("scrolling to deeper calls moves A's rows up and B's down", () => {
  const window = { start: 0, end: 1000 };
  assert.equal(transformTo(pane(window), window, 30).shiftY, -30);
  assert.equal(transformTo(pane(window, { side: "b", scrollSign: 1, scroll: 10 }), window, 30).shiftY, 20);
});

test("from the screen into the scene and back", () => {
  const transform = { scaleX: 2.5, scaleY: 0.5, shiftX: -130, shiftY: 12 };
  const [x, y] = onScreen(transform, ...inScene(transform, 333, 44));
  assert.ok(Math.abs(x - 333) < 1e-9 && Math.abs(y - 44) < 1e-9);
});
