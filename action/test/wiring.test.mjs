// Checks that the action and the template name scripts, variables and inputs that exist.

import assert from "node:assert/strict";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { ACTION } from "./support.mjs";

const read = (name) => readFileSync(join(ACTION, name), "utf8");
const found = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

test("the action hands every input to its script as a variable", () => {
  const [action, script] = [read("action.yml"), read("compare.sh")];
  const inputs = found(action.split("\noutputs:")[0], /^ {2}([a-z-]+):$/gmu);
  assert.ok(inputs.length >= 10, inputs.join());
  for (const input of inputs) {
    assert.match(action, new RegExp(`\\$\\{\\{ inputs\\.${input} \\}\\}`, "u"), input);
  }
  const variables = found(action, /^ {8}(DIPTYCH_[A-Z_]+): \$\{\{ inputs\./gmu);
  assert.ok(variables.length >= 9, variables.join());
  for (const variable of variables) {
    assert.ok(script.includes(`{${variable}:`), variable);
  }
  // An expression in a script would run what a pull request writes.
  for (const line of action.split("\n").filter((line) => /^\s*(- )?run:/u.test(line))) {
    assert.doesNotMatch(line, /\$\{\{/u);
  }
  accessSync(join(ACTION, "compare.sh"), constants.X_OK);
});

test("the action uploads what its script writes, and the comment's script reads the smaller artifact", () => {
  const action = read("action.yml");
  const uploads = action
    .split("\n    - ")
    .filter((step) => step.startsWith("uses: actions/upload-artifact@"))
    .map((step) => ({
      name: found(step, /^ {8}name: (.+)$/gmu)[0],
      files: found(step, /^ {10}\$\{\{ inputs\.folder \}\}\/(.+)$/gmu),
    }));
  assert.deepEqual(uploads, [
    { name: "${{ inputs.artifact }}", files: ["comment.md", "pair.diptych", "picture.png", "report.html"] },
    { name: "${{ inputs.artifact }}-comment", files: ["comment.md", "picture.png"] },
  ]);
  const [script, comment] = [read("compare.sh"), read("comment/github.mjs")];
  for (const file of uploads[0].files) {
    assert.ok(script.includes(`"$folder/${file}"`), file);
  }
  assert.ok(comment.includes('`${input("artifact")}-comment`'));
  assert.ok(uploads[1].files.every((file) => comment.includes(`"${file}"`)));
  // Uploads come before the step that fails the job.
  assert.ok(action.lastIndexOf("upload-artifact@") < action.indexOf("run: exit "));
});

test("the guide's second workflow follows the first one and has the rights to comment", () => {
  const guide = readFileSync(join(ACTION, "..", "docs", "check-in-ci.md"), "utf8");
  const workflows = found(guide, /^```yaml\n(# \.github\/workflows\/[\s\S]+?)^```$/gmu);
  assert.equal(workflows.length, 2);
  const [first, second] = workflows;
  const [name] = found(first, /^name: (.+)$/gmu);
  assert.match(second, new RegExp(`workflow_run: \\{ workflows: \\[${name}\\], types: \\[completed\\] \\}`, "u"));
  assert.match(second, /^permissions: \{ actions: read, pull-requests: write \}$/mu);
  assert.match(first, /^permissions: \{ contents: read \}$/mu);
  for (const [workflow, path, file] of [
    [first, "action", "action.yml"],
    [second, "action/comment", "comment/action.yml"],
  ]) {
    assert.deepEqual(found(workflow, /uses: OWNER\/diptych\/(.+)@COMMIT$/gmu), [path]);
    assert.ok(existsSync(join(ACTION, file)), file);
  }
  // Code of the pull request must not run with these rights.
  assert.doesNotMatch(second, /checkout/u);
});

test("the comment's script reads every input of its action", () => {
  const action = read("comment/action.yml");
  const script = read(`comment/${found(action, /^ {2}main: (.+)$/gmu)[0]}`);
  for (const input of found(action, /^ {2}([a-z]+):$/gmu)) {
    assert.ok(script.includes(`input("${input}")`), input);
  }
});

test("the template runs scripts that exist and sets variables that they read", () => {
  const template = read("gitlab.yml");
  const scripts = found(template, /"\$DIPTYCH_ACTION\/([\w./-]+)"/gu);
  assert.deepEqual(scripts, ["compare.sh", "comment/gitlab.mjs"]);
  assert.ok(scripts.every((script) => existsSync(join(ACTION, script))));
  const used = scripts.map(read).join("") + template;
  for (const variable of found(template, /^ {2}(DIPTYCH_[A-Z_]+):/gmu)) {
    assert.ok(used.includes(`${variable}:-`) || used.includes(`$${variable}/`), variable);
  }
});
