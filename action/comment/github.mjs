// Posts a comparison as a comment on a pull request: the script of a workflow on `workflow_run`.
//
// That workflow may write, and what it reads comes from a run of code that anybody can propose. So the pull request
// is found through the API by the commit that GitHub itself names, and never by a number in the artifact. The artifact
// is unpacked without being written to the disk, has a size limit, and is only posted as text.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, exit } from "node:process";
import { promisify } from "node:util";

import { apiOf } from "./api.mjs";
import { MOST_PICTURE, namedPicture, published } from "./picture.mjs";
import { commentOf, markerOf, MOST_BYTES } from "./text.mjs";

const input = (name) => (env[`INPUT_${name.toUpperCase()}`] ?? "").trim();
const repository = env.GITHUB_REPOSITORY;
const api = apiOf(env.GITHUB_API_URL ?? "https://api.github.com", {
  authorization: `Bearer ${input("token")}`,
  accept: "application/vnd.github+json",
  "x-github-api-version": "2022-11-28",
});

/** Returns the open pull request whose newest commit was compared; `null` if there is none. */
async function pullRequestOf({ head_sha: sha, head_branch: branch, head_repository: fork }) {
  // The branch's name is free text of whoever opened the pull request.
  const head = encodeURIComponent(`${fork.owner.login}:${branch}`);
  const found = await api.list(`/repos/${repository}/pulls?state=open&head=${head}`);
  // Repositories with one owner may have branches of one name.
  return found.find((pull) => pull.head.sha === sha && pull.head.repo?.full_name === fork.full_name) ?? null;
}

/** Returns comment.md and picture.png of the artifact of a run, each `null` if it has none. */
async function filesOf(run) {
  const name = `${input("artifact")}-comment`;
  const path = `/repos/${repository}/actions/runs/${run.id}/artifacts?name=${encodeURIComponent(name)}`;
  const found = await api.list(path, (answer) => answer.artifacts);
  const artifact = found.find((one) => one.name === name && !one.expired);
  if (artifact === undefined) {
    return { comment: null, picture: null };
  }
  const packed = await api.download(`/repos/${repository}/actions/artifacts/${artifact.id}/zip`);
  const folder = await mkdtemp(join(tmpdir(), "diptych-"));
  try {
    const archive = join(folder, "artifact.zip");
    await writeFile(archive, packed);
    // `-p` writes to standard output: nothing in the archive chooses a place on the disk. `maxBuffer` stops a bomb.
    const file = async (name, maxBuffer) =>
      (await promisify(execFile)("unzip", ["-p", archive, name], { encoding: "buffer", maxBuffer })).stdout;
    const comment = await file("comment.md", MOST_BYTES);
    // A picture that is missing or too large is left out.
    const picture = input("pictures") === "" ? null : await file("picture.png", MOST_PICTURE).catch(() => null);
    return { comment, picture };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Puts a picture on the branch for pictures. Returns its address, which never shows another one. */
async function put(bytes, number) {
  const path = `diptych/${input("artifact").replace(/[^\w-]/gu, "_")}/${number}.png`;
  const branch = input("pictures");
  const earlier = await api.find(`/repos/${repository}/contents/${path}?ref=${encodeURIComponent(branch)}`);
  const content = bytes.toString("base64");
  const message = `Picture of the comparison for #${number}`;
  const sha = earlier === null ? {} : { sha: earlier.sha };
  const { commit } = await api.json("PUT", `/repos/${repository}/contents/${path}`, {
    message,
    content,
    branch,
    ...sha,
  });
  return `${env.GITHUB_SERVER_URL ?? "https://github.com"}/${repository}/blob/${commit.sha}/${path}?raw=true`;
}

/** Writes the comment, in place of an earlier one. Returns the word for what was done. */
async function post(number, body) {
  const comments = await api.list(`/repos/${repository}/issues/${number}/comments`);
  // Anybody can write the marker into a comment of their own.
  const isOurs = (one) => one.user?.login === input("author") && one.body.startsWith(markerOf(input("artifact")));
  const earlier = comments.find(isOurs);
  if (earlier === undefined) {
    await api.json("POST", `/repos/${repository}/issues/${number}/comments`, { body });
    return "written";
  }
  await api.json("PATCH", `/repos/${repository}/issues/comments/${earlier.id}`, { body });
  return "updated";
}

async function main() {
  const { workflow_run: run } = JSON.parse(await readFile(env.GITHUB_EVENT_PATH, "utf8"));
  if (run === undefined) {
    throw new Error("This action belongs into a workflow on `workflow_run`.");
  }
  if (run.event !== "pull_request" || run.head_repository === null) {
    return "The run was not started by a pull request, or its fork is gone: nothing to comment.";
  }
  const pull = await pullRequestOf(run);
  if (pull === null) {
    return `No open pull request has ${run.head_sha} as its newest commit: nothing to comment.`;
  }
  const { comment: bytes, picture } = await filesOf(run);
  if (bytes === null) {
    return `The run has no artifact ${input("artifact")}-comment: nothing to comment.`;
  }
  const own = await published(
    picture,
    (checked) => put(checked, pull.number),
    (why) => console.log(`::warning::${why}`),
  );
  const body = commentOf({
    bytes,
    name: input("artifact"),
    picture: own === "" ? namedPicture(input("picture"), { sha: run.head_sha, number: pull.number }) : own,
    link: run.html_url,
    linkText: "Report and files of this run",
  });
  return `The comment on #${pull.number} is ${await post(pull.number, body)}.`;
}

try {
  console.log(await main());
} catch (error) {
  console.log(`::error::${error.message.replace(/[\r\n]+/gu, " ")}`);
  exit(1);
}
