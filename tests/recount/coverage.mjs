// Counts again which files of two lists ran, in A, in B, in both and in none, from the lists and the traces alone.
//
//     node tests/recount/coverage.mjs elements.csv A B A.paths B.paths
//
// `elements.csv` is the table of the Fusion desk as the page saves it, at the level of modules, with both lists beside the traces.
// Traces are Chrome traces whose names are `function (path:line)`. A call belongs to the file of its side's list that shares the
// longest end of whole names with its own; what fits none, or several alike, to no file of it.

import { readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { calls, identity } from "./read.mjs";

const [csv, a, b, ofA, ofB] = argv.slice(2);
if (ofB === undefined) {
  stderr.write("usage: node tests/recount/coverage.mjs elements.csv A B A.paths B.paths\n");
  exit(2);
}

const names = (path) => path.split(/[/\\]/).filter((name) => name !== "" && name !== ".");
/** Returns the part of a path that both sides share: without versions in folders and without the place of libraries. */
const shared = (path) => names(identity(`f (${path}:1)`).file).join("/");

/** The files of a list, by their last name. */
function list(path) {
  const files = readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.split("\t")[0].trim())
    .filter((line) => line !== "");
  const found = new Map();
  for (const file of files.map(names)) found.set(file.at(-1), [...(found.get(file.at(-1)) ?? []), file]);
  return found;
}

/** Returns the number of names that two paths share at their end. */
function alike(one, other) {
  const end = Math.min(one.length, other.length);
  let count = 0;
  while (count < end && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

/** The one file of a list that fits best. */
function fitting(files, path) {
  const near = (files.get(path.at(-1)) ?? []).map((file) => ({ file, count: alike(file, path) }));
  const most = Math.max(...near.map(({ count }) => count));
  const best = near.filter(({ count }) => count === most);
  return best.length === 1 ? best[0].file.join("/") : undefined;
}

const state = new Map();
for (const [side, [trace, paths]] of [
  [a, ofA],
  [b, ofB],
].entries()) {
  const files = list(paths);
  for (const file of [...files.values()].flat()) {
    const key = shared(`/${file.join("/")}`);
    state.set(key, state.get(key) ?? [false, false]);
  }
  const ran = new Set(calls(trace).map(({ raw }) => /^.* \((.*):\d+\)$/s.exec(raw)?.[1] ?? ""));
  for (const path of ran) {
    const file = path === "" ? undefined : fitting(files, names(path));
    if (file !== undefined) state.get(shared(`/${file}`))[side] = true;
  }
}

const words = ([inA, inB]) => (inA && inB ? "A, B" : inA ? "A" : inB ? "B" : "never");
const cells = (row) =>
  [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) =>
    cell.replace(/^"|"$/g, "").replaceAll('""', '"'),
  );
const [head, ...rows] = readFileSync(csv, "utf8").trimEnd().split("\n").map(cells);
const column = (name) => head.indexOf(name);
const listed = rows.filter((row) => row[column("kind")] === "module" && !row[column("path")].startsWith("(unmapped)"));
const open = new Set(state.keys());
let wrong = 0;
for (const row of listed) {
  const path = row[column("path")];
  // The page leaves out what all files lie in.
  const key = open.has(path) ? path : [...open].find((of) => of.endsWith(`/${path}`));
  const is = key === undefined ? "not in a list" : words(state.get(key));
  open.delete(key);
  if (is !== row[column("ran_in")]) {
    wrong += 1;
    stdout.write(`${path}: ${row[column("ran_in")]} said, ${is} counted\n`);
  }
}
for (const key of open) stdout.write(`${key}: not said\n`);
wrong += open.size;
const count = (of) => [...state.values()].filter((sides) => words(sides) === of).length;
stdout.write(
  `${state.size} files: ${count("A, B")} ran in both, ${count("A")} only in A, ${count("B")} only in B, ${count("never")} never; ${wrong} wrong\n`,
);
exit(wrong === 0 && listed.length > 0 ? 0 : 1);
