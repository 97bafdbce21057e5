// The overview of the Compare desk: what it marks and says, and how a focus is moved in it.

import { expect } from "@playwright/test";

import {
  info,
  tooltip,
  toolbar,
  span,
  canvasAt,
  inOverview,
  drag,
  foci,
  wordsAlone,
  WIDE,
} from "./support/compare-desk.js";
import { aimAt, idle, inA, open as openPage, sceneWords } from "./support/diptych.js";
import { openPair, test } from "./support/shared-page.js";

test.use({ viewport: WIDE });

test("both sides compared, the overview lies over the matches and the canvas says how many are drawn", async ({
  page,
}) => {
  await openPair(page);
  const { minimap, panes } = await info(page);
  expect((minimap?.y1 ?? 0) - (minimap?.y0 ?? 0)).toBeGreaterThan(120);
  expect(panes[0]?.y0).toBeGreaterThanOrEqual(minimap?.y1 ?? Infinity);
  await expect(page.getByTestId("drawn")).toHaveText(/^[\d,]+ of [\d,]+ matches drawn/);
});

test("a hovered call is marked in the overview, and the mark goes with the pointer", async ({ page }) => {
  await openPair(page);
  const before = await wordsAlone(page);
  const { x, y } = await inA(page, 0.3, 3);
  await page.mouse.move(x, y);
  await idle(page);
  await expect(tooltip(page)).toBeVisible();
  const marked = await sceneWords(page);
  expect(marked).not.toEqual(before);
  await page.mouse.move(x + 1, y);
  await idle(page);
  expect(await sceneWords(page)).toEqual(marked);
  expect(await wordsAlone(page)).toEqual(before);
});

test("a bar of the overview says what it stands for, beside itself", async ({ page }) => {
  await openPair(page);
  const { minimap } = await info(page);
  const canvas = await canvasAt(page);
  const tick = span((await foci(page)).a) * 0.2;
  const bar = await aimAt(
    page,
    (subject) => "time" in subject && subject.time.side === "a" && tick <= subject.time.window.end,
  );
  await page.mouse.move(bar.x, bar.y);
  await idle(page);
  await expect(tooltip(page)).toContainText("Self time of matched calls");
  const outline = await page.locator(".hover-outline").boundingBox();
  expect((outline?.y ?? 0) + (outline?.height ?? 0)).toBeLessThanOrEqual(canvas.y + (minimap?.middle ?? 0) + 1);
  expect(outline?.width).toBeLessThan(30);
});

test("a focus is dragged and resized in the overview, in either half", async ({ page }) => {
  await openPair(page);
  const whole = (await foci(page)).a.end;
  const at = (share: number, side: "a" | "b") => inOverview(page, whole * share, side);
  await drag(page, await at(1, "a"), await at(0.4, "a"));
  expect((await foci(page)).a.end / whole).toBeCloseTo(0.4, 2);
  // The other side shows the matching calls, which begin and end nearly at the same share of it.
  expect((await foci(page)).b.end / whole).toBeCloseTo(0.4, 1);

  await drag(page, await at(0.2, "b"), await at(0.5, "b"));
  const moved = await foci(page);
  expect(moved.b.start / whole).toBeCloseTo(0.3, 2);
  expect(span(moved.b) / whole).toBeCloseTo(0.4, 2);
  expect(moved.a.start / whole).toBeCloseTo(0.3, 1);

  await drag(page, await at(0.3, "b"), await at(0.5, "b"));
  expect((await foci(page)).b.start / whole).toBeCloseTo(0.5, 2);

  const beside = await at(0.1, "a");
  await page.mouse.dblclick(beside.x, beside.y);
  await idle(page);
  expect(span((await foci(page)).a)).toBe(whole);
});

test("uncoupled, each half moves its own side", async ({ page }) => {
  await openPair(page, "pair.apart=1");
  const whole = (await foci(page)).a.end;
  const at = (share: number, side: "a" | "b") => inOverview(page, whole * share, side);
  await drag(page, await at(0, "b"), await at(0.5, "b"));
  const { a, b } = await foci(page);
  expect([a.start, b.start / whole]).toEqual([0, expect.closeTo(0.5, 2)]);
  await drag(page, await at(1, "a"), await at(0.6, "a"));
  const after = await foci(page);
  expect(after.a.end / whole).toBeCloseTo(0.6, 2);
  expect(after.b).toEqual(b);
});

test("the pointer shows what of a focus it would take", async ({ page }) => {
  await openPair(page, "pair.a=2000000..6000000");
  const over = async (tick: number) => {
    const { x, y } = await inOverview(page, tick, "a");
    await page.mouse.move(x, y);
    return page.locator(".picture").getAttribute("data-pointer");
  };
  expect([await over(2_000_000), await over(4_000_000), await over(9_000_000)]).toEqual(["edge", "move", "plain"]);
});

test("the desk shows both parts or either, and the overview alone is a table of intervals", async ({ page }) => {
  await openPair(page);
  const parts = toolbar(page).getByLabel("View");
  const height = async () => ((await info(page)).minimap?.y1 ?? 0) - ((await info(page)).minimap?.y0 ?? 0);
  const both = await height();
  await parts.selectOption("matches");
  await idle(page);
  expect(await height()).toBeLessThan(60);
  await parts.selectOption("overview");
  await idle(page);
  expect(await height()).toBeGreaterThan(both * 2);

  const whole = (await foci(page)).a.end;
  await drag(page, await inOverview(page, whole, "a"), await inOverview(page, whole / 2, "a"));
  expect((await foci(page)).a.end / whole).toBeCloseTo(0.5, 2);
  await page.keyboard.press("v");
  await idle(page);
  const table = page.getByRole("treegrid", { name: "Intervals shown" });
  await expect(table.getByRole("columnheader").first()).toHaveText("Side");
  await expect(table.getByRole("row")).not.toHaveCount(1);
});

for (const title of [
  "A Python library, upgraded",
  "SQLite, with and without an index",
  "64 MPI ranks, one slow host",
]) {
  test(`zooming by keys keeps a match in view, and comes back to the whole runs: ${title}`, async ({ page }) => {
    await openPage(page, "");
    await page.locator(".example").filter({ hasText: title }).click();
    await idle(page);
    const { a, b } = await foci(page);
    const drawn = page.getByTestId("drawn");
    for (const [from, to, side] of [
      [0, 0, null],
      [0.3, 0.7, "b"],
      [0.62, 0.9, "a"],
    ] as const) {
      if (side !== null) {
        await drag(
          page,
          await inOverview(page, a.end * from, side, 0.9),
          await inOverview(page, a.end * to, side, 0.9),
        );
      }
      await page.mouse.move(5, 5);
      for (let times = 0; times < 10; times += 1) {
        await page.keyboard.press("w");
      }
      await idle(page);
      expect(span((await foci(page)).a)).toBeLessThan(span(a) / 40);
      await expect(drawn).not.toHaveText(/^0 of/);
      for (let times = 0; times < 30; times += 1) {
        await page.keyboard.press("s");
        await idle(page);
      }
      expect(await foci(page)).toEqual({ a, b });
    }
  });
}
