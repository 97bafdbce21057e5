// Measures the desk of lanes over time in the tab: the weights of areas, the first picture, another detail, all
// partitions.

import { expect, type Page, test } from "@playwright/test";

import { dropHeld, holdFiles, onFreshPage } from "./page.js";
import { type Pair, plan, record } from "./plan.js";
import { quantile } from "./quantiles.js";

/** Slices and states of each trace; all lanes are told apart. */
const SETTINGS: Record<string, string> = {
  "ranks-700": "st.slices=30&st.top=16",
  "ranks-576": "st.slices=100&st.top=8",
};

/** Number of times that a run changes the detail. */
const TURNS = 10;

test.describe.configure({ mode: "serial" });

for (const pair of plan.pairs.filter(({ kind }) => kind === "ranks")) {
  test(pair.name, async ({ browser, baseURL }) => {
    for (let run = 0; run < plan.runs; run += 1) {
      record(pair.name, await onFreshPage(browser, baseURL ?? "", (page) => lanes(page, pair)));
    }
  });
}

async function lanes(page: Page, pair: Pair): Promise<Record<string, number>> {
  await page.goto(`#v=1&desk=space-time&st.levels=9&st.by=innermost&${SETTINGS[pair.name] ?? ""}`);
  await page.evaluate(() => window.diptych.idle());
  await holdFiles(page, [pair.a]);
  await dropHeld(page);
  await page.evaluate(() => window.probe.seen("work done"));
  await page.evaluate(() => window.diptych.idle());
  const [slices = Number.NaN] = await spent(page, "slices");
  const [first = Number.NaN] = await spent(page, "partitions");
  const weighed = await between(page, "Computing areas", "Looking for anomalies");
  const slider = page.getByTestId("detail");
  const most = Number(await slider.getAttribute("max"));
  for (let turn = 1; turn <= TURNS; turn += 1) {
    await slider.fill(String(Math.floor((turn * most) / (TURNS + 1))));
    await page.evaluate(() => window.diptych.idle());
  }
  const others = (await spent(page, "partitions")).slice(1);
  await page.getByText("Quality", { exact: true }).click();
  const more = page.getByRole("button", { name: "Find all levels" });
  if (await more.isVisible()) {
    await more.click();
    await page.evaluate(() => window.diptych.idle());
  }
  await expect(page.getByTestId("partitions")).toContainText(/^All /);
  const all = (await spent(page, "curve")).reduce((sum, ms) => sum + ms, 0);
  return {
    "ranks: slices": slices,
    "ranks: weighed": weighed + first,
    "ranks: first": slices + first,
    "ranks: p": quantile(others, 0.5),
    "ranks: all": all,
  };
}

/** Milliseconds from the first word of a stage of the first job to that of another. */
function between(page: Page, from: string, to: string): Promise<number> {
  return page.evaluate(
    (stages) => {
      const [begun, ended] = stages.map(
        (stage) => window.probe.work.find((word) => word.stage === stage)?.at ?? Number.NaN,
      );
      return (ended ?? Number.NaN) - (begun ?? Number.NaN);
    },
    [from, to],
  );
}

/** Milliseconds of each job of an analysis, in order. */
function spent(page: Page, analysis: string): Promise<number[]> {
  return page.evaluate((kind) => {
    const words = window.probe.work.filter((word) => word.kind === kind);
    const ends = new Map(words.filter(({ stage }) => stage === "done").map(({ job, at }) => [job, at]));
    return words.flatMap(({ job, stage, at }) =>
      stage === "asked" && ends.has(job) ? [(ends.get(job) ?? at) - at] : [],
    );
  }, analysis);
}
