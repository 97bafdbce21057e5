// Measures whether the legend has room for all its entries. The others open from a button.

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
      // Entries too: one more of them changes no size but theirs.
      this.#watch.observe([this.#line, ...entriesOf(this.#line)]);
    }
  }

  /**
   * Entries that find no room begin another line, which is not seen. A narrow legend hides some of them from the start. What
   * counts is the room without the button that opens them: with it, entries that had all fitted would stay away once it was
   * there.
   */
  #fit(): void {
    const line = this.#line;
    if (line === null || !line.isConnected || line.clientWidth === 0) {
      return;
    }
    const button = line.nextElementSibling;
    const room = line.getBoundingClientRect().width + (button === null ? 0 : outerWidth(button));
    const entries = entriesOf(line);
    // Below 1,600 px the inner steps of a scale have no words in the line. The full legend says where each step begins.
    const words = [...line.querySelectorAll(".inner-step bdi")];
    const isHidden = [...entries, ...words].some((part) => part.getClientRects().length === 0);
    const legendCut = isHidden || entries.reduce((sum, entry) => sum + outerWidth(entry), 0) > room;
    if (legendCut !== this.#store.state.legendCut) {
      this.#store.set({ legendCut });
    }
  }
}

/** Returns the entries in the line. A list has no box of its own. */
function entriesOf(line: HTMLElement): Element[] {
  return [...line.children].flatMap((child) => (child instanceof HTMLUListElement ? [...child.children] : [child]));
}

function outerWidth(entry: Element): number {
  const { marginLeft, marginRight } = getComputedStyle(entry);
  return entry.getBoundingClientRect().width + parseFloat(marginLeft) + parseFloat(marginRight);
}
