// The line above the picture: what a newcomer reads first.

import { expect, test } from "@playwright/test";

import { idle, open, PAIR } from "./support/diptych.js";
import { type MadeCall, openMade } from "./support/made-traces.js";

const SAYS: Record<string, RegExp> = {
  compare:
    /^A is above, B below, bands join matching calls\. .+ Drawn band that changed most: .+ [+−][\d.,]+\s.s with callees\. The list/,
  structure: /^Largest change: .+ → .+( [+−][\d,]+ calls|, only in [AB] \([\d,]+ calls\))\. Curves run from callers/,
  "space-time":
    /^(First in the list: .+|No area changed beyond noise)\. Each row is a lane, time runs to the right, .+ Difference: coloured by the state/,
  fusion:
    /^Largest change in self time: .+\. Boxes: B’s calls over time\. Cells behind them: functions, larger with more calls\. Purple: more self time in B/,
  profile:
    /^Each box is a call path, wider with more time\. Purple: more time in B, green: less\. Largest change in self time: /,
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

test("what works is named before what waits for it", async ({ page }) => {
  const rounds = Array.from({ length: 40 }, (_, round) => round * 200);
  const run = (work: number, wait: number): MadeCall[] =>
    rounds.flatMap((at) => [
      ["solve", at, work + (at % 3)],
      ["PMPI_Recv", at + work + (at % 3), wait + (at % 7)],
    ]);
  await openMade(page, run(20, 30), run(40, 90));
  const line = page.getByTestId("reading");
  for (const desk of ["Fusion", "Profile"]) {
    await page.getByRole("tab", { name: desk }).click();
    await expect(line).toContainText(/Largest change in self time apart from waiting: solve \+800/);
  }
});

test("a narrow page shows whole sentences, the change first", async ({ page }) => {
  for (const [width, height] of [
    [1100, 900],
    [720, 1000],
    [390, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, `${PAIR}#desk=structure`);
    const line = page.getByTestId("reading");
    const box = await line.boundingBox();
    const sentences = await line.locator("span").all();
    expect(sentences.length).toBe(3);
    const isSeen: boolean[] = [];
    for (const sentence of sentences) {
      const of = await sentence.boundingBox();
      const [top, bottom] = [(of?.y ?? 0) - (box?.y ?? 0), (of?.y ?? 0) + (of?.height ?? 0) - (box?.y ?? 0)];
      // A sentence lies in sight or out of sight, and never half.
      isSeen.push(bottom <= (box?.height ?? 0) + 0.5);
      expect(bottom <= (box?.height ?? 0) + 0.5 || top >= (box?.height ?? 0) - 0.5).toBe(true);
    }
    expect(isSeen[0]).toBe(true);
    await expect(sentences[0]!).toContainText("Largest change");
    // What is seen comes before what is not.
    expect(isSeen).toEqual([...isSeen].sort((one, other) => Number(other) - Number(one)));
  }
});

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

test("lists that need more room than they have never lie over the details", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await open(page, PAIR);
  await page.locator(".difference").first().click();
  await idle(page);
  for (const name of ["Go to match", "Align"]) {
    const button = page.locator(".details").getByRole("button", { name });
    const isOnTop = await button.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop, name).toBe(true);
  }
  // What doesn't fit scrolls into sight.
  const more = page.locator(".lists .below");
  await more.scrollIntoViewIfNeeded();
  await expect(more).toBeInViewport();
});

test("the first row leads to the lane that it names", async ({ page }) => {
  await open(page, "?a=examples/stencil-64-ranks.paje.gz&b=examples/stencil-64-ranks-slow-host.paje.gz");
  const row = page.locator(".difference").first();
  await expect(row).toContainText("on rank-37");
  await row.click();
  await idle(page);
  await expect(page.locator(".details")).toContainText("rank-37");
});
