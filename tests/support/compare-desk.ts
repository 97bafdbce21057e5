// The Compare desk as its tests use it: its regions by name, points on it, what both sides show.

import { expect, type Page } from "@playwright/test";

import { aimAt, idle, type SceneInfo, sceneWords, windows } from "./diptych.js";

/** Wide enough for most tools. */
export const WIDE = { width: 1600, height: 900 };

export const info = (page: Page) => page.evaluate(() => window.diptych.sceneInfo()) as Promise<SceneInfo>;
export const tooltip = (page: Page) => page.getByTestId("tooltip");
export const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Compare" });
export const details = (page: Page) => page.getByRole("region", { name: "Details" });
export const span = ({ start, end }: { start: number; end: number }) => end - start;

export type Point = { x: number; y: number };

export async function canvasAt(page: Page): Promise<Point> {
  const box = await page.locator(".picture").boundingBox();
  return { x: box?.x ?? 0, y: box?.y ?? 0 };
}

/** A point of the overview: `tick` on the axis, in A's or in B's half, at a share of that half's height. */
export async function inOverview(page: Page, tick: number, side: "a" | "b", share = 0.5): Promise<Point> {
  const [{ minimap }, canvas] = [await info(page), await canvasAt(page)];
  if (!minimap) {
    throw new Error("there is no overview");
  }
  const [from, to] = side === "a" ? [minimap.y0, minimap.middle] : [minimap.middle, minimap.y1];
  const along = (tick - minimap.whole.start) / span(minimap.whole);
  return { x: canvas.x + minimap.x0 + along * (minimap.x1 - minimap.x0), y: canvas.y + from + share * (to - from) };
}

export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await idle(page);
}

export async function altClick(page: Page, { x, y }: Point): Promise<void> {
  await page.keyboard.down("Alt");
  await page.mouse.click(x, y);
  await page.keyboard.up("Alt");
}

/** Returns the windows of both sides. */
export async function foci(
  page: Page,
): Promise<{ a: { start: number; end: number }; b: { start: number; end: number } }> {
  const { a, b } = await windows(page);
  if (!a || !b) {
    throw new Error("a side has no pane");
  }
  return { a, b };
}

/** Scene words with the pointer away from the picture. */
export async function wordsAlone(page: Page): Promise<number[]> {
  await page.mouse.move(5, 5);
  await idle(page);
  return sceneWords(page);
}

/** A point on a tube, where the pointer is and the tooltip offers to select both calls. */
export async function onTube(page: Page): Promise<Point> {
  const point = await aimAt(page, (subject) => "match" in subject);
  await page.mouse.move(point.x, point.y);
  await idle(page);
  await expect(tooltip(page)).toContainText("Click: select both calls");
  return point;
}
