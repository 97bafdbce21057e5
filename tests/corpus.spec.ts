// One scene, every backend: the GPU backends draw the scene corpus like the software rasteriser.
//
// DIPTYCH_CORPUS names a folder with `corpus.json` (how each scene is drawn), `NAME.scene` (its words) and `NAME.png`
// (the software rasteriser's picture without text, which the GPU does not draw).

import { readFileSync } from "node:fs";
import { env } from "node:process";

import { type Page, expect, test } from "@playwright/test";

import { openRenderer } from "./corpus/artifact.js";
import { toleranceOf } from "./corpus/tolerance.js";

interface CorpusScene {
  readonly name: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly dpr: number;
  /** Scale x, scale y, shift x, shift y of space 1, then of the next ones. */
  readonly transforms: readonly number[];
}

/** Differences between two pictures. */
interface Comparison {
  /** Number of pixels whose largest difference of a channel is the index. */
  readonly histogram: readonly number[];
  /** Data URLs. */
  readonly drawn: string;
  readonly differences: string;
}

const folder = env["DIPTYCH_CORPUS"];
if (folder === undefined) {
  throw new Error("DIPTYCH_CORPUS is not set: run the browser tests through `npm test` or `npm run xtask browser`");
}
const corpus = JSON.parse(readFileSync(`${folder}/corpus.json`, "utf8")) as readonly CorpusScene[];

// One page and one renderer for all scenes: what a scene leaves behind must not show in the next.
let page: Page;

test.beforeAll(async ({ browser }, info) => {
  page = await browser.newPage();
  await openRenderer(page, info.project.name, folder);
});

test.afterAll(() => page.close());

test("the corpus is there", () => {
  expect(corpus.length).toBeGreaterThan(20);
});

for (const scene of corpus) {
  test(`draws ${scene.name} like the software rasteriser`, async ({}, info) => {
    const tolerance = toleranceOf(scene.name);
    const found = await page.evaluate(compare, scene);
    const pixels = found.histogram.reduce((sum, count) => sum + count, 0);
    const beyond = found.histogram.slice(tolerance.channel + 1).reduce((sum, count) => sum + count, 0);
    if (beyond > tolerance.outliers * pixels) {
      for (const [name, url] of Object.entries({ drawn: found.drawn, differences: found.differences })) {
        const body = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
        await info.attach(`${scene.name}-${name}`, { body, contentType: "image/png" });
      }
    }
    const worst = found.histogram.length - 1;
    expect(
      beyond,
      `${beyond} of ${pixels} pixels differ by more than ${tolerance.channel}, the worst by ${worst}`,
    ).toBeLessThanOrEqual(Math.floor(tolerance.outliers * pixels));
  });
}

/** Runs in the page: draws a scene and compares it with its picture. */
async function compare(scene: CorpusScene): Promise<Comparison> {
  const fetched = async (file: string): Promise<Response> => {
    const response = await fetch(file);
    if (!response.ok) {
      throw new Error(`${file}: ${response.status}`);
    }
    return response;
  };
  const { dpr } = scene;
  const width = Math.round(scene.width * dpr);
  const height = Math.round(scene.height * dpr);
  const transforms = Float32Array.from(scene.transforms);
  globalThis.renderer.setScene(new Uint32Array(await (await fetched(`${scene.name}.scene`)).arrayBuffer()));
  const drawn = await globalThis.renderer.readPixels(transforms, width, height, dpr);

  const picture = await createImageBitmap(await (await fetched(`${scene.name}.png`)).blob(), {
    colorSpaceConversion: "none",
    premultiplyAlpha: "none",
  });
  if (picture.width !== width || picture.height !== height) {
    throw new Error(`the picture has ${picture.width} × ${picture.height} pixels, not ${width} × ${height}`);
  }
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) {
    throw new Error("no 2D context");
  }
  context.drawImage(picture, 0, 0);
  const expected = context.getImageData(0, 0, width, height).data;

  const histogram: number[] = [];
  const differences = new Uint8ClampedArray(drawn.length);
  for (let at = 0; at < drawn.length; at += 4) {
    let worst = 0;
    for (let channel = at; channel < at + 4; channel += 1) {
      worst = Math.max(worst, Math.abs((drawn[channel] ?? 0) - (expected[channel] ?? 0)));
    }
    histogram[worst] = (histogram[worst] ?? 0) + 1;
    differences.set([worst * 4, 0, 0, 255], at);
  }
  const url = (rgba: Uint8ClampedArray): string => {
    context.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
    return canvas.toDataURL();
  };
  return {
    histogram: Array.from(histogram, (count) => count ?? 0),
    drawn: url(new Uint8ClampedArray(drawn)),
    differences: url(differences),
  };
}
