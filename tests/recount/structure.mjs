// Counts `diptych structure --level module --json` again, from the files alone, and says where the command says otherwise.
//
//     node tests/recount/structure.mjs path/to/diptych FILE [FILE] [--window FROM..TO] [--rare N]
//
// Files are Chrome traces whose calls nest and whose names are `function (path:line)`. Nothing of the project is used but the
// command, whose output is checked: who calls whom between files, within a file and without a caller, which files only one side
// has, and what is rare. Calls from or to functions without a file are counted together: what they lie in is a matter of names.

import { execFileSync } from "node:child_process";
import { argv, exit, stderr, stdout } from "node:process";
import { calls } from "./read.mjs";

const [command, ...given] = argv.slice(2);
const takes = ["--window", "--rare"];
const files = given.filter((word, at) => !word.startsWith("-") && !takes.includes(given[at - 1]));
const options = given.filter((word) => !files.includes(word));
const option = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
if (command === undefined || files.length === 0 || files.length > 2) {
  stderr.write("usage: node tests/recount/structure.mjs path/to/diptych FILE [FILE] [--window FROM..TO] [--rare N]\n");
  exit(2);
}
const pair = files.length === 2,
  sides = pair ? ["a", "b"] : ["a"];
const asked = ["structure", ...files, ...options, "--level", "module", "--by", "files", "--json"];
const document = JSON.parse(execFileSync(command, asked, { maxBuffer: 2 ** 30 }).toString());

let counted = 0,
  wrong = 0;
function same(what, said, own) {
  counted += 1;
  if (said === own) return;
  wrong += 1;
  if (wrong <= 20) stdout.write(`${what}: said ${said}, counted ${own}\n`);
}

/** Names of folders and file, as a path of elements. */
const path = (text) =>
  text
    .split(/[/\\]/)
    .filter((name) => name !== "" && name !== ".")
    .join("/");
const rawFile = (raw) => /^.* \((.*):\d+\)$/s.exec(raw)?.[1] ?? "";
const NOWHERE = "",
  ARROW = " → ";

/** Calls of a file: by caller and callee, and those without a caller; the files that functions lie in. */
function count(name, side) {
  const all = calls(name),
    found = { relations: new Map(), calls: 0, alone: 0, files: new Set() };
  const first = all.reduce((least, { start }) => Math.min(least, start), Infinity);
  // The command states the window of B, which follows from the matches of A's calls.
  const { from, to } = (side === 1 ? document.window_b_ns : null) ?? document.window_ns ?? { from: 0, to: 1e15 };
  const place = ({ raw, file }) => path(pair ? file : rawFile(raw));
  for (const call of all) {
    const callee = place(call);
    if (callee !== NOWHERE) found.files.add(callee);
    if (call.start - first < from || call.start - first >= to) continue;
    if (call.parent < 0) {
      found.alone += 1;
      continue;
    }
    const key = `${place(all[call.parent])}${ARROW}${callee}`;
    found.relations.set(key, (found.relations.get(key) ?? 0) + 1);
    found.calls += 1;
  }
  return found;
}

const own = files.map((name, side) => count(name, side)),
  every = new Set(own.flatMap(({ files }) => [...files]));
const full = (said) => {
  const whole = path(`${document.root}/${said}`);
  return every.has(whole) ? whole : NOWHERE;
};
const of = (value, side) => (pair ? value[side] : value);
sides.forEach((side, at) => {
  same(`calls of ${side}`, of(document.calls, side), own[at].calls);
  same(`calls without a caller of ${side}`, of(document.without_caller, side), own[at].alone);
});

// The files, and on which side they are.
const elements = document.elements.filter(({ path: said }) => full(said) !== NOWHERE);
same("files", elements.length, every.size);
for (const { path: said, kind, in_a, in_b } of elements) {
  same(`kind of ${said}`, kind, "module");
  if (!pair) continue;
  same(`${said} in A`, in_a, own[0].files.has(full(said)));
  same(`${said} in B`, in_b, own[1].files.has(full(said)));
}

// Relations and loops. What no file is known of is one on both accounts.
const key = ({ caller, callee }) => `${full(caller)}${ARROW}${full(callee)}`;
const isOfFiles = (name) => !name.startsWith(ARROW) && !name.endsWith(ARROW);
const said = new Map();
for (const row of [...document.relations, ...document.loops]) {
  if (!said.has(key(row))) said.set(key(row), [0, 0]);
  const sums = said.get(key(row));
  if (isOfFiles(key(row)) && (sums[0] > 0 || sums[1] > 0)) same(`${key(row)} is listed`, "twice", "once");
  sums[0] += pair ? row.calls_a : row.calls;
  sums[1] += pair ? row.calls_b : 0;
}
for (const row of document.loops) same(`${row.caller} is a loop`, row.callee, row.caller);
for (const row of document.relations) same(`${row.caller} is no loop`, row.callee === row.caller, false);
for (const name of new Set([...said.keys(), ...own.flatMap(({ relations }) => [...relations.keys()])])) {
  sides.forEach((side, at) => same(`${name} in ${side}`, said.get(name)?.[at] ?? 0, own[at].relations.get(name) ?? 0));
}

// Numbers of elements by side, and rare relations, of files alone.
if (pair) {
  for (const list of ["relations", "loops"]) {
    const sums = { only_a: 0, only_b: 0, changed: 0, unchanged: 0 };
    for (const { calls_a: a, calls_b: b } of document[list]) {
      sums[a === 0 ? "only_b" : b === 0 ? "only_a" : a === b ? "unchanged" : "changed"] += 1;
    }
    for (const which of Object.keys(sums)) same(`${list} ${which}`, document[`${list}_of`][which], sums[which]);
  }
}
if (option("--rare") !== undefined) {
  sides.forEach((side, at) => {
    const rare = document[`rare_in_${side}`];
    const isRare = ([name, calls]) =>
      isOfFiles(name) && calls <= Number(option("--rare")) && name.split(ARROW)[0] !== name.split(ARROW)[1];
    const found = [...own[at].relations].filter(isRare);
    same(`rare in ${side}`, rare.filter((row) => isOfFiles(key(row))).length, found.length);
    for (const row of rare.filter((row) => isOfFiles(key(row))))
      same(`${key(row)}, rare`, row.calls, own[at].relations.get(key(row)));
    rare.forEach(({ calls }, place) => same("rarest first", place === 0 || rare[place - 1].calls <= calls, true));
  });
}

const nowhere = [...said].filter(([name]) => !isOfFiles(name)).length;
stdout.write(
  `${every.size} files, ${said.size} relations and loops, ${nowhere} of them from or to functions without a file: ${counted} numbers counted, ${wrong} wrong\n`,
);
exit(wrong === 0 ? 0 : 1);
