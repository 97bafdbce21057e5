// From a call to its partner on the Compare desk: selected, gone to, laid under it.

import { expect } from "@playwright/test";

import {
  altClick,
  info,
  tooltip,
  details,
  span,
  canvasAt,
  foci,
  wordsAlone,
  onTube,
  WIDE,
} from "./support/compare-desk.js";
import { address, aimAt, idle, inA } from "./support/diptych.js";
import { openPair, test } from "./support/shared-page.js";

test.use({ viewport: WIDE });

test("a tube tells of both calls, a click selects them, a double click shows both", async ({ page }) => {
  await openPair(page);
  const { x, y } = await onTube(page);
  await expect(tooltip(page)).toContainText(/Duration\s*[\d.]+\s*(s|ms|µs|ns)/);
  await expect(page.locator(".hover-outline")).toBeHidden();
  const name = (await tooltip(page).locator(".tooltip-name bdi").textContent()) ?? "";
  const before = await foci(page);

  await page.mouse.dblclick(x, y);
  await idle(page);
  await expect(details(page)).toContainText(name);
  const after = await foci(page);
  expect(span(after.a)).toBe(span(after.b));
  expect(span(after.a)).toBeLessThan(span(before.a));
  expect((await address(page))["sel"]).toMatch(/^a,/);
  const selected = Number((await address(page))["sel"]?.split(",")[1]);
  expect(selected).toBeGreaterThanOrEqual(after.a.start);

  await page.keyboard.press("g");
  expect((await address(page))["sel"]).toMatch(/^b,/);
  const partner = Number((await address(page))["sel"]?.split(",")[1]);
  expect(partner).toBeGreaterThanOrEqual(after.b.start);
  expect(partner).toBeLessThan(after.b.end);
  expect(await foci(page)).toEqual(after);
});

test("where no match is in view, a button brings the matches here", async ({ page }) => {
  // At the same time, B runs something else long since.
  await openPair(page, "pair.a=5274200..5275400&pair.b=5274200..5275400");
  const matches = page.getByTestId("drawn");
  await expect(matches).toContainText(/^0 of 9,791 matches/);
  const [a, b] = (await info(page)).panes.toSorted((one, other) => one.y0 - other.y0);
  const button = (_: unknown, { rect }: { rect: readonly number[] }) =>
    (rect[1] ?? 0) > (a?.y1 ?? 0) && (rect[3] ?? 0) < (b?.y0 ?? 0);
  const { x, y } = await aimAt(page, button);
  await page.mouse.click(x, y);
  await idle(page);
  await expect(matches).toContainText(/^[1-9]\d* of 9,791 matches/);
});

test("the match of the selected call is lined up with it", async ({ page }) => {
  await openPair(page, "pair.a=5000000..6000000&pair.b=3000000..6000000");
  const { x, y } = await inA(page, 0.5, 8);
  await page.mouse.click(x, y);
  await idle(page);
  const before = await foci(page);
  expect((await address(page))["sel"]).toMatch(/^a,/);
  const own = Number((await address(page))["sel"]?.split(",")[1]);
  await details(page).getByRole("button", { name: "Align" }).click();
  await idle(page);
  const after = await foci(page);
  expect(after.a).toEqual(before.a);
  expect(span(after.b)).toBe(span(after.a));
  await page.keyboard.press("g");
  expect((await address(page))["sel"]).toMatch(/^b,/);
  const partner = Number((await address(page))["sel"]?.split(",")[1]);
  expect(partner - after.b.start).toBe(own - after.a.start);
});

test("a click selects a call; Alt+click also lines up its match, in one step of the history", async ({ page }) => {
  test.slow();
  await openPair(page, "pair.a=5000000..6000000&pair.b=3000000..6000000");
  const before = await foci(page);
  const { x, y } = await inA(page, 0.5, 8);
  const selected = async () => (await address(page))["sel"];

  await page.mouse.click(x, y);
  await idle(page);
  expect(await selected()).toMatch(/^a,/);
  expect(await foci(page)).toEqual(before);
  await expect(page.locator(".toast")).toHaveCount(0);
  await expect(details(page).locator(".details-name")).toBeVisible();
  await page.keyboard.press("Escape");
  await idle(page);

  await altClick(page, { x, y });
  await idle(page);
  const own = Number((await selected())?.split(",")[1]);
  const after = await foci(page);
  expect(after.a).toEqual(before.a);
  expect(span(after.b)).toBe(span(after.a));
  await page.keyboard.press("g");
  await expect.poll(selected).toMatch(/^b,/);
  expect(Number((await selected())?.split(",")[1]) - after.b.start).toBe(own - after.a.start);
  await page.keyboard.press("Backspace");
  await expect.poll(() => foci(page)).toEqual(before);
});

