import assert from "node:assert/strict";
import { test } from "node:test";

import { beginsScale, inOneLine } from "../src/components/legend-line.js";
import type { LegendEntry } from "../src/generated/protocol.js";

const entries = (labels: readonly string[]): LegendEntry[] =>
  labels.map((label) => ({ label, color: "#000000", share: "", mark: "fill", step: null }));
const labels = (of: readonly LegendEntry[]) => of.map(({ label }) => label);
const starts = (of: readonly LegendEntry[]) => of.flatMap((_, at) => (beginsScale(of, at) ? [at] : []));

test("the words of a scale's middle stand behind the scale", () => {
  const line = inOneLine(entries(["0.5× or less: less", "0.67×", "within ±5 %", "1.5×", "2× or more: more", "gone"]));
  assert.deepEqual(labels(line), [
    "0.5× or less: less",
    "0.67×",
    "",
    "1.5×",
    "2× or more: more",
    "grey: within ±5 %",
    "gone",
  ]);
  assert.deepEqual(starts(line), [0]);
});

test("a scale whose inner steps have no words begins once", () => {
  const line = inOneLine(entries(["shorter in B", "", "", "", "longer in B", "moved"]));
  assert.deepEqual(labels(line), ["shorter in B", "", "", "", "longer in B", "moved"]);
  assert.deepEqual(starts(line), [0]);
});

test("entries of no scale stay as they are", () => {
  const line = inOneLine(entries(["computing", "waiting", "moved"]));
  assert.deepEqual(labels(line), ["computing", "waiting", "moved"]);
  assert.deepEqual(starts(line), []);
});
