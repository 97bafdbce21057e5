// Which traces are compared if files hold several.

import assert from "node:assert/strict";
import { test } from "node:test";

import { commonTraces } from "../src/sides/common-traces.js";

/** Traces of a file, which shows the first one by itself. */
function traces(of: Record<string, number>): { name: string; calls: number; shown: boolean }[] {
  return Object.entries(of).map(([name, calls], place) => ({ name, calls, shown: place === 0 }));
}

test("the common name with most calls is chosen", () => {
  const b = traces({ io: 800, main: 100 });
  assert.deepEqual(commonTraces(traces({ extra: 2_000, main: 900, io: 50 }), b), { a: "main", b: "main" });
  assert.equal(commonTraces(traces({ extra: 2_000 }), b), null);
  const space = traces({ inuse_space: 10, alloc_space: 90 });
  assert.deepEqual(commonTraces(space, space), { a: "inuse_space", b: "inuse_space" });
});

test("ids of threads are left out of other names", () => {
  const a = traces({ 'Thread 9652 "MainThread"': 5, 'Thread 9655 "parse_1"': 90 });
  const b = traces({ 'Thread 17 "MainThread"': 6, 'Thread 9661 "parse_1"': 80, 'Thread 9663 "parse_2"': 99 });
  assert.deepEqual(commonTraces(a, b), { a: 'Thread 9655 "parse_1"', b: 'Thread 9661 "parse_1"' });
  const twice = traces({ 'Thread 100 "w"': 5, 'Thread 101 "w"': 90 });
  assert.equal(commonTraces(twice, traces({ 'Thread 200 "w"': 5 })), null);
});
