// What differs between two names survives every shortening; what is left out goes at the boundaries of words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { shortForms } from "../src/shared-names.js";

test("a version that differs is kept with the word beside it", () => {
  const forms = shortForms("vt150k-docutils-0.16-tools.json.gz", "vt150k-docutils-0.21.2-tools.json.gz");
  assert.equal(forms[0], "vt150k-docutils-0.16-tools.json.gz");
  assert.ok(forms.includes("vt150k-docutils-0.16…"));
  assert.deepEqual(forms.slice(-2), ["…docutils-0.16…", "…0.16…"]);
});

test("both names are shortened alike", () => {
  const names = ["vt1M-black-22.12.0-tokenize.json.zst", "vt1M-black-24.10.0-tokenize.json.zst"] as const;
  const [a, b] = [shortForms(names[0], names[1]), shortForms(names[1], names[0])];
  assert.deepEqual(
    a.map((form) => form.replace("22.12.0", "V")),
    b.map((form) => form.replace("24.10.0", "V")),
  );
});

test("each form is shorter than the one before, and holds all that differs", () => {
  const pairs = [
    ["traces/2024/base.json", "traces/2025/base.json"],
    ["uf200k-sqlite3.40.1-indexed.json", "uf200k-sqlite3.40.1-noindex.json"],
    ["run (1).json", "run (12).json"],
    ["a.json", "a-2.json"],
    ["zażółć_gęślą.json", "zażółć_jaźń.json"],
  ] as const;
  for (const [name, other] of pairs) {
    const forms = shortForms(name, other);
    forms.slice(1).forEach((form, at) => assert.ok(form.length < (forms[at] ?? "").length, form));
  }
  assert.equal(shortForms(...pairs[0]).at(-1), "…2024…");
  assert.deepEqual(shortForms(...pairs[1]).slice(-2), ["…sqlite3.40.1-indexed…", "…indexed…"]);
});

test("names with nothing in common, or all of it, stay as they are", () => {
  assert.deepEqual(shortForms("chrome", "samply"), ["chrome"]);
  assert.deepEqual(shortForms("same.json", "same.json"), ["same.json"]);
  assert.deepEqual(shortForms("", "x"), [""]);
});
