// The parts of an artifact that lie in modules of their own: what the first picture needs nothing of. They work in the
// memory, tables and globals of the first module. Where a function of a part is called before it is there, the first
// module calls `loadPart`, and the worker waits: it may, nobody draws in it.

import type { Exports } from "./start.js";

type State = "absent" | "fetching" | "there";

export class Parts {
  readonly #urls: readonly string[];
  readonly #exports: Exports;
  readonly #states: State[];

  /** `urls`: where they lie, by their numbers in the first module. `exports`: those of the first module. */
  constructor(urls: readonly string[], exports: Exports) {
    this.#urls = urls;
    this.#exports = exports;
    this.#states = urls.map(() => "absent");
    Object.assign(globalThis, { loadPart: (part: number) => this.#load(part) });
  }

  /** Begins to fetch the rest, so that nobody waits later. If that fails, whoever needs it tries again and learns why. */
  fetchRest(): void {
    const [url] = this.#urls;
    if (url !== undefined && this.#states[0] === "absent") {
      this.#states[0] = "fetching";
      this.#fetched(0, url).catch(() => {
        this.#states[0] = this.#states[0] === "there" ? "there" : "absent";
      });
    }
  }

  async #fetched(part: number, url: string): Promise<void> {
    const response = await fetch(url, { priority: "low" });
    if (!response.ok) {
      throw new Error(`${url}: the server answered ${response.status}`);
    }
    const module = await WebAssembly.compile(await response.arrayBuffer());
    this.#instantiate(part, module);
  }

  /** Loads it while everything else in this worker waits. */
  #load(part: number): void {
    const url = this.#urls[part];
    if (url === undefined) {
      throw new Error(`this artifact has no part ${part}`);
    }
    this.#instantiate(part, new WebAssembly.Module(fetchedNow(url)));
  }

  /** Once only: whoever comes second finds it there. */
  #instantiate(part: number, module: WebAssembly.Module): void {
    if (this.#states[part] !== "there") {
      new WebAssembly.Instance(module, { "": this.#exports });
      this.#states[part] = "there";
    }
  }
}

/** How often a part is requested: without it the engine ends, and both sides have to be read again. */
const ATTEMPTS = 3;

/** The bytes of a file; whoever asks waits. A connection that breaks is worth another try, an answer is an answer. */
function fetchedNow(url: string): ArrayBuffer {
  for (let attempt = 1; ; attempt += 1) {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch (error) {
      if (attempt < ATTEMPTS) {
        continue;
      }
      throw error;
    }
    if (request.status !== 200) {
      throw new Error(`${url}: the server answered ${request.status}`);
    }
    return request.response as ArrayBuffer;
  }
}
