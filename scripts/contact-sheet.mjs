// Pictures of a desk, every setting with every other: what one looks at before a change of them is kept.
//
//     node scripts/contact-sheet.mjs OUT A B [--desk profile|space-time|structure|fusion] [--all] [--pin WHAT] [--diptych path/to/diptych]
//
// Writes PNGs and a page with all of them into the folder OUT, drawn by `diptych render`. Every two choices meet in at
// least one picture; with --all every combination is drawn, which are hundreds. Of the Profile desk
// A and B are Chrome traces: the functions that are zoomed to, one about half as wide as the whole and one deep, are found in
// them. Of the Space-time desk they are of any format: what is zoomed to is half of the time, and a twentieth of it in the
// lane that differs most. Of the Structure desk and the Fusion desk, too: half of the time, and a hundredth of it in the
// middle; WHAT is pinned on the latter is written as in links (`element,src/lexer.py`).

import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs, promisify } from "node:util";
import { identity, traceText } from "../tests/recount/read.mjs";

const { positionals, values } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: {
    all: { type: "boolean" },
    desk: { type: "string", default: "profile" },
    diptych: { type: "string", default: "target/release/diptych" },
    pin: { type: "string" },
  },
});
const [out, a, b] = positionals;
if (b === undefined) {
  stderr.write(
    "usage: node scripts/contact-sheet.mjs OUT A B [--desk profile|space-time|structure|fusion] [--all] [--pin WHAT] [--diptych path/to/diptych]\n",
  );
  exit(2);
}

const THEMES = { light: [], dark: [], contrast: [] };

/** The settings of the Space-time desk. */
function ofSpaceTime(zooms) {
  return {
    view: { "space-time": [] },
    panels: { all: [], a: ["st.panels=a"], b: ["st.panels=b"], difference: ["st.panels=difference"] },
    states: { innermost: [], depth: ["st.by=depth", "st.depth=1"], package: ["st.by=package"] },
    slices: { 96: [], 30: ["st.slices=30"], 200: ["st.slices=200"] },
    fill: { mode: [], stack: ["st.fill=stack"] },
    hue: { gained: [], state: ["st.hue=state"], divergence: ["st.hue=divergence"] },
    idle: { none: [], state: ["st.idle=1"] },
    gain: { sum: [], mean: ["st.gain=mean"] },
    partition: {
      best: [],
      product: ["st.partition=product"],
      lanes: ["st.partition=lanes"],
      time: ["st.partition=time"],
      grid: ["st.partition=grid"],
    },
    detail: { default: [], finest: ["st.p=0"], coarse: ["st.p=300000000000"] },
    top: { 11: [], 30: ["st.top=30"] },
    axis: { zero: [], matched: ["axis=matched"] },
    zoom: zooms,
    theme: THEMES,
  };
}

/** A window of both sides, nanoseconds from their starts. */
const window = (from, to) => [
  `pair.a=${Math.round(from)}..${Math.round(to)}`,
  `pair.b=${Math.round(from)}..${Math.round(to)}`,
];

/** How long the first trace is, in nanoseconds. */
function length_ns() {
  return (
    JSON.parse(execFileSync(values.diptych, ["inspect", a, "--json"], { encoding: "utf8", maxBuffer: 1 << 30 }))
      .seconds * 1e9
  );
}

/** The settings of the Fusion desk. */
function ofFusion() {
  const end = length_ns();
  const color = (key) =>
    ["package", "depth", "deepest", "calls", "self", "time", "first", "coverage", "self-change", "calls-change"].map(
      (of) => [of, [`${key}=${of}`]],
    );
  return {
    view: { fusion: [] },
    sides: { b: [], a: ["fuse.sides=a"], both: ["fuse.sides=both"] },
    focus: values.pin === undefined ? { none: [] } : { none: [], pinned: [`sel=${values.pin}`] },
    size: { calls: [], self: ["fuse.size=self"], equal: ["fuse.size=equal"] },
    color: { auto: [], ...Object.fromEntries(color("fuse.color")) },
    "colour of calls": { auto: [], ...Object.fromEntries(color("fuse.calls")) },
    link: { focus: [], rest: ["fuse.link=rest"] },
    scale: { focus: [], whole: ["fuse.whole=1"], linear: ["fuse.linear=1"] },
    amounts: { own: [], published: ["fuse.pub=1"] },
    height: { 1: [], 0: ["fuse.height=0"], 3: ["fuse.height=3"] },
    tiling: { strip: [], names: ["fuse.tiling=names"], squarified: ["fuse.tiling=squarified"] },
    cushion: { calm: [], published: ["fuse.cushion=published"], flat: ["fuse.cushion=flat"] },
    level: {
      auto: [],
      package: ["fuse.level=package"],
      class: ["fuse.level=class"],
      function: ["fuse.level=function"],
    },
    lines: { drawn: [], none: ["fuse.plain=1"] },
    zoom: { whole: [], half: window(end / 4, (3 * end) / 4), deep: window(end * 0.5, end * 0.51) },
    theme: THEMES,
  };
}

