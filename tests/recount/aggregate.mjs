// Counts every number of `diptych aggregate --json` again, from the files alone, and says where the command says otherwise.
//
//     node tests/recount/aggregate.mjs path/to/diptych FILE [FILE] [OPTIONS of aggregate]
//
// Files are Chrome traces whose calls nest, or Pajé. Nothing of the project is used but the command, whose output is checked: the
// table's sums, the partition's areas and their shares, gain and loss, that no partition is better at any p that is looked at,
// differences, lanes that work longer, and anomalies. Pairs start at zero. Slow and plain on purpose; of options it knows those that leave the state what it is.

import { execFileSync } from "node:child_process";
import { argv, exit, stderr, stdout } from "node:process";
import { best, qualities, treeOf } from "./areas.mjs";
import * as departing from "./departing.mjs";
import { states } from "./states.mjs";

const [command, ...given] = argv.slice(2);
const takes = ["--slices", "--top", "--gain", "--p", "--window"];
const files = given.filter((word, at) => !word.startsWith("-") && !takes.includes(given[at - 1]));
const options = given.filter((word) => !files.includes(word));
const option = (name, otherwise) => (options.includes(name) ? options[options.indexOf(name) + 1] : otherwise);
if (command === undefined || files.length === 0 || files.length > 2) {
  stderr.write(
    "usage: node tests/recount/aggregate.mjs path/to/diptych FILE [FILE] [--slices N] [--top N] [--gain HOW] [--p X] [--window T..T] [--idle]\n",
  );
  exit(2);
}
const run = (...more) =>
  JSON.parse(
    execFileSync(command, ["aggregate", ...files, "--axis", "zero", ...options, ...more, "--json"], {
      maxBuffer: 2 ** 30,
    }).toString(),
  );

let counted = 0,
  wrong = 0;
function same(what, said, own, within = 1e-9) {
  counted += 1;
  const is =
    typeof said === "number" && typeof own === "number"
      ? Math.abs(said - own) <= within * Math.max(1, Math.abs(own))
      : said === own;
  if (is) return;
  wrong += 1;
  if (wrong <= 20) stdout.write(`${what}: said ${said}, counted ${own}\n`);
}

const document = run(),
  all = options.includes("--p") ? undefined : run("--all");
const runs = files.map(states);
const slices = document.slices.length,
  width = document.slices[0].to_ns - document.slices[0].from_ns;
const window = options.includes("--window");
const extent = Math.max(...runs.map(({ extent }) => extent));
for (const [at, { from_ns: from, to_ns: to }] of document.slices.entries()) {
  same(`slice ${at}`, to - from, width);
  if (!window) same(`slice ${at}`, from, at * width);
}
if (!window) same("the least width that covers all", width, Math.ceil(extent / Number(option("--slices", 96))));

// The table.
const names = document.states.filter((name) => name !== "(no state)" || !options.includes("--idle"));
const row = new Map(names.map((name, at) => [name, at]));
const others = row.get("(other states)"),
  first = document.slices[0].from_ns;
const sums = new Map();
let busy = 0,
  lanes = 0;
const tables = runs.map(({ lanes: found }) => {
  lanes += found.size;
  const table = new Map();
  for (const [path, segments] of found) {
    const cells = Array.from(names, () => new Float64Array(slices));
    for (const { state, key, from, to } of segments) {
      const name = row.has(state) ? state : key;
      const at = row.get(name) ?? others;
      let left = Math.max(from - first, 0);
      const end = Math.min(to - first, slices * width);
      if (left < end && at === undefined) throw new Error(`the command has no state ${name} among ${names.join(", ")}`);
      while (left < end) {
        const slice = Math.floor(left / width),
          next = Math.min((slice + 1) * width, end);
        cells[at][slice] += next - left;
        sums.set(names[at], (sums.get(names[at]) ?? 0) + next - left);
        busy += next - left;
        left = next;
      }
    }
    table.set(path, cells);
  }
  return table;
});
for (const name of names) same(`time of ${name}`, document.state_ns[name], sums.get(name) ?? 0);
same("time without a state", document.idle_ns, lanes * slices * width - busy);
for (const [path, cells] of tables[0]) {
  if (!document.lanes.includes(path) && files.length === 1) same("a lane", undefined, path);
}
same("lanes in all", document.lanes.length + (files.length === 2 ? document.lanes_alone.a.length : 0), tables[0].size);

