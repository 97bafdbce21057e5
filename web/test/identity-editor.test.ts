// The editor of identity rules when the engine cannot say what they do.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Engine } from "../src/engine/client.js";
import { AskError } from "../src/engine/errors.js";
import type { ComparisonSummary, Failure, IdentityReport, RuleLine } from "../src/generated/protocol.js";
import { NO_COMPARISON } from "../src/comparison/comparison-page.js";
import { IdentityEditor } from "../src/comparison/identity-editor.js";
import { Busy } from "../src/idle.js";
import { Store } from "../src/state/store.js";

const FAILURE: Failure = { side: null, kind: "internal", title: "Nothing is compared.", body: "Compare again." };
const RULE: RuleLine = { enabled: true, on: "name", kind: "pattern", pattern: "x", becomes: "", name: "" };
const REPORT = {
  problem: null,
  short: "name s/x//",
  text: "# mine\nname s/x//",
  unmatched: [[], []],
  proposals: [],
  rules: [{ rule: RULE, origin: "own", touched: [1, 1], paired: [0, 0], merged: [0, 0] }],
} as unknown as IdentityReport;
const COMPARED = { lists: "of a comparison" } as unknown as ComparisonSummary;

/** An editor that is open on two compared traces, with an engine that answers as told. */
function editor(answer: () => Promise<IdentityReport | null>) {
  const store = new Store(new Busy(), () => undefined);
  const summary = {} as never;
  store.setSide("a", { summary });
  store.setSide("b", { summary });
  store.set({ comparison: { ...NO_COMPARISON, summary: COMPARED } });
  const engine = {
    ask: (name: string) => (name === "identity" ? answer() : Promise.resolve({ pairs: [], unpaired: [[], []] })),
    follow: (steps: () => Promise<void>) => void steps(),
  } as unknown as Engine;
  const changed: unknown[] = [];
  const again: true[] = [];
  const made = new IdentityEditor(
    store,
    engine,
    { change: (patch) => changed.push(patch) },
    { readAgain: () => void again.push(true) },
    { show: () => undefined },
  );
  made.open("names");
  return { editor: made, changed, again, store, rest: () => new Promise((resolve) => setTimeout(resolve)) };
}

test("a question that fails is said in the editor, which waits for nothing and stays open", async () => {
  const made = editor(() => Promise.reject(new AskError(FAILURE)));
  made.editor.write("name s/x//");
  made.editor.done(); // Before there is an answer.
  await made.rest();
  assert.deepEqual(made.editor.draft?.failure, FAILURE);
  assert.equal(made.store.state.dialog?.kind, "identity");
  assert.deepEqual(made.changed, []);
  assert.equal(made.store.state.comparison.summary, COMPARED, "what is compared stays");

  made.editor.done(); // Nothing is under way: it closes, with the last rules that were right.
  assert.equal(made.editor.draft, null);
});

test("the next answer takes the place of what failed", async () => {
  let fails = true;
  const made = editor(() => (fails ? Promise.reject(new AskError(FAILURE)) : Promise.resolve(REPORT)));
  await made.rest();
  assert.notEqual(made.editor.draft?.failure, null);
  fails = false;
  made.editor.write("name s/x//");
  made.editor.done();
  await made.rest();
  assert.deepEqual(
    made.changed.map((patch) => (patch as { rules: string }).rules),
    [REPORT.short],
  );
});

test("what is worked out is asked for again when more is known, and Done waits for it", async () => {
  let isKnown = false;
  const made = editor(() => Promise.resolve(isKnown ? REPORT : null));
  await made.rest();
  made.editor.progress({ id: 1, stage: "Naming functions", done: 1, total: 4 });
  assert.deepEqual(made.editor.draft?.trial, { stage: "Naming functions", done: 1, total: 4 });
  made.editor.write("name s/x//");
  made.editor.done();
  made.editor.analysesChanged();
  await made.rest();
  assert.notEqual(made.editor.draft, null, "what changed was something else");
  isKnown = true;
  made.editor.analysesChanged();
  await made.rest();
  assert.equal(made.editor.draft, null);
  assert.deepEqual(
    made.changed.map((patch) => (patch as { rules: string }).rules),
    [REPORT.short],
  );
});

test("an answer that nobody works on any more is not waited for", async () => {
  const made = editor(() => Promise.resolve(null));
  await made.rest();
  made.editor.stopped(FAILURE);
  assert.deepEqual(made.editor.draft?.failure, FAILURE);
  made.editor.leave();
  assert.equal(made.editor.draft, null);
});

test("rules that are right are edited as rows, and as their text once somebody turns to it; neither is a step to undo", async () => {
  const made = editor(() => Promise.resolve(REPORT));
  await made.rest();
  assert.deepEqual(made.editor.draft?.edit.rules, { text: null, rows: [RULE] });
  made.editor.turnInto("text");
  assert.deepEqual(made.editor.draft?.edit.rules, { text: REPORT.text, rows: [] });
  made.editor.turnInto("rows");
  assert.deepEqual(made.editor.draft?.edit.rules, { text: null, rows: [RULE] });
  assert.deepEqual(made.editor.draft?.before, []);
});

test("rules that are wrong have no rows: they stay text", async () => {
  let report = REPORT;
  const made = editor(() => Promise.resolve(report));
  await made.rest();
  made.editor.turnInto("text");
  report = { ...REPORT, text: "what is this", problem: { line: 0, message: "It is no rule." } };
  made.editor.write("what is this");
  await made.rest();
  made.editor.turnInto("rows");
  assert.equal(made.editor.draft?.as, "text");
  assert.deepEqual(made.editor.draft?.edit.rules, { text: "what is this", rows: [] });
});

test("of all proposals rules for many names are accepted first: they change the keys of the others", async () => {
  const move: RuleLine = { ...RULE, on: "file", pattern: "old" };
  const rename: RuleLine = { ...RULE, on: "rename", pattern: "f (old)", becomes: "g (old)" };
  let proposals = [move, rename].map((rule) => ({ a: rule.pattern, b: "", reason: "", gain: "", rule }));
  const made = editor(() => Promise.resolve({ ...REPORT, proposals }));
  await made.rest();
  proposals = proposals.slice(1); // What the next answer proposes.
  made.editor.acceptAll();
  assert.deepEqual(made.editor.draft?.edit.rules.rows, [RULE, move]);
  await made.rest();
  made.editor.acceptAll();
  assert.ok(made.editor.draft?.edit.rules.rows.includes(rename));
});

test("a changed rule for arguments reads the traces again, any other rule does not", async () => {
  const argument: RuleLine = { ...RULE, kind: "argument", pattern: "detail" };
  const row = (rule: RuleLine) => ({ rule, origin: "default", touched: [0, 0], paired: [0, 0], merged: [0, 0] });
  const report = (...rules: RuleLine[]) => ({ ...REPORT, rules: rules.map(row) }) as unknown as IdentityReport;
  for (const [changed, times] of [
    [report(RULE, argument), 0],
    [report({ ...argument, enabled: false }), 1],
    [report({ ...argument, pattern: "target" }), 1],
  ] as const) {
    let answer = report(argument);
    const made = editor(() => Promise.resolve(answer));
    await made.rest();
    answer = changed;
    made.editor.write("another text");
    made.editor.done();
    await made.rest();
    assert.equal(made.again.length, times);
  }
});
