// Calls back whenever the sizes of elements change, so that they are fitted again.

import type { Busy } from "./idle.js";

export class SizeWatch {
  readonly #busy: Busy;
  readonly #what: string;
  readonly #fit: () => void;
  readonly #observer = new ResizeObserver(() => this.#soon());
  #frame: (() => void) | null = null;

  /** `what` is under way until `fit` has run. */
  constructor(busy: Busy, what: string, fit: () => void) {
    this.#busy = busy;
    this.#what = what;
    this.#fit = fit;
  }

  /** Follows the sizes of these elements; of those it follows already nothing changes. */
  observe(elements: Iterable<Element>): void {
    for (const element of elements) {
      this.#observer.observe(element);
    }
  }

  /** With the next frame: what changes the page must not do so while its sizes are being reported. */
  #soon(): void {
    if (this.#frame === null) {
      this.#frame = this.#busy.begin(this.#what);
      requestAnimationFrame(() => {
        const end = this.#frame;
        this.#frame = null;
        this.#fit();
        end?.();
      });
    }
  }
}
