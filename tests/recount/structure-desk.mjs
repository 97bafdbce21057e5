// Counts again what the Structure desk shows, from the files alone.
//
//     node tests/recount/structure-desk.mjs relations.csv A B [--window-a FROM..TO] [--window-b FROM..TO]
//     node tests/recount/structure-desk.mjs --rows sequence.csv HEIGHT A B [--window-a FROM..TO] [--window-b FROM..TO]
//     node tests/recount/structure-desk.mjs --repeats a|b FROM TO ALIKE A B
//     node tests/recount/structure-desk.mjs --rare MOST A B [--window-a FROM..TO] [--window-b FROM..TO]
//     node tests/recount/structure-desk.mjs --forbidden LAYERS A B [--window-a FROM..TO] [--window-b FROM..TO]
//
// Relations: as the page saves them at the level of modules, of calls that start in these ticks of nanoseconds. Rows: the calls on
// each line of pixels, as the page saves them where each side has all its height. Repeats: how often the calls that start from FROM
// and before TO of a side come again, the same or ALIKE per cent of them, as {"calls", "exact": [of A, of B], "near", "rows"}. Rare:
// relations between two files of MOST calls at most, of both sides together, as {"rows", "calls"}. Forbidden: calls between functions
// of files in layers that do not lie beside each other, LAYERS being a text as the page takes it, of ends of paths. Files are Chrome
// traces whose names are `function (path:line)`. Calls from or to functions without a file are left out: what they lie in is a
// matter of names.

import { readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { calls } from "./read.mjs";

const ARROW = " → ";
const path = (text) =>
  text
    .split(/[/\\]/)
    .filter((name) => name !== "" && name !== ".")
    .join("/");
const first = (all) => all.reduce((least, { start }) => Math.min(least, start), Infinity);

/** Calls that have a caller in the order in which they start; of equal ones as they nest. */
function lines(name) {
  const all = calls(name),
    begin = first(all);
  const place = ({ file, name: of }) => (file === "" ? `(${of})` : path(file));
  const own = ({ raw }) => /^(.*) \(.*:\d+\)$/s.exec(raw)?.[1] ?? raw;
  return all
    .map((call, at) => ({ at, start: call.start - begin, call }))
    .filter(({ call }) => call.parent >= 0)
    .sort((one, other) => one.start - other.start || one.at - other.at)
    .map(({ start, call }) => {
      const around = all[call.parent];
      return {
        start,
        caller: place(around),
        callee: place(call),
        functions: [own(around), own(call)],
        keys: [around.key, call.key],
        hasFiles: call.file !== "" && around.file !== "",
      };
    });
}

function option(name) {
  const at = argv.indexOf(name);
  return at < 0 ? undefined : argv[at + 1];
}

/** Lines of a side's window, in their order. */
function within(all, side) {
  const [from, to] = (option(`--window-${"ab"[side]}`) ?? "0..9e18").split("..").map(Number);
  return all.map((line, at) => ({ ...line, at })).filter(({ start }) => start >= from && start < to);
}

/** Calls in A and in B by what `key` makes of a line; what is null is left out. */
function sums(files, key) {
  const found = new Map();
  files.forEach((name, side) =>
    within(lines(name), side).forEach((line) => {
      const of = key(line);
      if (of === null) return;
      if (!found.has(of)) found.set(of, [0, 0]);
      found.get(of)[side] += 1;
    }),
  );
  return found;
}

function print(rows) {
  const calls = [0, 1].map((side) => rows.reduce((sum, of) => sum + of[side], 0));
  stdout.write(`${JSON.stringify({ rows: rows.length, calls })}\n`);
  exit(0);
}

/** Edits that make one list of the other, by the whole table. */
function distance(one, other) {
  let above = other.map((_, at) => at + 1);
  above.unshift(0);
  for (const [row, of] of one.entries()) {
    const next = [row + 1];
    for (const [at, with_] of other.entries())
      next.push(Math.min(above[at] + (of === with_ ? 0 : 1), above[at + 1] + 1, next[at] + 1));
    above = next;
  }
  return above[other.length];
}

/**
 * Returns, for each place in `text`, the least edits that make `pattern` of a stretch that ends before it. The first
 * entry stands before all places.
 */
function leastEdits(pattern, text) {
  let column = [0, ...pattern.map((_, at) => at + 1)];
  const least = [column.at(-1)];
  for (const of of text) {
    const next = [0];
    for (const [at, wanted] of pattern.entries())
      next.push(Math.min(column[at] + (of === wanted ? 0 : 1), column[at + 1] + 1, next[at] + 1));
    column = next;
    least.push(column.at(-1));
  }
  return least;
}

/** Stretches of a text that need so many edits at most, none of which overlap. */
function repeats(pattern, text, most) {
  const least = leastEdits(pattern, text),
    length = pattern.length;
  const isEnd = (end) =>
    least[end] <= most && least[end] <= (least[end - 1] ?? Infinity) && least[end] <= (least[end + 1] ?? Infinity);
  const ends = least.map((edits, end) => ({ edits, end })).filter(({ end }) => isEnd(end));
  ends.sort((one, other) => one.edits - other.edits || one.end - other.end);
  const found = [];
  for (const { edits, end } of ends) {
    const lengths = [...Array(2 * edits + 1).keys()]
      .map((at) => length - edits + at)
      .filter((of) => of > 0 && of <= end);
    const fits = lengths.filter((of) => distance(pattern, text.slice(end - of, end)) === edits);
    const nearest = fits.sort((one, other) => Math.abs(one - length) - Math.abs(other - length) || one - other)[0];
    const start = end - (nearest ?? 0);
    if (nearest !== undefined && found.every((of) => of.end <= start || of.start >= end))
      found.push({ start, end, edits });
  }
  return found.sort((one, other) => one.start - other.start);
}

if (argv[2] === "--repeats") {
  const [side, from, to, alike, ...files] = argv.slice(3);
  const sides = files.map(lines),
    marked = side === "a" ? 0 : 1;
  const key = ({ caller, callee }) => `${caller}${ARROW}${callee}`;
  const pattern = sides[marked].filter(({ start }) => start >= Number(from) && start < Number(to)).map(key);
  const begins = sides[marked].findIndex(({ start }) => start >= Number(from));
  const parts = sides.map((all, at) => {
    const keys = all.map(key);
    return at === marked ? [keys.slice(0, begins), keys.slice(begins + pattern.length)] : [keys];
  });
  const exact = parts.map((all) => {
    let found = 0;
    for (const part of all) {
      for (let line = 0; pattern.length > 0 && line + pattern.length <= part.length;) {
        const isSame = pattern.every((of, place) => part[line + place] === of);
        found += isSame ? 1 : 0;
        line += isSame ? pattern.length : 1;
      }
    }
    return found;
  });
  const edits = Math.floor(((100 - Number(alike)) * pattern.length) / 100);
  const near = parts.map((all) => all.flatMap((part) => repeats(pattern, part, edits)));
  const rows = near.map((of) => of.map(({ start, end, edits: needed }) => [end - start, needed]));
  stdout.write(`${JSON.stringify({ calls: pattern.length, edits, exact, near: near.map((of) => of.length), rows })}\n`);
  exit(0);
}

if (argv[2] === "--rare") {
  const [most, ...files] = argv.slice(3, 6);
  const found = sums(files, ({ caller, callee, hasFiles }) =>
    hasFiles && caller !== callee ? `${caller}${ARROW}${callee}` : null,
  );
  print([...found.values()].filter(([a, b]) => a + b <= Number(most)));
}

if (argv[2] === "--forbidden") {
  const [text, ...files] = argv.slice(3, 6);
  const layers = text.split("\n").map((line) => line.split(" ").filter((of) => of !== ""));
  const layer = (file) => layers.findIndex((ends) => ends.some((end) => file === end || file.endsWith(`/${end}`)));
  const isForbidden = ({ caller, callee }) =>
    layer(caller) >= 0 && layer(callee) >= 0 && Math.abs(layer(caller) - layer(callee)) > 1;
  print([...sums(files, (line) => (line.hasFiles && isForbidden(line) ? line.keys.join(ARROW) : null)).values()]);
}

let counted = 0,
  wrong = 0;
function same(what, said, is) {
  counted += 1;
  if (said === is) return;
  wrong += 1;
  if (wrong <= 20) stdout.write(`${what}: said ${said}, counted ${is}\n`);
}

/** The cells of a row; those in quotes hold commas. */
const cells = (row) =>
  [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) =>
    cell.replace(/^"|"$/g, "").replaceAll('""', '"'),
  );

