// The line above the picture: what a newcomer reads first.

import { expect, test } from "@playwright/test";

import { idle, open, PAIR } from "./support/diptych.js";

const SAYS: Record<string, RegExp> = {
  compare: /^Changed most in view: .+ [+−][\d.,]+\s.s\. A is above, B below/,
  structure: /^Largest change: .+ → .+ [+−][\d,]+ calls\. Curves run from callers/,
  "space-time": /^Rows are lanes, columns are time, .+ Difference: grey where alike/,
  fusion: /^Largest change: .+\. Each cell is a function, larger with more calls; purple: more self time in B/,
};

for (const [desk, words] of Object.entries(SAYS)) {
  test(`${desk}: a line above the picture says what it shows and what changed most`, async ({ page }) => {
    await open(page, `${PAIR}#desk=${desk}`);
    await idle(page);
    const line = page.getByTestId("reading");
    await expect(line).toBeVisible();
    await expect(line).toHaveText(words);
    // What is cut off is in the tooltip.
    await expect(line).toHaveAttribute("title", words);
  });
}

test("a page without room for a picture gives up the line first", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 640 });
  await open(page, PAIR);
  await idle(page);
  await expect(page.getByTestId("reading")).toBeHidden();
});

test("structure opens on the list of the relation that the line names", async ({ page }) => {
  await open(page, `${PAIR}#desk=structure`);
  await idle(page);
  const said = /change: (.+) ([+−][\d,]+) calls/.exec((await page.getByTestId("reading").textContent()) ?? "");
  const first = page.locator("#relation-list .area-row").first();
  await expect(first).toContainText(said?.[1] ?? "");
  await expect(first).toContainText(said?.[2] ?? "");
});