// Shares by leaf, state and slice; of a pair by side.
const missing = document.lanes.filter((path) => tables.some((table) => !table.has(path)));
if (missing.length > 0)
  throw new Error(`lanes are paired by other names, which this script does not do: ${missing.slice(0, 3).join(", ")}`);
const shares = tables.map((table) =>
  document.lanes.map((path) => {
    const rows = table.get(path).map((ticks) => ticks.map((ticks) => ticks / width));
    if (!options.includes("--idle")) return rows;
    return [...rows, rows[0].map((_, slice) => 1 - rows.reduce((sum, row) => sum + row[slice], 0))];
  }),
);
const tree = treeOf(document.lanes);
const node = new Map(tree.map((of) => [of.path, of]));
const stacked = document.lanes.map((_, leaf) => shares.flatMap((of) => of[leaf]));
if (document.folded_to_level !== null) throw new Error("the tree is folded, which this script does not do");

// The partition at p.
const byMean = option("--gain") === "mean";
const quality = qualities(tree, stacked, slices, byMean);
const scale = quality[0].reduce((most, { gain, loss }) => Math.max(most, Math.abs(gain) + loss), 1);
const near = 1e-9 * scale;
const covered = new Uint8Array(document.lanes.length * slices);
let [gain, loss] = [0, 0];
for (const part of document.parts) {
  const { from, to, at } = node.get(part.lane) ?? {};
  if (at === undefined) throw new Error(`there is no node ${part.lane}`);
  for (let leaf = from; leaf < to; leaf += 1)
    for (let slice = part.slice_from; slice <= part.slice_to; slice += 1) covered[leaf * slices + slice] += 1;
  const own = quality[at][part.slice_from * slices + part.slice_to];
  [gain, loss] = [gain + own.gain, loss + own.loss];
  for (const [side, of] of shares.entries()) {
    const [proportions, mode] =
      files.length === 2 ? [part.proportions["ab"[side]], part.mode["ab"[side]]] : [part.proportions, part.mode];
    let most = 0;
    for (const [state, name] of document.states.entries()) {
      let sum = 0;
      for (let leaf = from; leaf < to; leaf += 1)
        for (let slice = part.slice_from; slice <= part.slice_to; slice += 1) sum += of[leaf][state][slice];
      const share = sum / (to - from) / (part.slice_to + 1 - part.slice_from);
      same(`${part.lane} ${part.slice_from} ${name}`, proportions[name], share);
      most = Math.max(most, share);
    }
    same(`mode of ${part.lane} ${part.slice_from}`, (proportions[mode] ?? 0) >= most - 1e-12, true);
  }
}
same(
  "cells in one part",
  covered.every((times) => times === 1),
  true,
);
const [only] = document.partitions;
same("gain", only.gain, gain, 1e-8);
same("loss", only.loss, loss, 1e-8);
same("parts", only.parts, document.parts.length);
const value = (of, p) => p * of.gain - (1 - p) * of.loss;
same(`the best at ${document.p}`, value(only, document.p), best(tree, quality, slices, document.p), near);

// All partitions: of many those at regular places are looked at.
if (all !== undefined) {
  const { partitions } = all;
  same("from", partitions[0].p_from, 0);
  same("to", partitions.at(-1).p_to, 1);
  const looked = Math.max(1, Math.floor((partitions.length * tree.length * slices ** 3) / 4e9));
  for (const [at, of] of partitions.entries()) {
    const next = partitions[at + 1];
    if (next !== undefined) {
      same(`where ${at} ends`, of.p_to, next.p_from);
      same(`the break point behind ${at}`, value(of, of.p_to), value(next, of.p_to), near);
      same(`gain and loss grow behind ${at}`, next.gain >= of.gain - near && next.loss >= of.loss - near, true);
    }
    if (at % looked !== 0) continue;
    for (const p of [(of.p_from + of.p_to) / 2, of.p_to])
      same(`the best at ${p}`, value(of, p), best(tree, quality, slices, p), near);
  }
  // The default: the largest gap of the curves, each scaled to its range.
  const [low, high] = [partitions[0], partitions.at(-1)];
  const scaled = (of, key) => (high[key] - low[key] > near ? (of[key] - low[key]) / (high[key] - low[key]) : 0);
  const gap = (of) => scaled(of, "gain") - scaled(of, "loss");
  same("the gap of the default", gap(only), Math.max(...partitions.map(gap)), 1e-7);
}

