// How many calls of each pair of traces have a namesake on the other side: as recorded, by the default identity rules, and once
// what `--propose-renames` proposes is accepted.
//
//     node scripts/names-alike.mjs TABLE [--diptych path/to/diptych]
//
// TABLE has a line for each pair, its columns apart by tabs: what it is, the trace of A, that of B, paths from the folder of the
// table. Lines that begin with `#` are comments. Prints a Markdown table: per cent of the calls of A and of B, and of their self
// time; of the last column calls alone. Ends with 1 if a pair cannot be compared.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";

const { positionals, values } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: { diptych: { type: "string", default: "target/release/diptych" } },
});
const [table] = positionals;
if (table === undefined || !existsSync(table) || !existsSync(values.diptych)) {
  stderr.write("usage: node scripts/names-alike.mjs TABLE [--diptych path/to/diptych]\n");
  exit(2);
}

/** What it prints; throws its error. */
function diptych(...args) {
  const {
    status,
    stdout: out,
    stderr: err,
  } = spawnSync(values.diptych, ["compare", ...args], { encoding: "utf8", maxBuffer: 1 << 30 });
  if (status !== 0) {
    throw new Error(err.trim().split("\n").at(-1));
  }
  return out;
}

/** Shares of calls and of self time, each `A / B`. */
function alike(pair, ...rules) {
  const { a, b } = JSON.parse(diptych(...pair, "--json", "--allow-unlike", ...rules)).identity;
  const per_cent = (share) => (share === null ? "–" : (100 * share).toFixed(1));
  return { calls: `${per_cent(a.calls)} / ${per_cent(b.calls)}`, time: `${per_cent(a.time)} / ${per_cent(b.time)}` };
}

const folder = mkdtempSync(join(tmpdir(), "names-alike-"));
const rows = readFileSync(table, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"));
stdout.write(
  "| pair | as recorded: calls | time | defaults: calls | time | proposals accepted: calls |\n| --- | --- | --- | --- | --- | --- |\n",
);
let failed = 0;
for (const row of rows) {
  const [name, a, b] = row.split("\t").map((cell) => cell.trim());
  const pair = [a, b].map((path) => join(dirname(table), path));
  const [none, proposed] = ["none", "proposed"].map((file) => join(folder, file));
  try {
    writeFileSync(none, "# none\n");
    writeFileSync(proposed, diptych(...pair, "--propose-renames"));
    const [before, now, then] = [alike(pair, "--rules", none), alike(pair), alike(pair, "--rules", proposed)];
    stdout.write(`| ${name} | ${before.calls} | ${before.time} | ${now.calls} | ${now.time} | ${then.calls} |\n`);
  } catch (error) {
    stdout.write(`| ${name} | ${error.message} |\n`);
    failed += 1;
  }
}
rmSync(folder, { recursive: true });
exit(failed > 0 ? 1 : 0);
