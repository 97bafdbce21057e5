// Runs the scripts that comment against the API of a host that these tests serve.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { marked } from "marked";

import { commentOf, harmless } from "../comment/text.mjs";
import { ACTION, artifactOf, folderIn, hostWith, run, temporary, writesOf } from "./support.mjs";

const SHA = "1234567890123456789012345678901234567890";
const RUN = {
  id: 77,
  event: "pull_request",
  head_sha: SHA,
  head_branch: "a&b=c",
  head_repository: { full_name: "fork/repo", owner: { login: "fork" } },
  html_url: "https://github.example/owner/repo/actions/runs/77",
};
const PULL = { number: 12, head: { sha: SHA, repo: { full_name: "fork/repo" } } };
const MARKER = "<!-- diptych comparison: diptych -->";
const COMMENTS = "/repos/owner/repo/issues/12/comments";

/** Serves the API of GitHub, with a comment of the artifact and answers that differ from the usual ones. */
function github(t, text, answers = {}) {
  const zip = artifactOf(t, text);
  return hostWith(t, {
    "GET /repos/owner/repo/pulls": [PULL],
    "GET /repos/owner/repo/actions/runs/77/artifacts": {
      artifacts: [{ id: 5, name: "diptych-comment", expired: false, size_in_bytes: zip.length }],
    },
    "GET /repos/owner/repo/actions/artifacts/5/zip": { location: "/storage/5" },
    "GET /storage/5": zip,
    [`GET ${COMMENTS}`]: [],
    [`POST ${COMMENTS}`]: { id: 1 },
    ...answers,
  });
}

function comment(t, host, { event = { workflow_run: RUN }, ...variables } = {}) {
  const folder = temporary(t);
  const path = join(folder, "event.json");
  writeFileSync(path, JSON.stringify(event));
  return run("node", [join(ACTION, "comment", "github.mjs")], {
    cwd: folder,
    variables: {
      GITHUB_EVENT_PATH: path,
      GITHUB_REPOSITORY: "owner/repo",
      GITHUB_API_URL: host.base,
      INPUT_TOKEN: "secret",
      INPUT_ARTIFACT: "diptych",
      INPUT_AUTHOR: "github-actions[bot]",
      ...variables,
    },
  });
}

test("the pull request is found by the commit that the host names", async (t) => {
  // The artifact claims another pull request; only its text is read.
  const host = await github(t, "## Failed: B is 2× as long as A\n\npull request: 99\n");
  const done = await comment(t, host, { INPUT_PICTURE: "https://perf.example/p (1).png" });
  assert.equal(done.code, 0, done.stdout + done.stderr);
  const pulls = host.asked.find(({ path }) => path === "/repos/owner/repo/pulls");
  assert.equal(pulls.query.get("head"), "fork:a&b=c");
  const [written, ...others] = writesOf(host);
  assert.deepEqual([written.method, written.path, others.length], ["POST", COMMENTS, 0]);
  assert.ok(written.body.body.startsWith(`${MARKER}\n\n## Failed: B is 2× as long as A`), written.body.body);
  assert.ok(written.body.body.includes("![Both runs over time](https://perf.example/p%20%281%29.png)"));
  assert.ok(written.body.body.endsWith(`](${RUN.html_url})`));
  assert.equal(written.headers.authorization, "Bearer secret");
  assert.doesNotMatch(done.stdout, /secret/u);
});

test("one comment is updated, and never one of somebody else", async (t) => {
  const other = { id: 3, user: { login: "mallory" }, body: `${MARKER}\n\nmine` };
  const ours = { id: 4, user: { login: "github-actions[bot]" }, body: `${MARKER}\n\nold` };
  const page = Array.from({ length: 100 }, (_, id) => ({ id: id + 100, user: { login: "x" }, body: "" }));
  const host = await github(t, "## Passed: same\n", {
    [`GET ${COMMENTS}`]: (query) => (query.get("page") === "1" ? [other, ...page.slice(1)] : [ours]),
    "PATCH /repos/owner/repo/issues/comments/4": {},
  });
  const done = await comment(t, host);
  assert.equal(done.code, 0, done.stdout);
  const writes = writesOf(host).map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(writes, ["PATCH /repos/owner/repo/issues/comments/4"]);
});

