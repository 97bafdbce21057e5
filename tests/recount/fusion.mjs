// Counts again what the Fusion desk says of files, from the traces alone.
//
//     node tests/recount/fusion.mjs elements.csv A B [--below "FUNCTION" START DURATION a|b] [--command path/to/diptych]
//
// `elements.csv` is the table of the desk as the page saves it, at the level of modules. Without an option every call counts; with one
// those of the call of that name which starts at that nanosecond of its side, itself and all that it calls, and of the other side
// nothing is counted. With the command the table is held against what `compare --functions` says, too. Files are Chrome traces whose names are `function (path:line)`. Files are told apart by the ends of their
// paths, two names long; those that share one are counted together.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { calls } from "./read.mjs";

const at = argv.indexOf("--below");
const below =
  at < 0
    ? null
    : { name: argv[at + 1], start: Number(argv[at + 2]), duration: Number(argv[at + 3]), side: argv[at + 4] };
const command = argv.includes("--command") ? argv[argv.indexOf("--command") + 1] : undefined;
const options = argv.findIndex((word) => word.startsWith("--"));
const [csv, ...files] = argv.slice(2, options < 0 ? undefined : options);
if (csv === undefined || files.length !== 2) {
  stderr.write(
    'usage: node tests/recount/fusion.mjs elements.csv A B [--below "FUNCTION" START DURATION a|b] [--command path/to/diptych]\n',
  );
  exit(2);
}

/** The last two names of a path: what stands before them differs from machine to machine. */
const end = (path) =>
  path
    .split(/[/\\]/)
    .filter((name) => name !== "" && name !== ".")
    .slice(-2)
    .join("/");

/** Calls and self time by file. */
function sums(name, side) {
  const all = calls(name);
  const begin = all.reduce((least, { start }) => Math.min(least, start), Infinity);
  const own = all.map(({ start, end: to }) => to - start);
  for (const { parent, start, end: to } of all) {
    if (parent >= 0) {
      own[parent] -= to - start;
    }
  }
  const isRoot = ({ name: of, start, end: to }) =>
    below !== null && of === below.name && start - begin === below.start && to - start === below.duration;
  const inside = [];
  const found = new Map();
  for (const [row, call] of all.entries()) {
    inside[row] = below === null || isRoot(call) || (call.parent >= 0 && inside[call.parent]);
    if (inside[row] && call.file !== "") {
      const sum = found.get(end(call.file)) ?? { calls: 0, self: 0 };
      found.set(end(call.file), { calls: sum.calls + 1, self: sum.self + own[row] });
    }
  }
  return below === null || below.side === "ab"[side] ? found : new Map();
}

/** Counts the totals again from the command's list of functions. */
function compared() {
  const { functions } = JSON.parse(
    execFileSync(command, ["compare", ...files, "--functions", "--json"], { maxBuffer: 2 ** 30 }).toString(),
  );
  return ["a", "b"].map((side) => {
    const found = new Map();
    for (const of of functions) {
      const file = /^.* \((.*)\)$/s.exec(of.function)?.[1] ?? "";
      const sum = found.get(end(file)) ?? { calls: 0, self: 0 };
      if (file !== "")
        found.set(end(file), { calls: sum.calls + of[`${side}_calls`], self: sum.self + of[`${side}_self_ns`] });
    }
    return found;
  });
}

const accounts = [["counted", files.map(sums)], ...(command === undefined ? [] : [["compared", compared()]])];
/** The cells of a row; those in quotes hold commas. */
const cells = (row) =>
  [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) =>
    cell.replace(/^"|"$/g, "").replaceAll('""', '"'),
  );
const [head, ...rows] = readFileSync(csv, "utf8").trimEnd().split("\n").map(cells);
const column = (name) => head.indexOf(name);
const said = [new Map(), new Map()];
for (const row of rows.filter((of) => of[column("kind")] === "module")) {
  for (const [side, letter] of ["a", "b"].entries()) {
    const key = end(row[column("path")]);
    const sum = said[side].get(key) ?? { calls: 0, self: 0 };
    said[side].set(key, {
      calls: sum.calls + Number(row[column(`calls_${letter}`)]),
      self: sum.self + Number(row[column(`self_${letter}_ns`)]),
    });
  }
}
let numbers = 0,
  wrong = 0;
for (const [whose, sides] of accounts) {
  for (const [side, of] of said.entries()) {
    if (below !== null && below.side !== "ab"[side]) continue;
    for (const key of new Set([...of.keys(), ...sides[side].keys()])) {
      const [shown, is] = [of.get(key) ?? { calls: 0, self: 0 }, sides[side].get(key) ?? { calls: 0, self: 0 }];
      for (const what of ["calls", "self"]) {
        numbers += 1;
        if (shown[what] === is[what]) continue;
        wrong += 1;
        stdout.write(`${"AB"[side]} ${key}: ${what} ${shown[what]} said, ${is[what]} ${whose}\n`);
      }
    }
  }
}
stdout.write(`${numbers} numbers of ${new Set(said.flatMap((of) => [...of.keys()])).size} files, ${wrong} wrong\n`);
exit(wrong === 0 && numbers > 0 ? 0 : 1);
