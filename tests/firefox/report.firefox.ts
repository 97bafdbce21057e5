// Reports in Firefox, opened from a disk.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "@playwright/test";

import { NEW, OLD, REPORT_APP, runCommand } from "../support/diptych.js";
import { colouredShare, idle, test, textOf } from "./firefox.js";

let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "diptych-report-"));
});

test.afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a report of the example pair and returns its address. */
function report(extent: "calls" | "traces"): string {
  const path = join(folder, `${extent}.html`);
  runCommand(["report", OLD.file, NEW.file, "-o", path, "--with", extent, "--app", REPORT_APP]);
  return pathToFileURL(path).href;
}

for (const extent of ["calls", "traces"] as const) {
  test(`a report with ${extent} starts from a file and draws`, async ({ tab }) => {
    const address = report(extent);
    const requests: string[] = [];
    tab.on("request", (request) => {
      if (request.url() !== address && !/^(?:blob|data):/u.test(request.url())) {
        requests.push(request.url());
      }
    });
    await tab.goto(address);
    await idle(tab);
    await expect.poll(() => textOf(tab, ".verdict")).toContain("0.895×");
    expect(await textOf(tab, "[data-side=a]")).toContain("9,870 calls");
    expect(await textOf(tab, "main.report")).toBe("");
    await expect.poll(() => colouredShare(tab)).toBeGreaterThan(0.005);
    expect(requests).toEqual([]);
  });
}
