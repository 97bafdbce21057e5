// Every edit of the rows of rules changes its own row only.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rowOf, withMoved, withoutRule, withRule, withRules } from "../src/comparison/rule-rows.js";
import type { RuleLine, RulesDraft } from "../src/generated/protocol.js";

const rule = (pattern: string, patch: Partial<RuleLine> = {}): RuleLine => ({
  enabled: true,
  on: "name",
  kind: "pattern",
  pattern,
  becomes: "",
  name: "",
  ...patch,
});
const draft = (...rows: RuleLine[]): RulesDraft => ({ text: null, rows });
const patterns = ({ rows }: RulesDraft): string => rows.map(({ pattern }) => pattern).join("");

const RENAME = rule("r", { on: "rename", becomes: "s" });

test("an edit changes its own row", () => {
  const rules = draft(rule("a"), rule("b"), rule("c"));
  assert.equal(patterns(withRule(rules, 1, { pattern: "x" })), "axc");
  assert.equal(patterns(withoutRule(rules, 0)), "bc");
  assert.equal(patterns(withMoved(rules, 0, 2)), "bca");
  assert.equal(patterns(withMoved(withMoved(rules, 0, 2), 2, 0)), "abc");
  assert.equal(patterns(withMoved(rules, 7, 0)), "abc");
  assert.equal(patterns(rules), "abc");
});

test("what is added runs last of its kind, and is there once", () => {
  const rules = draft(rule("a"), RENAME);
  assert.equal(patterns(withRules(rules, [rule("b"), rule("t", { on: "pair" })])), "abrt");
  assert.equal(patterns(withRules(rules, [RENAME, rule("a")])), "ar");
  assert.deepEqual(withRules({ text: "defaults", rows: [] }, [RENAME]), { text: "defaults", rows: [RENAME] });
});

test("the engine's words of a rule are found by what it does", () => {
  const row = (line: RuleLine, touched: [number, number]) => ({
    rule: line,
    origin: "own",
    touched,
    paired: [0, 0] as [number, number],
    merged: [0, 0] as [number, number],
  });
  const rows = [row(rule("x"), [1, 1]), row(rule("x", { enabled: false }), [3, 4])];
  assert.deepEqual(rowOf(rule("x", { enabled: false, name: "Own" }), rows)?.touched, [3, 4]);
  assert.equal(rowOf(rule("y"), rows), undefined);
});
