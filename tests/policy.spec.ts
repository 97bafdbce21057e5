// Hosts that restrict the page: a sandboxed frame, a Content-Security-Policy.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, type Frame, type Page, test } from "@playwright/test";

import { idle, NEW, OLD, open } from "./support/diptych.js";
import { builtPage, Site } from "./support/site.js";

const EXAMPLE = `#a=${OLD.link}&b=${NEW.link}`;
/** The least that a host has to allow, as its guide says. */
const LEAST = leastPolicy();
const BUILD = builtPage();

function leastPolicy(): string {
  const guide = readFileSync(join(import.meta.dirname, "..", "docs", "hosting.md"), "utf8");
  const section = guide.split("\n## Which Content-Security-Policy a host may send\n").at(1) ?? "";
  const policy = /```text\n(?<policy>[^\n]+)\n```/u.exec(section)?.groups?.["policy"];
  if (policy === undefined) {
    throw new Error("docs/hosting.md no longer has the least policy of a host");
  }
  return policy;
}

let site: Site;
test.beforeEach(async () => {
  site = await Site.start(BUILD);
});
test.afterEach(() => site.stop());

const notice = (page: Page) => page.getByRole("region", { name: "Notice" });

/** Opens the page in a frame without an origin of its own. */
async function inSandbox(page: Page, headers: Record<string, string>): Promise<Frame> {
  site.headers = { "access-control-allow-origin": "*", ...headers };
  const sandbox = "allow-scripts allow-downloads";
  site.pages.set(
    "host.html",
    `<!doctype html><iframe sandbox="${sandbox}" src="app/${EXAMPLE.replaceAll("&", "&amp;")}" width="1200" height="700"></iframe>`,
  );
  await page.goto(`${site.host}host.html`);
  const frame = page.frames().find((each) => each.parentFrame() !== null);
  if (frame === undefined) {
    throw new Error("the host has no frame");
  }
  await expect(frame.locator(".verdict")).toContainText("as long as A", { timeout: 30_000 });
  return frame;
}

for (const [what, headers] of [
  ["alone", {}],
  ["under the least policy", { "content-security-policy": LEAST }],
] as const) {
  test(`a sandboxed frame ${what} compares, draws, changes desks and saves`, async ({ page }) => {
    const frame = await inSandbox(page, headers);
    expect(await frame.evaluate(() => self.origin)).toBe("null");
    await frame.evaluate(() => window.diptych.idle());
    expect(await frame.evaluate(() => window.diptych.sceneWords().length)).toBeGreaterThan(1000);
    expect(await frame.evaluate(() => window.diptych.image())).toMatch(/^data:image\/png;base64,/);
    await frame.getByRole("tab", { name: "Profile" }).click();
    await frame.evaluate(() => window.diptych.idle());
    await expect(frame.getByRole("region", { name: "Profile is missing" })).toHaveCount(0);
    expect(await frame.evaluate(() => location.hash)).toContain("desk=profile");
    await frame.getByRole("button", { name: "Export", exact: true }).click();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      frame.getByRole("menuitem", { name: "CSV (data)" }).click(),
    ]);
    expect(readFileSync(await saved.path(), "utf8").split("\n").length).toBeGreaterThan(10);
  });
}

test("the least policy of a host is enough", async ({ page }) => {
  site.headers = { "content-security-policy": LEAST };
  await open(page, site.url + EXAMPLE);
  await expect(page.locator(".verdict")).toContainText("as long as A");
  for (const desk of ["Structure", "Space-time", "Fusion", "Profile"]) {
    await page.getByRole("tab", { name: desk }).click();
    await idle(page);
    await expect(page.getByRole("region", { name: `${desk} is missing` })).toHaveCount(0);
  }
  await expect(notice(page)).toHaveCount(0);
});

test("a host that blocks workers is told what to allow", async ({ page }) => {
  site.headers = { "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'" };
  await page.goto(site.url + EXAMPLE);
  await expect(notice(page)).toContainText("This host’s Content-Security-Policy blocks workers.");
  await expect(notice(page)).toContainText("Ask its owner to allow worker-src 'self' blob:.");
});

test("a host that blocks the files of the page is told what to allow", async ({ page }) => {
  site.headers = { "content-security-policy": `${LEAST}; connect-src 'none'` };
  await page.goto(site.url + EXAMPLE);
  await expect(notice(page)).toContainText("This host’s Content-Security-Policy blocks the files of this page.");
  await expect(notice(page)).toContainText("Ask its owner to allow connect-src 'self'.");
});

test("a refusal by the page's own policy is not blamed on the host", async ({ page }) => {
  await open(page, site.url + EXAMPLE);
  await page.evaluate(() => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = "data:text/css,body{display:none}";
    document.body.append(link);
  });
  await idle(page);
  await expect(page.locator("#view")).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test("no text becomes a script or markup", async ({ page }) => {
  await open(page, site.url + EXAMPLE);
  const refused = await page.evaluate(async () => {
    const attempts: (() => unknown)[] = [
      () => (document.createElement("script").textContent = "window.hostile = true"),
      () => (document.createElement("script").src = "hostile.js"),
      () => (document.body.innerHTML = "<img src=x onerror='window.hostile = true'>"),
      () => new Worker("data:text/javascript,1"),
    ];
    const isRefused = async (attempt: () => unknown) => {
      try {
        await attempt();
        return false;
      } catch (error) {
        return error instanceof TypeError;
      }
    };
    return Promise.all(attempts.map(isRefused));
  });
  expect(refused).toEqual([true, true, true, true]);
  await idle(page);
  expect(await page.evaluate(() => "hostile" in window)).toBe(false);
  await expect(notice(page)).toHaveCount(0);
});
