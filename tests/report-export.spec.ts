// Reports that the page exports: the content of `diptych report`, and the page that starts from a disk.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, type Page, test } from "@playwright/test";

import { commandLine, drop, idle, NEW, OLD, open, PAIR, runCommand } from "./support/diptych.js";

let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "diptych-export-"));
});

test.afterAll(() => rmSync(folder, { recursive: true }));

/** Exports a report and returns its path. */
async function exported(page: Page, entry: string): Promise<string> {
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: entry }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("diptych-jinja2-3.0.3-jinja2-3.1.6.html");
  const path = join(folder, `${entry.replaceAll(/\W+/gu, "-")}.html`);
  await saved.saveAs(path);
  return path;
}

test("the report of the page is that of the command, and fetches nothing", async ({ page }) => {
  await open(page, `${PAIR}#desk=profile`);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  const path = await exported(page, "Report: verdict and picture");
  const [written, of] = [join(folder, "command.html"), readFileSync(path, "utf8")];
  runCommand(["report", OLD.file, NEW.file, "-o", written]);
  expect(of).toBe(readFileSync(written, "utf8"));
  expect(fetched.filter((url) => url.includes("report-app"))).toEqual([]);
});

for (const [entry, without] of [
  ["Report with calls", 1],
  ["Report with traces", 0],
] as const) {
  test(`a ${entry.toLowerCase()} that the page exported starts from a disk`, async ({ page, context }) => {
    await open(page, PAIR);
    const path = await exported(page, entry);
    const report = await context.newPage();
    await report.goto(pathToFileURL(path).href);
    await expect(report.locator(".verdict")).toContainText("0.895×");
    await expect(report.getByRole("region", { name: "Without its traces" })).toHaveCount(without);
    await expect(report.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
    await idle(report);
    // A report cannot hold the page that another report would need.
    await report.getByRole("button", { name: "Export" }).click();
    await expect(report.getByRole("menuitem", { name: "Report with calls" })).toHaveCount(0);
    await expect(report.getByRole("menuitem", { name: "SVG" })).toHaveCount(1 - without);
    await report.close();
  });
}

test("after a report the picture on screen answers as before", async ({ page }) => {
  await open(page, PAIR);
  const before = await page.evaluate(() => window.diptych.items());
  await exported(page, "Report: verdict and picture");
  await idle(page);
  expect(await page.evaluate(() => window.diptych.items())).toEqual(before);
});

test("without a connection a report with calls says what to do", async ({ page, context }) => {
  await open(page, PAIR);
  await exported(page, "Report: verdict and picture"); // The script that writes reports is there.
  await context.setOffline(true);
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Report with calls" }).click();
  await expect(page.locator(".toast")).toContainText(
    "The page for the report could not be fetched. Check the connection",
  );
  await context.setOffline(false);
});

test("a kept comparison becomes a report, and has none with traces", async ({ page }) => {
  const kept = commandLine(["compare", OLD.file, NEW.file], "diptych");
  await open(page, "");
  await drop(page, [{ name: "pair.diptych", content: kept }]);
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("menuitem", { name: "Report with traces" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  const path = await exported(page, "Report: verdict and picture");
  expect(readFileSync(path, "utf8")).toContain("B is 0.895× as long as A");
});
