// What the page does in Firefox where things are missing or small, and with keys alone.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "@playwright/test";
import type { Page } from "puppeteer-core";

import { PAIR, type SceneInfo } from "../support/diptych.js";
import { overlappingParts, sidewaysOverflow } from "../support/page-parts.js";
import { builtPage, Site } from "../support/site.js";
import { callOfA, click, idle, open, resize, test, textOf } from "./firefox.js";

const COMPARED = "of A’s time is in calls that B makes too";

test("with site data blocked the pair is compared all the same", async ({ firefox, url }) => {
  await firefox.with({ "network.cookie.cookieBehavior": 2 }, async (browser) => {
    const tab = await browser.newPage();
    await open(tab, url + PAIR);
    // The setting does block.
    expect(await tab.evaluate(isStorageBlocked)).toBe(true);
    await expect.poll(() => textOf(tab, ".verdict")).toContain(COMPARED);
  });
});

function isStorageBlocked(): boolean {
  try {
    return localStorage === null;
  } catch {
    return true;
  }
}

/** Serves the built page under `app/` beside a host that frames it without an origin of its own. */
async function sandboxed(headers: Record<string, string>, check: (host: string) => Promise<void>): Promise<void> {
  const site = await Site.start(builtPage());
  site.headers = headers;
  site.pages.set("host", `<iframe sandbox="allow-scripts" src="app/${PAIR}" width="1200" height="700"></iframe>`);
  await check(`${site.host}host`).finally(() => site.stop());
}

const inFrame = async (tab: Page, selector: string) => textOf(tab.mainFrame().childFrames()[0] ?? tab, selector);

test.describe("a frame without an origin", () => {
  // Older Firefoxes sometimes report a message that is addressed to an origin which the frame does not have.
  test.use({ mayFail: true });

  test("a sandboxed frame compares where other origins may read the files", async ({ tab }) => {
    await sandboxed({ "access-control-allow-origin": "*" }, async (host) => {
      await tab.goto(host);
      await expect.poll(() => inFrame(tab, ".verdict")).toContain(COMPARED);
      await tab.goto("about:blank"); // The page fetches further desks as long as it is there.
    });
  });
});

test.describe("files that Firefox refuses", () => {
  test.use({ mayFail: true });

  test("a sandboxed frame says what is missing where other origins may not read them", async ({ tab }) => {
    await sandboxed({}, async (host) => {
      await tab.goto(host);
      await expect.poll(() => inFrame(tab, "#app")).toContain("Add allow-same-origin to the frame’s sandbox");
    });
  });

  test("opened as a file the page says to serve the folder", async ({ tab }) => {
    await tab.goto(pathToFileURL(join(import.meta.dirname, "..", "..", "dist", "index.html")).href);
    await expect.poll(() => textOf(tab, "body")).toContain("Serve the folder and open it over HTTP.");
  });

  test("a desk that cannot be fetched fails alone, and Retry brings it", async ({ tab }) => {
    const site = await Site.start(builtPage());
    try {
      site.fails = (name) => name.includes("profile-desk-");
      await open(tab, site.url + PAIR);
      await tab.keyboard.press("5");
      await expect.poll(() => textOf(tab, "[aria-label='Profile is missing']")).toContain("could not be fetched");
      expect(await textOf(tab, "[data-side=a]")).toContain("9,870 calls");
      site.fails = () => false;
      await click(tab, "[aria-label='Profile is missing'] button::-p-text(Retry)");
      await expect.poll(() => textOf(tab, "[role=toolbar]")).toContain("Flame");
    } finally {
      await site.stop();
    }
  });
});

