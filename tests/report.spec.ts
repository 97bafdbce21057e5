// Reports from a disk: read without scripts, started as a page, in a sandboxed frame, and with hostile names.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, type FrameLocator, type Page, test } from "@playwright/test";

import { drop, idle, NEW, OLD, open, PAIR, REPORT_APP, runCommand } from "./support/diptych.js";

let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "diptych-report-"));
});

test.afterAll(() => rmSync(folder, { recursive: true }));

const address = (path: string) => pathToFileURL(path).href;

/** Writes a report of the example pair. */
function report(name: string, options: readonly string[] = [], files = [OLD.file, NEW.file]): string {
  const path = join(folder, name);
  runCommand(["report", ...files, "-o", path, ...options]);
  return path;
}

/** Everything that a page requests from anywhere but its own file, and every error. */
function watched(page: Page, own: string): { requests: string[]; errors: string[] } {
  const seen = { requests: new Array<string>(), errors: new Array<string>() };
  page.on("request", (request) => {
    if (request.url() !== own && !/^(?:blob|data):/u.test(request.url())) {
      seen.requests.push(request.url());
    }
  });
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") {
      seen.errors.push(message.text());
    }
  });
  return seen;
}

const VERDICT = "B is 0.895× as long as A";

for (const theme of ["light", "dark"] as const) {
  test(`without scripts a report has verdict, lists and picture (${theme})`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: theme });
    const page = await context.newPage();
    const path = report(`none-${theme}.html`);
    const seen = watched(page, address(path));
    await page.goto(address(path));
    await expect(page.getByRole("heading", { level: 1 })).toContainText(VERDICT);
    await expect(page.getByRole("row").filter({ hasText: "jinja2-3.0.3.json.gz" })).toContainText("9,870 calls");
    await expect(page.getByText(/^Largest changes \(/u)).toBeVisible();
    await expect(page.getByRole("img")).toBeVisible();
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(ground).toBe(theme === "light" ? "rgb(255, 255, 255)" : "rgb(20, 23, 27)");
    expect(seen).toEqual({ requests: [], errors: [] });
    await context.close();
  });
}

test("without scripts a report with the page in it has verdict, lists and picture, too", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const extent of ["calls", "traces"]) {
    await page.goto(address(report(`unread-${extent}.html`, ["--with", extent, "--app", REPORT_APP])));
    await expect(page.getByRole("heading", { level: 1 })).toContainText(VERDICT);
    await expect(page.getByRole("row").filter({ hasText: "jinja2-3.0.3.json.gz" })).toContainText("9,870 calls");
    await expect(page.getByText(/^Largest changes \(/u)).toBeVisible();
    await expect(page.getByRole("img")).toBeVisible();
    // The packed page and its data are text that nobody should see.
    expect((await page.locator("body").innerText()).length).toBeLessThan(20_000);
  }
  await context.close();
});

/** Writes the page in one piece as large as no report may be. */
function largeApplication(): string {
  const path = join(folder, "large-app.html");
  const padding = `<script type="text/plain">${"x".repeat(50_000_000)}</script>\n`;
  writeFileSync(path, `${readFileSync(REPORT_APP, "utf8")}${padding}`);
  return path;
}

for (const [extent, advice] of [
  ["calls", "Use --with none."],
  ["traces", "Use --with calls, which leaves the traces out"],
] as const) {
  test(`a report with ${extent} over 50 MB is refused with advice`, () => {
    const name = `large-${extent}.html`;
    const app = largeApplication();
    const refused = new RegExp(`the report would be 5\\d\\.\\d.MB; at most 50\\.0.MB are written\\. ${advice}`, "u");
    expect(() => report(name, ["--with", extent, "--app", app])).toThrow(refused);
    expect(existsSync(join(folder, name))).toBe(false);
  });
}

test("the page refuses a report over 50 MB with advice, too", async ({ page }) => {
  await page.route("**/report-app.html", (route) =>
    route.fulfill({ path: largeApplication(), contentType: "text/html" }),
  );
  await open(page, PAIR);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "Report with calls" }).click();
  await expect(page.locator(".toast", { hasText: "The report could not be written." })).toContainText(
    /would be 5\d(\.\d+)?.MB; at most 50 MB are written\. Export a report with verdict and picture only\./u,
    { timeout: 40_000 },
  );
});

