// Coupled sides move alike, uncoupled ones alone; the whole is kept as absent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT_VIEW_STATE } from "../src/generated/link-table.js";
import type { Pane } from "../src/generated/protocol.js";
import {
  alignedWindow,
  framed,
  onPair,
  onTheWay,
  paneAt,
  paneUnder,
  revealed,
  scrollBy,
  scrollTo,
  shareAt,
  showShare,
  transformOf,
  transformsOf,
  type Viewports,
  viewportsOf,
  whole,
  windowOf,
  zoomedOnMatch,
} from "../src/desks/compare/pane-windows.js";
import { panShare, UNMOVED, zoomShare } from "../src/canvas/viewport.js";

const WHOLE = { start: 0, end: 1000 };
const BOX = { x0: 0, x1: 500, window: WHOLE, whole: WHOLE, scroll: 0 };
const A: Pane = {
  ...BOX,
  space: 1,
  shows: "time.a",
  side: "a",
  y0: 20,
  y1: 200,
  scrollMax: 60,
  rest: 0,
  scrollSign: -1,
  openLanes: [],
};
const B: Pane = {
  ...BOX,
  space: 3,
  shows: "time.b",
  side: "b",
  y0: 220,
  y1: 400,
  scrollMax: 10,
  rest: 0,
  scrollSign: 1,
  openLanes: [],
};
const PANES = [A, B];
const PLAIN: Viewports = viewportsOf(DEFAULT_VIEW_STATE);

test("coupled, both sides zoom", () => {
  const pair = showShare(PLAIN, PANES, "b", zoomShare(2, 0));
  assert.deepEqual(
    [pair.windows["time.a"], pair.windows["time.b"]],
    [
      { start: 0, end: 500 },
      { start: 0, end: 500 },
    ],
  );
});

test("uncoupled, one side zooms", () => {
  const pair = showShare({ ...PLAIN, apart: true }, PANES, "b", zoomShare(2, 1));
  assert.deepEqual([pair.windows["time.a"], pair.windows["time.b"]], [null, { start: 500, end: 1000 }]);
});

test("what shows the whole again is kept as absent", () => {
  const closer = showShare(PLAIN, PANES, "a", zoomShare(4, 0.5));
  const out = showShare(closer, PANES, "a", zoomShare(1 / 8, 0.5));
  assert.deepEqual([out.windows["time.a"], out.windows["time.b"]], [null, null]);
});

test("coupled windows that differ move by equal parts of their own", () => {
  const pair: Viewports = {
    ...PLAIN,
    windows: { "time.a": { start: 100, end: 200 }, "time.b": { start: 500, end: 900 } },
  };
  const moved = showShare(pair, PANES, "a", panShare(0.1));
  assert.deepEqual(
    [moved.windows["time.a"], moved.windows["time.b"]],
    [
      { start: 110, end: 210 },
      { start: 540, end: 940 },
    ],
  );
});

test("scrolling ends at the root row and at each side's deepest row", () => {
  const down = scrollBy(PLAIN, PANES, "a", 40);
  assert.deepEqual(down.scroll, { a: 40, b: 10 });
  const up = scrollBy(down, PANES, "a", -100);
  assert.deepEqual(up.scroll, { a: 0, b: 0 });
});

test("a scroll from a smaller pane ends where the pane ends now", () => {
  assert.deepEqual(transformOf({ ...PLAIN, scroll: { a: 0, b: 90 } }, B), { ...UNMOVED, shiftY: 10 });
});

test("a pane that rests scrolled is scrolled from there, and state 0 brings it back", () => {
  const resting: Pane = { ...A, rest: 40, scroll: 40 };
  const scrolled = (views: Viewports, dy: number) => scrollBy({ ...views, apart: true }, [resting], "a", dy);
  assert.equal(scrolled(PLAIN, 5).scroll.a, 45);
  assert.equal(scrolled(PLAIN, 0).scroll.a, 0);
  assert.equal(scrolled(scrolled(PLAIN, 5), -5).scroll.a, 0);
  // Position 0 of the pane is one pixel off, because 0 of the state is where the pane rests.
  assert.equal(scrolled(PLAIN, -100).scroll.a, 1);
  assert.equal(transformOf(PLAIN, resting).shiftY, 0);
  const far = scrolled(PLAIN, 20);
  assert.equal(onTheWay(PLAIN, far, [resting], 0.5).scroll.a, 50);
});

