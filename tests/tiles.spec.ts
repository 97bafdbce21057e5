// Folders of tiles by link: the first picture, more detail for the window in sight, and servers that do not do what tiles need.

import { spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

import { expect, type Page, test } from "@playwright/test";

import { details, WIDE } from "./support/compare-desk.js";
import { idle, open } from "./support/diptych.js";

test.use({ viewport: WIDE });

let folder = "";

/** Frames of short calls: 400 of them with ten calls each, and a long one that waits in frame 200. */
function frames(draw_us: number): string {
  const calls: string[] = [];
  const call = (ts: number, dur: number, name: string) =>
    calls.push(JSON.stringify({ ph: "X", pid: 1, tid: 1, ts, dur, name }));
  let at = 0;
  for (let frame = 0; frame < 400; frame += 1) {
    const begin = at;
    for (let item = 0; item < 10; item += 1) {
      call(at + 1, draw_us, "draw");
      at += draw_us + 2;
    }
    if (frame === 200) {
      call(at, 500, "wait");
      at += 500;
    }
    call(begin, at - begin, "frame");
    at += 5;
  }
  return `[${calls.join(",")}]`;
}

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "diptych-tiles-"));
  writeFileSync(join(folder, "old.json"), frames(3));
  writeFileSync(join(folder, "new.json"), frames(4));
  const command = ["tile", "old.json", "new.json", "-o", "giant", "--rows", "200"];
  const { status, stderr } = spawnSync(env["DIPTYCH_CLI"] ?? "", command, { cwd: folder, encoding: "utf8" });
  expect(status, stderr).toBe(0);
});

test.afterAll(() => rmSync(folder, { recursive: true }));

/** A server of the folder; `asked` gets the name and the range of each request. */
function serving(asked: string[], sendsRanges = true): RequestListener {
  return ({ url = "", headers }, response) => {
    const file = join(folder, "giant", url.split("/").at(-1) ?? "");
    const found = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "");
    asked.push(`${url.split("/").at(-1)} ${found?.[1] ?? "whole"}`);
    response.setHeader("access-control-allow-origin", "*");
    if (found !== null && sendsRanges) {
      const [start, end] = [Number(found[1]), Number(found[2])];
      response.writeHead(206, { "content-range": `bytes ${start}-${end}/${statSync(file).size}` });
      createReadStream(file, { start, end }).pipe(response);
    } else {
      response.writeHead(200);
      createReadStream(file).pipe(response);
    }
  };
}

async function withServer(listener: RequestListener, run: (link: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/giant/tiles.json`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const side = (page: Page, letter: string) => page.getByRole("region", { name: `Side ${letter}`, exact: true });

/** Number of rows that the engine holds of a side, as Details counts them. */
async function zoomTo(page: Page, start: number, end: number): Promise<void> {
  await page.evaluate(
    ([from, to]) => {
      const url = new URL(location.href);
      const link = new URLSearchParams(url.hash.slice(1));
      link.set("pair.a", `${from}..${to}`);
      link.set("pair.b", `${from}..${to}`);
      location.hash = link.toString();
    },
    [start, end],
  );
  await idle(page);
}

test("a folder of tiles opens with three requests, and each zoom takes one a side", async ({ page }) => {
  const asked: string[] = [];
  await withServer(serving(asked), async (link) => {
    await open(page, `#a=${link}&b=${link}`);
    await idle(page);
    expect(asked.toSorted()).toEqual(["a.tiles 0", "b.tiles 0", "tiles.json whole"]);
    await expect(side(page, "A")).toContainText("old.json");
    await expect(side(page, "A")).toContainText("4,401 calls");
    await expect(side(page, "B")).toContainText("new.json");
    await expect(page.locator(".verdict")).toContainText("draw");
    const before = await page.locator(".verdict").textContent();

    asked.length = 0;
    await zoomTo(page, 6_000_000, 6_400_000);
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(asked.length).toBeGreaterThan(0);
    await expect(page.locator(".verdict")).toHaveText(before ?? "");

    // Back to the whole run: those tiles are still here.
    asked.length = 0;
    await page.keyboard.press("0");
    await idle(page);
    expect(asked).toEqual([]);
  });
});

test("the line below the picture promises detail only where there is more", async ({ page }) => {
  await withServer(serving([]), async (link) => {
    await open(page, `#a=${link}&b=${link}`);
    await idle(page);
    const folded = page.getByTestId("folded");
    await expect(folded).toHaveText(/^Summed: .*calls shorter than .*\. Zoom in for detail$/);
    await expect(page.locator(".legend")).toContainText("several calls, folded");
    // The deepest tiles hold all calls of their windows.
    await zoomTo(page, 6_000_000, 6_400_000);
    await expect(folded).toHaveText(/, outside of the time in detail$/);
    await page.keyboard.press("0");
    await idle(page);
    await expect(folded).toHaveText(/Zoom in for detail$/);
  });
});

test("a failed request for detail keeps the picture and says what to do", async ({ page }) => {
  const asked: string[] = [];
  let isDown = false;
  const serve = serving(asked);
  const listener: RequestListener = (request, response) => {
    if (isDown) {
      response.setHeader("access-control-allow-origin", "*");
      response.writeHead(503).end();
    } else {
      serve(request, response);
    }
  };
  await withServer(listener, async (link) => {
    await open(page, `#a=${link}&b=${link}`);
    await idle(page);
    isDown = true;
    await zoomTo(page, 6_000_000, 6_400_000);
    await expect(page.getByText("More detail could not be fetched.").first()).toBeVisible();
    await expect(page.getByText(/answered 503/).first()).toBeVisible();
    await expect(side(page, "A")).toContainText("4,401 calls");
  });
});

test("a server without ranges is named, and no whole file is read", async ({ page }) => {
  await withServer(serving([], false), async (link) => {
    await open(page, `#a=${link}`);
    await expect(page.getByText(/does not send parts of files/).first()).toBeVisible();
    await expect(page.getByText(/status 206/).first()).toBeVisible();
  });
});

test("another file called tiles.json is no folder of tiles", async ({ page }) => {
  const listener: RequestListener = (_, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.end('{"kind":"tiles","sides":{"a":{"file":"../secret"}}}');
  };
  await withServer(listener, async (link) => {
    await open(page, `#a=${link}`);
    await expect(page.getByText(/is not a folder of tiles/).first()).toBeVisible();
    expect(details(page)).toBeDefined();
  });
});
