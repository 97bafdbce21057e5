// The example in Firefox: it opens, every desk draws, and a picture and a link leave the page.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "@playwright/test";
import type { Page } from "puppeteer-core";

import { DESKS } from "../support/desks.js";
import { PAIR, type SceneInfo } from "../support/diptych.js";
import { callOfA, click, colouredShare, open, resize, test, textOf, WIDE } from "./firefox.js";

/** Least share of coloured pixels that a drawn desk has. The thin curves of Structure have twice as many. */
const LEAST_COLOUR = 0.005;

test("the example opens from the start page and is compared", async ({ tab, url }) => {
  await open(tab, url);
  await click(tab, ".example");
  await expect.poll(() => textOf(tab, ".verdict")).toContain("0.895×");
});

for (const desk of DESKS) {
  test(`${desk} draws`, async ({ tab, url }) => {
    await open(tab, `${url}${PAIR}#desk=${desk}`);
    expect(await tab.evaluate(() => window.diptych.backend())).toBe("webgl");
    await expect.poll(() => colouredShare(tab)).toBeGreaterThan(LEAST_COLOUR);
    expect(await textOf(tab, ".failure")).toBe("");
    // Nothing but the picture counts as one.
    await tab.evaluate(() => document.querySelector<HTMLElement>(".picture")?.style.setProperty("opacity", "0"));
    expect(await colouredShare(tab)).toBeLessThan(LEAST_COLOUR);
  });
}

test("the picture is saved as PNG", async ({ tab, url, firefox }) => {
  await open(tab, url + PAIR);
  await click(tab, "button::-p-text(Export)");
  await click(tab, "[role=menuitem]::-p-text(PNG)");
  const file = join(firefox.downloads, "diptych-jinja2-3.0.3-jinja2-3.1.6.png");
  // Firefox writes a download beside its place, and moves it there once it is whole.
  await expect.poll(() => existsSync(file) && readFileSync(file).length > 10_000).toBe(true);
  expect(readFileSync(file).subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
});

test("a link restores the window, the selection and the scene", async ({ tab, url }) => {
  await open(tab, url + PAIR);
  const { x, y } = await callOfA(tab, 3);
  await tab.mouse.click(x, y, { count: 2 });
  await tab.mouse.move(5, 5);
  await expect.poll(() => textOf(tab, ".details-name")).not.toBe("");
  const name = await textOf(tab, ".details-name");
  const [scene, link] = [await shown(tab), tab.url()];
  expect(link).toContain("sel=");

  const other = await tab.browserContext().newPage();
  await resize(other, WIDE);
  await open(other, link);
  expect(await textOf(other, ".details-name")).toBe(name);
  expect(await shown(other)).toEqual(scene);
});

/** The windows of both sides and the words of the scene, at rest. */
async function shown(tab: Page): Promise<{ windows: unknown; words: string }> {
  return tab.evaluate(async () => {
    await window.diptych.idle();
    const { panes } = window.diptych.sceneInfo() as SceneInfo;
    return { windows: panes.map((pane) => pane.window), words: window.diptych.sceneWords().join(" ") };
  });
}
