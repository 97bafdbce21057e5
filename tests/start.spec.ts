// Checks the page where it may not start or may keep nothing: it works without storage, and says why where it cannot
// work.

import { createServer, type Server } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, type FrameLocator, type Page, test } from "@playwright/test";

import { idle, open, PAIR } from "./support/diptych.js";

const DIST = join(import.meta.dirname, "..", "dist");
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

/** Blocks site data as a browser's setting does: the getters throw. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  });
}

/** Serves a page that frames the built page without an origin of its own. */
async function framed(
  page: Page,
  headers: Record<string, string>,
  check: (frame: FrameLocator) => Promise<void>,
): Promise<void> {
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    if (path === "/") {
      response.setHeader("content-type", "text/html");
      response.end(`<iframe sandbox="allow-scripts" src="built/index.html${PAIR}" width="1200" height="700"></iframe>`);
      return;
    }
    const file = join(DIST, path.replace("/built/", ""));
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
    Object.entries(headers).forEach(([name, value]) => response.setHeader(name, value));
    response.end(readFileSync(file));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await check(page.frameLocator("iframe"));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("blocked site data: the pair is compared all the same", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await blockStorage(page);
  await open(page, PAIR);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("of A’s time is in calls that B makes too");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("checkbox", { name: "Single letters run commands" }).click();
  expect(errors).toEqual([]);
});

test("a database that never answers does not hold the comparison up", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  });
  await open(page, PAIR);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("of A’s time is in calls that B makes too");
});

test("a sandboxed frame compares where the server lets other origins read the files", async ({ page }) => {
  await framed(page, { "access-control-allow-origin": "*" }, async (frame) => {
    await expect(frame.getByRole("region", { name: "Verdict" })).toContainText(
      "of A’s time is in calls that B makes too",
      { timeout: 30_000 },
    );
  });
});

test("a sandboxed frame says what is missing where the server does not", async ({ page }) => {
  await framed(page, {}, async (frame) => {
    await expect(frame.getByRole("heading", { name: "Diptych has not started" })).toBeVisible();
    await expect(frame.locator("#app")).toContainText("Add allow-same-origin to the frame’s sandbox");
  });
});

test("opened as a file the page says to serve the folder", async ({ page }) => {
  await page.goto(pathToFileURL(join(DIST, "index.html")).href);
  await expect(page.getByText("Serve the folder and open it over HTTP.")).toBeVisible();
});

test("a started page shows none of that", async ({ page }) => {
  await open(page, "");
  await idle(page);
  await expect(page.getByText("Diptych has not started")).toHaveCount(0);
});
