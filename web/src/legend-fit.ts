// Whether the legend has room for all its entries. Those that have none open from a button.

import type { Busy } from "./idle.js";
import { SizeWatch } from "./size-watch.js";
import type { Store } from "./state/store.js";

export class LegendFit {
  readonly #store: Store;
  readonly #watch: SizeWatch;
  #line: HTMLElement | null = null;

  constructor(store: Store, busy: Busy) {
    this.#store = store;
    this.#watch = new SizeWatch(busy, "legend", () => this.#fit());
  }

  /** Follows the legend of a page that was drawn anew. */
  watch(root: ParentNode): void {
    this.#line = root.querySelector<HTMLElement>(".legend-line");
    if (this.#line !== null) {
      // Entries too: their list has no box of its own, so that one more changes no size but theirs.
      this.#watch.observe([this.#line, ...this.#line.children, ...this.#line.querySelectorAll("li")]);
    }
  }

  /** Entries that find no room begin another line, which is not seen. */
  #fit(): void {
    const line = this.#line;
    if (line === null || !line.isConnected || line.clientWidth === 0) {
      return;
    }
    const legendCut = line.scrollHeight > 1.5 * line.clientHeight;
    if (legendCut !== this.#store.state.legendCut) {
      this.#store.set({ legendCut });
    }
  }
}
