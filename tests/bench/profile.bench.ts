// Measures the desk of call paths in the tab: zooming and pointing among a million paths, and the first funky graph.

import { type Page, test } from "@playwright/test";

import { DEFAULT_VIEW_STATE } from "../../web/src/generated/link-table.js";
import type { PickReply, ProfileParts, Subject } from "../../web/src/generated/protocol.js";
import { type AnyAsk, ask, drawn, dropHeld, holdFiles, onFreshPage, takeSpent, timeWorkers } from "./page.js";
import { type Pair, plan, record } from "./plan.js";
import { quantile, spread } from "./quantiles.js";

/** Number of zooms and hovers in a run. */
const TURNS = 60;

/** The canvas, and where rows lie in it. */
const SIZE = { width: 1_440, height: 560 };
const HEAD_PX = 24;
const ROW_PX = 17;
/** An x inside the last callee of a path, whatever the path takes itself. */
const RIGHT_PX = 1_420;

test.describe.configure({ mode: "serial" });

for (const pair of plan.pairs.filter(({ kind }) => kind === "profile")) {
  test(pair.name, async ({ browser, baseURL }) => {
    for (let run = 0; run < plan.runs; run += 1) {
      record(pair.name, await onFreshPage(browser, baseURL ?? "", (page) => callPaths(page, pair)));
    }
  });
}

async function callPaths(page: Page, pair: Pair): Promise<Record<string, number>> {
  await page.goto("#v=1&prof.parts=flame");
  await page.evaluate(() => window.diptych.idle());
  await holdFiles(page, [pair.a, pair.b]);
  await dropHeld(page);
  await page.evaluate(() => Promise.all(["read a", "read b"].map((mark) => window.probe.seen(mark))));
  await page.evaluate(() => window.diptych.idle());
  const opened = await page.evaluate(() => performance.now());
  await page.getByRole("tab", { name: "Profile" }).click();
  await page.evaluate(() => window.diptych.idle());
  const stands = await drawn(page);
  await timeWorkers(page);

  const zooms = await zoomed(page);
  await takeSpent(page);
  await ask(
    page,
    Array.from({ length: TURNS }, (_, turn) => flame(zooms[turn % zooms.length] ?? null)),
  );
  const zooming = await takeSpent(page);

  const hovers = Array.from({ length: TURNS }, (_, turn): AnyAsk[] => [hover(turn % 3), flame(null)]).flat();
  await ask(page, [flame(null)]);
  await takeSpent(page);
  await ask(page, hovers);
  const asked = await takeSpent(page);
  // The call under the pointer, and the picture that marks it.
  const hovering = asked.flatMap((ms, at) => (at % 2 === 0 ? [ms + (asked[at + 1] ?? Number.NaN)] : []));

  await ask(page, [layout("funky", null)]);
  const funky = await takeSpent(page);
  return {
    "paths: added up": stands - opened,
    ...spread("paths: zoom", zooming),
    ...spread("paths: hover", hovering),
    "paths: funky": quantile(funky, 1),
  };
}

function layout(parts: ProfileParts, zoom: Subject | null): AnyAsk {
  const { profile } = DEFAULT_VIEW_STATE;
  const state = { ...DEFAULT_VIEW_STATE, profile: { ...profile, parts, flame: { ...profile.flame, zoom } } };
  return { name: "layout", payload: { desk: "profile", state, theme: "light", tubes: null, held: 0, ...SIZE } };
}

const flame = (zoom: Subject | null) => layout("flame", zoom);
const point = (row: number): [number, number] => [RIGHT_PX, HEAD_PX + ROW_PX * (row + 0.5)];
const hover = (row: number): AnyAsk => ({ name: "hover", payload: { desk: "profile", point: point(row) } });

/** Returns the zoom targets: the whole, two rows below it, and two rows below that. */
async function zoomed(page: Page): Promise<(Subject | null)[]> {
  // The cell in a row, or in the last row above it that has one.
  const at = async (row: number): Promise<Subject> => {
    const [answer] = await ask(page, [{ name: "pick", payload: { desk: "profile", point: point(row) } }]);
    const { subject } = answer?.reply as PickReply;
    if (subject === null && row === 0) {
      throw new Error("nothing is drawn");
    }
    return subject ?? at(row - 1);
  };
  await ask(page, [flame(null)]);
  const below = await at(2);
  await ask(page, [flame(below)]);
  // Both callers of what is zoomed to stand above it.
  return [null, below, await at(4)];
}
