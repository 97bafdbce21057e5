// Counts every number of a profile again, from the files alone, and says where the command says otherwise.
//
//     node tests/recount/profile.mjs A B path/to/diptych
//
// A and B are Chrome traces whose calls nest. Nothing of the project is used but the command, whose output is checked:
// the table of functions, folded stacks, what the drawing to explore says under the pointer, and the pictures of the desk: where every box lies, how wide it is, what it is
// filled with, and how many paths and functions are drawn. Slow and plain on purpose.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { factors } from "./judge.mjs";
import { flame, funky } from "./pictures.mjs";
import { calls, nameTogether } from "./read.mjs";
import { boxes, texts } from "./svg.mjs";
import * as titles from "./titles.mjs";
import { functionsOf, pathsOf, walk } from "./tree.mjs";

const SIZE = [1200, 6000];
const LEAST_PX = 3;
/** A bar that is wider has a label. */
const LABEL_PX = 60;

/** Gold by inclusive weights: the command starts with self weights. */
const TOTAL = "prof.gold=total";

/** The modes of the pictures: a name, the keys of links that select it, and the settings of this script. */
const MODES = [
  ["as it opens", [], {}],
  ["absolute", ["prof.color=absolute"], { color: "absolute" }],
  ["share of total", ["prof.color=share"], { color: "share" }],
  ["per total", ["norm=per-total"], { scale: "per-total" }],
  ["share per total", ["norm=per-total", "prof.color=share"], { scale: "per-total", color: "share" }],
  ["width of A", ["fl.width=a"], { width: "a" }],
  ["width of B", ["fl.width=b"], { width: "b" }],
  ["increases and decreases", ["fl.width=changes"], { width: "changes" }],
  ["a higher floor", ["fp=20", "fu=200"], { share: 0.2, ns: 200_000 }],
  ["no floor", ["fp=0", "fu=0"], { share: 0, ns: 0 }],
  ["folded fully", ["fl.fold=full"], { fold: "full" }],
  ["as called", ["fl.fold=as-called"], { fold: "none" }],
  ["by name", ["fl.order=name"], { order: "name" }],
  ["by first call", ["fl.order=first-call"], { order: "first" }],
  ["inverted", ["fl.inv=1"], { inverted: true }],
  [
    "inverted, by self, absolute",
    ["fl.inv=1", "w=self", "prof.color=absolute"],
    { inverted: true, measure: "own", color: "absolute" },
  ],
  ["inverted, folded fully", ["fl.inv=1", "fl.fold=full"], { inverted: true, fold: "full" }],
  ["by self", ["w=self"], { measure: "own" }],
  ["absolute by self", ["w=self", "prof.color=absolute"], { measure: "own", color: "absolute" }],
  ["A alone, gold by self", ["prof.sides=a"], { sides: "a", measure: "own" }],
  ["A alone", ["prof.sides=a", TOTAL], { sides: "a" }],
  ["B alone, by square root", ["prof.sides=b", "prof.root=1", TOTAL], { sides: "b", root: true }],
  ["A alone, inverted", ["prof.sides=a", "fl.inv=1", TOTAL], { sides: "a", inverted: true }],
  ["A alone, in time", ["prof.sides=a", "fl.order=time", TOTAL], { sides: "a", order: "time" }],
  ["B alone, in time", ["prof.sides=b", "fl.order=time", TOTAL], { sides: "b", order: "time" }],
  ["B alone, by self", ["prof.sides=b", "w=self", TOTAL], { sides: "b", measure: "own" }],
];

const [a, b, command] = argv.slice(2);
if (command === undefined) {
  stderr.write("usage: node tests/recount/profile.mjs A B path/to/diptych\n");
  exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "recount-"));
const wrong = [];
let checked = 0;

function expect(what, found, expected, tolerance = 0) {
  checked += 1;
  const same = typeof expected === "number" ? Math.abs(Number(found) - expected) <= tolerance : found === expected;
  if (!same) wrong.push(`${what}: ${found}, counted ${expected}`);
}

/**
 * Asserts that a picture has these words, also across the ends of lines. An ellipsis cuts words that do not fit into
 * a box.
 */
function expectWords(what, svg, expected) {
  const runs = texts(svg),
    begun = (run) => run.endsWith("…") && run.length > 1 && expected.startsWith(run.slice(0, -1));
  const isSaid = runs.join(" ").includes(expected) || runs.some(begun);
  expect(what, isSaid ? expected : runs.slice(-4).join(" "), expected);
}

/** Returns the file that the command writes under a name. */
function written(verb, name, options) {
  const path = join(folder, name);
  execFileSync(command, [verb, a, b, "-o", path, ...options], { stdio: ["ignore", "ignore", "inherit"] });
  return readFileSync(path, "utf8");
}