test("the pane of a point, and the nearest one outside of all", () => {
  assert.equal(paneAt(PANES, 100)?.side, "a");
  assert.equal(paneAt(PANES, 205)?.side, "a");
  assert.equal(paneAt(PANES, 1000)?.side, "b");
  assert.equal(paneAt([], 0), undefined);
  assert.deepEqual(
    [100, 205, 230].map((y) => paneUnder(PANES, { y })?.side),
    ["a", undefined, "b"],
  );
  assert.equal(shareAt(A, 125), 0.25);
});

test("the whole is everything at the root row, and nothing else changes", () => {
  const pair: Viewports = {
    windows: { "time.a": { start: 1, end: 2 }, "time.b": null },
    scroll: { a: 3, b: 0 },
    apart: true,
  };
  assert.deepEqual(whole(pair), { ...PLAIN, apart: true });
});

test("the way ends exactly at the state it goes to", () => {
  const to = showShare(PLAIN, PANES, "a", zoomShare(10, 0.2));
  assert.deepEqual(onTheWay(PLAIN, to, PANES, 1), to);
  const half = windowOf(onTheWay(PLAIN, to, PANES, 0.5), A);
  assert.ok(half.end - half.start < 1000 && half.end - half.start > 100, JSON.stringify(half));
});

test("spaces are drawn as their panes lie, and without a pane as laid out", () => {
  const views = { ...PLAIN, scroll: { a: 7, b: 9 } };
  assert.deepEqual(transformsOf(views, PANES), [UNMOVED, transformOf(views, A), UNMOVED, transformOf(views, B)]);
  assert.deepEqual(transformsOf(views, []), [UNMOVED]);
});

test("a row out of view is scrolled to, just so far; one in view moves nothing", () => {
  assert.equal(scrollTo(PLAIN, A, 20, 40), null);
  assert.equal(scrollTo(PLAIN, A, 200, 220)?.scroll.a, 40);
  assert.equal(scrollTo({ ...PLAIN, scroll: { a: 50, b: 0 } }, A, 20, 40)?.scroll.a, 20);
  assert.equal(scrollTo(PLAIN, A, 900, 920)?.scroll.a, 60, "no further than the pane goes");
});

test("a row that is stepped to is scrolled to on both sides if coupled, as far as each goes", () => {
  const row = { from: 200, to: 220 };
  const both = revealed(PLAIN, PANES, A, row);
  assert.deepEqual(both?.scroll, { a: 40, b: 10 });
  assert.deepEqual(
    [revealed({ ...PLAIN, apart: true }, PANES, A, row)?.scroll.b, revealed(PLAIN, PANES, A, { from: 0, to: 9 })],
    [0, null],
  );
});

test("both sides scroll to their own rows if the match of a call is known, unless they are apart", () => {
  const inView = { from: 20, to: 40 };
  const far = { from: 200, to: 205, side: "b" as const };
  assert.deepEqual(revealed(PLAIN, PANES, A, inView, far)?.scroll, { a: 0, b: 10 }, "the pane goes no further");
  assert.deepEqual(revealed(PLAIN, PANES, A, { from: 200, to: 220 }, { ...far, from: 0, to: 9 })?.scroll, {
    a: 40,
    b: 0,
  });
  assert.equal(revealed({ ...PLAIN, apart: true }, PANES, A, inView, far), null);
});

