// Checks that switched-off kinds, colour steps and filters fade to the ground, in cells and tubes alike.

import { expect, type Page, test } from "@playwright/test";

import { canvasAt, toolbar, WIDE } from "./support/compare-desk.js";
import { address, idle, items } from "./support/diptych.js";
import { cellOf, type MadeCall, openMade, tubes } from "./support/made-traces.js";

// Wide enough for all tools.
test.use({ viewport: { ...WIDE, width: 2000 } });

const STEADY = 100;
const SLOWER = 300;
const ONLY = 600;

const run = (slower: number, only: string): MadeCall[] => [
  ["main", 0, 1_000],
  ["pkg.steady", STEADY, 150],
  ["pkg.slower", SLOWER, slower],
  [only, ONLY, 200],
];

const fill = async (page: Page, side: "a" | "b", start: number) => (await cellOf(page, side, start)).fill;
const legend = (page: Page) => page.getByRole("group", { name: "Legend" });
const chips = (page: Page) => page.getByRole("list", { name: "Filters that are on" });

test.beforeEach(async ({ page }) => {
  await openMade(page, run(100, "pkg.gone"), run(250, "pkg.added"));
  await page.mouse.move(5, 5);
  await idle(page);
  expect(await tubes(page)).toEqual([STEADY, SLOWER]);
});

test("a kind shown alone leaves the ground of all others, and no tubes", async ({ page }) => {
  const before = await items(page);
  const only = legend(page).getByRole("button", { name: "only in A" });
  const gone = await fill(page, "a", ONLY);
  await only.click();
  expect(await fill(page, "a", ONLY)).toBe(gone);
  const ground = await fill(page, "a", STEADY);
  for (const [side, start] of [
    ["a", 0],
    ["a", SLOWER],
    ["b", STEADY],
    ["b", SLOWER],
    ["b", ONLY],
  ] as const) {
    expect(await fill(page, side, start)).toBe(ground);
  }
  expect(await tubes(page)).toEqual([]);
  await expect(chips(page).getByRole("button")).toHaveCount(1);
  await only.click();
  expect(await items(page)).toEqual(before);
  await expect(chips(page)).toHaveCount(0);
});

test("steps of the colours are shown alone, several with Shift, and all again", async ({ page }) => {
  const before = await items(page);
  const [slower, steady] = [await fill(page, "b", SLOWER), await fill(page, "b", STEADY)];
  const step = (number: number) => legend(page).getByRole("button", { name: new RegExp(`step ${number} of 9`) });
  await step(9).click();
  expect(await fill(page, "b", SLOWER)).toBe(slower);
  const ground = await fill(page, "b", STEADY);
  expect(ground).not.toBe(steady);
  expect(await fill(page, "a", ONLY)).toBe(ground);
  expect(await tubes(page)).toEqual([SLOWER]);
  expect(await address(page)).toMatchObject({ "pair.steps": "8" });

  await step(5).click({ modifiers: ["Shift"] });
  expect(await fill(page, "b", STEADY)).toBe(steady);
  expect(await tubes(page)).toEqual([STEADY, SLOWER]);
  await expect(chips(page)).toContainText("2 of 9 steps");
  await step(5).click();
  expect(await tubes(page)).toEqual([STEADY]);
  await step(5).click();
  expect(await items(page)).toEqual(before);

  await step(9).click();
  await chips(page).getByRole("button").click();
  expect(await items(page)).toEqual(before);
  expect((await address(page))["pair.steps"]).toBeUndefined();
});

test("steps are of the colours that are shown: others show all", async ({ page }) => {
  await legend(page)
    .getByRole("button", { name: /step 9 of 9/ })
    .click();
  await toolbar(page).getByLabel("Colour").selectOption("function");
  await idle(page);
  await expect(chips(page)).toHaveCount(0);
  const before = await fill(page, "a", STEADY);
  await legend(page)
    .getByRole("button", { name: /pkg.slower/ })
    .click();
  expect(await fill(page, "a", STEADY)).not.toBe(before);
  expect(await tubes(page)).toEqual([SLOWER]);
});

test("hiding everything else leaves one function, and is a chip to be removed", async ({ page }) => {
  const before = await items(page);
  const [{ rect }, canvas] = [await cellOf(page, "a", SLOWER), await canvasAt(page)];
  await page.mouse.click(canvas.x + (rect[0] + rect[2]) / 2, canvas.y + (rect[1] + rect[3]) / 2, { button: "right" });
  await page.getByRole("menuitem", { name: "Hide everything else" }).click();
  await page.mouse.move(5, 5);
  const ground = await fill(page, "a", STEADY);
  expect(await fill(page, "b", ONLY)).toBe(ground);
  expect(await fill(page, "b", SLOWER)).not.toBe(ground);
  expect(await tubes(page)).toEqual([SLOWER]);
  await chips(page)
    .getByRole("button", { name: /slower/ })
    .click();
  await page.keyboard.press("Escape");
  await page.mouse.move(5, 5);
  expect((await items(page)).map(({ fill: now }) => now)).toEqual(before.map(({ fill: then }) => then));
});

test("nothing shifts when all is off", async ({ page }) => {
  const [before, picture] = [await items(page), page.locator(".picture")];
  const box = await picture.boundingBox();
  for (const button of await toolbar(page).getByRole("group", { name: "Show" }).getByRole("button").all()) {
    await button.click();
  }
  await idle(page);
  const message = page.getByRole("region", { name: "Everything is filtered out" });
  await expect(message).toBeVisible();
  expect(await picture.boundingBox()).toEqual(box);
  const cells = (list: typeof before) => list.filter(({ subject }) => "call" in subject).map(({ rect }) => rect);
  expect(cells(await items(page))).toEqual(cells(before));
  expect(
    new Set([await fill(page, "a", STEADY), await fill(page, "b", SLOWER), await fill(page, "b", ONLY)]).size,
  ).toBe(1);
  await message.getByRole("button", { name: "Show all" }).click();
  await page.mouse.move(5, 5);
  expect(await items(page)).toEqual(before);
});

test("the table tells kind, partner, change and s of each call", async ({ page }) => {
  await page.keyboard.press("v");
  await idle(page);
  const table = page.getByRole("treegrid", { name: "Calls shown" });
  await expect(table.getByRole("columnheader")).toHaveText([
    "Function",
    "Kind",
    "A start",
    "A duration",
    "B start",
    "B duration",
    "Δ duration",
    "Δ start",
    "s",
    "Repeated",
  ]);
  const cells = (name: string) => table.getByRole("row", { name: new RegExp(name) }).getByRole("gridcell");
  await expect(cells("pkg.slower")).toHaveText([
    /slower/,
    "matched",
    /^300/,
    /^100/,
    /^300/,
    /^250/,
    /^\+150/,
    /^\+0/,
    /^\d\.\d\d$/,
    "–",
  ]);
  await expect(cells("pkg.gone")).toHaveText([/gone/, "only in A", /^600/, /^200/, "–", "–", "–", "–", "–", "–"]);
  // Functions that only B has stand last.
  await expect(table.getByRole("row").last()).toContainText("pkg.added");
});
