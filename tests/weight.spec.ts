// What a visitor's browser fetches until a pair of Chrome traces stands on screen, as hosts with brotli and hosts with
// gzip alone send it, against the budgets of the build table.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { expect, test } from "@playwright/test";

import { idle, open, PAIR, type SceneInfo, sceneWords } from "./support/diptych.js";

// A visitor's first time: nothing is kept from a test before.
test.use({ reuseContext: false });

const ROOT = join(import.meta.dirname, "..");

/** A number of the build table's part on the page. A page that is built quickly is held to none. */
function budget(key: string): number {
  if (!readFileSync(join(ROOT, "web/wasm/engine.stamp"), "utf8").includes(" Release ")) {
    return Infinity;
  }
  const page = readFileSync(join(ROOT, "wasm-pack.toml"), "utf8").split("[page]")[1]?.split("\n[")[0] ?? "";
  return Number(new RegExp(`^${key} = ([\\d_]+)$`, "m").exec(page)?.[1]?.replaceAll("_", ""));
}

/** Artifacts that the first picture of a pair does not wait for. */
const LATER = /\/(compute|compute_desks|engine_[a-z]+)-[^/]*$/;

test("until a pair stands on screen no more is fetched than the budgets allow", async ({ page }) => {
  // By address: each worker asks for its script again, and a browser keeps it.
  const bodies = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const url = response.url();
    // The traces are the visitor's own; images that the page makes itself travel nowhere.
    if (url.startsWith("http") && !url.includes("/examples/") && !bodies.has(url)) {
      bodies.set(url, response.body()); // At once: of a worker that has ended there is none.
    }
  });
  // They never come: a picture that needed them would not either.
  await page.route(LATER, () => undefined);
  await page.goto(PAIR);
  await page.waitForFunction(() => {
    const info = window.diptych.sceneInfo() as SceneInfo | null;
    return info?.panes.some(({ side }) => side === "a") && info.panes.some(({ side }) => side === "b");
  });
  await expect.poll(async () => (await sceneWords(page)).length).toBeGreaterThan(1000);

  const fetched = await Promise.all(bodies.values());
  const sum = (compressed: (body: Buffer) => Buffer) => fetched.reduce((bytes, body) => bytes + compressed(body).length, 0);
  const names = [...bodies.keys()].map((url) => new URL(url).pathname.split("/").pop());
  expect(names.filter((name) => name?.endsWith(".wasm")).map((name) => name?.split("-")[0]).sort()).toEqual(["engine", "reader", "render_gl"]);
  expect(sum((body) => brotliCompressSync(body)), names.join(" ")).toBeLessThanOrEqual(budget("brotli_bytes"));
  expect(sum((body) => gzipSync(body, { level: 9 })), names.join(" ")).toBeLessThanOrEqual(budget("gzip_bytes"));
});

test("what a desk alone needs is fetched when it is first opened, by a press or by a link", async ({ page }) => {
  let fetched = 0;
  let scripts = 0;
  page.on("request", (request) => {
    fetched += /\/engine_profile-[^/]*$/.test(request.url()) ? 1 : 0;
    scripts += /\/profile-desk-[^/]*\.js$/.test(request.url()) ? 1 : 0;
  });
  await open(page, PAIR);
  await expect(page.locator(".verdict")).toContainText("B is");
  await page.mouse.move(600, 500); // Lists and Details are there, and something is under the pointer.
  await idle(page);
  expect([fetched, scripts]).toEqual([0, 0]);
  await page.getByRole("tab", { name: "Profile" }).click();
  await idle(page);
  expect((await sceneWords(page)).length).toBeGreaterThan(1000);
  expect([fetched, scripts]).toEqual([1, 1]);

  const link = page.url();
  await page.goto("about:blank");
  await open(page, link);
  expect((await sceneWords(page)).length).toBeGreaterThan(1000);
  expect([fetched, scripts]).toEqual([2, 2]);
});

test("a desk fetches nothing of another one", async ({ page }) => {
  const parts: string[] = [];
  page.on("request", (request) => {
    const part = /\/engine_([a-z]+)-[^/]*$/.exec(request.url())?.[1] ?? "rest";
    parts.push(...(part === "rest" ? [] : [part]));
  });
  // What a program is made of is fetched by the first of two desks.
  const needed = { Structure: ["program", "structure"], "Space-time": ["spacetime"], Fusion: ["fusion", "program"], Profile: ["profile"] };
  for (const [desk, own] of Object.entries(needed)) {
    await page.goto("about:blank");
    await open(page, PAIR);
    parts.length = 0;
    await page.getByRole("tab", { name: desk }).click();
    await idle(page);
    await page.mouse.move(500, 400);
    await idle(page);
    expect(parts.toSorted(), desk).toEqual(own);
  }
});

test("a desk whose scripts do not come leaves the first in front, with both sides", async ({ page }) => {
  await open(page, PAIR);
  await page.route(/\/profile-desk-[^/]*\.js$/, (route) => route.abort());
  await page.getByRole("tab", { name: "Profile" }).click();
  await expect(page.getByTestId("polite")).toContainText("Profile could not be fetched");
  await expect(page.getByRole("tab", { name: "Compare" })).toHaveAttribute("aria-selected", "true");
  await idle(page);
  expect((await sceneWords(page)).length).toBeGreaterThan(1000);
});
