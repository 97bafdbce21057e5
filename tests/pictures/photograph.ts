// Takes a picture of the page and writes it as WebP into docs/pictures, in light and in dark.
//
// Chromium itself encodes the picture: the same page gives the same bytes, and no other program is needed.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, type Page } from "@playwright/test";

import { idle } from "../support/diptych.js";

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "pictures");

/** The most that a picture may weigh, bytes: pages of the documentation hold several. */
const MOST_BYTES = 150_000;

/** Qualities of WebP to try, the best first. Text stays sharp down to the last one. */
const QUALITIES = [0.95, 0.9, 0.85, 0.8, 0.7];

/** The part of the page to show, CSS pixels; the whole page if there is none. */
export type Part = { x: number; y: number; width: number; height: number };

/** Photographs the page as it stands, in both colour schemes: `NAME.webp` and `NAME-dark.webp`. */
export async function photograph(page: Page, name: string, part?: Part): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await frame(page); // The page hears of another colour scheme with the next frame, and is idle until then.
    await idle(page);
    // A slow device draws from a kept picture, and how slow it is differs from run to run.
    await page.evaluate(() => window.diptych.redraw());
    await frame(page);
    await idle(page);
    const shown = await settled(page, part);
    const picture = await encoded(page, shown);
    expect(picture.length, `${name} in ${scheme}`).toBeLessThanOrEqual(MOST_BYTES);
    writeFileSync(join(FOLDER, `${name}${scheme === "dark" ? "-dark" : ""}.webp`), picture);
  }
}

/** Waits until a frame has begun and ended. */
async function frame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Takes screenshots until two in a row are equal: the compositor may be a frame behind an idle page. */
async function settled(page: Page, part?: Part): Promise<Buffer> {
  const take = () => page.screenshot({ animations: "disabled", caret: "hide", ...(part && { clip: part }) });
  let last = await take();
  for (let left = 20; left > 0; left -= 1) {
    await idle(page);
    const next = await take();
    if (next.equals(last)) {
      return next;
    }
    last = next;
  }
  throw new Error("the page does not come to rest");
}

/** Encodes a PNG as WebP in the best quality that is small enough. */
async function encoded(page: Page, png: Buffer): Promise<Buffer> {
  const empty = await page.context().newPage();
  const base64 = await empty.evaluate(
    async ([source, qualities, most]) => {
      const bytes = Uint8Array.from(atob(source), (char) => char.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      let blob = new Blob();
      for (const quality of qualities) {
        blob = await canvas.convertToBlob({ type: "image/webp", quality });
        if (blob.size <= most) {
          break;
        }
      }
      let binary = "";
      for (const byte of new Uint8Array(await blob.arrayBuffer())) {
        binary += String.fromCharCode(byte);
      }
      return btoa(binary);
    },
    [png.toString("base64"), QUALITIES, MOST_BYTES] as const,
  );
  await empty.close();
  return Buffer.from(base64, "base64");
}