if (argv[2] === "--rows") {
  const [csv, height, ...files] = argv.slice(3, 7);
  const [, ...said] = readFileSync(csv, "utf8").trimEnd().split("\n").map(cells);
  files.forEach((name, side) => {
    const all = within(lines(name), side);
    const rows = said.filter(([of]) => of === "AB"[side]);
    same(`rows of ${"AB"[side]}`, rows.length, Number(height));
    rows.forEach(([, number, count, , caller, callee], row) => {
      const at = (edge) => (all.length * edge) / Number(height);
      const [first, behind] = [Math.floor(at(row)), Math.ceil(at(row + 1))];
      const line = all[first];
      same(`first call of row ${row} of ${"AB"[side]}`, number.replaceAll(",", ""), String(line.at + 1));
      same(`calls on row ${row} of ${"AB"[side]}`, count.replaceAll(",", ""), String(behind - first));
      same(`names on row ${row} of ${"AB"[side]}`, [caller, callee].join(ARROW), line.functions.join(ARROW));
    });
  });
  stdout.write(`${said.length} rows of pixels: ${counted} numbers counted, ${wrong} wrong\n`);
  exit(wrong === 0 ? 0 : 1);
}

const [csv, ...files] = argv
  .slice(2)
  .filter((word, at, all) => !word.startsWith("--") && !(all[at - 1] ?? "").startsWith("--"));
if (csv === undefined || files.length !== 2) {
  stderr.write(
    "usage: node tests/recount/structure-desk.mjs relations.csv A B [--window-a FROM..TO] [--window-b FROM..TO]\n",
  );
  exit(2);
}
const own = files.map((name, side) => {
  const counts = new Map();
  for (const { caller, callee, hasFiles } of within(lines(name), side)) {
    if (hasFiles) {
      const key = `${caller}${ARROW}${callee}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
});

const [head, ...rows] = readFileSync(csv, "utf8").trimEnd().split("\n");
const every = new Set(own.flatMap((counts) => [...counts.keys()].flatMap((key) => key.split(ARROW))));
let listed = 0;
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
stdout.write(
  `${listed} relations and loops between ${every.size} files, ${rows.length - listed} from or to functions without a file: ${counted} numbers counted, ${wrong} wrong\n`,
);
exit(wrong === 0 ? 0 : 1);