/** The settings of the Structure desk. */
function ofStructure() {
  const end = length_ns();
  return {
    view: { structure: [], radial: [], sequence: [] },
    sides: { pair: [], a: ["sr.sides=a"], b: ["sr.sides=b"] },
    level: { auto: [], package: ["sr.level=package"], class: ["sr.level=class"], function: ["sr.level=function"] },
    color: { change: [], direction: ["sr.color=direction"], time: ["sr.color=time"], package: ["sr.color=package"] },
    width: { root: [], log: ["sr.width=log"] },
    blend: { strongest: [], over: ["sr.blend=over"] },
    beta: { 85: [], 0: ["sr.beta=0"], 100: ["sr.beta=100"] },
    ancestor: { out: [], in: ["sr.ancestor=1"] },
    p: { "-1": [], 0: ["sr.p=0"], 5: ["sr.p=50"], "-5": ["sr.p=-50"] },
    rows: { matched: [], own: ["sr.rows=own"] },
    mark: { none: [], some: [`sr.mark=time,a,${Math.round(end / 2)},${Math.round(end * 0.52)}`] },
    zoom: { whole: [], half: window(end / 4, (3 * end) / 4), deep: window(end * 0.5, end * 0.51) },
    theme: THEMES,
  };
}

/** Half of the time, and a little of it in the lane that differs most. */
function zoomedTime() {
  const document = JSON.parse(
    execFileSync(values.diptych, ["aggregate", a, b, "--json"], { encoding: "utf8", maxBuffer: 1 << 30 }),
  );
  const end = document.slices.at(-1).to_ns;
  const [first] = document.differences;
  const at = first === undefined ? end / 2 : document.slices[first.slice_from].from_ns;
  const within = first === undefined ? [] : [`st.within=${first.lane}`];
  return {
    whole: [],
    half: window(end / 4, (3 * end) / 4),
    deep: [...window(at, Math.min(at + end / 20, end)), ...within],
  };
}

/** The settings of the Profile desk, each with its choices: a word for the caption, and the keys of links that say it. */
function settings(zooms) {
  return {
    view: { flame: [], funky: [], profile: [] },
    sides: { difference: [], a: ["prof.sides=a"], b: ["prof.sides=b"] },
    order: { weight: [], name: ["fl.order=name"], "first-call": ["fl.order=first-call"], time: ["fl.order=time"] },
    folding: { direct: [], full: ["fl.fold=full"], "as-called": ["fl.fold=as-called"] },
    width: { larger: [], a: ["fl.width=a"], b: ["fl.width=b"], changes: ["fl.width=changes"] },
    color: { own: [], absolute: ["prof.color=absolute"], share: ["prof.color=share"] },
    scale: { recorded: [], "per-total": ["norm=per-total"] },
    weight: { wall: [], self: ["w=self"], calls: ["w=calls"] },
    lanes: { together: [], apart: ["w.apart=1"] },
    direction: { icicle: [], flame: ["fl.up=1"], inverted: ["fl.inv=1"] },
    zoom: zooms,
    theme: THEMES,
  };
}

/** Every combination. */
function product(names, all) {
  const [first, ...others] = names;
  if (first === undefined) return [{}];
  return product(others, all).flatMap((rest) =>
    Object.keys(all[first]).map((choice) => ({ [first]: choice, ...rest })),
  );
}

