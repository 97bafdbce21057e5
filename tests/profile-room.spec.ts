// The room of the Profile desk: frames that fold, rows out of view, the bar between both graphs, and columns about calls that
// nobody recorded.

import { expect, type Page, test } from "@playwright/test";

import { info, tooltip, WIDE } from "./support/compare-desk.js";
import { address, drop, idle, items, open } from "./support/diptych.js";
import { type MadeCall, openMade } from "./support/made-traces.js";

const button = (page: Page, name: RegExp) => page.locator(".pane-head").getByRole("button", { name });
const flamePane = async (page: Page) => (await info(page)).rowPanes.find(({ view }) => view === "flame");

/** Five frames that fill the run, and 60 calls inside each other below them. */
const DEEP: readonly MadeCall[] = [
  ...[0, 1, 2, 3, 4].map((at): MadeCall => [`frame${at}`, 0, 10_000]),
  ...Array.from({ length: 60 }, (_, at): MadeCall => [`step${at % 6}`, 100 + at, 8_000 - 2 * at]),
];

async function openDeep(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  await openMade(page, DEEP, DEEP);
  await page.getByRole("tab", { name: "Profile" }).click();
  await expect.poll(async () => (await flamePane(page))?.frames ?? 0).toBeGreaterThan(0);
}

const drawnNames = async (page: Page) =>
  (await items(page)).flatMap(({ subject }) => ("path" in subject ? [subject.path.at(-1)?.name] : []));

test("frames that fill the width fold to a button, and the address keeps them open", async ({ page }) => {
  await openDeep(page);
  expect(await drawnNames(page)).not.toContain("frame3");
  expect(await drawnNames(page)).toContain("frame4");
  await button(page, /^4 callers/).click();
  await idle(page);
  expect(await drawnNames(page)).toContain("frame0");
  expect((await address(page))["fl.frames"]).toBe("1");
  await button(page, /^4 callers/).click();
  await idle(page);
  expect(await drawnNames(page)).not.toContain("frame0");
});

test("rows out of view are counted on a button that scrolls to them, and back from the end", async ({ page }) => {
  await openDeep(page);
  const first = await flamePane(page);
  expect(first?.hiddenRows).toBeGreaterThan(10);
  await button(page, /more rows ↓/).click();
  await idle(page);
  expect((await flamePane(page))?.scroll).toBeGreaterThan(0);
  for (let page_ = 0; page_ < 9 && !(await button(page, /↺/).isVisible()); page_ += 1) {
    await button(page, /more rows ↓/).click();
    await idle(page);
  }
  await button(page, /↺/).click();
  await idle(page);
  expect((await flamePane(page))?.scroll).toBe(0);
});

test("the tooltip counts the boxes of a function that are out of view", async ({ page }) => {
  await openDeep(page);
  const step = (await items(page)).find(
    ({ view, subject }) => view === "flame" && "path" in subject && subject.path.at(-1)?.name === "step0",
  );
  const canvas = await page.locator(".picture-frame").boundingBox();
  const [x0, y0, x1, y1] = step?.rect ?? [0, 0, 0, 0];
  await page.mouse.move((canvas?.x ?? 0) + (x0 + x1) / 2, (canvas?.y ?? 0) + (y0 + y1) / 2);
  await expect(tooltip(page)).toContainText(/Same function\s*10 boxes, [1-9] out of view/);
});

test("the bar between both graphs changes their sizes, with the pointer and with keys", async ({ page }) => {
  await openDeep(page);
  const bar = page.getByRole("separator", { name: "Size of the flame graph and the funky graph" });
  const height = async () => {
    const pane = await flamePane(page);
    return (pane?.y1 ?? 0) - (pane?.y0 ?? 0);
  };
  const before = await height();
  await bar.focus();
  await page.keyboard.press("ArrowDown");
  await idle(page);
  expect(await height()).toBeGreaterThan(before);
  expect((await address(page))["prof.split"]).toBe("65");
  const box = await bar.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 120);
  await page.mouse.up();
  await idle(page);
  expect(await height()).toBeLessThan(before);
  await bar.dblclick();
  await idle(page);
  expect(Math.abs((await height()) - before)).toBeLessThan(2);
});

test("folded stacks have no columns about calls that nobody recorded", async ({ page }) => {
  await page.setViewportSize(WIDE);
  await open(page, "");
  await drop(page, [{ name: "a.folded", content: "main;parse 30\nmain;draw 70\nmain 5\n" }]);
  await page.getByRole("tab", { name: "Profile" }).click();
  const heads = page.locator(".functions-by-weight th button");
  await expect(heads.filter({ hasText: "Self" })).toHaveCount(1);
  await expect(heads.filter({ hasText: /Calls|Per call|p50|p99/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "p50, p99" })).toHaveCount(0);
});
