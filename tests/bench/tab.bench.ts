// Measures times and memory in the tab: reading against `JSON.parse`, layouts, hover, search.

import { type Browser, type Page, test } from "@playwright/test";

import { DEFAULT_VIEW_STATE } from "../../web/src/generated/link-table.js";
import type { MatchMode, ViewState, Window } from "../../web/src/generated/protocol.js";
import {
  type AnyAsk,
  ask,
  drawn,
  drawnSlowly,
  dropHeld,
  holdFiles,
  onFreshPage,
  parseHeld,
  peakBytes,
  spreadPoints,
  takeSpent,
  timeWorkers,
} from "./page.js";
import { type Pair, plan, record } from "./plan.js";
import { quantile, spread } from "./quantiles.js";

/** Points hovered in a run. */
const HOVERS = 200;

test.describe.configure({ mode: "serial" });

for (const pair of plan.pairs.filter(({ kind }) => kind === "read" || kind === "shape")) {
  test(pair.name, async ({ browser, baseURL }) => {
    for (let run = 0; run < plan.runs; run += 1) {
      await onFreshPage(browser, baseURL ?? "", async (page) => {
        record(pair.name, await readTwo(page, pair));
        record(pair.name, await compared(page));
        record(pair.name, pair.kind === "read" ? await drawnSlowly(page) : {});
        record(pair.name, await lookAround(page, pair));
      });
      record(pair.name, await onFreshPage(browser, baseURL ?? "", (page) => cancelled(page, pair)));
      if (pair.kind === "read") {
        record(pair.name, await onFreshPage(browser, baseURL ?? "", (page) => readOne(page, pair)));
        record(pair.name, await memory(browser, baseURL ?? "", pair));
      }
    }
  });
}

/** Both files at once, then `JSON.parse` of both in the same tab. */
async function readTwo(page: Page, pair: Pair): Promise<Record<string, number>> {
  await holdFiles(page, [pair.a, pair.b]);
  const begun = await dropHeld(page);
  await page.evaluate(() => Promise.all(["read a", "read b"].map((mark) => window.probe.seen(mark))));
  await page.evaluate(() => window.diptych.idle());
  const marks = await page.evaluate(() => window.probe.marks);
  const at = (mark: string) => (marks[mark] ?? Number.NaN) - begun;
  const shown = await drawn(page);
  const parsed = pair.kind === "read" ? await parseHeld(page, false) : { decode: Number.NaN, parse: Number.NaN };
  return {
    "two: read": Math.max(at("read a"), at("read b")),
    "two: loaded": at("side-loaded"),
    "two: first picture": at("scene"),
    "two: drawn": shown - begun,
    ...(pair.kind === "read" && { "two: decode": parsed.decode, "two: parse": parsed.parse }),
  };
}

/** Returns the times of the comparison, which the page made by itself while it drew its first picture. */
async function compared(page: Page): Promise<Record<string, number>> {
  const { work, frames } = await page.evaluate(() => ({ work: window.probe.work, frames: window.probe.frames }));
  // Totals are of one side, and what renames would bring is counted once nobody waits any more.
  const ofPair = work.filter(({ kind }) => kind !== "totals" && kind !== "proposals");
  // From the first word of a stage to the first of the next.
  const stage = (name: string) => {
    const from = ofPair.findIndex((word) => word.stage === name);
    const to = ofPair.find((word, place) => place > from && word.stage !== name);
    return (to?.at ?? Number.NaN) - (ofPair[from]?.at ?? Number.NaN);
  };
  const gaps = (times: readonly number[]) =>
    times
      .slice(1)
      .map((at, place) => at - (times[place] ?? at))
      .filter((gap) => !Number.isNaN(gap));
  const begun = ofPair[0]?.at ?? Number.NaN;
  const ended = Math.max(...ofPair.map(({ at }) => at));
  const meanwhile = frames.filter((at) => !(at > ended));
  return {
    "tab: align": stage("Aligning calls"),
    "tab: sets": stage("Finding callee sets"),
    "tab: join": stage("Comparing callee sets"),
    "tab: whole": ended - begun,
    "tab: silence": Math.max(...gaps(ofPair.map(({ at }) => at))),
    "tab: frame": quantile(gaps(meanwhile), 0.5),
    "tab: longest frame": Math.max(...gaps(meanwhile)),
  };
}

