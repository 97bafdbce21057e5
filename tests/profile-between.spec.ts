// The Profile desk beside Compare: what is selected on one is selected on the other, and the stretch of time that one shows
// is what the other adds up.

import { expect, type Page, test } from "@playwright/test";

import { readFileSync } from "node:fs";

import type { ItemPlace } from "../web/src/generated/protocol.js";
import { details, WIDE } from "./support/compare-desk.js";
import { address, idle, items, NEW, OLD, open, PAIR, windows } from "./support/diptych.js";
import { cellOf, type MadeCall, openMade } from "./support/made-traces.js";

const A: readonly MadeCall[] = [
  ["main", 0, 1_000],
  ["parse", 50, 200],
  ["lex", 60, 100],
  ["walk", 300, 300],
  ["lex", 320, 100],
];
const B: readonly MadeCall[] = [
  ["main", 0, 1_000],
  ["parse", 50, 400],
  ["lex", 60, 100],
  ["walk", 500, 300],
  ["lex", 520, 100],
];

const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Profile" });

async function show(page: Page, desk: "Profile" | "Compare"): Promise<void> {
  await page.getByRole("tab", { name: desk }).click();
  await idle(page);
}

async function click(page: Page, { rect: [x0, y0, x1, y1] }: ItemPlace, times = 1): Promise<void> {
  const canvas = await page.locator(".picture").boundingBox();
  await page.mouse.click((canvas?.x ?? 0) + (x0 + x1) / 2, (canvas?.y ?? 0) + (y0 + y1) / 2, { clickCount: times });
  await idle(page);
}

/** Names of the paths of the flame graph that are marked, and of all. */
async function paths(page: Page): Promise<{ marked: string[]; all: string[] }> {
  const found = (await items(page)).flatMap(({ view, subject, mark }) =>
    view === "flame" && "path" in subject ? [{ name: subject.path.map(({ name }) => name).join(" › "), mark }] : [],
  );
  return {
    marked: found.filter(({ mark }) => mark !== "").map(({ name }) => name),
    all: found.map(({ name }) => name),
  };
}

test("a call that is selected on Compare is its path on Profile, and a path its calls, from a link too", async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  await openMade(page, A, B);
  await click(page, await cellOf(page, "a", 50));
  await expect(details(page)).toContainText("parse");
  await show(page, "Profile");
  expect((await paths(page)).marked).toEqual(["main › parse"]);
  await expect(details(page)).toContainText("parse");

  const walk = (await items(page)).find(({ subject }) => "path" in subject && subject.path.at(-1)?.name === "walk");
  await click(page, walk ?? failed());
  expect((await paths(page)).marked).toEqual(["main › walk"]);
  await show(page, "Compare");
  await expect(details(page)).toContainText("walk");
  const marked = (await items(page)).flatMap(({ subject, mark }) =>
    "call" in subject && mark !== "" ? [[subject.call.side, subject.call.start / 1_000]] : [],
  );
  expect(marked).toContainEqual(["a", 300]);
  expect(marked).toContainEqual(["b", 500]);
  expect(marked).not.toContainEqual(["a", 50]);
});

test("a link that names a path opens with it on both desks", async ({ page }) => {
  await page.setViewportSize(WIDE);
  await open(page, `${PAIR}#v=1&desk=profile&prof.parts=flame`);
  const drawn = await items(page);
  const deep = drawn.filter(({ subject }) => "path" in subject && subject.path.length === 4);
  // The page's words in place of the picture, if it has any.
  expect(
    deep.length,
    `of ${drawn.length} items; ${(await page.locator("body").innerText()).slice(0, 1_200)}`,
  ).toBeGreaterThan(0);
  await click(page, deep[0] ?? failed());
  const said = deep[0] !== undefined && "path" in deep[0].subject ? (deep[0].subject.path.at(-1)?.name ?? "") : "";
  expect(said).not.toBe("");
  await expect(details(page)).toContainText(said);
  const { marked } = await paths(page);
  expect(marked).toHaveLength(1);
  const link = page.url();
  await page.goto("about:blank");
  await open(page, link);
  expect((await paths(page)).marked).toEqual(marked);
  await expect(details(page)).toContainText(said);
  await show(page, "Compare");
  await expect(details(page)).toContainText(said);
});