test("nothing is written where no open pull request has the commit", async (t) => {
  const stale = { ...PULL, head: { ...PULL.head, sha: "0".repeat(40) } };
  const foreign = { ...PULL, head: { ...PULL.head, repo: { full_name: "fork/other" } } };
  for (const [pulls, event, says] of [
    [[stale, foreign], { workflow_run: RUN }, /No open pull request/u],
    [[PULL], { workflow_run: { ...RUN, event: "push" } }, /not started by a pull request/u],
  ]) {
    const host = await github(t, "## Passed\n", { "GET /repos/owner/repo/pulls": pulls });
    const done = await comment(t, host, { event });
    assert.deepEqual([done.code, writesOf(host).length], [0, 0], done.stdout);
    assert.match(done.stdout, says);
  }
});

test("artifacts that are too large, no text or broken are refused", async (t) => {
  const bomb = "x".repeat(5_000_000);
  for (const answers of [
    {},
    { "GET /storage/5": Buffer.alloc(2_000_000) },
    { "GET /storage/5": Buffer.from("no archive") },
    { "GET /storage/5": artifactOf(t, Buffer.from([0xff, 0xfe, 0x41])) },
    { "GET /storage/5": artifactOf(t, " \n") },
  ]) {
    const host = await github(t, bomb, answers);
    const done = await comment(t, host);
    assert.equal(done.code, 1, done.stdout);
    assert.match(done.stdout, /^::error::/u);
    assert.equal(writesOf(host).length, 0);
  }
});

