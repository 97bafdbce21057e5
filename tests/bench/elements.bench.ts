// What the desk of the program's structure takes in the tab: cells and calls at once, and pointing at either.

import { type Page, test } from "@playwright/test";

import { DEFAULT_VIEW_STATE } from "../../web/src/generated/link-table.js";
import type { FusionTarget, StructureLevel } from "../../web/src/generated/protocol.js";
import { type AnyAsk, ask, drawn, drawnSlowly, dropHeld, holdFiles, onFreshPage, spreadPoints, takeSpent, timeWorkers } from "./page.js";
import { type Pair, plan, record } from "./plan.js";
import { quantile, spread } from "./quantiles.js";

/** How often is pointed somewhere in a run. */
const TURNS = 60;

/** The canvas. */
const SIZE = { width: 1_440, height: 640 };

test.describe.configure({ mode: "serial" });

for (const pair of plan.pairs.filter(({ kind }) => kind === "elements")) {
  test(pair.name, async ({ browser, baseURL }) => {
    for (let run = 0; run < plan.runs; run += 1) {
      record(pair.name, await onFreshPage(browser, baseURL ?? "", (page) => structure(page, pair)));
    }
  });
}

async function structure(page: Page, pair: Pair): Promise<Record<string, number>> {
  await page.goto("#v=1&desk=fusion&fuse.level=function");
  await page.evaluate(() => window.diptych.idle());
  await holdFiles(page, [pair.a, pair.b]);
  await dropHeld(page);
  await page.evaluate(() => Promise.all(["read a", "read b"].map((mark) => window.probe.seen(mark))));
  await page.evaluate(() => window.diptych.idle());
  await drawn(page);
  const shown = await drawnSlowly(page);
  await timeWorkers(page);

  // Cells once: another level and back. Which calls are whose is counted the first time alone.
  await ask(page, [layout("function"), layout("module")]);
  await takeSpent(page);
  await ask(page, Array.from({ length: 9 }, (_, turn) => layout(turn % 2 === 0 ? "function" : "module")));
  const cells = (await takeSpent(page)).filter((_, turn) => turn % 2 === 0);

  return {
    "elements: layout": quantile(cells, 0.5),
    ...(await brushed(page, "calls")),
    ...(await brushed(page, "elements")),
    "elements: redraw p50": shown["software: hover p50"] ?? Number.NaN,
    "elements: redraw p95": shown["software: hover p95"] ?? Number.NaN,
  };
}

/** Milliseconds of what is in focus at many points, with the picture that shows it. */
async function brushed(page: Page, target: FusionTarget): Promise<Record<string, number>> {
  await ask(page, [layout("function", target)]);
  await takeSpent(page);
  const points = spreadPoints(SIZE, TURNS);
  await ask(page, points.flatMap((point): AnyAsk[] => [{ name: "hover", payload: { desk: "fusion", point } }, layout("function", target)]));
  const spent = await takeSpent(page);
  await ask(page, [{ name: "hover", payload: { desk: "fusion", point: null } }]);
  const both = spent.flatMap((ms, at) => (at % 2 === 0 ? [ms + (spent[at + 1] ?? Number.NaN)] : []));
  return spread(`elements: brush ${target}`, both);
}

function layout(level: StructureLevel, target: FusionTarget = "calls"): AnyAsk {
  const state = { ...DEFAULT_VIEW_STATE, fusion: { ...DEFAULT_VIEW_STATE.fusion, level, target } };
  return { name: "layout", payload: { desk: "fusion", state, theme: "light", tubes: null, held: 0, ...SIZE } };
}
