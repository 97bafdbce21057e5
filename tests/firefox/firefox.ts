// Fixtures for tests in Firefox: Puppeteer drives it over WebDriver BiDi, Playwright's runner runs the tests.
//
// Playwright itself drives a Firefox of its own only. Of the page, tests see what a person sees, and the test hook.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

import { expect, test as base } from "@playwright/test";
import puppeteer, { type Browser, type Frame, type Page } from "puppeteer-core";

import type { TestHook } from "../../web/src/test-hook.js";
import { FOREIGN_HOST } from "../support/host-page.js";
import { startDisplay } from "./display.js";

declare global {
  interface Window {
    diptych: TestHook;
  }
}

type WorkerFixtures = { firefox: Firefox };
type TestFixtures = {
  /** Errors of the page are part of the test. */
  mayFail: boolean;
  /** A tab of its own, with its own storage. Errors of its page fail the test. */
  tab: Page;
  /** Address of the served page. */
  url: string;
};

/** The started browser. */
export type Firefox = {
  browser: Browser;
  /** The folder that downloads go to. */
  downloads: string;
  /** Starts another Firefox, with settings of its own, until `run` has ended. */
  with: (settings: Record<string, unknown>, run: (browser: Browser) => Promise<void>) => Promise<void>;
};

export const WIDE = { width: 1280, height: 800 };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  firefox: [
    async ({}, use) => {
      const display = await startDisplay();
      const downloads = mkdtempSync(join(tmpdir(), "diptych-firefox-"));
      const settings = {
        // Firefox asks no name server for these hosts, which are this machine.
        "network.dns.localDomains": FOREIGN_HOST,
        "browser.download.folderList": 2,
        "browser.download.dir": downloads,
        "browser.download.alwaysOpenPanel": false,
        // Puppeteer lets pages from a disk read other files, as no visitor's browser does.
        "security.fileuri.strict_origin_policy": true,
      };
      const start = (more: Record<string, unknown> = {}) =>
        puppeteer.launch({
          browser: "firefox",
          executablePath: env["FIREFOX"] ?? "firefox",
          headless: display === null,
          env: { ...env, ...(display === null ? {} : { DISPLAY: display.name }) },
          extraPrefsFirefox: { ...settings, ...more },
        });
      let browser: Browser | null = null;
      try {
        browser = await start();
        await mustHaveWebGl(browser);
        await use({
          browser,
          downloads,
          with: async (more, run) => {
            const other = await start(more);
            await run(other).finally(() => other.close());
          },
        });
      } finally {
        await browser?.close();
        display?.end();
        rmSync(downloads, { recursive: true });
      }
    },
    { scope: "worker" },
  ],
  mayFail: [false, { option: true }],
  tab: async ({ firefox, mayFail }, use, info) => {
    const context = await firefox.browser.createBrowserContext();
    const tab = await context.newPage();
    await resize(tab, WIDE);
    const errors: string[] = [];
    tab.on("pageerror", (error) => errors.push(String(error)));
    await use(tab);
    if (info.status !== info.expectedStatus) {
      writeFileSync(info.outputPath("screen.png"), await tab.screenshot());
    }
    await context.close();
    if (errors.length > 0 && !mayFail) {
      throw new Error(`Errors of the page:\n${errors.join("\n")}`);
    }
  },
  url: async ({ baseURL }, use) => use(baseURL ?? ""),
});

/** Gives the page of `tab` a size in CSS pixels. */
export async function resize(tab: Page, size: { width: number; height: number }): Promise<void> {
  // Puppeteer also turns the screen, which Firefox before 144 does not know and this page does not need.
  await tab.setViewport(size).catch((error: unknown) => {
    if (!String(error).includes("setScreenOrientationOverride")) {
      throw error;
    }
  });
  await expect.poll(() => tab.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size);
}

/** Fails where Firefox cannot draw: all other tests would fail for reasons that do not say so. */
async function mustHaveWebGl(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  const renderer = await page.evaluate(() => {
    const gl = document.createElement("canvas").getContext("webgl2");
    return gl && String(gl.getParameter(gl.RENDERER));
  });
  await page.close();
  if (renderer === null) {
    throw new Error(
      "Firefox has no WebGL2. It needs a display with OpenGL: install the software driver " +
        "(Debian: apt-get install libgl1-mesa-dri), or start the tests where there is a graphics card.",
    );
  }
}

/** Opens an address and waits until the page rests. */
export async function open(tab: Page, address: string): Promise<void> {
  await tab.goto(address);
  await idle(tab);
}

/**
 * Waits until nothing is under way.
 *
 * Polls, as {@link click} does: Puppeteer's own waits and locators compile functions in the page, which the page's
 * policy forbids in older Firefoxes.
 */
export async function idle(of: Page | Frame): Promise<void> {
  await expect.poll(() => of.evaluate(() => "diptych" in window)).toBe(true);
  await of.evaluate(() => window.diptych.idle());
}

/** Waits for an element that a selector finds, and clicks its middle. */
export async function click(of: Page, selector: string): Promise<void> {
  await expect(async () => {
    const element = await of.$(selector);
    expect(element, selector).not.toBeNull();
    await element?.click();
  }).toPass();
}

/** Returns the text of the first element that a selector finds, its white space as single blanks; empty without one. */
export async function textOf(of: Page | Frame, selector: string): Promise<string> {
  const text = await of.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? "", selector);
  return text.replace(/\s+/gu, " ").trim();
}

/**
 * Returns the share of the pixels of the picture on screen that have a colour, which text, lines and empty ground have
 * not.
 */
export async function colouredShare(tab: Page): Promise<number> {
  const box = await (await tab.$(".picture"))?.boundingBox();
  if (!box) {
    throw new Error("the page has no picture");
  }
  const png = await tab.screenshot({ clip: box, encoding: "base64" });
  return tab.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const bytes = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    let coloured = 0;
    for (let at = 0; at < bytes.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = bytes.subarray(at, at + 3);
      coloured += Math.max(red, green, blue) - Math.min(red, green, blue) > 24 ? 1 : 0;
    }
    return coloured / (bytes.length / 4);
  }, `data:image/png;base64,${png}`);
}

/** The middle of the longest call that A's pane shows at a depth, on the page. */
export async function callOfA(tab: Page, depth: number): Promise<{ x: number; y: number }> {
  await idle(tab);
  const found = await tab.evaluate(async (wanted) => {
    const calls = (await window.diptych.items()).flatMap(({ subject, rect }) =>
      "call" in subject && subject.call.side === "a" && subject.call.depth === wanted ? [rect] : [],
    );
    const [widest] = calls.sort((one, other) => other[2] - other[0] - (one[2] - one[0]));
    const canvas = document.querySelector(".picture")?.getBoundingClientRect();
    return widest && canvas ? { rect: widest, x: canvas.x, y: canvas.y } : null;
  }, depth);
  if (found === null) {
    throw new Error(`A shows no call at depth ${depth}`);
  }
  const [x0, y0, x1, y1] = found.rect;
  return { x: found.x + (x0 + x1) / 2, y: found.y + (y0 + y1) / 2 };
}
