// A site of comparisons below a sub-path: its index with and without scripts, the page of a pair, and the way from
// there into the viewer.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { env } from "node:process";

import { expect, type Page, test } from "@playwright/test";

import { NEW, OLD, idle } from "./support/diptych.js";
import { Site } from "./support/site.js";

const DIST = join(import.meta.dirname, "..", "dist");
const VERDICT = "B is 0.895× as long as A";

let folder: string;
let site: Site;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "diptych-site-"));
  const pair = (name: string, a: string, b: string, rest: string) =>
    `[[pair]]\nname = '${name}'\na = '${a}'\nb = '${b}'\n${rest}\n`;
  const manifest = [
    "title = 'Nightly <b>'",
    "date = 2026-11-28",
    pair("faster", OLD.file, NEW.file, "title = 'Jinja2 <i>'\ndesk = 'profile'"),
    pair("slower", NEW.file, OLD.file, "fail-if = 'total>3%'\ntraces = false"),
    pair("missing", "none.json", NEW.file, ""),
  ];
  const pairs = join(folder, "pairs.toml");
  writeFileSync(pairs, manifest.join("\n"));
  const out = join(folder, "out");
  // The missing trace makes the command fail after it has written everything.
  const build = () => execFileSync(env["DIPTYCH_CLI"] ?? "", ["site", out, pairs, "--app", DIST], { stdio: "pipe" });
  expect(build).toThrow(/none\.json cannot be read/u);
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(out, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  site = await Site.start(new Map(files.map((name) => [name, readFileSync(join(out, name))])));
});

test.afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

/** Everything that goes wrong in a page. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") {
      errors.push(message.text());
    }
  });
  return errors;
}

/** Waits until the viewer, which a link was followed to, rests. */
async function viewerRests(page: Page): Promise<void> {
  await page.waitForURL(/\/view\/index\.html#/u);
  await page.waitForFunction(() => "diptych" in window);
  await idle(page);
}

const names = (page: Page) => page.locator("#pairs tbody tr:visible td.name").allTextContents();

test("the index sorts and filters under the strictest policy of a host", async ({ page }) => {
  site.headers = { "content-security-policy": "default-src 'self'; frame-ancestors 'none'" };
  const errors = errorsOf(page);
  await page.goto(`${site.url}index.html`);
  await expect(page.getByText("3 pairs: 1 error, 1 failed, 1 faster")).toBeVisible();
  expect(await names(page)).toEqual(["Jinja2 <i>", "slower", "missing"]);
  await page.getByRole("button", { name: "Status" }).click();
  expect(await names(page)).toEqual(["missing", "slower", "Jinja2 <i>"]);
  const ratio = page.getByRole("button", { name: "B ÷ A" });
  await ratio.click();
  expect(await names(page)).toEqual(["Jinja2 <i>", "slower", "missing"]);
  await ratio.click();
  // A pair without a ratio stays at the end.
  expect(await names(page)).toEqual(["slower", "Jinja2 <i>", "missing"]);
  await page.getByLabel("Filter").fill("jinja2");
  await expect(page.getByText("1 of 3 pairs")).toBeVisible();
  expect(await names(page)).toEqual(["Jinja2 <i>"]);
  await page.getByLabel("Filter").fill("");
  await page.getByLabel("Status").selectOption("failed");
  expect(await names(page)).toEqual(["slower"]);
  expect(errors).toEqual([]);
  site.headers = {};
});

test("without scripts the index is a table that fits a narrow window", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 400, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${site.url}index.html`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nightly <b>");
  await expect(page.getByText(VERDICT)).toBeVisible();
  await expect(page.getByLabel("Filter")).toHaveCount(0);
  for (const path of ["index.html", "pairs/faster.html", "pairs/missing.html"]) {
    await page.goto(site.url + path);
    const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(width, path).toBeLessThanOrEqual(inner ?? 0);
    // Nor is a part of a table out of sight beside the window.
    const cells = page.locator("td:visible");
    const edges = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
    expect(edges.length > 0, path).toBe(!path.includes("missing"));
    expect(Math.max(0, ...edges), path).toBeLessThanOrEqual(inner ?? 0);
  }
  await context.close();
});

test("the page of a pair opens its traces in the viewer", async ({ page }) => {
  const errors = errorsOf(page);
  await page.goto(`${site.url}index.html`);
  await page.getByRole("link", { name: "Jinja2 <i>", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(VERDICT);
  await expect(page.getByText(/^Largest changes \(/u)).toBeVisible();
  const picture = page.getByRole("img");
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  await page.getByRole("link", { name: "Open in Diptych" }).click();
  await viewerRests(page);
  await expect(page.getByText(VERDICT).first()).toBeVisible();
  await expect(page.getByRole("tab", { name: "Profile" })).toHaveAttribute("aria-selected", "true");
});

test("a pair without traces opens its stored comparison", async ({ page }) => {
  await page.goto(`${site.url}index.html`);
  await page.getByRole("link", { name: "Open slower in the viewer" }).click();
  await viewerRests(page);
  await expect(page.getByText("B is 1.12× as long as A").first()).toBeVisible();
});

test("a pair that could not be compared says why", async ({ page }) => {
  await page.goto(`${site.url}pairs/missing.html`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This pair could not be compared");
  await expect(page.getByText(/none\.json cannot be read/u)).toBeVisible();
});
