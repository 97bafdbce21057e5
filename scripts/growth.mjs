// How time and memory of the command grow with hostile files: node scripts/growth.mjs DIPTYCH [--only WORD] [--limit SECONDS]
//
// Each shape is written in four sizes, each twice the size before. The exponent of a verb is that of its last two
// doublings: 1 for work in proportion to the file, 2 for quadratic work. Exponents over 1.3 are printed at the end. The
// script fails on none, because times vary; it fails if a verb dies.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const DOUBLINGS = 3;
/** Shortest time, and least memory, from which an exponent says something. Both beyond those of an empty file. */
const LEAST = { seconds: 0.15, bytes: 16e6 };
const NOTED = 1.3;

const call = (name, ts, dur, tid = 1, args = "") =>
  `{"ph":"X","name":"${name}","pid":1,"tid":${tid},"ts":${ts},"dur":${dur}${args}}`;
const chrome = (count, event) => `[${Array.from({ length: count }, (_, n) => event(n)).join(",\n")}]`;
const lines = (count, line) => Array.from({ length: count }, (_, n) => line(n)).join("\n") + "\n";

/** Each shape: its first size, the extension, and the text of a size. `by` makes B differ from A. */
const SHAPES = {
  "calls in one lane": [40_000, "json", (n, by) => chrome(n, (k) => call(`f${k % 50}`, k * 10, 8 + (k % 3) * by))],
  "lanes of one call": [750, "json", (n, by) => chrome(n, (k) => call("f", k, 1000 + by, k))],
  "nested calls": [5_000, "json", (n, by) => chrome(n, (k) => call(`f${k}`, k, 4 * n - 2 * k + by))],
  "one recursive function": [5_000, "json", (n, by) => chrome(n, (k) => call("f", k, 4 * n - 2 * k + by))],
  "names that occur once": [20_000, "json", (n, by) => chrome(n, (k) => call(`name_${by}_${k}_x`, k * 10, 9))],
  "calls that overlap": [2_000, "json", (n, by) => chrome(n, (k) => call(`f${k % 7}`, k, n + by))],
  "calls of no time": [40_000, "json", (n, by) => chrome(n, (k) => call(`f${k % 9}`, k % 5, 0 + (k === 7 ? by : 0)))],
  "one key of flows": [
    10_000,
    "json",
    (n) =>
      chrome(2 * n, (k) =>
        k % 2 === 0
          ? call("f", k * 10, 9)
          : `{"ph":"${k === 1 ? "s" : "t"}","id":1,"name":"flow","cat":"c","pid":1,"tid":1,"ts":${(k - 1) * 10 + 1}}`,
      ),
  ],
  "callees of one caller": [
    20_000,
    "json",
    (n, by) => chrome(n + 1, (k) => (k === 0 ? call("main", 0, n * 10 + 10) : call(`f${k}`, k * 10, 5 + by))),
  ],
  "files of one function": [
    10_000,
    "json",
    (n, by) => chrome(n, (k) => call(`f (/srv/${by}/a/${k % 97}/file${k}.py:${k})`, k * 10, 9)),
  ],
  "stacks without common frames": [10_000, "folded", (n, by) => lines(n, (k) => `m${by};a${k};b${k};c${k} ${k + 1}`)],
  "one deep stack": [
    5_000,
    "folded",
    (n, by) => `${Array.from({ length: n }, (_, k) => `f${k}`).join(";")} ${5 + by}\n`,
  ],
  "nested elements": [
    2_000,
    "rsf",
    (n) =>
      `"LevelSeparator" "."\n"ElmType" "0" "Class"\n"RelType" "0" "CallDynamicChronologic" "int:Increment" "sig:Signature" "string:Method"\n"H" "0" "r" "0"\n` +
      lines(n, (k) => `"H" "${k + 1}" "e${k}" "0"\n"PCR" "${k}" "${k + 1}"`) +
      `"S" "0" "void f()"\n` +
      lines(n, (k) => `"R" "${k}" "${k + 1}" "0" "${k}" "0" "m"`),
  ],
};

/** Each verb: arguments for two files and an output. */
const VERBS = {
  inspect: (a) => ["inspect", a],
  compare: (a, b) => ["compare", a, b],
  "flame of two": (a, b, out) => ["flame", a, b, "-o", `${out}.svg`],
  structure: (a, b) => ["structure", a, b],
  aggregate: (a, b) => ["aggregate", a, b],
  "render matches": (a, b, out) => ["render", a, b, "--view", "matches", "-o", `${out}.png`],
  "render space-time": (a, b, out) => ["render", a, b, "--view", "space-time", "-o", `${out}.png`],
  "render flame": (a, b, out) => ["render", a, b, "--view", "flame", "-o", `${out}.png`],
};

