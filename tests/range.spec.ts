// Time ranges: Shift + drag selects one, Details shows its sums, dragging over the overview zooms.

import { expect, type Page, test } from "@playwright/test";

import { canvasAt, details, drag, foci, info, inOverview, type Point, span, WIDE } from "./support/compare-desk.js";
import { address, idle, open, PAIR } from "./support/diptych.js";

test.use({ viewport: WIDE, permissions: ["clipboard-read", "clipboard-write"] });

const bands = (page: Page) => page.locator(".range-band");

/** A point of the first pane of a side, at shares of its width and height. */
async function inPane(page: Page, side: "a" | "b", along: number, down = 0.5): Promise<Point> {
  const [{ panes }, canvas] = [await info(page), await canvasAt(page)];
  const pane = panes.find((of) => of.side === side);
  if (pane === undefined) {
    throw new Error("the side has no pane");
  }
  return { x: canvas.x + pane.x0 + along * (pane.x1 - pane.x0), y: canvas.y + pane.y0 + down * (pane.y1 - pane.y0) };
}

async function shiftDrag(page: Page, from: Point, to: Point): Promise<void> {
  await page.keyboard.down("Shift");
  await drag(page, from, to);
  await page.keyboard.up("Shift");
  await page.mouse.move(5, 5);
  await idle(page);
}

/** The selected range in ticks of its side. */
async function selected(page: Page): Promise<{ side: string; start: number; end: number }> {
  const [kind, side, start, end] = ((await address(page))["sel"] ?? "").split(",");
  expect(kind).toBe("time");
  return { side: side ?? "", start: Number(start), end: Number(end) };
}

/** Numbers of a row of the sums: of A, of B. */
async function sums(page: Page, label: RegExp): Promise<string[]> {
  return details(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: label }) })
    .getByRole("cell")
    .allTextContents();
}

test("Shift and drag in a pane selects a range of both sides and shows its sums", async ({ page }) => {
  await open(page, PAIR);
  const whole = (await foci(page)).a;
  await shiftDrag(page, await inPane(page, "a", 0.25), await inPane(page, "a", 0.5));
  const range = await selected(page);
  expect(range.side).toBe("a");
  expect((range.start - whole.start) / span(whole)).toBeCloseTo(0.25, 2);
  expect((range.end - whole.start) / span(whole)).toBeCloseTo(0.5, 2);
  expect((await foci(page)).a).toEqual(whole);
  // A band in each pane and in each half of the overview, at the same time on both sides.
  await expect(bands(page)).toHaveCount(4);
  const lefts = await bands(page).evaluateAll((all) => all.map((band) => band.getBoundingClientRect().left));
  expect(lefts.slice(0, 2)).toEqual(lefts.slice(2));
  await expect(details(page)).toContainText("time range");
  const [a = "", b = ""] = await sums(page, /^Calls started/);
  expect(Number(a.replaceAll(",", ""))).toBeGreaterThan(0);
  expect(Number(b.replaceAll(",", ""))).toBeGreaterThan(0);
  expect(await sums(page, /^Duration/)).toEqual([
    expect.stringMatching(/ms/),
    expect.stringMatching(/ms/),
    expect.anything(),
  ]);
  expect(await details(page).locator(".calls .call").count()).toBeGreaterThan(3);

  await page.keyboard.press("Escape");
  await idle(page);
  await expect(bands(page)).toHaveCount(0);
  expect((await address(page))["sel"]).toBeUndefined();
});

test("Enter zooms to the range, and its menu zooms and copies the sums", async ({ page }) => {
  await open(page, PAIR);
  await shiftDrag(page, await inPane(page, "b", 0.6), await inPane(page, "b", 0.4));
  const range = await selected(page);
  expect(range.side).toBe("b");
  const inside = await inPane(page, "b", 0.5);
  await page.mouse.click(inside.x, inside.y, { button: "right" });
  await idle(page);
  await page.getByRole("menuitem", { name: "Copy sums" }).click();
  await idle(page);
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(`start (ns)\t`);
  expect(text).toMatch(new RegExp(`^end \\(ns\\)\\t\\d+\\t${range.end}\\t`, "m"));
  // Functions add up to the sum of all calls.
  const [head = "", functions = ""] = text.split("\n\n");
  const all = Number(/^self, all calls \(ns\)\t(\d+)/m.exec(head)?.[1]);
  const rows = functions.trim().split("\n").slice(1);
  expect(all).toBeGreaterThan(0);
  expect(rows.reduce((sum, row) => sum + Number(row.split("\t")[2]), 0)).toBe(all);

  await page.locator("#view").focus();
  await page.keyboard.press("Enter");
  await idle(page);
  const { a, b } = await foci(page);
  expect(b).toEqual({ start: range.start, end: range.end });
  expect(a).toEqual(b);
});

