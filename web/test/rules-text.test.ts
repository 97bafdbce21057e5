// Lines of rules survive being read and written, and every edit changes its own line only.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { RuleRow } from "../src/generated/protocol.js";
import { addedLines, isShort, lineOf, mirroredRules, rowOf, ruleOf, withLines, withMoved, withoutRule, withRule } from "../src/comparison/rules-text.js";

const LINES = [
  "file s|^.*/site-packages/|| Python packages",
  "- name s/<lambda[_#]?\\d+>/<lambda>/ Lambda number",
  "both s/a\\/b|!~%@/$1\\// Every delimiter",
  "name s/ ?\\(\\d+\\)(:|$)/$1/ Number in parentheses",
  "name balanced <> Template arguments",
  "- name balanced () Parameters",
  "rename parse (a.py) => Parser.parse (a.py)",
  "pair walk (a.py) <=> visit (b.py)",
  "name s/x/y/",
];

const row = (patch: Partial<RuleRow>): RuleRow => ({
  name: "",
  on: "name",
  pattern: "",
  becomes: "",
  enabled: true,
  origin: "default",
  touched: [0, 0],
  line: 0,
  ...patch,
});

test("lines survive", () => {
  for (const line of LINES) {
    const rule = ruleOf(line);
    assert.ok(rule, line);
    assert.equal(lineOf(rule), line);
  }
});

test("a line is understood as the engine understands it", () => {
  assert.deepEqual(ruleOf("  - file   s|^/opt/[^/]*/|| Install folder "), {
    enabled: false,
    on: "file",
    balanced: false,
    pattern: "^/opt/[^/]*/",
    becomes: "",
    name: "Install folder",
  });
  assert.equal(ruleOf("both s/a\\/b/\\\\d/")?.pattern, "a/b");
  assert.equal(ruleOf("both s/a\\/b/\\\\d/")?.becomes, "\\\\d");
});

test("what is no rule is none", () => {
  for (const line of ["", "# name s/a/b/", "name s/open", "name s/a/b", "rename a b", "pair a => b", "defaults", "off X", "names s/a/b/"]) {
    assert.equal(ruleOf(line), null, line);
  }
});

test("what stands for several rules is known", () => {
  assert.deepEqual(["", "defaults", "name s/x/y/\n off Own", LINES.join("\n")].map(isShort), [true, true, true, false]);
});

test("an edit changes its own line", () => {
  const text = LINES.join("\n");
  const lines = withRule(text, 1, { enabled: true, pattern: "a|b" }).split("\n");
  assert.equal(lines[1], "name s/a|b/<lambda>/ Lambda number");
  assert.deepEqual(lines.toSpliced(1, 1), LINES.toSpliced(1, 1));
  assert.equal(withoutRule(text, 0), LINES.slice(1).join("\n"));
  assert.deepEqual(withMoved(text, 0, 2).split("\n").slice(0, 3), [LINES[1], LINES[2], LINES[0]]);
  assert.equal(withMoved(withMoved(text, 0, 2), 2, 0), text);
  assert.equal(withLines("a\n\n", ["b", "c"]), "a\nb\nc");
  assert.equal(withLines(" ", ["b"]), "b");
});

test("only new lines count as added", () => {
  const text = "name s/x/y/\nrename a => b";
  const more = "name s/x/y/\nfile s|^(?:a)$|b| Moved\nrename a => b\nrename c => d\n";
  assert.deepEqual(addedLines(text, more), ["file s|^(?:a)$|b| Moved", "rename c => d"]);
});

test("exchanging the sides exchanges pairs and nothing else, twice is nothing", () => {
  const text = LINES.join("\n");
  assert.equal(mirroredRules(text), text.replace("walk (a.py) <=> visit (b.py)", "visit (b.py) <=> walk (a.py)"));
  assert.equal(mirroredRules(mirroredRules(text)), text);
});

test("the engine's words of a rule are found by what it does", () => {
  const rule = ruleOf("- name s/x/y/ Own");
  assert.ok(rule);
  const rows = [row({ pattern: "x", becomes: "y", touched: [1, 1] }), row({ pattern: "x", becomes: "y", enabled: false, touched: [3, 4] })];
  assert.deepEqual(rowOf(rule, rows)?.touched, [3, 4]);
});