test("with both runs whole a click says nothing, and Alt+click says why no side can be moved", async ({ page }) => {
  await openPair(page);
  const point = await inA(page, 0.3, 2);
  await page.mouse.click(point.x, point.y);
  await idle(page);
  await expect(details(page).locator(".details-name")).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  await altClick(page, point);
  await idle(page);
  await expect(page.locator(".toast")).toHaveText(/^Both runs are shown whole, so the sides can’t be moved\. Zoom in/);
});

test("what is selected on another desk is zoomed to on both sides with Enter", async ({ page }) => {
  await openPair(page);
  const { x, y } = await inA(page, 0.3, 3);
  await page.mouse.click(x, y);
  await idle(page);
  const sel = (await address(page))["sel"];
  await openPair(page, `desk=profile&sel=${sel ?? ""}`);
  await page.keyboard.press("1");
  await idle(page);
  await page.keyboard.press("Enter");
  await idle(page);
  const [own, shown] = [(sel ?? "").split(",").map(Number), await foci(page)];
  expect(shown.a.start).toBeLessThanOrEqual(own[1] ?? 0);
  expect(shown.a.end).toBeGreaterThanOrEqual((own[1] ?? 0) + (own[2] ?? 0));
  await page.keyboard.press("g");
  expect((await address(page))["sel"]).toMatch(/^b,/);
  const theirs = ((await address(page))["sel"] ?? "").split(",").map(Number);
  expect(shown.b.start).toBeLessThanOrEqual(theirs[1] ?? 0);
  expect(shown.b.end).toBeGreaterThanOrEqual((theirs[1] ?? 0) + (theirs[2] ?? 0));
});

test("by similarity Alt+click brings all matches of a call into view, the best under it", async ({ page }) => {
  await openPair(page, "m=similarity&pair.a=5000000..6000000&pair.b=3000000..3500000");
  const { x, y } = await inA(page, 0.5, 8);
  const before = await foci(page);
  await altClick(page, { x, y });
  await idle(page);
  const after = await foci(page);
  expect(after.a).toEqual(before.a);
  expect(span(after.b)).toBeGreaterThanOrEqual(span(after.a));
});

test("the walk through the differences brings rows into view, on both sides", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  // Rows as high as ever: the lower ones lie beyond the pane.
  await openPair(page, "pair.tall=1");
  await page.keyboard.press("n");
  await idle(page);
  const { selected, panes } = await info(page);
  const pane = panes.find(({ side }) => side === selected?.side);
  if (!selected || !pane) {
    throw new Error("nothing is selected");
  }
  expect(selected.to).toBeGreaterThan(pane.y1 - pane.y0);
  expect(selected.from).toBeGreaterThanOrEqual(pane.scroll);
  expect(selected.to).toBeLessThanOrEqual(pane.scroll + pane.y1 - pane.y0);
  expect(Math.min(...panes.map(({ scroll }) => scroll))).toBeGreaterThan(0);
});

test("frames around both runs are folded into a line, which unfolds them", async ({ page }) => {
  test.slow();
  await openPair(page);
  const folded = await wordsAlone(page);
  const [{ panes }, canvas] = [await info(page), await canvasAt(page)];
  const at = { x: canvas.x + (panes[0]?.x0 ?? 0) + 20, y: canvas.y + (panes[0]?.y0 ?? 0) - 8 };
  await page.mouse.click(at.x, at.y);
  await idle(page);
  expect(await address(page)).toMatchObject({ "pair.frames": "1" });
  expect(await wordsAlone(page)).not.toEqual(folded);
  await page.keyboard.press("Backspace");
  expect((await address(page))["pair.frames"]).toBeUndefined();
  expect(await wordsAlone(page)).toEqual(folded);

  // The key does the same.
  await page.keyboard.press("f");
  expect((await address(page))["pair.frames"]).toBe("1");
  await page.keyboard.press("f");
  expect(await wordsAlone(page)).toEqual(folded);

  // A frame that is walked to is shown, and only the frames around it stay folded.
  for (let step = 0; step < 13; step += 1) {
    await page.keyboard.press("ArrowUp");
    await idle(page);
  }
  expect((await address(page))["pair.frames"]).toBeUndefined();
  expect((await info(page)).selected?.from).toBe(0);
});
