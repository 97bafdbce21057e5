// What a visitor's browser fetches until a pair of Chrome traces stands on screen, as hosts with brotli and hosts with
// gzip alone send it, against the budgets of the build table.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { expect, type Response, test } from "@playwright/test";

import { open, PAIR, sceneWords } from "./support/diptych.js";

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

test("until a pair stands on screen no more is fetched than the budgets allow", async ({ page }) => {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await open(page, PAIR);
  expect((await sceneWords(page)).length).toBeGreaterThan(1000);

  // The traces are the visitor's own; images that the page makes itself travel nowhere.
  const own = responses.filter((response) => response.url().startsWith("http") && !response.url().includes("/examples/"));
  // Each worker asks for the one script again; a browser keeps it.
  const once = [...new Map(own.map((response) => [response.url(), response])).values()];
  const bodies = await Promise.all(once.map((response) => response.body()));
  const sum = (compressed: (body: Buffer) => Buffer) => bodies.reduce((bytes, body) => bytes + compressed(body).length, 0);
  const names = once.map((response) => new URL(response.url()).pathname.split("/").pop());
  expect(names.filter((name) => name?.endsWith(".wasm")).map((name) => name?.split("-")[0]).sort()).toEqual(["engine", "render_gl"]);
  expect(sum((body) => brotliCompressSync(body)), names.join(" ")).toBeLessThanOrEqual(budget("brotli_bytes"));
  expect(sum((body) => gzipSync(body, { level: 9 })), names.join(" ")).toBeLessThanOrEqual(budget("gzip_bytes"));
});
