// Weighs the files that a visitor's browser fetches until a pair of Chrome traces stands on screen, as hosts with
// brotli send them, against the budget of the build table.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { expect, test } from "@playwright/test";

import { idle, open, PAIR, type SceneInfo, sceneWords } from "./support/diptych.js";

// A visitor's first time: nothing is kept from a test before.
test.use({ reuseContext: false });

const ROOT = join(import.meta.dirname, "..");

/** The slack that `xtask sizes` allows. */
const SLACK = 1.03;

/** Returns the byte budget of the build table until a pair stands. A page that is built quickly is held to none. */
function budget(): number {
  if (!readFileSync(join(ROOT, "web/wasm/engine.stamp"), "utf8").includes(" Release ")) {
    return Infinity;
  }
  const table = readFileSync(join(ROOT, "wasm-pack.toml"), "utf8");
  return SLACK * Number(/^first_pair_bytes = ([\d_]+)$/m.exec(table)?.[1]?.replaceAll("_", ""));
}

/** The artifact that the first picture of a pair does not wait for. */
const LATER = /\/compute-[^/]*$/;

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
  const names = [...bodies.keys()].map((url) => new URL(url).pathname.split("/").pop());
  expect(
    names
      .filter((name) => name?.endsWith(".wasm"))
      .map((name) => name?.split("-")[0])
      .sort(),
  ).toEqual(["engine", "reader", "render_gl"]);
  expect(
    fetched.reduce((bytes, body) => bytes + brotliCompressSync(body).length, 0),
    names.join(" "),
  ).toBeLessThanOrEqual(budget());
});

test("a desk whose scripts do not come says so in its place, and the first shows both sides again", async ({
  page,
}) => {
  await page.route(/\/profile-desk-[^/]*\.js(\?|$)/, (route) => route.abort()); // At once: desks are fetched before they are opened.
  await open(page, PAIR);
  await page.getByRole("tab", { name: "Profile" }).click();
  await expect(page.getByRole("region", { name: "Profile is missing" })).toContainText("Profile could not be fetched");
  await page.getByRole("tab", { name: "Compare" }).click();
  await expect(page.getByRole("tab", { name: "Compare" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("region", { name: "Profile is missing" })).toHaveCount(0);
  await idle(page);
  expect((await sceneWords(page)).length).toBeGreaterThan(1000);
});