const [program, ...options] = process.argv.slice(2);
const option = (name, otherwise) => {
  const at = options.indexOf(name);
  return at < 0 ? otherwise : options[at + 1];
};
if (program === undefined) {
  process.stderr.write("Usage: node scripts/growth.mjs DIPTYCH [--only WORD] [--limit SECONDS]\n");
  process.exit(2);
}
const only = option("--only", "");
const limit_ms = Number(option("--limit", "60")) * 1000;
const folder = mkdtempSync(join(tmpdir(), "diptych-growth-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs the command. Returns its time, its most memory, and how it ended. */
function measure(args) {
  return new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    let [bytes, said, late] = [0, "", false];
    child.stderr.on("data", (text) => (said += text));
    // The system keeps the peak, so the last look before the end is close to it.
    const look = setInterval(() => {
      try {
        const peak = /VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"));
        bytes = Math.max(bytes, Number(peak?.[1] ?? 0) * 1024);
      } catch {
        // It has ended, or this system has no /proc.
      }
      if (performance.now() - begun > limit_ms) {
        late = true;
        child.kill("SIGKILL");
      }
    }, 5);
    child.on("close", (code) => {
      clearInterval(look);
      const seconds = (performance.now() - begun) / 1000;
      // 1 and 2 are refusals with a message; 3 and 4 findings.
      const died = !late && (code === null || code > 4);
      resolve({ seconds, bytes, late, died, said: said.trim().split("\n").at(-1) ?? "" });
    });
  });
}

/** Returns the exponent between the second and the last size, where both say something. */
function exponent(values, least) {
  const [small, large] = [values[1], values.at(-1)];
  const known = small !== undefined && values.length === DOUBLINGS + 1 && large > least && small > least / 8;
  return known ? Math.log2(large / small) / (DOUBLINGS - 1) : null;
}

const shown = (value) => (value === null ? "–" : value.toFixed(2));
const empty = join(folder, "empty.json");
writeFileSync(
  empty,
  chrome(1, () => call("f", 0, 1)),
);
const [noted, dead] = [[], []];
for (const [verb, args] of Object.entries(VERBS)) {
  const base = await measure(args(empty, empty, join(folder, "out")));
  for (const [shape, [first, extension, text]] of Object.entries(SHAPES)) {
    if (!`${verb} ${shape}`.includes(only)) {
      continue;
    }
    const [seconds, bytes] = [[], []];
    let end = "";
    for (let doubling = 0; doubling <= DOUBLINGS && end === ""; doubling += 1) {
      const files = ["a", "b"].map((side) => join(folder, `${side}.${extension}`));
      files.forEach((file, by) => writeFileSync(file, text(first * 2 ** doubling, by)));
      const run = await measure(args(...files, join(folder, "out")));
      seconds.push(Math.max(run.seconds - base.seconds, 0));
      bytes.push(Math.max(run.bytes - base.bytes, 0));
      if (run.late) {
        end = `over ${limit_ms / 1000} s at ${first * 2 ** doubling}`;
      } else if (run.died) {
        end = `died at ${first * 2 ** doubling}: ${run.said}`;
        dead.push(`${verb}, ${shape}: ${end}`);
      }
    }
    const [time, memory] = [exponent(seconds, LEAST.seconds), exponent(bytes, LEAST.bytes)];
    const last = `${seconds.at(-1).toFixed(2)} s, ${Math.round(bytes.at(-1) / 1e6)} MB`;
    const line = `${verb}, ${shape}: time ${shown(time)}, memory ${shown(memory)} (${last})${end === "" ? "" : `; ${end}`}`;
    process.stdout.write(`${line}\n`);
    if ((time ?? 0) > NOTED || (memory ?? 0) > NOTED || end !== "") {
      noted.push(line);
    }
  }
}
process.stdout.write(
  noted.length === 0
    ? `\nNo exponent over ${NOTED}.\n`
    : `\nExponents over ${NOTED}, and runs that did not end:\n${noted.join("\n")}\n`,
);
process.exit(dead.length > 0 ? 1 : 0);