test("a difference of both sides is framed on each, coupled or not, and coupling stays", () => {
  const where = { a: { start: 100, end: 200 }, b: { start: 700, end: 800 }, call: null };
  for (const apart of [true, false]) {
    const pair = framed({ ...PLAIN, apart }, PANES, where);
    assert.deepEqual([pair.windows["time.a"], pair.windows["time.b"], pair.apart], [where.a, where.b, apart]);
  }
});

test("a difference of one side takes the other along only if coupled", () => {
  const where = { a: null, b: { start: 700, end: 800 }, call: null };
  assert.deepEqual(framed(PLAIN, PANES, where).windows, { "time.a": where.b, "time.b": where.b });
  assert.equal(framed({ ...PLAIN, apart: true }, PANES, where).windows["time.a"], null);
  assert.deepEqual(framed(PLAIN, PANES, { a: null, b: null, call: null }), PLAIN);
});

test("a pair is shown on both sides, equally wide, each in the middle of its own", () => {
  const { a, b } = onPair({ start: 100, end: 200 }, { start: 700, end: 740 });
  assert.deepEqual(
    [a, b],
    [
      { start: 100, end: 200 },
      { start: 670, end: 770 },
    ],
  );
});

const stretch = (start: number, end: number) => ({ start, end });

test("the partner is laid under a call: as far into its window, which is as wide", () => {
  const partner = stretch(580, 9_000);
  const window = alignedWindow(stretch(100, 300), {
    own: stretch(150, 200),
    best: partner,
    all: partner,
    count: 1,
    matches: 1,
  });
  assert.deepEqual(window, stretch(530, 730));
  const alone = framed(
    { ...PLAIN, windows: { "time.a": stretch(100, 300), "time.b": null } },
    PANES,
    { a: null, b: window, call: null },
    true,
  );
  assert.deepEqual([alone.windows["time.a"], alone.windows["time.b"], alone.apart], [stretch(100, 300), window, false]);
});

test("of several matches the best is laid under a call, and all of them are in view", () => {
  const of = (all: { start: number; end: number }) =>
    alignedWindow(stretch(100, 300), {
      own: stretch(150, 200),
      best: stretch(1_000, 1_050),
      all,
      count: 3,
      matches: 130,
    });
  assert.deepEqual(of(stretch(960, 1_100)), stretch(950, 1_150));
  const wide = of(stretch(700, 1_100));
  assert.deepEqual(wide, stretch(700, 1_900));
  assert.deepEqual(of(stretch(1_000, 1_600)), stretch(800, 1_600));
  assert.equal((1_000 - wide.start) / (wide.end - wide.start), 0.25);
});

test("zooming on a match keeps both its calls in view, as far as the zoom goes", () => {
  const start: Viewports = { ...viewportsOf(DEFAULT_VIEW_STATE), apart: false };
  // The match starts elsewhere on B, at the edge of it, or out of its view.
  for (const [own, matching] of [
    [500, 900],
    [0, 0],
    [999, 3],
    [20, 980],
  ] as const) {
    let views: Viewports = start;
    for (let times = 0; times < 12; times += 1) {
      const before = [A, B].map((pane) => windowOf(views, pane));
      views = zoomedOnMatch(views, [A, B], "a", { own, matching }, 1.5);
      for (const [pane, tick] of [
        [A, own],
        [B, matching],
      ] as const) {
        const { start: from, end: to } = windowOf(views, pane);
        assert.ok(from <= tick && tick < to, `${tick} in ${from} to ${to}`);
      }
      assert.ok(
        [A, B].every(
          (pane, at) =>
            windowOf(views, pane).end - windowOf(views, pane).start <=
            (before[at]?.end ?? 0) - (before[at]?.start ?? 0),
        ),
      );
    }
  }
  const away = { ...start, windows: { "time.a": { start: 400, end: 600 }, "time.b": { start: 0, end: 200 } } };
  const found = zoomedOnMatch(away, [A, B], "a", { own: 450, matching: 800 }, 2);
  assert.deepEqual(windowOf(found, A), { start: 425, end: 525 });
  assert.deepEqual(windowOf(found, B), { start: 775, end: 875 });
});
