import assert from "node:assert/strict";
import { test } from "node:test";

import type { SideName } from "../src/generated/protocol.js";
import { RecoverySteps } from "../src/sides/recovery.js";

const stopped = (...taking: SideName[]) => ({ kind: "stopped" as const, why: "", taking });
const BOTH = ["a", "b"] as const;

/** Steps under a clock that the test moves. */
function steps(): { recovery: RecoverySteps; pass: (ms: number) => void } {
  let now = 0;
  const recovery = new RecoverySteps(() => now);
  return { recovery, pass: (ms) => (now += ms) };
}

test("recovery: each death in a row leaves out one more suspect", () => {
  const { recovery } = steps();
  recovery.chosen("b");
  const next = () => recovery.next(stopped(), BOTH, false);
  assert.deepEqual(next(), { sides: ["a", "b"], leavesDesk: false });
  assert.deepEqual(next(), { sides: ["a", "b"], leavesDesk: true });
  assert.deepEqual(next(), { sides: ["a"], leavesDesk: false });
  assert.deepEqual(next(), { sides: [], leavesDesk: false });
});

test("recovery: on Compare there is no desk to leave", () => {
  const { recovery } = steps();
  recovery.chosen("a");
  recovery.next(stopped(), BOTH, true);
  assert.deepEqual(recovery.next(stopped(), BOTH, true), { sides: ["b"], leavesDesk: false });
});

test("recovery: a side that was being taken over is the cause", () => {
  const { recovery } = steps();
  assert.deepEqual(recovery.next(stopped("a"), BOTH, false).sides, ["b"]);
  assert.deepEqual(recovery.next(stopped("a", "b"), BOTH, false).sides, []);
});

test("recovery: other files and a quiet minute begin anew", () => {
  const { recovery, pass } = steps();
  recovery.next(stopped(), BOTH, false);
  pass(61_000);
  assert.deepEqual(recovery.next(stopped(), BOTH, false), { sides: ["a", "b"], leavesDesk: false });
  recovery.next(stopped(), BOTH, false);
  recovery.chosen("b");
  assert.deepEqual(recovery.next(stopped(), BOTH, false), { sides: ["a", "b"], leavesDesk: false });
});

test("recovery: one side alone is read again twice at most", () => {
  const { recovery } = steps();
  const sides = Array.from({ length: 4 }, () => recovery.next(stopped(), ["b"], false).sides.length);
  assert.deepEqual(sides, [1, 1, 0, 0]);
});

test("recovery: scripts that cannot be fetched are not tried again", () => {
  const { recovery } = steps();
  assert.deepEqual(recovery.next({ kind: "not-fetched", why: "", taking: [] }, BOTH, false).sides, []);
});
