// The fourth backend: the scene corpus as SVG files, drawn by the browser, looks like the software rasteriser's.
//
// Scenes that are drawn under other transforms than their own have no SVG: a file is always drawn as laid out.

import { existsSync, readFileSync } from "node:fs";
import { env } from "node:process";

import { type Page, expect, test } from "@playwright/test";

import { svgToleranceOf } from "./corpus/tolerance.js";

interface CorpusScene {
  readonly name: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly dpr: number;
}

const folder = env["DIPTYCH_CORPUS"];
if (folder === undefined) {
  throw new Error("DIPTYCH_CORPUS is not set: run the browser tests through `npm test` or `npm run xtask browser`");
}
const all = JSON.parse(readFileSync(`${folder}/corpus.json`, "utf8")) as readonly CorpusScene[];
const corpus = all.filter((scene) => existsSync(`${folder}/${scene.name}.svg`));

let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  await page.route("http://corpus.test/**", async (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    if (file === "") {
      await route.fulfill({ contentType: "text/html", body: "<!doctype html>" });
    } else {
      const contentType = file.endsWith(".svg") ? "image/svg+xml" : "image/png";
      await route.fulfill({ contentType, path: `${folder}/${file}` });
    }
  });
  await page.goto("http://corpus.test/");
});

test.afterAll(() => page.close());

test("most scenes have an SVG", () => {
  expect(corpus.length).toBeGreaterThan(20);
});

for (const scene of corpus) {
  test(`the SVG of ${scene.name} looks like the software rasteriser's picture`, async () => {
    const { channel, outliers, mean } = svgToleranceOf(scene.name);
    const { histogram } = await page.evaluate(compare, scene);
    const pixels = histogram.reduce((sum, count) => sum + count, 0);
    const total = histogram.reduce((sum, count, difference) => sum + count * difference, 0);
    const beyond = histogram.slice(channel + 1).reduce((sum, count) => sum + count, 0);
    expect(beyond / pixels, `share of pixels that differ by more than ${channel}`).toBeLessThanOrEqual(outliers);
    expect(total / pixels, "mean difference").toBeLessThanOrEqual(mean);
  });
}

/** Runs in the page: number of pixels by the largest difference of a channel. */
async function compare(scene: CorpusScene): Promise<{ histogram: number[] }> {
  const width = Math.round(scene.width * scene.dpr);
  const height = Math.round(scene.height * scene.dpr);
  const pixels = async (file: string): Promise<Uint8ClampedArray> => {
    const image = new Image();
    image.src = file;
    await image.decode();
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (context === null) {
      throw new Error("no 2D context");
    }
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  const [drawn, expected] = [await pixels(`${scene.name}.svg`), await pixels(`${scene.name}.png`)];
  const histogram = new Array<number>(256).fill(0);
  for (let at = 0; at < drawn.length; at += 4) {
    let worst = 0;
    for (let channel = at; channel < at + 4; channel += 1) {
      worst = Math.max(worst, Math.abs((drawn[channel] ?? 0) - (expected[channel] ?? 0)));
    }
    histogram[worst] = (histogram[worst] ?? 0) + 1;
  }
  return { histogram };
}
