// Every number that the Structure desk shows, counted again from the files by a script that shares nothing with it.

import { execFileSync } from "node:child_process";

import { expect, type Page, test } from "@playwright/test";

import { info } from "./support/compare-desk.js";
import { NEW, OLD } from "./support/diptych.js";
import { callsInRows, callsOfRows, openDesk, pattern, repeats, rows, showList } from "./support/structure-desk.js";

const FILES = [OLD.file, NEW.file];
/** A part of both runs: in links, and as the script takes it. */
const PART = "&pair.a=2000000..7000000&pair.b=2000000..7000000";
const WINDOWS = ["--window-a", "2000000..7000000", "--window-b", "2000000..7000000"];

function recounted(...args: string[]): string {
  return execFileSync("node", ["tests/recount/structure-desk.mjs", ...args], { encoding: "utf8" });
}

async function savedValues(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV (data)" }).click();
  const path = test.info().outputPath("values.csv");
  await (await download).saveAs(path);
  return path;
}

test("relations of a window, and of those the rare ones", async ({ page }) => {
  await openDesk(page, `&sr.level=module${PART}`);
  expect(recounted(await savedValues(page), ...FILES, ...WINDOWS)).toMatch(
    /between \d{2} files.*: \d{2,} numbers counted, 0 wrong/,
  );
  const listed = await showList(page, "Rare");
  const found: unknown = JSON.parse(recounted("--rare", "3", ...FILES, ...WINDOWS));
  expect({ rows: listed, calls: await callsOfRows(page) }).toEqual(found);
});

test("calls that layers forbid", async ({ page }) => {
  const layers = "nodes.py\nlexer.py\nparser.py compiler.py\nenvironment.py\nutils.py";
  await openDesk(page, `&sr.level=module&sr.layers=${encodeURIComponent(layers)}${PART}`);
  const listed = await showList(page, "Forbidden");
  expect(listed).toBeGreaterThan(0);
  const found: unknown = JSON.parse(recounted("--forbidden", layers, ...FILES, ...WINDOWS));
  expect({ rows: listed, calls: await callsOfRows(page) }).toEqual(found);
});

for (const { side, from, to, alike } of [
  { side: "a", from: 3_000_000, to: 3_100_000, alike: 70 },
  { side: "b", from: 5_000_000, to: 5_020_000, alike: 80 },
]) {
  test(`exact and near repeats of calls marked in ${side.toUpperCase()}, ${alike} % alike`, async ({ page }) => {
    await openDesk(page, `&sr.level=module&sr.mark=time,${side},${from},${to}&sr.alike=${alike}`);
    type Found = { calls: number; edits: number; exact: number[]; near: number[]; rows: [number, number][][] };
    const found = JSON.parse(recounted("--repeats", side, `${from}`, `${to}`, `${alike}`, ...FILES)) as Found;
    expect(found.near.reduce((sum, of) => sum + of, 0)).toBeGreaterThan(0);
    await expect(pattern(page)).toContainText(`${found.calls} calls marked in ${side.toUpperCase()}`);
    await expect(pattern(page)).toContainText(`at most ${found.edits} calls inserted, removed or replaced`);
    expect(await repeats(page, "Exact repeats")).toEqual(found.exact);
    expect(await repeats(page, "Exact and near")).toEqual(found.near);
    await showList(page, "Repeats");
    const calls = (await callsInRows(page)).map((of) => Number.parseInt(of, 10));
    const edits = (await rows(page).locator(".number").allTextContents()).map((of) =>
      of === "exact" ? 0 : Number.parseInt(of, 10),
    );
    expect(calls.map((of, at) => [of, edits[at]])).toEqual(found.rows.flat());
  });
}

test("calls on each line of pixels, whole and of a window", async ({ page }) => {
  for (const [part, windows] of [
    ["", []],
    [PART, WINDOWS],
  ] as const) {
    await openDesk(page, `&sr.level=module&sr.parts=sequence&sr.rows=own${part}`);
    const { panes } = await info(page);
    const height = panes.map(({ y0, y1 }) => Math.floor(y1 - y0))[0] ?? 0;
    expect(recounted("--rows", await savedValues(page), `${height}`, ...FILES, ...windows)).toMatch(
      /: \d{4,} numbers counted, 0 wrong/,
    );
  }
});
