// Runs compare.sh on the recordings of two commits.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import test from "node:test";

import { marked } from "marked";

import { checkedPicture } from "../comment/picture.mjs";
import { ACTION, recordedCommits, run } from "./support.mjs";

const BASE = { parse: 1000, format: 400, write: 300 };

function compare(folder, variables = {}) {
  return run("bash", [join(ACTION, "compare.sh")], {
    cwd: folder,
    variables: {
      DIPTYCH_A: "a?.json",
      DIPTYCH_B: " b?.json\n\n",
      DIPTYCH_FAIL_IF: "slower>5% and share>1%\ntotal>3%",
      DIPTYCH_COMMAND: env.DIPTYCH_CLI,
      ...variables,
    },
  });
}

const read = (folder, name) => readFileSync(join(folder, "diptych-comparison", name), "utf8");

test("a slower commit fails and leaves comment, comparison and report", async (t) => {
  const { folder } = recordedCommits(t, BASE, { ...BASE, format: 900 });
  const [output, summary] = ["output", "summary"].map((name) => join(folder, name));
  const done = await compare(folder, { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary });
  // The step succeeds, so that the next one uploads; the code is its output.
  assert.equal(done.code, 0, done.stderr);
  assert.equal(readFileSync(output, "utf8"), "exit-code=3\n");
  assert.match(done.stderr, /slower>5% and share>1%.*format is slower/u);
  assert.match(readFileSync(summary, "utf8"), /^## B is 1\.\d+× as long as A/u);
  const comment = read(folder, "comment.md");
  assert.match(comment, /^## Failed: B is 1\.\d+× as long as A/u);
  assert.match(comment, /^\| .*`format`/mu);
  const picture = readFileSync(join(folder, "diptych-comparison", "picture.png"));
  assert.deepEqual(checkedPicture(picture), picture);
  assert.match(read(folder, "report.html"), /<h1>B is 1\.\d+× as long as A/u);
  const printed = await run(env.DIPTYCH_CLI, ["compare", "diptych-comparison/pair.diptych"], { cwd: folder });
  assert.match(printed.stdout, /B is 1\.\d+× as long as A/u);
});

test("an equal commit passes, and without a host the script ends with the code", async (t) => {
  const { folder } = recordedCommits(t, BASE, { ...BASE, unused: 1 });
  const done = await compare(folder);
  assert.equal(done.code, 0, done.stderr);
  assert.match(read(folder, "comment.md"), /^## Passed: /u);
  const failing = await compare(folder, { DIPTYCH_FAIL_IF: "total<1000%" });
  assert.equal(failing.code, 3, failing.stderr);
  const wrong = await compare(folder, { DIPTYCH_FAIL_IF: "slower>$(touch injected)" });
  assert.equal(wrong.code, 2, wrong.stderr);
  assert.ok(!existsSync(join(folder, "injected")));
  // Nothing of the earlier run is left to be taken for the outcome.
  assert.ok(!existsSync(join(folder, "diptych-comparison", "comment.md")));
});

test("missing traces are named", async (t) => {
  const { folder } = recordedCommits(t, BASE, BASE_CHANGED);
  const done = await compare(folder, { DIPTYCH_B: "c?.json" });
  assert.equal(done.code, 1);
  assert.match(done.stderr, /No file fits `c\?\.json` \(--b\)\./u);
});

const BASE_CHANGED = { ...BASE, parse: 1010 };

test("names of functions stay text in the comment", async (t) => {
  const names = [
    "@team see [here](https://evil.example) #1",
    "a | b | c",
    "<img src=https://evil.example/x.png>",
    "`x` ``y``",
    "/close",
    "&commat;team www.evil.example ![p](https://evil.example/p.png)",
  ];
  const work = (us) => Object.fromEntries(names.map((name, place) => [name, us * (place + 1)]));
  const { folder } = recordedCommits(t, work(100), work(300));
  await compare(folder);
  const comment = read(folder, "comment.md");
  const kinds = new Set();
  marked.walkTokens(marked.lexer(comment, { gfm: true }), (token) => kinds.add(token.type));
  for (const kind of ["link", "image", "html"]) {
    assert.ok(!kinds.has(kind), `${kind} in\n${comment}`);
  }
  // Hosts look for mentions outside of code.
  const outside = comment.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/gu, "");
  assert.doesNotMatch(outside, /@team|&commat;|#1\b|https:\/\/|www\.|^\/close/mu);
  const table = marked.lexer(comment, { gfm: true }).find((token) => token.type === "table");
  assert.equal(table.rows.length, names.length);
  const shown = table.rows.map((row) => row[5].text.replace(/^`+ ?| ?`+$/gu, ""));
  assert.ok(shown.includes("a | b | c"), JSON.stringify(shown));
});

test("a comment has at most ten rows and few kilobytes", async (t) => {
  const names = Array.from({ length: 40 }, (_, place) => `${"long_".repeat(2000)}${place}`);
  const work = (us) => Object.fromEntries(names.map((name, place) => [name, us + 10 * place]));
  const { folder } = recordedCommits(t, work(200), work(600));
  await compare(folder);
  const comment = read(folder, "comment.md");
  assert.ok(Buffer.byteLength(comment) <= 60_000, `${Buffer.byteLength(comment)} bytes`);
  const table = marked.lexer(comment, { gfm: true }).find((token) => token.type === "table");
  assert.equal(table.rows.length, 10);
  assert.match(comment, /30 more significant changes are in the report\./u);
  assert.match(comment, /more reasons/u);
});
