import assert from "node:assert/strict";
import { test } from "node:test";

import { type AxisFacts, axisSentence } from "../src/desks/space-time/time-axis.js";

const FACTS: AxisFacts = { chosen: "auto", drawn: "zero", matched: null, severalRuns: false, noCalls: null };

test("the sentence about the time axis names the axis and the reason", () => {
  const said = (facts: Partial<AxisFacts>) => axisSentence({ ...FACTS, ...facts });
  assert.deepEqual(said({ drawn: "matched", matched: 0.83 }), {
    text: "Time is aligned by matched calls: at least 83 % of each run’s time is in them.",
    instead: "zero",
  });
  assert.deepEqual(said({ matched: 0.12 }), {
    text: "Time is aligned at the start of each run: only 12 % of a run’s time is in matched calls.",
    instead: "matched",
  });
  assert.match(said({ severalRuns: true }).text, /because a side has several runs/);
  assert.deepEqual(said({ noCalls: "Needs calls." }), {
    text: "Time is aligned at the start of each run. Needs calls.",
    instead: null,
  });
  assert.match(said({}).text, /until calls are matched/);
});

test("a chosen time axis can be given back to the desk", () => {
  for (const axis of ["zero", "chosen", "matched"] as const) {
    const { text, instead } = axisSentence({ ...FACTS, chosen: axis, drawn: axis, matched: 0.9 });
    assert.match(text, /, as chosen\.$/);
    assert.equal(instead, "auto");
  }
});