/** Combinations in which every two choices of two settings meet: greedily the one that has most pairs not met yet. */
function pairwise(names, all) {
  const left = new Set();
  const pairs = (row) => names.flatMap((x, at) => names.slice(at + 1).map((y) => `${x}=${row[x]} ${y}=${row[y]}`));
  names.forEach((x, at) => {
    for (const y of names.slice(at + 1)) {
      for (const one of Object.keys(all[x]))
        for (const other of Object.keys(all[y])) left.add(`${x}=${one} ${y}=${other}`);
    }
  });
  const rows = [];
  while (left.size > 0) {
    // Begins with a pair that is left, and adds to each setting what meets most of the others.
    const row = Object.fromEntries([...left][0].split(" ").map((part) => part.split("=")));
    for (const name of names.filter((name) => row[name] === undefined)) {
      const met = (choice) => {
        const known = Object.keys(row);
        const pair = (other) =>
          names.indexOf(name) < names.indexOf(other)
            ? `${name}=${choice} ${other}=${row[other]}`
            : `${other}=${row[other]} ${name}=${choice}`;
        return known.filter((other) => left.has(pair(other))).length;
      };
      row[name] = Object.keys(all[name]).reduce((best, choice) => (met(choice) > met(best) ? choice : best));
    }
    for (const pair of pairs(row)) left.delete(pair);
    rows.push(row);
  }
  return rows;
}

/** Functions to zoom to: as they are named in links. */
function zoomed(folder) {
  const path = join(folder, "table.csv");
  execFileSync(values.diptych, ["flame", a, "-o", path], { stdio: ["ignore", "ignore", "inherit"] });
  const [head, ...rows] = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith('"'))
    .map((line) => line.split(","));
  const of = (row, name) => row[head.findIndex((column) => column.startsWith(name))];
  const events = JSON.parse(traceText(a));
  const raw = new Map(
    (events.traceEvents ?? events).flatMap(({ name }) =>
      typeof name === "string" ? [[identity(name).key, name]] : [],
    ),
  );
  const named = rows.map((row) => {
    const [name, file] = [of(row, "function"), of(row, "file")];
    const full = raw.get(file === "" || name.endsWith(`(${file})`) ? name : `${name} (${file})`);
    return { total: Number(of(row, "total")), own: Number(of(row, "self")), full };
  });
  const known = named.filter(({ full }) => full !== undefined && !full.includes(","));
  const whole = Math.max(...named.map(({ total }) => total));
  const half = known.reduce((best, of) =>
    Math.abs(of.total - whole / 2) < Math.abs(best.total - whole / 2) ? of : best,
  );
  const deep = known
    .filter(({ total }) => total < whole / 10)
    .reduce((best, of) => (of.total > best.total ? of : best));
  const choice = ({ full }) => {
    const [, name = full, file = ""] = /^(.*) \((.*):\d+\)$/s.exec(full) ?? [];
    return [`fl.zoom=function,${name},${file}`, `fu.zoom=function,${name},${file}`];
  };
  return { whole: [], half: choice(half), deep: choice(deep) };
}

function ofProfile() {
  const folder = mkdtempSync(join(tmpdir(), "contact-sheet-"));
  const zooms = zoomed(folder);
  rmSync(folder, { recursive: true });
  return settings(zooms);
}

const settingsOf = {
  profile: ofProfile,
  "space-time": () => ofSpaceTime(zoomedTime()),
  structure: ofStructure,
  fusion: ofFusion,
};
const all = settingsOf[values.desk](),
  names = Object.keys(all);
const rows = values.all ? product(names, all) : pairwise(names, all);
mkdirSync(out, { recursive: true });
const run = promisify(execFile),
  cells = [],
  began = performance.now();
let next = 0;
async function draw() {
  while (next < rows.length) {
    const number = next++,
      row = rows[number];
    const name = `${String(number).padStart(4, "0")}.png`;
    const keys = names.flatMap((setting) => all[setting][row[setting]]).flatMap((key) => ["--set", key]);
    await run(values.diptych, [
      "render",
      a,
      b,
      "--view",
      row.view,
      "--theme",
      row.theme,
      "--size",
      "1200x640",
      ...keys,
      "-o",
      join(out, name),
    ]);
    const words = names.map((setting) => `${setting} ${row[setting]}`).join(" · ");
    cells[number] =
      `<figure><a href="${name}"><img src="${name}" alt=""></a><figcaption>${number}: ${words}</figcaption></figure>`;
    stdout.write(`${number + 1} of ${rows.length}: ${words}\n`);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, draw));
const style =
  "body{font:12px sans-serif;background:#888}main{display:grid;grid-template-columns:repeat(auto-fill,600px);gap:12px}img{width:600px}figure{margin:0}";
writeFileSync(
  join(out, "index.html"),
  `<!doctype html><meta charset="utf-8"><title>${basename(a)} and ${basename(b)}</title><style>${style}</style><main>${cells.join("\n")}</main>\n`,
);
stdout.write(
  `${rows.length} pictures in ${((performance.now() - began) / 1000).toFixed(0)} s: ${join(out, "index.html")}\n`,
);
