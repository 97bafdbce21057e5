// That a leak is told apart from noise.

import { expect, test } from "@playwright/test";

import { grew, lineOf, type Sample } from "./growth.js";

/** Samples of a tab whose heap gets this much larger each round. */
function samples(bytesARound: number): Sample[] {
  return Array.from({ length: 20 }, (_, place) => {
    const round = (place + 1) * 50;
    const noise = ((place * 7) % 5) * 40_000;
    return { round, heap: 6e6 + noise + bytesARound * round, wasm: 4e7, resident: null };
  });
}

test("a leak of twenty kilobytes a round is growth, noise is not", () => {
  for (const [leak, expected] of [
    [0, false],
    [500, false],
    [20_000, true],
  ] as const) {
    const line = lineOf(samples(leak), "heap", 1000);
    expect(line).not.toBeNull();
    expect(line !== null && grew(line, "heap"), `${leak} bytes a round`).toBe(expected);
  }
  expect(lineOf(samples(0), "resident", 1000)).toBeNull();
  expect(lineOf(samples(0).slice(0, 4), "heap", 1000)).toBeNull();
});
