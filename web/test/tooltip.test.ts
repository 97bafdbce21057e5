// Where the tooltip goes: 12 px from the pointer, inside the frame, never over the hovered box.

import assert from "node:assert/strict";
import { test } from "node:test";

import { placed } from "../src/components/tooltip.js";

const SIZE = { width: 200, height: 100 };
const FRAME = { width: 1000, height: 600 };

function at(x: number, y: number): { x: number; y: number } {
  return placed({ x, y, box: { x0: x - 50, y0: y - 6, x1: x + 50, y1: y + 6 } }, SIZE, FRAME);
}

test("right of the pointer and below the box", () => {
  assert.deepEqual(at(300, 200), { x: 312, y: 218 });
});

test("flips at the right and at the lower edge", () => {
  assert.deepEqual(at(900, 200), { x: 688, y: 218 });
  assert.deepEqual(at(300, 550), { x: 312, y: 432 });
});

test("never over the hovered box where there is room above or below", () => {
  for (let y = 10; y < 600; y += 10) {
    const tip = at(300, y);
    assert.ok(tip.y >= y + 6 || tip.y + SIZE.height <= y - 6, `${y}`);
    assert.ok(tip.y >= 0 && tip.y + SIZE.height <= FRAME.height, `${y}`);
  }
});

test("stays inside a frame that is hardly larger than itself", () => {
  assert.deepEqual(placed({ x: 5, y: 5, box: { x0: 0, y0: 0, x1: 9, y1: 9 } }, SIZE, { width: 201, height: 101 }), {
    x: 0,
    y: 1,
  });
});

test("off the rows where the partner lies, where there is room elsewhere", () => {
  const box = { x0: 250, y0: 194, x1: 350, y1: 206 };
  const off = (y0: number, y1: number) => placed({ x: 300, y: 200, box }, SIZE, FRAME, { y0, y1 }).y;
  assert.equal(off(400, 600), 218);
  assert.equal(off(300, 600), 82);
  // Nowhere else: as without a partner.
  assert.equal(off(0, 600), 218);
});
