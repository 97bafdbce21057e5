// Instants and counters of a recording, at the time axes of Compare.

import { expect, type Page, test } from "@playwright/test";

import { canvasAt, info, toolbar, tooltip, WIDE } from "./support/compare-desk.js";
import { address, drop, idle, open } from "./support/diptych.js";

// Wide enough for all tools.
test.use({ viewport: { ...WIDE, width: 2000 } });

/** Name of an instant that would do harm if it were taken for markup. */
const HOSTILE = "<img src=x onerror=alert(1)>";

/** A run of 100 ms with three instants and a heap that peaks at `peak` bytes. */
function recording(peak: number): string {
  const at = { pid: 1, tid: 1 };
  return JSON.stringify([
    { ph: "X", ...at, ts: 0, dur: 100_000, name: "main" },
    { ph: "X", ...at, ts: 10_000, dur: 30_000, name: "work" },
    { ph: "i", ...at, ts: 50_000, s: "t", name: HOSTILE },
    { ph: "i", ...at, ts: 80_000, s: "g", name: "flush" },
    { ph: "i", ...at, ts: 80_001, s: "g", name: "flush" },
    { ph: "C", ...at, ts: 0, name: "heap", args: { used: 1000 } },
    { ph: "C", ...at, ts: 60_000, name: "heap", args: { used: peak } },
    { ph: "C", ...at, ts: 0, name: `only in ${peak}`, args: { value: 1 } },
  ]);
}

async function openBoth(page: Page, hash = ""): Promise<void> {
  await open(page, hash);
  await drop(page, [
    { name: "a.json", content: recording(4000), lastModified: 1_000 },
    { name: "b.json", content: recording(8000), lastModified: 2_000 },
  ]);
  await idle(page);
}

const marks = (page: Page) => page.getByRole("group", { name: "Show instants and a counter at the time axes" });

/** Points at a time of a side, so many pixels from its calls towards its axis. */
async function pointAt(page: Page, side: "a" | "b", ms: number, px: number): Promise<void> {
  const pane = (await info(page)).panes.find((one) => one.side === side);
  if (pane === undefined) {
    throw new Error(`${side} has no pane`);
  }
  const canvas = await canvasAt(page);
  const along = (ms * 1e6 - pane.window.start) / (pane.window.end - pane.window.start);
  const y = side === "a" ? pane.y0 - px : pane.y1 + px;
  await page.mouse.move(canvas.x + pane.x0 + along * (pane.x1 - pane.x0), canvas.y + y);
  await idle(page);
}

test("instants have names, times and lanes, and close ones a common label", async ({ page }) => {
  await openBoth(page);
  const before = await info(page);
  await toolbar(page).getByRole("button", { name: "Show instants and a counter" }).click();
  await marks(page).getByRole("checkbox", { name: "Instants (A 3 · B 3)" }).check();
  await page.keyboard.press("Escape");
  await idle(page);
  expect(await address(page)).toMatchObject({ "pair.instants": "1" });
  // Both sides make the same room.
  const after = await info(page);
  const heights = ({ panes }: typeof after) => panes.map(({ y0, y1 }) => y1 - y0);
  const made = heights(before).map((height, at) => height - (heights(after)[at] ?? 0));
  expect(new Set(made)).toEqual(new Set([16]));
  await pointAt(page, "a", 50, 8);
  await expect(tooltip(page)).toContainText(HOSTILE);
  await expect(tooltip(page)).toContainText("thread 1");
  await expect(tooltip(page)).toContainText("50.0");
  await pointAt(page, "b", 80, 8);
  await expect(tooltip(page)).toContainText("2 instants");
  await expect(tooltip(page)).toContainText("flush · whole run");
});

test("a counter of both sides has one scale, and says its value under the pointer", async ({ page }) => {
  await openBoth(page);
  await toolbar(page).getByRole("button", { name: "Show instants and a counter" }).click();
  const counter = marks(page).getByRole("combobox", { name: "Counter" });
  await expect(counter.getByRole("option")).toHaveText([
    "none",
    "heap: used",
    "only in 4000 (only A)",
    "only in 8000 (only B)",
  ]);
  await counter.selectOption("heap: used");
  await page.keyboard.press("Escape");
  expect((await address(page))["pair.counter"]).toBe("heap:%20used");
  await pointAt(page, "a", 30, 20);
  await expect(tooltip(page)).toContainText("1,000");
  await pointAt(page, "a", 90, 20);
  await expect(tooltip(page)).toContainText("4,000");
  await pointAt(page, "b", 90, 20);
  await expect(tooltip(page)).toContainText("8,000");
  // The link shows the same.
  const link = await page.evaluate(() => location.hash);
  await openBoth(page, link);
  await pointAt(page, "b", 90, 20);
  await expect(tooltip(page)).toContainText("8,000");
});

test("without instants and counters the choice is off", async ({ page }) => {
  await open(page, "");
  const calls = JSON.stringify([{ ph: "X", pid: 1, tid: 1, ts: 0, dur: 9, name: "main" }]);
  await drop(page, [{ name: "a.json", content: calls, lastModified: 1_000 }]);
  await idle(page);
  await expect(toolbar(page).getByRole("button", { name: "Marks" })).toBeDisabled();
});