/** Returns the start of a PNG of this size, with nothing behind it that a browser would draw. */
function png(width, height) {
  const bytes = Buffer.alloc(60);
  Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1").copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const PICTURES = "/repos/owner/repo/contents/diptych/diptych/12.png";

test("a picture of the artifact goes to the branch for pictures, and no other file does", async (t) => {
  for (const [picture, answers, sha] of [
    [png(900, 400), {}, undefined],
    [png(900, 400), { [`GET ${PICTURES}`]: { sha: "old" } }, "old"],
  ]) {
    const host = await github(t, "", {
      "GET /storage/5": artifactOf(t, "## Passed: same\n", picture),
      [`PUT ${PICTURES}`]: { commit: { sha: "c0ffee" } },
      ...answers,
    });
    const variables = { INPUT_PICTURES: "diptych-pictures", GITHUB_SERVER_URL: "https://github.example" };
    const done = await comment(t, host, variables);
    assert.equal(done.code, 0, done.stdout);
    const [put, written] = writesOf(host);
    assert.deepEqual([put.method, put.path, put.body.branch, put.body.sha], ["PUT", PICTURES, "diptych-pictures", sha]);
    assert.deepEqual(Buffer.from(put.body.content, "base64"), picture);
    const address = "https://github.example/owner/repo/blob/c0ffee/diptych/diptych/12.png?raw=true";
    assert.ok(written.body.body.includes(`![Both runs over time](${address})`), written.body.body);
  }
  for (const [picture, variables] of [
    [png(900, 400), {}],
    [undefined, { INPUT_PICTURES: "p" }],
    [png(90_000, 400), { INPUT_PICTURES: "p" }],
    [Buffer.from("<svg onload=alert(1)>".repeat(9)), { INPUT_PICTURES: "p" }],
    [Buffer.concat([png(900, 400), Buffer.alloc(600_000, "x")]), { INPUT_PICTURES: "p" }],
  ]) {
    const host = await github(t, "", { "GET /storage/5": artifactOf(t, "## Passed: same\n", picture) });
    const done = await comment(t, host, variables);
    assert.equal(done.code, 0, done.stdout);
    const [written, ...others] = writesOf(host);
    assert.deepEqual([written.path, others.length], [COMMENTS, 0]);
    assert.doesNotMatch(written.body.body, /!\[Both/u);
  }
});

test("a branch that does not take the picture costs the picture alone", async (t) => {
  const host = await github(t, "", { "GET /storage/5": artifactOf(t, "## Passed: same\n", png(9, 9)) });
  const done = await comment(t, host, { INPUT_PICTURES: "missing" });
  assert.equal(done.code, 0, done.stdout);
  assert.match(done.stdout, /::warning::The comment has no picture\. PUT .* 404/u);
  assert.doesNotMatch(writesOf(host).at(-1).body.body, /!\[/u);
});

test("the address of a picture names the commit and the pull request", async (t) => {
  const host = await github(t, "## Passed: same\n");
  const done = await comment(t, host, { INPUT_PICTURE: "https://perf.example/{number}/{sha}.png" });
  assert.equal(done.code, 0, done.stdout);
  assert.ok(writesOf(host)[0].body.body.includes(`](https://perf.example/12/${SHA}.png)`));
});

test("text of an artifact notifies nobody and links nowhere", () => {
  const hostile = [
    "@everyone @org/team &commat;org",
    "#12 owner/repo#3 GH-4 !5 ~bug $6 %7 &8",
    "[a](https://evil.example) [b][c] <https://evil.example> https://evil.example www.evil.example",
    "[c]: https://evil.example",
    "![p](https://evil.example/p.png)",
    "<img src=x onerror=alert(1)> <!-- diptych comparison: diptych --> <script>x</script>",
    "  /close",
    "a\u202eb\u0000c",
  ].join("\n\n");
  const text = harmless(hostile);
  const kinds = new Set();
  marked.walkTokens(marked.lexer(text, { gfm: true }), (token) => kinds.add(token.type));
  assert.deepEqual([...kinds].sort(), ["paragraph", "space", "text"]);
  for (const meaning of [/@\w/u, /#\d/u, /GH-\d/u, /[!~$%&]\w/u, /:\/\//u, /www\./u, /^\s*\/close/mu, /[\u202e\0]/u]) {
    assert.doesNotMatch(text, meaning);
  }
  // What people read is the same.
  assert.equal(harmless("## Failed: `f` takes 2× (5 % of A)"), "## Failed: `f` takes 2× (5 % of A)");
  const parts = { name: "x", picture: "", link: "https://ci.example/1", linkText: "Run" };
  assert.throws(() => commentOf({ ...parts, bytes: Buffer.alloc(60_001, "x") }), /at most 60000/u);
  assert.throws(
    () => commentOf({ ...parts, bytes: Buffer.from("x"), picture: "javascript:alert(1)" }),
    /no address of the web/u,
  );
});

test("a merge request has one note", async (t) => {
  const notes = "/projects/9/merge_requests/4/notes";
  const other = { id: 1, author: { id: 2 }, body: MARKER };
  const ours = { id: 8, author: { id: 7 }, body: `${MARKER}\n\nold` };
  const folder = temporary(t);
  writeFileSync(join(folderIn(folder, "diptych-comparison"), "comment.md"), "## Passed: same\n\n/merge\n");
  for (const [found, method, path] of [
    [[other], "POST", notes],
    [[other, ours], "PUT", `${notes}/8`],
  ]) {
    const host = await hostWith(t, {
      "GET /user": { id: 7 },
      [`GET ${notes}`]: found,
      [`${method} ${path}`]: {},
    });
    const variables = {
      DIPTYCH_TOKEN: "secret",
      CI_MERGE_REQUEST_IID: "4",
      CI_PROJECT_ID: "9",
      CI_API_V4_URL: host.base,
      CI_PIPELINE_URL: "https://gitlab.example/p/1",
    };
    const done = await run("node", [join(ACTION, "comment", "gitlab.mjs")], { cwd: folder, variables });
    assert.equal(done.code, 0, done.stderr);
    const [write, ...rest] = writesOf(host);
    assert.deepEqual([write.method, write.path, rest.length], [method, path, 0]);
    assert.doesNotMatch(write.body.body, /^\/merge/mu);
    assert.equal(write.headers["private-token"], "secret");
  }
  // Of a picture beside the comment, the project keeps a copy.
  writeFileSync(join(folder, "diptych-comparison", "picture.png"), png(900, 400));
  const host = await hostWith(t, {
    "GET /user": { id: 7 },
    [`GET ${notes}`]: [],
    [`POST ${notes}`]: {},
    "POST /projects/9/uploads": { full_path: "/-/project/9/uploads/ab/comparison.png" },
  });
  const pictured = await run("node", [join(ACTION, "comment", "gitlab.mjs")], {
    cwd: folder,
    variables: {
      DIPTYCH_TOKEN: "secret",
      CI_MERGE_REQUEST_IID: "4",
      CI_PROJECT_ID: "9",
      CI_API_V4_URL: host.base,
      CI_SERVER_URL: "https://gitlab.example",
      CI_PIPELINE_URL: "https://gitlab.example/p/1",
    },
  });
  assert.equal(pictured.code, 0, pictured.stderr);
  const [uploaded, noted] = writesOf(host);
  assert.ok(uploaded.body.includes(png(900, 400)));
  assert.ok(
    noted.body.body.includes("](https://gitlab.example/-/project/9/uploads/ab/comparison.png)"),
    noted.body.body,
  );
  const done = await run("node", [join(ACTION, "comment", "gitlab.mjs")], { cwd: folder });
  assert.match(done.stdout, /nothing to comment/u);
});
