// What `diptych inspect` makes of every file of a folder: none may end in a panic, and files with an expectation must meet it.
//
//     node scripts/inspect-all.mjs FOLDER [TABLE] [--diptych path/to/diptych]
//
// TABLE has a line for each file that something is known of, its columns apart by tabs: the path in FOLDER, the calls (of a file
// with several traces, those of the one that is shown), or `error` where it must be refused, or `-` where nothing is known of it
// but that it must be read. Lines that begin with `#` are comments. Files that are not named may be read or refused. Prints a
// line for each file, and ends with 1 if an expectation is not met or anything broke.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";

const { positionals, values } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: { diptych: { type: "string", default: "target/release/diptych" } },
});
const [folder, table] = positionals;
if (folder === undefined || !existsSync(values.diptych)) {
  stderr.write("usage: node scripts/inspect-all.mjs FOLDER [TABLE] [--diptych path/to/diptych]\n");
  exit(2);
}

/** What is expected of each file, by its path. */
function expectations(text) {
  const rows = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return new Map(rows.map((line) => line.split("\t").map((cell) => cell.trim())));
}

/** What became of a file: its calls, or the error. */
function inspect(path) {
  const {
    status,
    signal,
    stdout: out,
    stderr: err,
  } = spawnSync(values.diptych, ["inspect", "--json", path], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (signal !== null || err.includes("panicked") || ![0, 1].includes(status)) {
    return { broke: `${signal ?? `status ${status}`}: ${err.trim().split("\n").at(-1)}` };
  }
  return status === 1 ? { error: err.trim().split("\n").join(" ") } : { calls: JSON.parse(out).calls };
}

/** Why it is not what is expected; nothing if it is. */
function misses({ broke, error, calls }, expected) {
  if (broke !== undefined) {
    return "broke";
  }
  if (expected === undefined) {
    return undefined;
  }
  if (error !== undefined) {
    return expected === "error" ? undefined : "it is expected to be read";
  }
  const isMet = expected === "-" || Number(expected) === calls;
  return isMet ? undefined : expected === "error" ? "an error is expected" : `${expected} calls are expected`;
}

const expected = expectations(table === undefined ? "" : readFileSync(table, "utf8"));
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.replace(/\/*$/, "/").length))
  .sort();
let missed = 0;
for (const file of files) {
  const found = inspect(join(folder, file));
  const why = misses(found, expected.get(file));
  missed += why === undefined ? 0 : 1;
  const said = found.broke ?? found.error ?? `${found.calls} calls`;
  stdout.write(`${why === undefined ? "ok  " : "FAIL"} ${file}: ${said}${why === undefined ? "" : ` (${why})`}\n`);
}
for (const file of expected.keys()) {
  if (!files.includes(file)) {
    missed += 1;
    stdout.write(`FAIL ${file}: is not there\n`);
  }
}
stdout.write(`${files.length} files, ${missed} not as expected\n`);
exit(missed === 0 ? 0 : 1);