/** From a click that gives comparing up, as soon as there is something to give up, to the page saying so. */
async function cancelled(page: Page, pair: Pair): Promise<Record<string, number>> {
  await holdFiles(page, [pair.a, pair.b]);
  await dropHeld(page);
  const ms = await page.evaluate(async () => {
    await window.probe.seen("work asked");
    const button = () => document.querySelector<HTMLElement>(".comparing button");
    while (button() === null && window.probe.marks["comparison"] === undefined) {
      await new Promise(requestAnimationFrame);
    }
    const begun = performance.now();
    button()?.click();
    while (button() !== null) {
      await new Promise(requestAnimationFrame);
    }
    return window.probe.marks["comparison"] === undefined ? performance.now() - begun : null;
  });
  return ms === null ? {} : { "tab: cancel": ms };
}

/** The first file alone. */
async function readOne(page: Page, pair: Pair): Promise<Record<string, number>> {
  await holdFiles(page, [pair.a]);
  const begun = await dropHeld(page);
  await page.evaluate(() => window.probe.seen("scene"));
  const shown = await drawn(page);
  await page.evaluate(() => window.diptych.idle());
  const marks = await page.evaluate(() => window.probe.marks);
  const at = (mark: string) => (marks[mark] ?? Number.NaN) - begun;
  const { decode, parse } = await parseHeld(page, false);
  return {
    "one: read": at("read a"),
    "one: loaded": at("side-loaded"),
    "one: first picture": at("scene"),
    "one: drawn": shown - begun,
    "one: decode": decode,
    "one: parse": parse,
  };
}

/** Peaks of three tabs of their own: blank, Diptych with both files, `JSON.parse` of both files held. */
async function memory(browser: Browser, baseURL: string, pair: Pair): Promise<Record<string, number>> {
  const peakAfter = (use: (page: Page) => Promise<unknown>) =>
    onFreshPage(browser, baseURL, async (page) => {
      await use(page);
      return peakBytes(browser);
    });
  const blank = await peakAfter(async () => undefined);
  const diptych = await peakAfter(async (page) => {
    await holdFiles(page, [pair.a, pair.b]);
    await dropHeld(page);
    await page.evaluate(() => Promise.all(["read a", "read b"].map((mark) => window.probe.seen(mark))));
    await page.evaluate(() => window.diptych.idle());
  });
  const parsed = await peakAfter(async (page) => {
    await holdFiles(page, [pair.a, pair.b]);
    await parseHeld(page, true);
  });
  const known = blank !== null && diptych !== null && parsed !== null;
  return known ? { "memory: blank": blank, "memory: diptych": diptych, "memory: parse": parsed } : {};
}

/** The scripted path, then hovers, then searches, in the engine that holds both files. */
async function lookAround(page: Page, { path, kind }: Pair): Promise<Record<string, number>> {
  const read = kind === "read";
  await timeWorkers(page);
  const size = await page
    .locator(".picture")
    .evaluate(({ clientWidth: width, clientHeight: height }) => ({ width, height }));
  const layout = (view: Partial<ViewState>): AnyAsk => {
    const state = { ...DEFAULT_VIEW_STATE, ...view };
    return { name: "layout", payload: { desk: "compare", state, theme: "light", tubes: null, held: 0, ...size } };
  };
  const { time, compare } = DEFAULT_VIEW_STATE;
  const windowed = (mode: MatchMode) => (window: Window) =>
    layout({
      time: { ...time, windows: { a: window, b: window } },
      compare: { ...compare, matches: { ...compare.matches, mode } },
    });
  const steps = await ask(page, path.map(windowed("one-to-one")));
  const inEngine = await takeSpent(page);
  await ask(page, read ? path.map(windowed("similarity")) : []);
  const newFoci = await takeSpent(page);
  await ask(page, [layout({})]);
  const hovers = await ask(
    page,
    spreadPoints(size, HOVERS).map((point): AnyAsk => ({ name: "hover", payload: { desk: "compare", point } })),
  );
  await takeSpent(page);
  const searches = ["e", "token", "/^_.*[a-z]$/"].map((search) => layout({ search }));
  await ask(page, searches);
  return {
    ...spread("layout", inEngine),
    ...(read && spread("new focus", newFoci)),
    "drawing: p50": quantile(await drawings(page), 0.5),
    ...spread(
      "layout round trip",
      steps.map(({ ms }) => ms),
    ),
    "layout: bytes": Math.max(...steps.map(({ words }) => words * 4)),
    "hover: p95": quantile(
      hovers.map(({ ms }) => ms),
      0.95,
    ),
    "search: max": Math.max(...(await takeSpent(page))),
  };
}

/** Milliseconds of drawing what is on screen and reading it back, some times over. */
function drawings(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const spent = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const begun = performance.now();
      await window.diptych.image();
      spent.push(performance.now() - begun);
    }
    return spent;
  });
}
