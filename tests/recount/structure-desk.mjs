// Counts again what the Structure desk shows, from the files alone.
//
//     node tests/recount/structure-desk.mjs relations.csv A B [--window-a FROM..TO] [--window-b FROM..TO]
//     node tests/recount/structure-desk.mjs --repeats a|b FROM TO A B
//
// The first: relations as the page saves them at the level of modules, of calls that start in these ticks of nanoseconds. The
// second: of calls that start from FROM and before TO of a side how often they come again in the same order, as
// {"calls": N, "exact": [of A, of B]}. Files are Chrome traces whose names are `function (path:line)`. Calls from or to functions
// without a file are left out: what they lie in is a matter of names.

import { readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { calls } from "./read.mjs";

const ARROW = " → ";
const path = (text) => text.split(/[/\\]/).filter((name) => name !== "" && name !== ".").join("/");
const first = (all) => all.reduce((least, { start }) => Math.min(least, start), Infinity);

/** Calls that have a caller in the order in which they start; of equal ones as they nest. */
function lines(name) {
  const all = calls(name), begin = first(all);
  const place = ({ file, name: of }) => (file === "" ? `(${of})` : path(file));
  return all
    .map((call, at) => ({ at, start: call.start - begin, call }))
    .filter(({ call }) => call.parent >= 0)
    .sort((one, other) => one.start - other.start || one.at - other.at)
    .map(({ start, call }) => ({ start, caller: place(all[call.parent]), callee: place(call), hasFiles: call.file !== "" && all[call.parent].file !== "" }));
}

function option(name) {
  const at = argv.indexOf(name);
  return at < 0 ? undefined : argv[at + 1];
}

if (argv[2] === "--repeats") {
  const [side, from, to, ...files] = argv.slice(3);
  const sides = files.map(lines), marked = side === "a" ? 0 : 1;
  const key = ({ caller, callee }) => `${caller}${ARROW}${callee}`;
  const pattern = sides[marked].filter(({ start }) => start >= Number(from) && start < Number(to)).map(key);
  const begins = sides[marked].findIndex(({ start }) => start >= Number(from));
  const exact = sides.map((all, at) => {
    const keys = all.map(key), parts = at === marked ? [keys.slice(0, begins), keys.slice(begins + pattern.length)] : [keys];
    let found = 0;
    for (const part of parts) {
      for (let line = 0; pattern.length > 0 && line + pattern.length <= part.length; ) {
        const isSame = pattern.every((of, place) => part[line + place] === of);
        found += isSame ? 1 : 0;
        line += isSame ? pattern.length : 1;
      }
    }
    return found;
  });
  stdout.write(`${JSON.stringify({ calls: pattern.length, exact })}\n`);
  exit(0);
}

const [csv, ...files] = argv.slice(2).filter((word, at, all) => !word.startsWith("--") && !(all[at - 1] ?? "").startsWith("--"));
if (csv === undefined || files.length !== 2) {
  stderr.write("usage: node tests/recount/structure-desk.mjs relations.csv A B [--window-a FROM..TO] [--window-b FROM..TO]\n");
  exit(2);
}
const own = files.map((name, side) => {
  const [from, to] = (option(`--window-${"ab"[side]}`) ?? "0..9e18").split("..").map(Number);
  const counts = new Map();
  for (const { start, caller, callee, hasFiles } of lines(name)) {
    if (hasFiles && start >= from && start < to) {
      const key = `${caller}${ARROW}${callee}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
});

/** The cells of a row; those in quotes hold commas. */
const cells = (row) => [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, 4).map(([, cell = ""]) => cell.replace(/^"|"$/g, "").replaceAll('""', '"'));
const [head, ...rows] = readFileSync(csv, "utf8").trimEnd().split("\n");
const every = new Set(own.flatMap((counts) => [...counts.keys()].flatMap((key) => key.split(ARROW))));
let counted = 0, wrong = 0, listed = 0;
function same(what, said, is) {
  counted += 1;
  if (said === is) return;
  wrong += 1;
  if (wrong <= 20) stdout.write(`${what}: said ${said}, counted ${is}\n`);
}
same("columns", head, "caller,callee,calls_a,calls_b");
const said = new Map();
for (const row of rows) {
  const [caller, callee, a, b] = cells(row);
  if (!every.has(caller) || !every.has(callee)) continue;
  listed += 1;
  same(`${caller}${ARROW}${callee} is listed`, said.has(`${caller}${ARROW}${callee}`) ? "twice" : "once", "once");
  said.set(`${caller}${ARROW}${callee}`, [Number(a), Number(b)]);
}
for (const key of new Set([...said.keys(), ...own.flatMap((counts) => [...counts.keys()])])) {
  [0, 1].forEach((side) => same(`${key} in ${"AB"[side]}`, said.get(key)?.[side] ?? 0, own[side].get(key) ?? 0));
}
stdout.write(`${listed} relations and loops between ${every.size} files, ${rows.length - listed} from or to functions without a file: ${counted} numbers counted, ${wrong} wrong\n`);
exit(wrong === 0 ? 0 : 1);
