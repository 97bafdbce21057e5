// Measures the desk of the program's structure in the tab: cells and calls at once, and pointing at either.

import { type Page, test } from "@playwright/test";

import { DEFAULT_VIEW_STATE } from "../../web/src/generated/link-table.js";
import type { FusionState, FusionTarget } from "../../web/src/generated/protocol.js";
import {
  type AnyAsk,
  ask,
  drawn,
  drawnSlowly,
  dropHeld,
  holdFiles,
  onFreshPage,
  spreadPoints,
  takeSpent,
  timeWorkers,
} from "./page.js";
import { type Pair, plan, record } from "./plan.js";
import { quantile, spread } from "./quantiles.js";

/** Number of times that a run points somewhere. */
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

  // Another level, which counts again which calls are whose; then cells of another size.
  const level = await timed(page, [layout({ level: "module" }), layout()]);
  const cells = await timed(page, [layout({ size: "equal" }), layout()]);

  return {
    "elements: level": quantile(level, 0.5),
    "elements: layout": quantile(cells, 0.5),
    ...(await brushed(page, "calls")),
    ...(await brushed(page, "elements")),
    "elements: redraw p50": shown["software: hover p50"] ?? Number.NaN,
    "elements: redraw p95": shown["software: hover p95"] ?? Number.NaN,
  };
}

/** Milliseconds of the last of some questions, asked in turn. */
async function timed(page: Page, asked: AnyAsk[]): Promise<number[]> {
  await ask(page, asked);
  await takeSpent(page);
  await ask(page, Array.from({ length: 5 }, () => asked).flat());
  return (await takeSpent(page)).filter((_, turn) => turn % asked.length === asked.length - 1);
}

/** Milliseconds of what is in focus at many points, with the picture that shows it. */
async function brushed(page: Page, target: FusionTarget): Promise<Record<string, number>> {
  await ask(page, [layout({ target })]);
  await takeSpent(page);
  const points = spreadPoints(SIZE, TURNS);
  await ask(
    page,
    points.flatMap((point): AnyAsk[] => [{ name: "hover", payload: { desk: "fusion", point } }, layout({ target })]),
  );
  const spent = await takeSpent(page);
  await ask(page, [{ name: "hover", payload: { desk: "fusion", point: null } }]);
  const both = spent.flatMap((ms, at) => (at % 2 === 0 ? [ms + (spent[at + 1] ?? Number.NaN)] : []));
  return spread(`elements: brush ${target}`, both);
}

function layout(of: Partial<FusionState> = {}): AnyAsk {
  const state = { ...DEFAULT_VIEW_STATE, fusion: { ...DEFAULT_VIEW_STATE.fusion, level: "function" as const, ...of } };
  return { name: "layout", payload: { desk: "fusion", state, theme: "light", tubes: null, held: 0, ...SIZE } };
}
