// Arguments are not kept: the record is read again, from a plain file, a packed one and a link.

import { createHash } from "node:crypto";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";

import { expect, type Page, test } from "@playwright/test";

import { drop, idle, open } from "./support/diptych.js";

const call = (name: string, ts: number, dur: number, args: unknown) => ({
  ph: "X",
  pid: 1,
  tid: 1,
  ts,
  dur,
  name,
  args,
});
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

for (const [name, content] of [
  ["plain.json", Buffer.from(TRACE)],
  ["packed.json.gz", gzipSync(TRACE)],
] as const) {
  test(`of a call in ${name}, and they follow the selection`, async ({ page }) => {
    await open(page, "");
    await drop(page, [{ name, content }]);
    await lookAtArguments(page);
    await expect(details(page)).toContainText("outer");
    await expect(details(page)).toContainText(/query\s*select 1/);
    await expect(details(page)).toContainText("<script>alert(1)</script>");
    await details(page).getByText("Full record").click();
    await expect(details(page).locator("pre")).toContainText('"outer"');

    await page.getByRole("group", { name: "Both runs as icicle plots" }).focus();
    await page.keyboard.press("ArrowDown");
    await idle(page);
    await expect(details(page)).toContainText("This call has no arguments.");
  });
}

/** A server of another origin, which every page may read from, for the length of a test. */
async function withServer(listener: RequestListener, run: (host: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    listener(request, response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    await run(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("of a call behind a link that is gone by now, and is there again", async ({ page }) => {
  let there = true;
  const listener: RequestListener = (_, response) => {
    response.writeHead(there ? 200 : 404, { "access-control-allow-headers": "range" });
    response.end(there ? TRACE : "");
  };
  await withServer(listener, async (host) => {
    await open(page, `?a=http://${host}/x.json`);
    await lookAtArguments(page);
    await expect(details(page)).toContainText(/query\s*select 1/);

    there = false;
    await page.getByRole("button", { name: /^Callees/ }).click();
    await page.getByRole("button", { name: "Arguments" }).click();
    await expect(details(page)).toContainText(`${host} answered 404 for x.json.`);
    there = true;
    await details(page).getByRole("button", { name: "Try again" }).click();
    await expect(details(page)).toContainText(/query\s*select 1/);
  });
});

test("of a server that sends ranges, only the rest is asked for", async ({ page }) => {
  const asked: string[] = [];
  const listener: RequestListener = ({ method, headers }, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
    if (method === "GET") {
      asked.push(headers.range ?? "all");
    }
    response.writeHead(from > 0 ? 206 : 200, { "access-control-allow-headers": "range" });
    response.end(TRACE.slice(from));
  };
  await withServer(listener, async (host) => {
    await open(page, `?a=http://${host}/x.json`);
    await lookAtArguments(page);
    await expect(details(page)).toContainText(/query\s*select 1/);
    expect(asked).toEqual(["all", `bytes=${TRACE.indexOf("{", 1)}-`]);
  });
});

test("of a server that refuses to be asked for ranges, all is read", async ({ page }) => {
  const listener: RequestListener = ({ method, headers }, response) => {
    // Without CORS headers the page may not see the answer: as a server that has never heard of ranges.
    if (method === "OPTIONS" || headers.range !== undefined) {
      response.removeHeader("access-control-allow-origin");
      response.writeHead(403).end();
    } else {
      response.end(TRACE);
    }
  };
  await withServer(listener, async (host) => {
    await open(page, `?a=http://${host}/x.json`);
    await lookAtArguments(page);
    await expect(details(page)).toContainText(/query\s*select 1/);
  });
});

/** A packed file whose outermost call comes last, behind much that does not pack well. */
function longPacked(): Buffer {
  const noise = (index: number) => createHash("sha256").update(String(index)).digest("hex");
  const inner = Array.from({ length: 8_000 }, (_, index) => call("inner", index, 1, { noise: noise(index) }));
  return gzipSync(JSON.stringify([...inner, call("outer", 0, 8_000, { query: "at the very end" })]));
}

test("in a packed file far behind its beginning: a bar, Cancel, and once more", async ({ page }) => {
  const file = longPacked();
  let stalls = false;
  const answer = async (response: ServerResponse) => {
    const parts = stalls ? 4 : 1;
    const part = Math.floor(file.length / 2 / parts);
    for (let index = 0; index < parts; index += 1) {
      response.write(file.subarray(index * part, (index + 1) * part));
      await wait(stalls ? 250 : 0);
    }
    if (!stalls) {
      response.end(file.subarray(parts * part));
    }
  };
  await withServer(
    (_, response) => void answer(response),
    async (host) => {
      await open(page, `?a=http://${host}/x.json.gz`);
      await page.getByRole("group", { name: "Both runs as icicle plots" }).focus();
      await page.keyboard.press("ArrowDown");
      await idle(page);
      await expect(details(page)).toContainText("outer");

      stalls = true;
      await page.getByRole("button", { name: "Arguments" }).click();
      const bar = details(page).getByRole("progressbar", { name: "Reading the arguments" });
      await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(20);
      await expect(details(page)).toContainText(/ of [\d.]+\sMB searched/);
      await details(page).getByRole("button", { name: "Cancel reading the arguments" }).click();
      await expect(details(page)).toContainText("The arguments were not read.");
      await idle(page);

      stalls = false;
      await details(page).getByRole("button", { name: "Read arguments" }).click();
      await expect(details(page)).toContainText(/query\s*at the very end/);
    },
  );
});

for (const packed of [false, true]) {
  test(`hostile ones are text, bounded, and what is left out is counted (${packed ? "packed" : "plain"})`, async ({
    page,
  }) => {
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    const deep = `${"[".repeat(1_000)}"bottom"${"]".repeat(1_000)}`;
    const args = JSON.stringify({
      "</script><b>name</b>": "</script><img src=x onerror=alert(1)>",
      bidi: "invoice\u202egpj.exe",
      long: "v".repeat(1_000_000),
      many: Array.from({ length: 2_000 }, (_, index) => index),
    });
    const trace = JSON.stringify([call("outer", 0, 9, "ARGS")]).replace('"ARGS"', `{"deep":${deep},${args.slice(1)}`);
    await open(page, "");
    await drop(page, [{ name: "hostile.json", content: packed ? gzipSync(trace) : trace }]);
    await lookAtArguments(page);

    const names = details(page).locator(".arguments dt");
    const values = details(page).locator(".arguments dd");
    await expect(names).toHaveCount(1_000);
    await expect(names.nth(0)).toHaveText(`deep${"[0]".repeat(31)}`);
    await expect(values.nth(0)).toHaveText(`${"[".repeat(969)}"bottom"${"]".repeat(969)}`);
    await expect(names.nth(1)).toHaveText("</script><b>name</b>");
    await expect(values.nth(1)).toHaveText("</script><img src=x onerror=alert(1)>");
    expect(await values.nth(2).locator("bdi").textContent()).toBe("invoice\u202egpj.exe");
    await expect(values.nth(3)).toHaveText(`${"v".repeat(10_000)} and 990,000 more characters`);
    await expect(details(page)).toContainText("The first 1,000 of 2,004 arguments.");
    await expect(details(page).locator("img, b, script")).toHaveCount(0);

    await details(page).getByText("Full record, 1.01\u202fMB").click();
    const written = (await details(page).locator("pre").textContent()) ?? "";
    expect(written.startsWith('{\n  "ph": "X",')).toBe(true);
    expect(written).toContain("invoice\\u202egpj.exe");
    expect(written).not.toContain("\u202e");
    await expect(details(page)).toContainText(/The first 6\d\.\d\skB of 1\.01\sMB\./);
    expect(dialogs).toBe(0);
  });
}
