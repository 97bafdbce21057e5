// Files that are not of Chrome's format.

import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "@playwright/test";

import { drop, examplePair, open } from "./support/diptych.js";

/** Small files of formats whose sides say something of their own, and what they say. */
const NAMED: readonly [file: string, says: string][] = [
  ["speedscope/sampled.json", "6 calls from samples, one every 10.0 ms"],
  ["v8-cpuprofile/collector.cpuprofile", "6 calls from samples, one every 100 µs"],
  ["firefox/processed.json", "8 calls from samples, one every 1.00 ms"],
  ["perf-script/without-times.txt", "4 calls from samples · 2 samples"],
  ["ftrace/systrace.txt", "4 calls"],
  ["paje/starpu.trace", "8 calls"],
  ["rsf/classes.rsf", "5 calls"],
  ["callgrind/small.callgrind.out", "10 calls"],
  ["folded/plain.folded", "9 calls from samples · 35 samples"],
  ["otlp/order.jsonl", "10 calls"],
  ["jaeger/order.json", "6 calls"],
  ["zipkin/shared.json", "5 calls"],
  ["otf2/two-ranks.zip", "4 calls"],
  ["zip/folder.zip", "2 calls from samples"],
  ["tar/long-pax.tar", "2 calls"],
];

/** The first small file of every other format that has calls. */
const OTHERS: readonly [file: string, says: string][] = readdirSync("tests/traces", { withFileTypes: true })
  .filter((folder) => folder.isDirectory() && !["paths", "refused"].includes(folder.name))
  .filter(({ name }) => !NAMED.some(([file]) => file.startsWith(`${name}/`)))
  .map(({ name }) => [`${name}/${firstTrace(name)}`, " call"]);

const FILES = [...NAMED, ...OTHERS];

/** Returns the first file of a folder that is read as the format of this name. */
function firstTrace(format: string): string {
  const files = readdirSync(`tests/traces/${format}`).filter((file) => !file.endsWith(".expected"));
  const isRead = (file: string) =>
    readFileSync(`tests/traces/${format}/${file}.expected`, "utf8").startsWith(`format ${format}\n`);
  const first = files.toSorted().find(isRead);
  if (first === undefined) {
    throw new Error(`no file in tests/traces/${format} is a trace`);
  }
  return first;
}

test("a small file of each format is read", async ({ page }) => {
  await open(page, "");
  await drop(page, [examplePair()[0]], ".zone-a");
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");

  for (const [file, says] of FILES) {
    const name = file.split("/")[1] as string;
    await drop(page, [{ name, content: readFileSync(`tests/traces/${file}`) }], "[data-side=b]");
    const side = page.getByRole("region", { name: "Side B", exact: true });
    await expect(side).toContainText(name);
    await expect(side).toContainText(says.replace(/(\d) (ms|µs)/, "$1\u202f$2"));
    if (file === FILES[0]?.[0]) {
      // Beside a pair that measures time, what follows would be told in shares.
      await page.getByRole("button", { name: "Close A" }).click();
    }
  }
});

test("a side that measures something else is told in shares, and as it is once it stands alone", async ({ page }) => {
  await open(page, "");
  await drop(page, [examplePair()[0]], ".zone-a");
  await drop(
    page,
    [{ name: "plain.folded", content: readFileSync("tests/traces/folded/plain.folded") }],
    "[data-side=b]",
  );
  const side = (letter: string) => page.getByRole("region", { name: `Side ${letter}`, exact: true });
  await expect(side("B")).toContainText("as shares of 35 samples");
  await expect(side("A")).toContainText("1,472 calls · as shares of 10.5\u202fms · 131\u202fkB");
  await page.getByRole("button", { name: "Close A" }).click();
  await expect(side("B")).toContainText("9 calls from samples · 35 samples");
});
