// The rest of an artifact: code that the first picture needs nothing of, in a module of its own. It works in the memory,
// tables and globals of the first module. Where a function of it is called before it is there, the first module calls
// `loadRest`, and the worker waits: it may, nobody draws in it.

import type { Exports } from "./start.js";

export class Rest {
  readonly #url: string | null;
  readonly #exports: Exports;
  #state: "absent" | "fetching" | "there" = "absent";

  /** `url`: where it lies, `null` if nothing is split off. `exports`: those of the first module. */
  constructor(url: string | null, exports: Exports) {
    this.#url = url;
    this.#exports = exports;
    Object.assign(globalThis, { loadRest: () => this.#load() });
  }

  /** Begins to fetch it, so that nobody waits later. If that fails, whoever needs it tries again and learns why. */
  fetch(): void {
    if (this.#url === null || this.#state !== "absent") {
      return;
    }
    this.#state = "fetching";
    this.#fetched(this.#url).catch(() => {
      this.#state = this.#state === "there" ? "there" : "absent";
    });
  }

  async #fetched(url: string): Promise<void> {
    const response = await fetch(url, { priority: "low" });
    if (!response.ok) {
      throw new Error(`${url}: the server answered ${response.status}`);
    }
    const module = await WebAssembly.compile(await response.arrayBuffer());
    this.#instantiate(module);
  }

  /** Loads it while everything else in this worker waits. */
  #load(): void {
    if (this.#url === null) {
      throw new Error("this artifact has no rest");
    }
    const request = new XMLHttpRequest();
    request.open("GET", this.#url, false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) {
      throw new Error(`${this.#url}: the server answered ${request.status}`);
    }
    this.#instantiate(new WebAssembly.Module(request.response as ArrayBuffer));
  }

  /** Once only: whoever comes second finds it there. */
  #instantiate(module: WebAssembly.Module): void {
    if (this.#state !== "there") {
      new WebAssembly.Instance(module, { "": this.#exports });
      this.#state = "there";
    }
  }
}