test("Shift and drag in the overview selects a range and leaves the windows", async ({ page }) => {
  await open(page, PAIR);
  const { a: whole } = await foci(page);
  await shiftDrag(page, await inOverview(page, whole.end * 0.7, "b"), await inOverview(page, whole.end * 0.3, "b"));
  const range = await selected(page);
  expect([range.side, range.start / whole.end, range.end / whole.end]).toEqual([
    "b",
    expect.closeTo(0.3, 2),
    expect.closeTo(0.7, 2),
  ]);
  expect((await foci(page)).a).toEqual(whole);
});

test("a drag over the overview zooms to the dragged range", async ({ page }) => {
  await open(page, PAIR);
  const whole = (await foci(page)).a.end;
  const at = (share: number, side: "a" | "b") => inOverview(page, whole * share, side);
  await drag(page, await at(0.2, "a"), await at(0.5, "a"));
  const { a, b } = await foci(page);
  expect([a.start / whole, a.end / whole]).toEqual([expect.closeTo(0.2, 2), expect.closeTo(0.5, 2)]);
  // The other side shows the matching calls, which begin and end nearly at the same share of it.
  expect([b.start / whole, b.end / whole]).toEqual([expect.closeTo(0.2, 1), expect.closeTo(0.5, 1)]);
  // Inside of the window the drag moves it.
  await drag(page, await at(0.35, "a"), await at(0.45, "a"));
  const moved = await foci(page);
  expect(span(moved.a)).toBe(span(a));
  expect(moved.a.start / whole).toBeCloseTo(0.3, 2);
  // Outside, from right to left, it zooms elsewhere.
  await drag(page, await at(0.95, "b"), await at(0.75, "b"));
  const third = await foci(page);
  expect([third.b.start / whole, third.b.end / whole]).toEqual([expect.closeTo(0.75, 2), expect.closeTo(0.95, 2)]);
  // A click outside brings the window there.
  const { x, y } = await at(0.3, "a");
  await page.mouse.click(x, y);
  await idle(page);
  const fourth = await foci(page);
  expect(span(fourth.a)).toBe(span(third.a));
  expect((fourth.a.start + fourth.a.end) / 2 / whole).toBeCloseTo(0.3, 2);
});

for (const desk of ["space-time", "fusion", "structure"] as const) {
  test(`Shift and drag on ${desk} selects a range with sums`, async ({ page }) => {
    await open(page, `${PAIR}#desk=${desk}`);
    const along: [[number, number], [number, number]] =
      desk === "structure"
        ? [
            [0.5, 0.2],
            [0.5, 0.6],
          ]
        : [
            [0.2, 0.5],
            [0.6, 0.5],
          ];
    const side = (await info(page)).panes[0]?.side ?? "a";
    await shiftDrag(page, await inPane(page, side, ...along[0]), await inPane(page, side, ...along[1]));
    const range = await selected(page);
    expect(range.side).toBe(side);
    expect(range.end).toBeGreaterThan(range.start);
    await expect(details(page)).toContainText("Calls started");
    await expect(bands(page)).toHaveCount(desk === "structure" ? 0 : (await info(page)).panes.length);
    await page.locator("#view").focus();
    await page.keyboard.press("Enter");
    await idle(page);
    expect(Object.values(await address(page))).toContain(`${range.start}..${range.end}`);
  });
}

test("Profile counts only what lies in a range that was selected elsewhere", async ({ page }) => {
  await open(page, `${PAIR}#sel=time,a,2000000,4000000&desk=profile`);
  await expect(details(page)).toContainText("Calls started");
  await page.locator("#view").focus();
  await page.keyboard.press("Enter");
  await idle(page);
  const link = await address(page);
  expect(Object.values(link)).toContain("2000000..4000000");
});