// Areas that differ between sides, and areas that depart from their neighbours.
const idle = options.includes("--idle") ? [] : ["(no state)"];
const told = [...document.states, ...idle];
const ofNodes = shares.map((cells) => departing.nodeShares(tree, cells, slices));
function place(of, what) {
  const found = node.get(of.lane),
    part = { from: of.slice_from, to: of.slice_to };
  same(`${what}: cells`, of.cells, (found.to - found.from) * (part.to + 1 - part.from));
  return [found, part];
}
function listed(of, keys, pairs, what) {
  const said = new Map(of.states.map((row) => [row.state, row]));
  for (const [at, state] of told.entries()) {
    for (const [index, key] of keys.entries())
      same(`${what} ${state} ${key}`, said.get(state)?.[key] ?? 0, pairs[index][at]);
  }
}
for (const of of document.differences ?? []) {
  const what = `difference ${of.lane} ${of.slice_from}`;
  const [found, part] = place(of, what);
  const [a, b] = ofNodes.map((shares) => departing.mean(shares[found.at], part.from, part.to));
  listed(of, ["a", "b"], [a, b], what);
  const own = departing.difference(ofNodes, tree, found, part, slices, slices - document.slices_not_judged);
  same(`${what} divergence`, of.divergence, departing.divergence(a, b));
  same(`${what} beyond`, of.divergence_beyond, departing.divergenceBeyond(b, own.beyond));
  same(`${what} excess`, of.excess, own.excess);
  same(`${what} z`, of.z, own.z, 1e-7);
  const change = a.reduce((sum, share, at) => sum + Math.abs(b[at] - share), 0) / 2;
  const length = part.to + 1 - part.from;
  const least = Math.min(Math.max(2.4 / (found.to - found.from), 0.3), 1) * 0.031 * slices;
  same(`${what} is above the limits`, own.excess >= 0.07 && own.excess * length >= least && own.z >= 6, true);
  same(`${what} changes by itself`, change >= 0.25 * own.excess, true);
}

// Lanes that work longer: time in all states but those of waiting, and time before the first state, per lane.
const works = (document.findings ?? []).filter(({ kind }) => kind === "works");
if (works.length > 0 && !window) {
  const waits = (state) => /^(P?MPI_(?!File_)|nccl)/i.test(state);
  const work = runs.map(({ lanes: found, extent }) =>
    document.lanes.map((path) => {
      const segments = found.get(path);
      const first = segments.reduce((first, { from }) => Math.min(first, from), extent);
      return segments.reduce((sum, { state, from, to }) => sum + (waits(state) ? 0 : to - from), first);
    }),
  );
  const change = document.lanes.map((_, leaf) => work[1][leaf] - work[0][leaf]);
  const middle = departing.median(change);
  const excess = change.map((of) => of - middle);
  const noise = 1.4826 * departing.median(excess.map(Math.abs));
  for (const of of works) {
    const { from, to } = node.get(of.lane);
    const own = excess.slice(from, to).reduce((sum, of) => sum + of, 0) / (to - from);
    same(`work of ${of.lane}`, of.ns, own, 1e-3);
    same(`z of the work of ${of.lane}`, of.z, Math.abs(own) / noise, 1e-3);
  }
}
const ends = ofNodes.map((shares, side) => departing.ended(shares, (runs[side].extent - first) / width));
for (const of of document.anomalies) {
  const side = of.side === "b" ? 1 : 0,
    run = ends[side],
    { shares } = run;
  const what = `${of.kind} ${of.side ?? ""} ${of.lane} ${of.slice_from}`;
  const [found, part] = place(of, what);
  const own = departing.mean(shares[found.at], part.from, part.to);
  let counted;
  if (of.kind === "area") {
    const beside = tree
      .filter(({ level }) => level === found.level)
      .map(({ at }) => departing.mean(shares[at], part.from, part.to));
    const usual = own.map((_, state) => departing.median(beside.map((of) => of[state])));
    counted = { ...departing.area(run, tree, found, part, side), usual };
  } else {
    counted = of.kind === "cut_off" ? departing.cutOff(run, tree, found, part) : departing.slice(run, part.from);
  }
  listed(of, ["share", "usual"], [own, counted.usual], what);
  same(`${what} excess`, of.excess, counted.excess);
  same(`${what} z`, of.z, counted.z, 1e-7);
}
stdout.write(
  `${document.lanes.length} lanes, ${slices} slices, ${document.parts.length} parts, ${works.length} lanes that work longer, ${document.differences?.length ?? 0} differences, ${document.anomalies.length} anomalies\n`,
);
stdout.write(`${counted} numbers counted, ${wrong} wrong\n`);
exit(wrong > 0 ? 1 : 0);