// The last two are 1440 × 900 at 200 % and at 400 %.
for (const size of [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 720, height: 450 },
  { width: 360, height: 225 },
]) {
  test(`${size.width} × ${size.height}: every desk keeps a picture and its parts apart`, async ({ tab, url }) => {
    await resize(tab, size);
    await open(tab, url + PAIR);
    for (const key of ["1", "2", "3", "4", "5"] as const) {
      await tab.keyboard.press("Escape");
      await tab.keyboard.press(key);
      await idle(tab);
      const height = await tab.evaluate(() => document.querySelector(".picture")?.clientHeight ?? 0);
      expect(height, key).toBeGreaterThanOrEqual(120);
      expect(await tab.evaluate(sidewaysOverflow), key).toBeLessThanOrEqual(0);
      expect(await tab.evaluate(overlappingParts), key).toEqual([]);
    }
    await tab.keyboard.press("?");
    await tab.waitForSelector("dialog[open]");
    const boxes = await tab.$$eval("dialog[open], dialog[open] .dialog-head button", (all) =>
      all.map((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    );
    for (const { left, top, right, bottom } of boxes) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(size.width);
      expect(bottom).toBeLessThanOrEqual(size.height);
    }
  });
}

/** Types a key with a modifier held. */
async function chord(tab: Page, modifier: "Control" | "Shift", key: "f" | "c"): Promise<void> {
  await tab.keyboard.down(modifier);
  await tab.keyboard.press(key);
  await tab.keyboard.up(modifier);
}

test("Ctrl+F opens the search, and Ctrl+C copies the name of the selected call", async ({ tab, url }) => {
  await open(tab, url + PAIR);
  await tab.focus("#view");
  await chord(tab, "Control", "f");
  await expect.poll(() => tab.evaluate(() => document.activeElement?.id)).toBe("search");
  await tab.keyboard.press("Escape");
  const { x, y } = await callOfA(tab, 3);
  await tab.mouse.click(x, y);
  await expect.poll(() => textOf(tab, ".details-name bdi")).not.toBe("");
  const name = await textOf(tab, ".details-name bdi");
  await chord(tab, "Control", "c");
  await expect.poll(() => textOf(tab, ".toast")).toContain(`Copied ${name}`);
});

test("Tab leaves the picture in Similarity mode", async ({ tab, url }) => {
  await open(tab, `${url}${PAIR}#m=similarity`);
  await tab.focus("#view");
  const isInside = () => tab.evaluate(() => document.querySelector("#view")?.contains(document.activeElement) ?? false);
  expect(await isInside()).toBe(true);
  await tab.keyboard.press("Tab");
  await idle(tab);
  expect(await isInside()).toBe(false);
});

test("a bracket typed with AltGr does what it does without", async ({ tab, url }) => {
  await open(tab, `${url}${PAIR}#m=similarity`);
  await tab.evaluate(() => {
    const typed = { key: "\\", modifierAltGraph: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", typed));
  });
  await expect.poll(() => tab.evaluate(() => document.querySelector("#panel")?.checkVisibility() ?? false)).toBe(false);
});

test("Shift and drag selects a time range with its sums, and dragging over the overview zooms to it", async ({
  tab,
  url,
}) => {
  await open(tab, url + PAIR);
  const { panes, minimap } = (await tab.evaluate(() => window.diptych.sceneInfo())) as SceneInfo;
  const canvas = await (await tab.$(".picture"))?.boundingBox();
  const [pane] = panes;
  if (!canvas || !pane || !minimap) {
    throw new Error("the desk has no pane or no overview");
  }
  const drag = async (from: number, to: number, y: number) => {
    await tab.mouse.move(canvas.x + from, canvas.y + y);
    await tab.mouse.down();
    await tab.mouse.move(canvas.x + to, canvas.y + y, { steps: 4 });
    await tab.mouse.up();
    await idle(tab);
  };
  const width = pane.x1 - pane.x0;
  await tab.keyboard.down("Shift");
  await drag(pane.x0 + 0.25 * width, pane.x0 + 0.5 * width, (pane.y0 + pane.y1) / 2);
  await tab.keyboard.up("Shift");
  expect(await tab.$$(".range-band")).toHaveLength(4);
  await expect.poll(() => textOf(tab, "#panel")).toContain("Calls started");

  await drag(
    minimap.x0 + 0.4 * (minimap.x1 - minimap.x0),
    minimap.x0 + 0.6 * (minimap.x1 - minimap.x0),
    (minimap.y0 + minimap.middle) / 2,
  );
  const after = (await tab.evaluate(() => window.diptych.sceneInfo())) as SceneInfo;
  const { start, end } = after.panes[0]?.window ?? pane.window;
  expect(end - start).toBeLessThan(0.5 * (pane.window.end - pane.window.start));
});
