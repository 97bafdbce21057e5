// Arguments are not kept: the record is read again, from a plain file, a packed one and a link.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

import { expect, type Page, test } from "@playwright/test";

import { drop, idle, open } from "./support/diptych.js";

const call = (name: string, ts: number, dur: number, args: unknown) => ({ ph: "X", pid: 1, tid: 1, ts, dur, name, args });
const TRACE = JSON.stringify({
  traceEvents: [
    call("outer", 0, 100, { query: "select 1", rows: [7, "<script>alert(1)</script>"] }),
    call("inner", 10, 20, undefined),
  ],
});

/** Selects the first call and looks at its arguments. */
async function lookAtArguments(page: Page): Promise<void> {
  await page.getByRole("group", { name: "Both runs as icicle plots" }).focus();
  await page.keyboard.press("ArrowDown");
  await idle(page);
  await page.getByRole("button", { name: "Arguments" }).click();
  await idle(page);
}

const details = (page: Page) => page.getByRole("region", { name: "Details" });

for (const [name, content] of [["plain.json", Buffer.from(TRACE)], ["packed.json.gz", gzipSync(TRACE)]] as const) {
  test(`of a call in ${name}, and they follow the selection`, async ({ page }) => {
    await open(page, "");
    await drop(page, [{ name, content }]);
    await lookAtArguments(page);
    await expect(details(page)).toContainText("outer");
    await expect(details(page)).toContainText(/query\s*select 1/);
    await expect(details(page)).toContainText("<script>alert(1)</script>");
    await details(page).getByText("The whole record").click();
    await expect(details(page).locator("pre")).toContainText('"outer"');

    await page.getByRole("group", { name: "Both runs as icicle plots" }).focus();
    await page.keyboard.press("ArrowDown");
    await idle(page);
    await expect(details(page)).toContainText("It has no arguments.");
  });
}

test("of a call behind a link that is gone by now", async ({ page }) => {
  let there = true;
  const server = createServer((_, response) => {
    response.writeHead(there ? 200 : 404, { "access-control-allow-origin": "*", "access-control-allow-headers": "range" });
    response.end(there ? TRACE : "");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await open(page, `?a=http://127.0.0.1:${port}/x.json`);
  await lookAtArguments(page);
  await expect(details(page)).toContainText(/query\s*select 1/);

  there = false;
  await page.getByRole("button", { name: /^Callees/ }).click();
  await page.getByRole("button", { name: "Arguments" }).click();
  await expect(details(page)).toContainText(`127.0.0.1:${port} answered 404 for x.json.`);
  server.closeAllConnections();
  server.close();
});