/** The cells of comma-separated values, row by row. */
function rowsOf(text) {
  const cell = /(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n)/gy,
    rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(cell)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

/** The value that so many of all do not exceed, by nearest rank. */
function rank(lengths, share) {
  const sorted = [...lengths].sort((x, y) => x - y);
  return sorted[Math.max(Math.ceil(share * sorted.length), 1) - 1] ?? 0;
}

/** By column of the table what one side of a function has there; nothing of a side that never calls it. */
const COLUMNS = {
  self_ns: (sums) => sums.own,
  total_ns: (sums) => sums.total,
  calls: (sums) => sums.calls,
  mean_ns: (sums) => (sums.calls > 0 ? sums.ofCalls / sums.calls : undefined),
  p50_ns: (sums) => rank(sums.lengths, 0.5),
  p99_ns: (sums) => rank(sums.lengths, 0.99),
};

function checkTable(sides) {
  const functions = functionsOf(sides);
  const [head, ...rows] = rowsOf(written("flame", "table.csv", []));
  expect("functions of the table", rows.length, functions.size);
  const names = new Map([...functions.values()].map((of) => [`${of.name}\n${of.file}`, of]));
  for (const row of rows) {
    const of = Object.fromEntries(head.map((name, at) => [name, row[at]]));
    // Functions that share a name are shown with their file behind it.
    const shown = of.function.endsWith(` (${of.file})`) ? of.function.slice(0, -of.file.length - 3) : of.function;
    const sums = names.get(`${shown}\n${of.file}`) ?? names.get(`${of.function}\n${of.file}`);
    if (sums === undefined) {
      wrong.push(`the table has ${of.function} of ${of.file}, which was not counted`);
      continue;
    }
    for (const [column, value] of Object.entries(COLUMNS)) {
      const [x, y] = sums.sides.map(value),
        tolerance = column === "mean_ns" ? 0.0011 : 0;
      expect(`${of.function}: a_${column}`, of[`a_${column}`], x ?? "", tolerance);
      expect(`${of.function}: b_${column}`, of[`b_${column}`], y ?? "", tolerance);
      const delta = x === undefined || y === undefined ? "" : y - x;
      expect(`${of.function}: delta_${column}`, of[`delta_${column}`], delta, 2 * tolerance);
    }
  }
}

function checkStacks(sides) {
  for (const fold of ["none", "direct", "full"]) {
    const root = pathsOf(sides, fold),
      counted = new Map();
    const visit = (path, keys) => {
      for (const child of path.below.values()) {
        const stack = [...keys, child.key];
        if (child.own[0] > 0 || child.own[1] > 0)
          counted.set(child.own.join(" "), (counted.get(child.own.join(" ")) ?? 0) + 1);
        visit(child, stack);
      }
    };
    visit(root, []);
    // Stacks by both their weights: names are those of the table, which are checked there.
    const found = new Map();
    for (const line of written("flame", `${fold}.folded`, ["--fold", fold]).trimEnd().split("\n")) {
      const weights = line.split(" ").slice(-2).join(" ");
      found.set(weights, (found.get(weights) ?? 0) + 1);
    }
    for (const [weights, count] of counted)
      expect(`stacks folded ${fold} that weigh ${weights}`, found.get(weights) ?? 0, count);
    expect(`weights of stacks folded ${fold}`, found.size, counted.size);
  }
}

/** Returns whether two colours are the same but for a rounding of each channel. */
function alike(x, y) {
  if (x === y) return true;
  if (x.startsWith("hatched ") && y.startsWith("hatched ")) return alike(x.slice(8), y.slice(8));
  if (!/^#.{6}$/.test(x) || !/^#.{6}$/.test(y)) return false;
  return [1, 3, 5].every((at) => Math.abs(parseInt(x.slice(at, at + 2), 16) - parseInt(y.slice(at, at + 2), 16)) <= 1);
}

/** Colour of no change, in the light theme. */
const GREY = "#e6e9ed";

/** Share of a colour that is left if a change is not significant, and what mixing in another space changes at most. */
const PALE = 0.15;
const MIXED = 12;

/**
 * Whether a fill is the pale form of a counted one. The judgement of single functions is the comparison's, which other
 * programs count; here only the colour is checked.
 */
function isPale(fill, full) {
  if (!/^#.{6}$/.test(fill) || !/^#.{6}$/.test(full)) return false;
  const part = (color, at) => parseInt(color.slice(at, at + 2), 16);
  const pale = (at) => part(GREY, at) + PALE * (part(full, at) - part(GREY, at));
  return [1, 3, 5].every((at) => Math.abs(part(fill, at) - pale(at)) <= MIXED);
}

function checkBoxes(what, svg, expected) {
  const order = (x, y) => Math.round(10 * (x.y - y.y)) || Math.round(10 * (x.x - y.x)) || y.height - x.height;
  // Boxes of the picture, without the caption under it and without the grounds of labels.
  const found = boxes(svg)
    .filter(({ y, height }) => y < SIZE[1] && height !== ROW_OF_LABEL)
    .sort(order);
  const counted = [...expected].sort(order);
  expect(`${what}: boxes`, found.length, counted.length);
  if (found.length !== counted.length) return;
  found.forEach((box, at) => {
    for (const side of ["x", "y", "width", "height"]) {
      expect(`${what}: ${side} of box ${at} at ${box.x}, ${box.y}`, box[side], counted[at][side], 0.021);
    }
    checked += 1;
    if (!alike(box.fill, counted[at].fill) && !isPale(box.fill, counted[at].fill))
      wrong.push(`${what}: box ${at} at ${box.x}, ${box.y} is ${box.fill}, counted ${counted[at].fill}`);
  });
}

/** Height of the ground of a label on a hatched box. */
const ROW_OF_LABEL = 14;

/**
 * Returns the pictures zoomed to a function about half as wide as the whole, and to a deep one: the largest under a
 * tenth.
 */
function zooms(sides) {
  const whole = Math.max(...pathsOf(sides, "none").total);
  const known = [...functionsOf(sides).values()].map((of) => ({
    ...of,
    total: Math.max(...of.sides.map(({ total }) => total)),
  }));
  const named = known.filter(({ raw }) => !/[,;%]/.test(raw));
  const nearest = (to) => named.reduce((best, of) => (Math.abs(of.total - to) < Math.abs(best.total - to) ? of : best));
  const deep = named
    .filter(({ total }) => total < whole / 10)
    .reduce((best, of) => (of.total > best.total ? of : best), named[0]);
  const modes = [
    ["", [], {}],
    [", A alone", ["prof.sides=a", TOTAL], { sides: "a" }],
    [", B alone, by self", ["prof.sides=b", "w=self"], { sides: "b", measure: "own" }],
    [", inverted", ["fl.inv=1"], { inverted: true }],
  ];
  return [
    ["half", nearest(whole / 2)],
    ["deep", deep],
  ].flatMap(([where, { raw, key }]) => {
    const [, name = raw, file = ""] = /^(.*) \((.*):\d+\)$/s.exec(raw) ?? [];
    return modes.map(([mode, keys, how]) => [
      `zoomed ${where}${mode}`,
      [...keys, `fl.zoom=function,${name},${file}`],
      { ...how, zoom: key },
    ]);
  });
}

function checkPictures(sides) {
  const whole = pathsOf(sides, "none").total,
    number = (count) => count.toLocaleString("en-US");
  for (const [name, keys, given] of [...MODES, ...zooms(sides)]) {
    const mode = { ...given, factors: factors(given.scale, whole) };
    const options = ["grey1=1", ...keys].flatMap((key) => ["--set", key]).concat(["--size", SIZE.join("x")]);
    const flameSvg = written("render", "flame.svg", ["--view", "flame", ...options]);
    const paths = flame(sides, SIZE, mode);
    checkBoxes(`flame graph, ${name}`, flameSvg, paths.boxes);
    const told = `Flame graph: ${number(paths.drawn)} of ${number(paths.all)} paths drawn`;
    expectWords(`flame graph, ${name}: what is drawn`, flameSvg, told);
    if ([mode.fold, mode.order, mode.inverted, mode.zoom].some((of) => of !== undefined)) continue;
    const funkySvg = written("render", "funky.svg", ["--view", "funky", ...options]);
    const columns = funky(sides, SIZE, mode, LEAST_PX);
    checkBoxes(`funky graph, ${name}`, funkySvg, columns.boxes);
    const drawn = `Funky graph: ${number(columns.drawn)} of ${number(columns.all)} functions drawn`;
    expectWords(`funky graph, ${name}: what is drawn`, funkySvg, drawn);
    const bar = `${number(columns.rest)} functions under ${LEAST_PX} px, `;
    if (columns.rest > 1 && columns.restPx > LABEL_PX)
      expectWords(`funky graph, ${name}: what is too narrow`, funkySvg, bar);
  }
}

/** Checks the tooltip over every path of the interactive drawing. */
function checkTitles(sides) {
  const found = titles.said(written("flame", "titles.svg", ["--fold", "none"])),
    counted = titles.counted(sides);
  for (const [text, count] of counted)
    expect(`paths under the pointer that are "${text}"`, found.get(text) ?? 0, count);
  expect("what is said under the pointer", found.size, counted.size);
}

const sides = nameTogether([calls(a), calls(b)]);
checkTable(sides);
checkTitles(sides);
checkStacks(sides);
checkPictures(sides);
rmSync(folder, { recursive: true });
const kinds = [...walk(pathsOf(sides, "direct"))].map(({ calls: [x, y] }) =>
  x === 0 ? "new" : y === 0 ? "gone" : "both",
);
const count = (kind) => kinds.filter((of) => of === kind).length;
stdout.write(
  `calls ${sides[0].length} ${sides[1].length}, paths in both ${count("both")}, gone ${count("gone")}, new ${count("new")}\n`,
);
stdout.write(`${checked} numbers checked, ${wrong.length} wrong\n`);
for (const line of wrong.slice(0, 30)) stdout.write(`  ${line}\n`);
exit(wrong.length > 0 ? 1 : 0);
