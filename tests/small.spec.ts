// Small pages and zoomed ones: every desk keeps a picture, its parts do not overlap, dialogs keep their buttons in reach.

import { expect } from "@playwright/test";

import { DESKS } from "./support/desks.js";
import { idle, inA, items, open, PAIR } from "./support/diptych.js";
import { overlappingParts, sidewaysOverflow } from "./support/page-parts.js";
import { openPair, test } from "./support/shared-page.js";

/** 1440 × 900 at 200 % and at 400 % are the last two. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 720, height: 900 },
  { width: 1024, height: 768 },
  { width: 720, height: 450 },
  { width: 360, height: 225 },
];

for (const size of SIZES) {
  const named = `${size.width} × ${size.height}`;

  test(`${named}: every desk keeps a picture and its parts apart`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(size);
    for (const desk of DESKS) {
      await openPair(page, `desk=${desk}`);
      await expect(page.locator(".desk")).toHaveAttribute("aria-labelledby", `tab-${desk}`);
      expect((await page.locator(".picture").boundingBox())?.height ?? 0, desk).toBeGreaterThanOrEqual(120);
      expect(await page.evaluate(sidewaysOverflow), desk).toBeLessThanOrEqual(0);
      expect(await page.evaluate(overlappingParts), desk).toEqual([]);
      const sentence = await page.locator(".verdict .sentence").boundingBox();
      expect(sentence?.height ?? 0, desk).toBeLessThanOrEqual(60);
    }
  });

  test(`${named}: dialogs keep their buttons inside the page`, async ({ page }) => {
    await page.setViewportSize(size);
    await openPair(page);
    for (const key of ["?", "Control+k", "l", "i"]) {
      const dialog = page.locator("dialog[open]");
      // The page learns a moment after the dialog before is gone that it was closed, and hears no letters until then.
      await expect(async () => {
        await page.locator("body").press(key);
        await expect(dialog, key).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await idle(page);
      const boxes = await dialog
        .locator(":scope, .dialog-head button, .identity-foot button")
        .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON() as DOMRect));
      for (const { left, top, right, bottom } of boxes) {
        expect(Math.min(left, top), key).toBeGreaterThanOrEqual(0);
        expect(right, key).toBeLessThanOrEqual(size.width);
        expect(bottom, key).toBeLessThanOrEqual(size.height);
      }
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
  });
}

test("1100 × 760: the strip at the edge names the lists of the desk, and opens them", async ({ browser, baseURL }) => {
  // A page of its own, because a panel that was opened or closed once stays so.
  const page = await browser.newPage({ viewport: { width: 1100, height: 760 }, ...(baseURL && { baseURL }) });
  await open(page, PAIR);
  for (const [desk, lists] of [
    ["compare", /^\s*Differences \d+ · Details\s*$/],
    ["structure", /^\s*Relations · Details\s*$/],
    ["space-time", /^\s*Differences \d+ · Details\s*$/],
    ["fusion", /^\s*Elements · Details\s*$/],
  ] as const) {
    await openPair(page, `desk=${desk}`);
    const strip = page.locator(".rail");
    await expect(strip).toHaveText(lists);
    await expect(page.locator("#panel")).toBeHidden();
    await strip.click();
    await expect(page.locator("#lists")).toBeVisible();
    await strip.click();
    await expect(page.locator("#panel")).toBeHidden();
  }
  await page.close();
});

test("the largest differences are whole or in a menu, however long the verdict is", async ({ page }) => {
  for (let width = 1200; width <= 1500; width += 30) {
    await page.setViewportSize({ width, height: 900 });
    for (const desk of ["compare", "space-time"]) {
      await openPair(page, `desk=${desk}`);
      const [room, chips] = await page.locator(".verdict").evaluate((verdict) => {
        const right = verdict.getBoundingClientRect().right;
        const list = verdict.querySelector(".chips")?.getBoundingClientRect();
        const inLine = [...verdict.querySelectorAll(".chips li")].map((chip) => chip.getBoundingClientRect());
        return [right, inLine.filter(({ top, height }) => height > 0 && top < (list?.bottom ?? 0))] as const;
      });
      const menu = await page.locator(".chips-narrow").isVisible();
      expect(chips.length > 0, `${desk} at ${width}: a line of chips or a menu`).toBe(!menu);
      for (const { right } of chips) {
        expect(right, `${desk} at ${width}`).toBeLessThanOrEqual(room);
      }
    }
  }
});

test("at 400 % the three panels of lanes over time lie below each other", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 225 });
  await openPair(page, "desk=space-time");
  await expect
    .poll(async () => (await items(page)).filter(({ view }) => view === "spacetime").length)
    .toBeGreaterThan(2);
  const spans = (await items(page))
    .flatMap(({ view, rect }) => (view === "spacetime" ? [[rect[1], rect[3]] as const] : []))
    .toSorted(([x], [y]) => x - y);
  const bands: [number, number][] = [];
  for (const [from, to] of spans) {
    const last = bands.at(-1);
    if (last !== undefined && from < last[1]) {
      last[1] = Math.max(last[1], to);
    } else {
      bands.push([from, to]);
    }
  }
  expect(bands).toHaveLength(3);
});

test("where details lie in a drawer, a tap shows what it has selected and a long touch opens the menu", async ({
  browser,
}, { project }) => {
  const { baseURL } = project.use;
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  const page = await context.newPage();
  await page.goto("");
  await openPair(page);
  const { x, y } = await inA(page, 0.3, 3);
  await page.touchscreen.tap(x, y);
  await idle(page);
  const sheet = page.getByRole("region", { name: "Selection" });
  await expect(sheet).toContainText("Duration");
  await sheet.getByRole("button", { name: "Details" }).click();
  await expect(page.locator(".details-name")).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press("Escape");

  const devtools = await context.newCDPSession(page);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await expect(page.locator(".context-menu")).toBeVisible();
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await idle(page);
  await expect(page.locator(".context-menu")).toBeVisible();
  await context.close();
});

test("390 × 844: the legend names both ends of the colours and the calls of one side", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPair(page);
  const legend = page.getByRole("group", { name: "Legend" }).first();
  const line = await legend.locator(".legend-line").boundingBox();
  for (const words of ["shorter in B", "longer in B", "only in A", "only in B"]) {
    const entry = await legend.locator(".legend-line li", { hasText: words }).boundingBox();
    expect(entry?.width ?? 0, words).toBeGreaterThan(0);
    expect((entry?.y ?? 0) + (entry?.height ?? 0), words).toBeLessThanOrEqual((line?.y ?? 0) + (line?.height ?? 0) + 1);
    expect((entry?.x ?? 0) + (entry?.width ?? 0), words).toBeLessThanOrEqual((line?.x ?? 0) + (line?.width ?? 0) + 1);
  }
  await expect(legend.getByRole("button", { name: "Full legend" })).toBeVisible();
});

test("at every width the legend says the whole rule for grey", async ({ page }) => {
  await openPair(page);
  for (const width of [390, 600, 720, 900, 1024, 1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await idle(page);
    const line = page.locator(".legend-line");
    await expect(line.locator(".grey-point")).toHaveText(/grey: changed by up to 5\s% or 10\.0\sµs/);
    const [of, grey] = await Promise.all([line.boundingBox(), line.locator(".grey-point").boundingBox()]);
    expect((grey?.x ?? 0) + (grey?.width ?? 0), String(width)).toBeLessThanOrEqual((of?.x ?? 0) + (of?.width ?? 0) + 1);
    expect((grey?.y ?? 0) + (grey?.height ?? 0), String(width)).toBeLessThanOrEqual(
      (of?.y ?? 0) + (of?.height ?? 0) + 1,
    );
    const text = line.locator(".grey-point");
    expect(await text.evaluate((box) => box.scrollWidth <= box.clientWidth), String(width)).toBe(true);
  }
});

test("390 × 844: the opened panel has a button that closes it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPair(page);
  const panel = page.getByRole("complementary", { name: "Differences and details" });
  await page.locator(".rail").click();
  await expect(panel).toBeVisible();
  await panel.getByRole("button", { name: "Close the panel" }).click();
  await expect(panel).toBeHidden();
});
