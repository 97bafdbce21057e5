// Counts every number of the Space-time desk's table again, from the files alone, and says where it says otherwise.
//
//     node tests/recount/space-time.mjs FILE [FILE] TABLE.csv --slices N [--p X] [--gain mean] [--window FROM..TO]
//     node tests/recount/space-time.mjs FILE FILE --differ --slices N
//     node tests/recount/space-time.mjs FILE [FILE] --shares LANES FROM TO
//
// Files are Chrome traces whose calls nest, or Pajé; the table is what the page saves of the picture, of all time or of a window
// in nanoseconds, from zero, lanes told apart down to the last and states by the innermost call. Checked are the shares of every state in every area, that areas
// cover every lane and slice once, and with --p that no partition is better there. Of two files, the areas are those of the
// difference, which has the cuts of three best partitions: of each file, and of both together. Then it is checked for each of them
// that none is better than the best one that has only cuts of the table. With --shares it prints, as JSON, the shares of
// all states of some lanes (a path, or `all lanes`) from one nanosecond to another, by side; with --differ the share of time that B
// spends in other states than A, by lane and slice, the states being all there are. Nothing of the project is used.

import { readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { best, qualities, treeOf } from "./areas.mjs";
import { states } from "./states.mjs";

const { positionals, values } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: {
    slices: { type: "string" },
    p: { type: "string" },
    gain: { type: "string" },
    window: { type: "string" },
    shares: { type: "boolean" },
    differ: { type: "boolean" },
  },
});
const files = positionals.filter((word) => /\.(gz|json|paje|trace)$/.test(word));
const rest = positionals.filter((word) => !files.includes(word));
if (files.length === 0 || files.length > 2 || rest.length !== (values.shares ? 3 : values.differ ? 0 : 1)) {
  stderr.write("usage: node tests/recount/space-time.mjs FILE [FILE] TABLE.csv --slices N [--p X] [--gain mean]\n");
  exit(2);
}
const runs = files.map(states);
const paths = [...runs[0].lanes.keys()].filter((path) => runs.every(({ lanes }) => lanes.has(path)));
const inside = (lanes) =>
  paths.filter((path) => lanes === "" || lanes === "all lanes" || path === lanes || path.startsWith(`${lanes}/`));

/** Nanoseconds of each state of some lanes, of one run. */
function times({ lanes }, of, from, to) {
  const found = new Map();
  for (const path of of) {
    for (const segment of lanes.get(path)) {
      const ticks = Math.min(segment.to, to) - Math.max(segment.from, from);
      if (ticks > 0) found.set(segment.state, (found.get(segment.state) ?? 0) + ticks);
    }
  }
  return found;
}

if (values.shares) {
  const [lanes, from, to] = [rest[0], Number(rest[1]), Number(rest[2])];
  const of = inside(lanes),
    whole = of.length * (to - from);
  stdout.write(
    JSON.stringify(
      runs.map((run) =>
        Object.fromEntries([...times(run, of, from, to)].map(([state, ticks]) => [state, ticks / whole])),
      ),
    ),
  );
  exit(0);
}

const count = Number(values.slices),
  extent = Math.max(...runs.map(({ extent }) => extent));
const [begin, stop] = values.window?.split("..").map(Number) ?? [0, extent];
const width = Math.ceil((stop - begin) / count),
  slices = Math.ceil((stop - begin) / width);

if (values.differ) {
  let sum = 0;
  for (const path of paths) {
    for (let slice = 0; slice < slices; slice += 1) {
      const [a, b] = runs.map((run) => times(run, [path], slice * width, (slice + 1) * width));
      const none = (of) => width - [...of.values()].reduce((all, ticks) => all + ticks, 0);
      const names = new Set([...a.keys(), ...b.keys()]);
      const change = [...names].reduce(
        (all, name) => all + Math.abs((b.get(name) ?? 0) - (a.get(name) ?? 0)),
        Math.abs(none(b) - none(a)),
      );
      sum += change / 2 / width;
    }
  }
  stdout.write(JSON.stringify(sum / paths.length / slices));
  exit(0);
}

let counted = 0,
  wrong = 0;
function same(what, said, own, within = 1e-9) {
  counted += 1;
  const is = typeof own === "number" ? Math.abs(said - own) <= within * Math.max(1, Math.abs(own)) : said === own;
  if (is) return;
  wrong += 1;
  if (wrong <= 20) stdout.write(`${what}: said ${said}, counted ${own}\n`);
}