/** Expects that the page has started in a document and shows the overview or calls. */
async function started(root: Page | FrameLocator): Promise<void> {
  await expect(root.locator(".verdict")).toContainText("0.895×");
  await expect(root.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
  await expect(root.locator("main.report")).toHaveCount(0);
}

test("with calls, the page starts from a file and shows the kept comparison", async ({ page }) => {
  const path = report("calls.html", ["--with", "calls", "--app", REPORT_APP]);
  const seen = watched(page, address(path));
  await page.goto(address(path));
  await started(page);
  await expect(page.getByRole("region", { name: "Without its traces" })).toContainText("This report has the lists");
  await page.getByLabel("Normalise").selectOption("per-call");
  await expect(page.locator("#lists")).toContainText("_PassArg.from_obj");
  // The other desks say what they need, and nothing waits or fails.
  for (const desk of ["Structure", "Space-time", "Fusion", "Profile", "Compare"]) {
    await page.getByRole("tab", { name: desk }).click();
    await idle(page);
    await expect(page.getByRole("region", { name: "Without its traces" })).toContainText("need the two traces");
    await expect(page.getByRole("region", { name: "Notice" })).toHaveCount(0);
    await expect(page.getByText("Placing functions")).toHaveCount(0);
    // A list without calls says why, and nothing about calls.
    if (desk !== "Compare" && desk !== "Profile") {
      await expect(page.locator("#lists")).toContainText("Needs both traces: this report holds no calls.");
    }
  }
  expect(seen).toEqual({ requests: [], errors: [] });
});

const MEGABYTE = 1_000_000;
/** The slack of all byte budgets, as in `wasm-pack.toml`. */
const SLACK = 1.03;

for (const [extent, most] of [
  ["none", 0.15],
  ["calls", 2.2],
  ["traces", 4.3],
] as const) {
  test(`a report with ${extent} has about ${most} MB beside its data`, () => {
    const html = readFileSync(report(`size-${extent}.html`, ["--with", extent, "--app", REPORT_APP]), "utf8");
    const data = /<script type="application\/json" id="report-data">.*?<\/script>/u.exec(html)?.[0] ?? "";
    expect(data === "").toBe(extent === "none");
    expect(html.length - data.length).toBeLessThanOrEqual(most * SLACK * MEGABYTE);
  });
}

test("a report without traces says that it opens no other file, and keeps its comparison", async ({ page }) => {
  const path = report("no-reader.html", ["--with", "calls", "--app", REPORT_APP]);
  await page.goto(address(path));
  await started(page);
  await drop(page, [{ name: "other.json", content: readFileSync(OLD.file) }], "#view");
  await expect(page.locator(".toast")).toContainText("This report cannot open other files.");
  await expect(page.getByRole("button", { name: "Close A" })).toHaveCount(0);
  const notice = page.getByRole("region", { name: "Without its traces" });
  await expect(notice).toContainText("in Diptych.");
  await expect(notice.getByRole("button")).toHaveCount(0);
  await started(page);
});

test("an engine that dies in a report without traces opens the comparison again", async ({ page }) => {
  const path = report("dies.html", ["--with", "calls", "--app", REPORT_APP]);
  await page.goto(address(path));
  await started(page);
  await idle(page);
  await page.evaluate(() => window.diptych.breakEngine());
  await expect(page.getByRole("region", { name: "Notice" })).toContainText("The engine stopped and was restarted.");
  await idle(page);
  await started(page);
});

test("with traces, every desk works from a file", async ({ page }) => {
  const path = report("traces.html", ["--with", "traces", "--app", REPORT_APP]);
  const seen = watched(page, address(path));
  await page.goto(address(path));
  await started(page);
  await expect(page.getByRole("region", { name: "Without its traces" })).toHaveCount(0);
  for (const desk of ["Structure", "Space-time", "Fusion", "Profile", "Compare"]) {
    await page.getByRole("tab", { name: desk }).click();
    await expect(page.getByRole("tab", { name: desk })).toHaveAttribute("aria-selected", "true");
    await idle(page);
    await expect(page.locator("#view canvas").first()).toBeVisible();
    await expect(page.locator(".failure")).toHaveCount(0);
  }
  expect(seen).toEqual({ requests: [], errors: [] });
});

for (const [part, id] of [
  ["page", "asset-main"],
  ["style", "asset-style"],
  ["engine", "asset-engine"],
  ["reader", "asset-reader"],
  ["worker", "asset-engine_worker"],
  ["comparison", "report-data"],
] as const) {
  test(`a report with a damaged ${part} keeps its text and says so`, async ({ page }) => {
    const whole = readFileSync(report(`whole-${part}.html`, ["--with", "traces", "--app", REPORT_APP]), "utf8");
    const start = whole.indexOf(`id="${id}">`);
    const middle = (start + whole.indexOf("</script>", start)) >> 1;
    // Of the comparison, one of its first parts: what lies behind may be lost.
    const at = part === "comparison" ? start + 1_000 : middle;
    const length = part === "comparison" ? 40_000 : 1;
    const damage = [...whole.slice(at, at + length)].map((letter) => (letter === "A" ? "B" : "A")).join("");
    const path = join(folder, `damaged-${part}.html`);
    writeFileSync(path, whole.slice(0, at) + damage + whole.slice(at + length));
    await page.goto(address(path));
    await expect(page.getByRole("alert")).toContainText(
      part === "comparison" ? "cannot be opened" : "This report is damaged.",
    );
    // The style of the page would hide the line.
    await expect(page.getByRole("alert").locator("strong")).toHaveCSS("visibility", "visible");
    await expect(page.locator("main")).toHaveCSS("max-width", "1080px");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(VERDICT);
    await expect(page.getByText(/^Largest changes \(/u)).toBeVisible();
    await expect(page.getByRole("tab")).toHaveCount(0);
  });
}

test("a report that was cut off says so, and a whole one does not", async ({ page }) => {
  const path = report("cut.html", ["--with", "traces", "--app", REPORT_APP]);
  const whole = readFileSync(path, "utf8");
  const notice = page.getByRole("alert").filter({ hasText: "This report is not complete." });
  for (const cut of ["<footer>", 'id="report-data">', 'id="asset-main">']) {
    writeFileSync(path, whole.slice(0, whole.indexOf(cut) + cut.length));
    await page.goto(address(path));
    await expect(notice).toBeVisible();
    await expect(notice.locator("strong")).toHaveCSS("visibility", "visible");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(VERDICT);
  }
  const text = report("text.html", ["--with", "none"]);
  await page.goto(address(text));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(VERDICT);
  await expect(notice).toBeHidden();
  expect(await page.locator(".cut-off").evaluate((line) => getComputedStyle(line).display)).toBe("none");
});

test("a report starts in a frame that may run scripts and nothing else", async ({ page }) => {
  const path = report("framed.html", ["--with", "calls", "--app", REPORT_APP]);
  const outer = join(folder, "outer.html");
  writeFileSync(outer, `<iframe sandbox="allow-scripts" src="${address(path)}" width="1200" height="700"></iframe>`);
  await page.goto(address(outer));
  await started(page.frameLocator("iframe"));
});

test("hostile names stay text in a report that starts the page", async ({ page }) => {
  const names = ["<img src=x onerror=globalThis.hacked=1>", "</script><script>globalThis.hacked=1</script>"];
  const trace = (file: string, dur: number) => {
    const path = join(folder, file);
    const calls = names.map((name, at) => ({ ph: "X", pid: 1, tid: 1, ts: at * 5000, dur, name }));
    writeFileSync(path, JSON.stringify(calls));
    return path;
  };
  const files = [trace("<b>a.json", 100), trace("b&'.json", 900)];
  const path = report("hostile.html", ["--with", "traces", "--app", REPORT_APP], files);
  await page.goto(address(path));
  // The list shortens long names in their middle.
  await expect(page.locator("#lists")).toContainText("his.hacked=1>");
  expect(await page.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined();
});
