// `diptych open`: the browser that it starts, and the page that its server shows.

import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { env } from "node:process";

import { expect, test } from "@playwright/test";

import { NEW, OLD, open } from "./support/diptych.js";

const DIST = join(import.meta.dirname, "..", "dist");

/** A program in place of the system's browser: it writes the address down. */
const BROWSER =
  '#!/bin/sh\nprintf %s "$1" > "$DIPTYCH_TEST_ADDRESS.part" && mv "$DIPTYCH_TEST_ADDRESS.part" "$DIPTYCH_TEST_ADDRESS"\n';

test("diptych open starts the browser, which shows both files", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "diptych-open-"));
  const written = join(folder, "address");
  for (const name of ["xdg-open", "open"]) {
    writeFileSync(join(folder, name), BROWSER);
    chmodSync(join(folder, name), 0o755);
  }
  const variables = { ...env, PATH: `${folder}${delimiter}${env["PATH"] ?? ""}`, DIPTYCH_TEST_ADDRESS: written };
  const server = spawn(env["DIPTYCH_CLI"] ?? "", ["open", OLD.file, NEW.file, "--app", DIST], { env: variables });
  try {
    let printed = "";
    server.stdout.on("data", (bytes) => (printed += String(bytes)));
    await expect.poll(() => existsSync(written)).toBe(true);
    const address = readFileSync(written, "utf8");
    expect(address).toBe(printed.trim());
    expect(address).toMatch(/#a=open\/a\/jinja2-3\.0\.3\.json\.gz&b=open\/b\/jinja2-3\.1\.6\.json\.gz$/u);
    await open(page, address);
    await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
    await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("9,826 calls");
    await expect(page.locator(".verdict")).toContainText("0.895×");
  } finally {
    server.kill();
    rmSync(folder, { recursive: true });
  }
});
