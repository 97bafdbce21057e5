// What the tests of the action's scripts share: a repository with two commits, and a host's API that remembers requests.

import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

export const ACTION = new URL("..", import.meta.url).pathname;

/** Makes an empty folder that goes with the test. */
export function temporary(t) {
  const folder = mkdtempSync(join(tmpdir(), "diptych-action-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs a program to its end, whatever its exit code. */
export function run(program, args, { cwd, variables = {} }) {
  return new Promise((resolve) => {
    // Nothing of the host that runs these tests may reach the scripts.
    const clean = { PATH: env.PATH, HOME: cwd, ...variables };
    execFile(program, args, { cwd, env: clean }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

/** A recorder without a clock: it turns each line `name microseconds` of `work.txt` into calls. `$2` is the run. */
const RECORDER = `#!/usr/bin/env bash
at=0
{
  echo '['
  while IFS=$'\\t' read -r name us; do
    for call in 1 2 3 4 5 6 7 8 9 10; do
      dur=$((us + (call * 7 + $2 * 3) % 11))
      printf '{"ph":"X","pid":1,"tid":1,"ts":%d,"dur":%d,"name":%s},\\n' "$at" "$dur" "$name"
      at=$((at + dur + 5))
    done
  done <work.txt
  echo '{"ph":"X","pid":1,"tid":1,"ts":'$at',"dur":1,"name":"end"}]'
} >"$1"
`;

/** Makes a repository whose second commit changes the times of functions, and records five runs of each commit. */
export function recordedCommits(t, base, change) {
  const folder = temporary(t);
  const git = (...words) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...words], {
      cwd: folder,
      stdio: "pipe",
    });
  const commit = (work) => {
    const lines = Object.entries(work).map(([name, us]) => `${JSON.stringify(name)}\t${us}\n`);
    writeFileSync(join(folder, "work.txt"), lines.join(""));
    git("add", "--all");
    git("commit", "--quiet", "--message", "work");
    return git("rev-parse", "HEAD").toString().trim();
  };
  git("init", "--quiet");
  writeFileSync(join(folder, "record.sh"), RECORDER);
  const shas = [commit(base), commit(change)];
  git("worktree", "add", "--quiet", "base", shas[0]);
  for (const i of [1, 2, 3, 4, 5]) {
    execFileSync("bash", ["record.sh", join(folder, `a${i}.json`), String(i)], { cwd: join(folder, "base") });
    execFileSync("bash", ["record.sh", join(folder, `b${i}.json`), String(i)], { cwd: folder });
  }
  return { folder, shas };
}

/** Packs a text, and a picture if one is given, as the artifact of a run. */
export function artifactOf(t, text, picture) {
  const folder = temporary(t);
  const files = Object.entries({ "comment.md": text, "picture.png": picture }).filter(([, file]) => file !== undefined);
  files.forEach(([name, file]) => writeFileSync(join(folder, name), file));
  try {
    execFileSync("zip", ["--quiet", "artifact.zip", ...files.map(([name]) => name)], { cwd: folder });
  } catch (error) {
    throw new Error("The tests of the action need zip and unzip (Debian: apt-get install zip unzip).", {
      cause: error,
    });
  }
  return readFileSync(join(folder, "artifact.zip"));
}

/** Serves answers by method and path without its query, and remembers all requests. */
export async function hostWith(t, answers) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const url = new URL(request.url, "http://host");
    const isJson = request.headers["content-type"] === "application/json";
    const sent = Buffer.concat(chunks);
    const body = isJson ? JSON.parse(sent) : chunks.length > 0 ? sent : undefined;
    asked.push({ method: request.method, path: url.pathname, query: url.searchParams, body, headers: request.headers });
    const answer = answers[`${request.method} ${url.pathname}`];
    const given = typeof answer === "function" ? answer(url.searchParams) : answer;
    if (given === undefined) {
      response.writeHead(404).end();
    } else if (given.location !== undefined) {
      response.writeHead(302, given).end();
    } else {
      response.end(Buffer.isBuffer(given) ? given : JSON.stringify(given));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return { base: `http://127.0.0.1:${server.address().port}`, asked };
}

/** Returns the requests that change something. */
export const writesOf = ({ asked }) => asked.filter(({ method }) => method !== "GET");

/** Makes a folder below another. */
export function folderIn(folder, name) {
  mkdirSync(join(folder, name));
  return join(folder, name);
}