/** A line of comma-separated values. */
const fields = (line) =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare,
  );
const [head, ...rows] = readFileSync(rest[0], "utf8").trimEnd().split("\n").map(fields);
const names = head
  .slice(3)
  .map((column) => (files.length === 1 ? [0, column] : ["ab".indexOf(column[0]), column.slice(2)]));
const own = new Set(names.map(([, name]) => name));
const cells = new Map(paths.map((path) => [path, new Uint8Array(slices)]));
const parts = [];
for (const [lanes, from, to, ...said] of rows) {
  const of = inside(lanes),
    [first, end] = [(Number(from) - begin) / width, (Number(to) - begin) / width];
  same(`${lanes} begins with a slice`, Number.isInteger(first) && Number.isInteger(end) && first < end, true);
  for (const path of of) for (let slice = first; slice < end; slice += 1) cells.get(path)[slice] += 1;
  const sums = runs.map((run) => times(run, of, Number(from), Number(to)));
  for (const [at, [side, name]] of names.entries()) {
    const others = () =>
      [...sums[side]].filter(([state]) => !own.has(state)).reduce((sum, [, ticks]) => sum + ticks, 0);
    const busy = () => [...sums[side].values()].reduce((sum, ticks) => sum + ticks, 0);
    const whole = of.length * (Number(to) - Number(from));
    const ticks =
      name === "(other states)" ? others() : name === "(no state)" ? whole - busy() : (sums[side].get(name) ?? 0);
    same(`${lanes} from ${from} ${"ab"[side]} ${name}`, Number(said[at]), ticks / whole);
  }
  parts.push({ lanes, from: first, to: end - 1 });
}
same(
  "cells in one area",
  [...cells.values()].every((row) => row.every((times) => times === 1)),
  true,
);

if (values.p !== undefined) {
  const shares = paths.map((path) => {
    const row = names.map(() => new Float64Array(slices));
    for (let slice = 0; slice < slices; slice += 1) {
      const sums = runs.map((run) => times(run, [path], begin + slice * width, begin + (slice + 1) * width));
      for (const [at, [side, name]] of names.entries()) {
        const others = () =>
          [...sums[side]].filter(([state]) => !own.has(state)).reduce((sum, [, ticks]) => sum + ticks, 0);
        row[at][slice] = (name === "(other states)" ? others() : (sums[side].get(name) ?? 0)) / width;
      }
    }
    return row;
  });
  const tree = treeOf(paths),
    p = Number(values.p);
  const value = ({ gain, loss }) => p * gain - (1 - p) * loss;
  const at = new Map(tree.map((node) => [node.path, node.at]));
  const nodes = parts.map(({ lanes }) => tree[at.get(lanes)]);
  /** Whether an area is whole areas of the table. */
  const isWhole = (node, i, j) =>
    parts.every(({ from, to }, part) => {
      const { from: first, to: end } = nodes[part];
      if (to < i || j < from || end <= node.from || node.to <= first) return true;
      return i <= from && to <= j && node.from <= first && end <= node.to;
    });
  const check = (name, rows, isFromTable) => {
    const quality = qualities(tree, rows, slices, values.gain === "mean");
    const scale = quality[0].reduce((most, { gain, loss }) => Math.max(most, Math.abs(gain) + loss), 1);
    const said = isFromTable
      ? parts.reduce((sum, { from, to }, part) => sum + value(quality[nodes[part].at][from * slices + to]), 0)
      : best(tree, quality, slices, p, isWhole);
    same(name, said, best(tree, quality, slices, p), (1e-9 * scale) / Math.max(1, Math.abs(said)));
  };
  if (files.length === 1) {
    check(`the best at ${p}`, shares, true);
  } else {
    const ofSide = (side) => shares.map((row) => row.filter((_, column) => names[column][0] === side));
    check(`the cuts of a at ${p}`, ofSide(0), false);
    check(`the cuts of b at ${p}`, ofSide(1), false);
    check(`the cuts of both at ${p}`, shares, false);
  }
}
stdout.write(
  `${paths.length} lanes, ${slices} slices, ${rows.length} areas: ${counted} numbers counted, ${wrong} wrong\n`,
);
exit(wrong > 0 ? 1 : 0);
