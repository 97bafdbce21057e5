// The page under measurement: opened fresh, given files of this machine, watched until its picture stands.

import { readFileSync } from "node:fs";

import type { Browser, Page, Worker } from "@playwright/test";

import type { Asks } from "../../web/src/generated/protocol.js";
import { type Answered, install, OURS } from "./probe.js";

/** Runs `measure` on a fresh page in a context, and so a process, of its own. */
export async function onFreshPage<T>(browser: Browser, baseURL: string, measure: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await install(page);
  await page.goto("");
  await page.evaluate(() => window.diptych.idle());
  const measured = await measure(page);
  await context.close();
  return measured;
}

/** Gives the page files of this machine by name, in an `<input>` of its own that the page does not know of. */
export async function holdFiles(page: Page, files: readonly string[]): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement("input");
    input.type = "file";
    input.id = "held";
    input.multiple = true;
    input.hidden = true;
    document.body.append(input);
  });
  await page.locator("#held").setInputFiles([...files]);
}

/** Drops the held files on the page; when the drop happened. */
export function dropHeld(page: Page): Promise<number> {
  return page.evaluate(() => {
    const transfer = new DataTransfer();
    [...(document.querySelector<HTMLInputElement>("#held")?.files ?? [])].forEach((file) => transfer.items.add(file));
    const drop = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
    const at = performance.now();
    document.body.dispatchEvent(drop);
    return at;
  });
}

/** Waits until the last scene is on screen: drawn, and one frame more. */
export function drawn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const undrawn = () => window.diptych.backend() === null || window.diptych.busy().some((what) => what === "frame" || what === "renderer");
    do {
      await new Promise(requestAnimationFrame);
    } while (undrawn());
    await new Promise(requestAnimationFrame);
    return performance.now();
  });
}

/** `JSON.parse` of the held files, one after the other: milliseconds of decoding and parsing. `keep` holds all results. */
export function parseHeld(page: Page, keep: boolean): Promise<{ decode: number; parse: number }> {
  return page.evaluate(async (kept) => {
    const spent = { decode: 0, parse: 0 };
    const results: unknown[] = [];
    for (const file of document.querySelector<HTMLInputElement>("#held")?.files ?? []) {
      const bytes = await file.arrayBuffer();
      const begun = performance.now();
      const text = new TextDecoder().decode(bytes);
      const decoded = performance.now();
      results.push(JSON.parse(text));
      spent.decode += decoded - begun;
      spent.parse += performance.now() - decoded;
      results.length = kept ? results.length : 0;
    }
    (window as unknown as { results: unknown[] }).results = results;
    return spent;
  }, keep);
}

/** A question past the page. */
export type AnyAsk = { [Name in keyof Asks]: { name: Name; payload: Asks[Name]["ask"] } }[keyof Asks];

/** Asks one question after the other. */
export function ask(page: Page, asked: readonly AnyAsk[]): Promise<Answered[]> {
  return page.evaluate(async (list) => {
    const answers = [];
    for (const { name, payload } of list) {
      answers.push(await window.probe.ask(name, payload));
    }
    return answers;
  }, asked);
}

/** Times the work of every worker on the bench's own questions, inside the worker. */
export async function timeWorkers(page: Page): Promise<void> {
  await Promise.all(page.workers().map((worker) => worker.evaluate(timeHandler, OURS)));
}

function timeHandler(ours: number): void {
  const scope = globalThis as unknown as { onmessage: (event: MessageEvent) => void; spent: number[] };
  const handle = scope.onmessage;
  scope.spent = [];
  scope.onmessage = (event: MessageEvent<{ type: string; id?: number }>) => {
    const begun = performance.now();
    handle(event);
    if ((event.data.id ?? 0) > ours) {
      scope.spent.push(performance.now() - begun);
    }
  };
}

/** Milliseconds the engine spent on each of the bench's questions since last asked. */
export async function takeSpent(page: Page): Promise<number[]> {
  const take = (worker: Worker) =>
    worker.evaluate(() => (globalThis as unknown as { spent?: number[] }).spent?.splice(0) ?? []);
  return (await Promise.all(page.workers().map(take))).flat();
}

/** Bytes of wasm memory are not told by the browser: the peak of the tab's whole process, from Linux's books. */
export async function peakBytes(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const peaks = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => highWater(id));
  return peaks.includes(null) ? null : Math.max(...peaks.map((peak) => peak ?? 0));
}

function highWater(pid: number): number | null {
  try {
    const line = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line === null ? null : Number(line[1]) * 1024;
  } catch {
    return null; // No such books on this system.
  }
}
