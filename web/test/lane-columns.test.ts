// What is chosen by hand shows at once, every lane stands in its column once, and lines end at their lanes.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { LaneEnd, LanePairing } from "../src/generated/protocol.js";
import { columnsOf, withChosen } from "../src/comparison/lane-columns.js";
import { cut, paired } from "../src/comparison/lane-pairs.js";

const end = (lane: number): LaneEnd => ({ lane, name: `lane ${lane}`, share: "" });
const PAIRING: LanePairing = {
  pairs: [
    { a: end(2), b: end(0), overlap: 0.9, share: 0.6, chosen: false },
    { a: end(0), b: end(1), overlap: 0.5, share: 0.2, chosen: false },
  ],
  unpaired: [[end(1)], [end(5), end(3)]],
};

const names = (pairing: LanePairing) => pairing.pairs.map(({ a, b }) => `${a.lane}-${b.lane}`);
const lanes = (pairing: LanePairing, side: 0 | 1) => pairing.unpaired[side].map(({ lane }) => lane).toSorted();

test("nothing chosen changes nothing", () => {
  assert.deepEqual(withChosen(PAIRING, []), PAIRING);
});

test("a pair made by hand takes its lanes from where they were", () => {
  const now = withChosen(PAIRING, paired([], 2, 3));
  assert.deepEqual(names(now), ["0-1", "2-3"]);
  assert.deepEqual([lanes(now, 0), lanes(now, 1)], [[1], [0, 5]]);
  // The engine's answer to the same choice is left as it is.
  assert.deepEqual(withChosen(now, paired([], 2, 3)), now);
});

test("a pair cut leaves both alone", () => {
  const now = withChosen(PAIRING, cut([], 2, 0));
  assert.deepEqual(names(now), ["0-1"]);
  assert.deepEqual(
    [lanes(now, 0), lanes(now, 1)],
    [
      [1, 2],
      [0, 3, 5],
    ],
  );
});

test("columns hold every lane once, partners first, and lines end at their lanes", () => {
  const { places, lines } = columnsOf(PAIRING);
  assert.deepEqual(
    places.a.map((place) => place.end.lane),
    [0, 2, 1],
  );
  assert.deepEqual(
    places.b.map((place) => place.end.lane),
    [0, 1, 3, 5],
  );
  for (const { a, b, pair } of lines) {
    assert.deepEqual([places.a[a]?.end, places.b[b]?.end], [pair.a, pair.b]);
  }
});
