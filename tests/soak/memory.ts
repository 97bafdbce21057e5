// Measures the memory of a tab: objects of JavaScript, memories of WebAssembly, and the process.

import { readFileSync } from "node:fs";

import type { Browser, CDPSession, Page } from "@playwright/test";

import type { Sample } from "./growth.js";

declare global {
  var wasmMemories: WeakRef<WebAssembly.Memory>[] | undefined;
}

/** Notes the memory of each instance of WebAssembly, in the page and in workers. Runs before their own code. */
function noteMemories(): void {
  globalThis.wasmMemories = [];
  const note = (instance: WebAssembly.Instance) => {
    Object.values(instance.exports).forEach((exported) => {
      if (exported instanceof WebAssembly.Memory) {
        globalThis.wasmMemories?.push(new WeakRef(exported));
      }
    });
  };
  const { instantiate, instantiateStreaming } = WebAssembly;
  WebAssembly.instantiate = (async (source: WebAssembly.Module, imports?: WebAssembly.Imports) => {
    const made = (await instantiate(source, imports)) as unknown as
      WebAssembly.Instance | WebAssembly.WebAssemblyInstantiatedSource;
    note("instance" in made ? made.instance : made);
    return made;
  }) as typeof WebAssembly.instantiate;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const made = await instantiateStreaming(source, imports);
    note(made.instance);
    return made;
  };
}

/** Lets {@link sample} see the memories of WebAssembly in a page that is opened afterwards. */
export async function watchMemories(page: Page): Promise<void> {
  await page.addInitScript(noteMemories);
  // Init scripts do not run in workers.
  await page.route(/\/assets\/[^/]+\.js$/u, async (route) => {
    if (route.request().frame().url() === "" || route.request().resourceType() !== "script") {
      await route.continue();
      return;
    }
    const response = await route.fetch();
    const text = await response.text();
    const isWorker = /\/(engine|reader|compute|recall)-[^/]*\.js$/u.test(route.request().url());
    await route.fulfill({ response, body: isWorker ? `(${noteMemories.toString()})();${text}` : text });
  });
}

const wasmBytes = () =>
  (globalThis.wasmMemories ?? []).reduce((sum, memory) => sum + (memory.deref()?.buffer.byteLength ?? 0), 0);

/** Measures a tab after a garbage collection of the page and of all its workers. */
export async function sample(browser: Browser, page: Page, session: CDPSession, round: number): Promise<Sample> {
  const workers = await Promise.all(
    page.workers().map(async (worker) => ({
      wasm: await worker.evaluate(wasmBytes).catch(() => 0),
    })),
  );
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const wasm = (await page.evaluate(wasmBytes)) + workers.reduce((sum, worker) => sum + worker.wasm, 0);
  return { round, heap: usedSize, wasm, resident: await resident(browser) };
}

/** Returns the memory that the processes of all tabs hold, bytes; `null` where the system has no such books. */
async function resident(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  try {
    const held = processInfo
      .filter(({ type }) => type === "renderer")
      .map(({ id }) => /^VmRSS:\s*(\d+) kB$/mu.exec(readFileSync(`/proc/${id}/status`, "utf8")));
    return held.reduce((sum, line) => sum + Number(line?.[1] ?? 0) * 1024, 0);
  } catch {
    return null;
  }
}
