// Time ranges compared in place of whole runs: two of one run, one of each, in links, in the history, on every desk.

import { expect, type Page, test } from "@playwright/test";

import { canvasAt, details, drag, foci, info, type Point, WIDE } from "./support/compare-desk.js";
import { address, idle, open, PAIR } from "./support/diptych.js";

test.use({ viewport: WIDE });

const chip = (page: Page) => page.getByRole("button", { name: /^Compared: A .*Compare the whole runs again$/ });
const verdict = (page: Page) => page.getByRole("region", { name: "Verdict" });

async function dragRange(page: Page, side: "a" | "b", from: number, to: number): Promise<void> {
  const [{ panes }, canvas] = [await info(page), await canvasAt(page)];
  const pane = panes.find((of) => of.side === side);
  if (pane === undefined) {
    throw new Error("the side has no pane");
  }
  const at = (along: number): Point => ({
    x: canvas.x + pane.x0 + along * (pane.x1 - pane.x0),
    y: canvas.y + (pane.y0 + pane.y1) / 2,
  });
  await page.keyboard.down("Shift");
  await drag(page, at(from), at(to));
  await page.keyboard.up("Shift");
  await idle(page);
}

/** The selected range of each side, in ticks: of the side that was dragged last, and of the other. */
async function selected(page: Page): Promise<{ side: string; own: number[]; other: number[] }> {
  const [kind, side = "", ...ends] = ((await address(page))["sel"] ?? "").split(",");
  expect(kind).toBe("time");
  const numbers = ends.map(Number);
  return { side, own: numbers.slice(0, 2), other: numbers.slice(2) };
}

async function compareRanges(page: Page): Promise<void> {
  await details(page).getByRole("button", { name: "Compare these ranges" }).click();
  await idle(page);
  await expect(chip(page)).toBeVisible();
}

test("two ranges of one run have a verdict and pictures of their own", async ({ page }) => {
  await open(page, "?a=examples/jinja2-3.0.3.json.gz");
  await page.getByRole("button", { name: "Compare A with itself" }).click();
  await idle(page);
  await expect(verdict(page)).toContainText("as long as A");
  const whole = await foci(page);
  await dragRange(page, "a", 0.1, 0.3);
  await dragRange(page, "b", 0.5, 0.9);
  const { side, own, other } = await selected(page);
  expect([side, own.length, other.length]).toEqual(["b", 2, 2]);
  await compareRanges(page);

  const link = await address(page);
  expect([link["range.a"], link["range.b"]]).toEqual([other.join(".."), own.join("..")]);
  expect(link["sel"]).toBeUndefined();
  // Both begin at zero, and the longer one fills the picture.
  const longer = (own[1] ?? 0) - (own[0] ?? 0);
  const shown = await foci(page);
  expect([shown.a.start, shown.b.start]).toEqual([0, 0]);
  expect(Math.abs(shown.b.end - longer) / longer).toBeLessThan(0.05);
  expect(shown.b.end).toBeLessThan(whole.b.end / 2);
  // The two phases call other functions: that is said of the ranges, not of the run that is compared with itself.
  await expect(verdict(page)).toContainText(/Only [\d.]+\s%\sof calls have a same-named function/u);
  // The verdict says why, and the sheet below only what to do.
  await expect(page.getByRole("region", { name: "May not be comparable" })).not.toContainText("same-named");
  await expect(page.getByRole("tab", { name: /^Largest [1-9]/ })).toBeVisible();

  // The link says the same, and going back compares the whole run with itself again.
  const words = await verdict(page).innerText();
  await page.reload();
  await idle(page);
  expect(await verdict(page).innerText()).toBe(words);
  await page.goBack();
  await idle(page);
  await expect(chip(page)).toHaveCount(0);
  expect((await foci(page)).a).toEqual(whole.a);
  await expect(page.getByRole("tab", { name: "Largest 0" })).toBeVisible();
});

test("a linked range is compared on both sides until its chip is clicked", async ({ page }) => {
  await open(page, PAIR);
  const before = await verdict(page).innerText();
  await dragRange(page, "a", 0.2, 0.6);
  const { own } = await selected(page);
  await compareRanges(page);
  const link = await address(page);
  expect([link["range.a"], link["range.b"]]).toEqual([own.join(".."), own.join("..")]);
  // Every desk shows the ranges: the cards name them.
  for (const key of ["5", "3", "1"]) {
    await page.locator("#view").press(key);
    await idle(page);
    await expect(chip(page)).toBeVisible();
  }
  await expect(page.locator('.card[data-side="a"]')).toContainText(/\(.* to .*\)/);
  // A range of the range counts from its start.
  await dragRange(page, "a", 0.25, 0.5);
  await compareRanges(page);
  const inner = ((await address(page))["range.a"] ?? "").split("..").map(Number);
  expect(inner[0]).toBeGreaterThan(own[0] ?? 0);
  expect(inner[1]).toBeLessThan(own[1] ?? 0);

  await chip(page).click();
  await idle(page);
  await expect(chip(page)).toHaveCount(0);
  expect((await address(page))["range.a"]).toBeUndefined();
  expect(await verdict(page).innerText()).toBe(before);
});

test("ranges end when a side gets another file", async ({ page }) => {
  await open(page, `${PAIR}&range.a=1000000..5000000&range.b=1000000..5000000`);
  await expect(chip(page)).toBeVisible();
  await page.getByRole("button", { name: "Swap sides" }).click();
  await idle(page);
  await expect(chip(page)).toBeVisible();
  await page.locator("#view").press("Control+k");
  await page.keyboard.type("Close B");
  await page.keyboard.press("Enter");
  await idle(page);
  await expect(chip(page)).toHaveCount(0);
  expect((await address(page))["range.a"]).toBeUndefined();
});

test("a range without calls says so", async ({ page }) => {
  await open(page, `${PAIR}&range.b=900000000000..900000000001`);
  await expect(page.getByText("No call of B runs in the time range to compare.").first()).toBeVisible();
  await chip(page).click();
  await idle(page);
  await expect(page.getByRole("tab", { name: /^Largest [1-9]/ })).toBeVisible();
});
