// The page under measurement: opened fresh, given files of this machine, watched until its picture stands.

import { readFileSync } from "node:fs";

import type { Browser, Page, Worker } from "@playwright/test";

import type { Asks } from "../../web/src/generated/protocol.js";
import { type Answered, install, OURS } from "./probe.js";

/** Time that a page stands before anything is measured, ms. A browser starts more than the page meanwhile. */
const SETTLED_MS = 2_000;

/** Runs `measure` on a fresh page in a context, and so a process, of its own. */
export async function onFreshPage<T>(
  browser: Browser,
  baseURL: string,
  measure: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await install(page);
  await page.goto("");
  await page.evaluate(() => window.diptych.idle());
  await page.waitForTimeout(SETTLED_MS);
  const measured = await orStuck(page, measure(page));
  await context.close();
  return measured;
}

/** Longest that a page is measured, milliseconds: several times what the largest pair takes. */
const PATIENCE = 600_000;

/** Returns the measurement, or fails with the reasons that the page waits for when it never ends. */
async function orStuck<T>(page: Page, measured: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const busy = page.evaluate(() => ({
        busy: window.diptych.busy(),
        last: window.probe.work.at(-1),
        marks: window.probe.marks,
      }));
      const silent = new Promise<string>((resolve) => void setTimeout(resolve, 10_000, "does not answer"));
      void Promise.race([busy, silent]).then(
        (said) => reject(new Error(`The page does not come to rest: ${JSON.stringify(said)}`)),
        reject,
      );
    }, PATIENCE);
  });
  try {
    return await Promise.race([measured, stuck]);
  } finally {
    clearTimeout(timer);
  }
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

/** For how long files are held over the page before they are dropped, ms. */
const DRAG_MS = 500;

/** Drags the held files over the page and drops them; when the drop happened. */
export function dropHeld(page: Page): Promise<number> {
  return page.evaluate(async (dragged) => {
    const transfer = new DataTransfer();
    [...(document.querySelector<HTMLInputElement>("#held")?.files ?? [])].forEach((file) => transfer.items.add(file));
    const fire = (type: string) =>
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    fire("dragover");
    await new Promise((resolve) => setTimeout(resolve, dragged));
    const at = performance.now();
    fire("drop");
    return at;
  }, DRAG_MS);
}

/** Waits until the last scene is on screen: drawn, and one frame more. */
export function drawn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const undrawn = () =>
      window.diptych.backend() === null ||
      window.diptych.busy().some((what) => what === "frame" || what === "renderer");
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

/** Hovering and turning the wheel as users do, up to the picture on the canvas: this browser draws by software. */
export function drawnSlowly(page: Page): Promise<Record<string, number>> {
  return page.evaluate(
    async ([hovers, notches]) => {
      const element = document.querySelector<HTMLElement>(".picture");
      const gl = document.querySelector<HTMLCanvasElement>("canvas.gpu-layer")?.getContext("webgl2");
      const [pane] = (window.diptych.sceneInfo() as { panes: { x0: number; x1: number; y0: number; y1: number }[] })
        .panes;
      if (element === null || gl === null || gl === undefined || pane === undefined) {
        throw new Error("there is no picture to measure");
      }
      const box = element.getBoundingClientRect();
      const pixel = new Uint8Array(4);
      // Reading a pixel waits until all is drawn.
      const finished = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      const task = () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      const at = (x: number, y: number) => ({
        clientX: box.left + x,
        clientY: box.top + y,
        bubbles: true,
        cancelable: true,
      });
      const hover: number[] = [];
      for (let i = 0; i < hovers; i += 1) {
        const x = pane.x0 + ((i * 0.618034) % 1) * (pane.x1 - pane.x0);
        const y = pane.y0 + ((i * 0.754878) % 1) * (pane.y1 - pane.y0);
        const begun = performance.now();
        element.dispatchEvent(new PointerEvent("pointermove", at(x, y)));
        do {
          await task();
        } while (window.diptych.busy().length > 0);
        finished();
        hover.push(performance.now() - begun);
        await window.diptych.idle();
      }
      const middle = at((pane.x0 + pane.x1) / 2, (pane.y0 + pane.y1) / 2);
      const begun = performance.now();
      for (let i = 0; i < notches; i += 1) {
        element.dispatchEvent(new WheelEvent("wheel", { ...middle, deltaY: i < notches / 2 ? -100 : 100 }));
        await new Promise(requestAnimationFrame);
        finished();
      }
      const turned = performance.now();
      await window.diptych.idle();
      finished();
      const sharp = performance.now() - turned;
      // The next picture has nothing under the pointer.
      element.dispatchEvent(new PointerEvent("pointerleave"));
      await window.diptych.idle();
      hover.sort((one, other) => one - other);
      const rank = (share: number) => hover[Math.ceil(share * hovers) - 1] ?? Number.NaN;
      return {
        "software: hover p50": rank(0.5),
        "software: hover p95": rank(0.95),
        "software: wheel frame": (turned - begun) / notches,
        "software: sharp": sharp,
      };
    },
    [24, 40] as const,
  );
}

/** Points spread over the canvas without order or chance: steps of the golden ratio. */
export function spreadPoints({ width, height }: { width: number; height: number }, count: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => [((i * 0.618034) % 1) * width, ((i * 0.754878) % 1) * height]);
}
