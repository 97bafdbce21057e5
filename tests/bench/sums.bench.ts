// A file without its calls: from the click to the side being there, and how much memory the tab takes beyond an empty page.

import { type Browser, test } from "@playwright/test";

import { dropHeld, holdFiles, onFreshPage, peakBytes } from "./page.js";
import { plan, record } from "./plan.js";

test.describe.configure({ mode: "serial" });

for (const { name, path } of plan.sums) {
  test(`${name} as times of lanes`, async ({ browser, baseURL }) => {
    for (let run = 0; run < plan.runs; run += 1) {
      record(name, await summed(browser, baseURL ?? "", path));
    }
  });
}

/** The page has room for a megabyte, so that it offers to do without calls whatever the size of the file. */
async function summed(browser: Browser, baseURL: string, path: string): Promise<Record<string, number>> {
  return onFreshPage(browser, baseURL, async (page) => {
    await page.goto("?memory=1");
    await page.evaluate(() => window.diptych.idle());
    const empty = await peakBytes(browser);
    await holdFiles(page, [path]);
    await dropHeld(page);
    await page.getByRole("button", { name: "Read all of it as times per lane" }).click();
    const begun = await page.evaluate(() => performance.now());
    await page.evaluate(() => window.probe.seen("side-loaded"));
    const seconds = await page.evaluate((from) => (performance.now() - from) / 1e3, begun);
    await page.evaluate(() => window.diptych.idle());
    const peak = await peakBytes(browser);
    return { "sums seconds": seconds, ...(peak !== null && empty !== null && { "sums peak": peak - empty }) };
  });
}
