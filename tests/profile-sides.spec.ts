// The flame graphs of both sides next to each other: one scale, linked marks, linked zoom. And what gold shows of one side.

import { expect, type Page, test } from "@playwright/test";

import { tooltip, WIDE, wordsAlone } from "./support/compare-desk.js";
import { address, aimAt, drop, idle, items, open, sceneWords } from "./support/diptych.js";
import { type MadeCall, madeTrace, openMade } from "./support/made-traces.js";

/** `draw` is in A alone; `main` takes 10 ms in A and 12 ms in B. */
const A: readonly MadeCall[] = [
  ["main", 0, 10_000],
  ["parse", 0, 4_000],
  ["lex", 500, 1_000],
  ["draw", 5_000, 4_000],
  ["lex", 6_000, 2_000],
];
const B: readonly MadeCall[] = [
  ["main", 0, 12_000],
  ["parse", 0, 8_000],
  ["lex", 500, 1_000],
];

const side = (page: Page, name: string) =>
  page
    .getByRole("toolbar", { name: "Profile" })
    .getByRole("group", { name: "Side" })
    .getByRole("button", { name, exact: true });

async function openSideBySide(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  await openMade(page, A, B);
  await page.getByRole("tab", { name: "Profile" }).click();
  await side(page, "Side by side").click();
  await expect.poll(async () => (await boxes(page, "main")).length).toBe(2);
}

/** The boxes of a path in the flame graphs, A's first. */
async function boxes(page: Page, path: string): Promise<readonly (readonly number[])[]> {
  const found = (await items(page)).filter(
    ({ view, subject }) =>
      view === "flame" && "path" in subject && subject.path.map(({ name }) => name).join(" › ") === path,
  );
  return found.map(({ rect }) => rect).sort(([x0, y0], [x1, y1]) => (y0 === y1 ? x0 - x1 : y0 - y1));
}

const width = (rect: readonly number[] | undefined) => (rect?.[2] ?? 0) - (rect?.[0] ?? 0);

test("both sides have a flame graph on one scale, and a link opens them", async ({ page }) => {
  await openSideBySide(page);
  const [a, b] = await boxes(page, "main");
  expect(width(a) / width(b)).toBeCloseTo(10 / 12, 2);
  expect((await boxes(page, "main › draw")).length).toBe(1);
  expect(await address(page)).toMatchObject({ "prof.sides": "side-by-side" });
  // Widths are each side's own, so there is nothing to choose.
  await expect(page.getByRole("toolbar", { name: "Profile" }).getByRole("combobox", { name: "Width" })).toHaveCount(0);
});

test("pointing at a path marks it on both sides, and says both times", async ({ page }) => {
  await openSideBySide(page);
  const before = await sceneWords(page);
  const point = await aimAt(
    page,
    (subject) => "path" in subject && subject.path.at(-1)?.name === "lex" && subject.path[1]?.name === "parse",
  );
  await page.mouse.move(point.x, point.y);
  await expect(tooltip(page)).toContainText("1.00 ms");
  await idle(page);
  expect(await sceneWords(page)).not.toEqual(before);
});

test("zooming to a path that one side lacks says so on that side", async ({ page }) => {
  await openSideBySide(page);
  const point = await aimAt(page, (subject) => "path" in subject && subject.path.at(-1)?.name === "draw");
  await page.mouse.dblclick(point.x, point.y);
  await expect.poll(async () => (await address(page))["fl.zoom"]).toContain("draw");
  await idle(page);
  // Of B there is only the caller.
  expect((await boxes(page, "main › draw")).length).toBe(1);
  expect((await boxes(page, "main")).length).toBe(2);
  await page.keyboard.press("0");
  await expect.poll(async () => (await boxes(page, "main › parse")).length).toBe(2);
});

test("one side begins with gold by self weight, and a link without a choice keeps inclusive weight", async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  await open(page, "");
  await drop(page, [{ name: "a.json", content: madeTrace(A) }]);
  await page.getByRole("tab", { name: "Profile" }).click();
  const gold = page.getByRole("combobox", { name: "Gold" }).first();
  await expect(gold).toHaveValue("self");
  expect(await address(page)).toMatchObject({ "prof.gold": "self" });
  await expect.poll(async () => (await boxes(page, "main")).length).toBe(1);
  await idle(page);
  const bySelf = await wordsAlone(page);
  await gold.selectOption("total");
  await idle(page);
  expect(await wordsAlone(page)).not.toEqual(bySelf);
  // A choice of today is kept when the desk is left and chosen again.
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("tab", { name: "Profile" }).click();
  await expect(gold).toHaveValue("total");
});

test("a link from before gold had a choice shows inclusive weights", async ({ page }) => {
  await page.setViewportSize(WIDE);
  await open(page, "?a=examples/jinja2-3.0.3.json.gz#v=1&desk=profile");
  await expect(page.getByRole("combobox", { name: "Gold" }).first()).toHaveValue("total");
});