/** Total time of the outermost calls of a function within a stretch, ns. */
function within(calls: readonly MadeCall[], name: string, { start, end }: { start: number; end: number }): number {
  const own = calls.filter(([called]) => called === name);
  return own.reduce(
    (sum, [, ts, dur]) => sum + Math.max(0, Math.min(end, (ts + dur) * 1_000) - Math.max(start, ts * 1_000)),
    0,
  );
}

async function totals(page: Page): Promise<Map<string, [number, number]>> {
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Functions (CSV)" }).click();
  const [heads = [], ...rows] = readFileSync(await (await download).path(), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const [a, b] = ["a_total_ns", "b_total_ns"].map((head) => heads.indexOf(head));
  return new Map(rows.map((row) => [row[0] ?? "", [Number(row[a ?? 0]), Number(row[b ?? 0])]]));
}

test("the stretch that Compare shows is what Profile adds up, while that is asked for, and a link says both", async ({
  page,
}) => {
  await page.setViewportSize({ width: 3200, height: 900 }); // All tools are in the line.
  await openMade(page, A, B);
  await click(page, await cellOf(page, "a", 50), 2);
  const shown = await windows(page);
  const [ofA, ofB] = [shown["a"] ?? failed(), shown["b"] ?? failed()];
  expect(ofA.end - ofA.start).toBeLessThan(900_000);
  await show(page, "Profile");
  expect((await totals(page)).get("main")).toEqual([1_000_000, 1_000_000]);
  await toolbar(page).getByRole("combobox", { name: "Time" }).selectOption("shown");
  await idle(page);
  const found = await totals(page);
  for (const name of ["main", "parse", "lex", "walk"]) {
    expect(found.get(name) ?? [0, 0], name).toEqual([within(A, name, ofA), within(B, name, ofB)]);
  }
  expect(found.get("main")).not.toEqual([1_000_000, 1_000_000]);
  const { "w.win": inWindows, "pair.a": window } = await address(page);
  expect([inWindows, window !== undefined]).toEqual(["1", true]);
  // And back: the stretch is still that of Compare, and another one is followed.
  await show(page, "Compare");
  expect(await windows(page)).toEqual(shown);
  await page.keyboard.press("0");
  await idle(page);
  await show(page, "Profile");
  expect((await totals(page)).get("main")).toEqual([1_000_000, 1_000_000]);
});

test("a link to a stretch opens on what runs in it", async ({ page }) => {
  await page.setViewportSize(WIDE);
  expect([OLD, NEW].map(({ link }) => PAIR.includes(link))).toEqual([true, true]);
  await open(page, `${PAIR}#v=1&desk=profile&prof.parts=flame&pair.a=0..2000000&pair.b=0..2000000&pair.apart=1`);
  const whole = await totals(page);
  await page.goto("about:blank");
  await open(
    page,
    `${PAIR}#v=1&desk=profile&prof.parts=flame&pair.a=0..2000000&pair.b=0..2000000&pair.apart=1&w.win=1`,
  );
  const part = await totals(page);
  const most = (of: Map<string, [number, number]>, side: 0 | 1) =>
    Math.max(...[...of.values()].map((sums) => sums[side]));
  for (const side of [0, 1] as const) {
    expect(most(part, side)).toBeGreaterThan(0);
    expect(most(part, side)).toBeLessThanOrEqual(2_000_000);
    expect(most(whole, side)).toBeGreaterThan(2_000_000);
  }
});

function failed(): never {
  throw new Error("it is not drawn");
}
