// How fast a Pajé file of any size becomes an overview, in how much memory, and what pj_dump makes of the same file.
//
//     node scripts/stream-paje.mjs FILE [--gigabytes 2] [--diptych path/to/diptych] [--peer-gigabytes N] [--keep PATH]
//
// Repeats the states and links of FILE (Pajé, or packed with gzip or zstd), each time later by what it lasts, until that many
// bytes are written; containers begin and end once. Then `diptych aggregate` reads that file, and after it pj_dump, where it is
// installed: it keeps all it reads in memory, so it may be given a shorter one (0 leaves it out). Says rates, peaks of memory as
// the kernel counts them, and the load of the machine.

import { spawn, spawnSync } from "node:child_process";
import { closeSync, createReadStream, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { traceText } from "../tests/recount/read.mjs";

const { positionals, values } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: {
    diptych: { type: "string", default: "target/release/diptych" },
    gigabytes: { type: "string", default: "2" },
    "peer-gigabytes": { type: "string" },
    keep: { type: "string" },
  },
});
const [source] = positionals;
if (source === undefined) {
  stderr.write(
    "usage: node scripts/stream-paje.mjs FILE [--gigabytes N] [--diptych PATH] [--peer-gigabytes N] [--keep PATH]\n",
  );
  exit(2);
}

/** Lines of a Pajé file: those before the first event in a container, those that are repeated, and those that end containers. */
function parts(text) {
  const kinds = new Map(),
    keyed = new Set(),
    before = [],
    repeated = [],
    after = [];
  let last = 0,
    defined;
  for (const line of text.split("\n")) {
    if (line.startsWith("%")) {
      const [, kind, number] = /^%EventDef\s+(\S+)\s+(\S+)/.exec(line) ?? [];
      if (kind !== undefined) kinds.set((defined = number), kind);
      // Of links, whose keys are theirs alone: those of each time need others.
      else if (/^%\s*Key\b/.test(line)) keyed.add(defined);
      else if (!/^%EndEventDef/.test(line)) keyed.delete(defined);
      before.push(line);
      continue;
    }
    if (line === "" || line.startsWith("#")) continue;
    const [number, time] = line.split(/\s+/, 2);
    const kind = kinds.get(number);
    if (kind === undefined) throw new Error(`${line}: there is no event ${number}`);
    if (kind.startsWith("PajeDefine") || kind === "PajeCreateContainer") before.push(line);
    else {
      last = Math.max(last, Number(time));
      const of = kind === "PajeDestroyContainer" ? after : repeated;
      const rest = line.slice(line.indexOf(time, number.length) + time.length).trimEnd();
      of.push([number, Number(time), rest, keyed.has(number)]);
    }
  }
  return { before, repeated, after, last };
}

/** Writes a file of so many bytes or a little more; how many times what was repeated. */
function repeat({ before, repeated, after, last }, path, bytes) {
  const file = openSync(path, "w");
  let [written, times] = [writeSync(file, `${before.join("\n")}\n`), 0];
  const moved = (lines, by) =>
    lines
      .map(([number, time, rest, hasKey]) => `${number} ${(time + by).toFixed(9)}${rest}${hasKey ? `_${times}` : ""}`)
      .join("\n");
  while (written < bytes) {
    // In pieces: a string has an end.
    for (let at = 0; at < repeated.length; at += 200_000) {
      written += writeSync(file, `${moved(repeated.slice(at, at + 200_000), times * last)}\n`);
    }
    times += 1;
  }
  if (after.length > 0) writeSync(file, `${moved(after, (times - 1) * last)}\n`);
  closeSync(file);
  return times;
}

/** Seconds that a command takes, and the most memory it had, in megabytes. What it prints goes nowhere. */
function measured(command, args) {
  return new Promise((done) => {
    const begun = performance.now();
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
    let peak = 0;
    const look = () => {
      try {
        peak = Math.max(
          peak,
          Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024,
        );
      } catch {
        // It is over, or this is no Linux.
      }
    };
    const timer = setInterval(look, 20);
    child.on("close", (code) => {
      clearInterval(timer);
      done({ code, seconds: (performance.now() - begun) / 1000, peak });
    });
  });
}

/** Reads it once, so that it lies in memory for whoever is measured first, too. */
async function warmed(path) {
  for await (const _ of createReadStream(path, { highWaterMark: 1 << 22 }));
}

function say(name, { code, seconds, peak }, bytes) {
  const rate = bytes / 1e6 / seconds;
  const memory = peak > 0 ? `${peak.toFixed(0)} MB at most` : "memory unknown";
  const ended = code === 0 ? "" : `, ended with ${code}`;
  stdout.write(
    `${name}: ${(bytes / 1e9).toFixed(2)} GB in ${seconds.toFixed(1)} s, ${rate.toFixed(1)} MB/s, ${memory}${ended}\n`,
  );
  return rate;
}

const folder = mkdtempSync(join(tmpdir(), "stream-"));
try {
  const trace = parts(traceText(source));
  const path = values.keep ?? join(folder, "repeated.paje");
  const times = repeat(trace, path, Number(values.gigabytes) * 1e9);
  const bytes = statSync(path).size;
  stdout.write(`${source}, ${times} times; load ${loadavg()[0].toFixed(1)}\n`);
  await warmed(path);
  const own = await measured(values.diptych, ["aggregate", path, "--json"]);
  // It reads the file twice, once to measure it.
  const rate = say("diptych aggregate", own, bytes);
  const peerBytes = Number(values["peer-gigabytes"] ?? values.gigabytes) * 1e9;
  if (peerBytes > 0 && spawnSync("pj_dump", ["--version"]).error === undefined) {
    const shorter = peerBytes < bytes ? join(folder, "shorter.paje") : path;
    if (shorter !== path) repeat(trace, shorter, peerBytes);
    const of = await measured("pj_dump", [shorter]);
    const peer = say("pj_dump", of, statSync(shorter).size);
    if (of.code === 0) stdout.write(`${(rate / peer).toFixed(1)} times the rate; load ${loadavg()[0].toFixed(1)}\n`);
  }
  if (own.code !== 0) exit(1);
} finally {
  rmSync(folder, { recursive: true });
}
