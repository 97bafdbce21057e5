// Fits the tools into the toolbar. Tools without room go into its menu, from the right end.

import type { Busy } from "./idle.js";
import { SizeWatch } from "./size-watch.js";
import type { Store } from "./state/store.js";

/** Room for the button that opens the menu, with the gap before it. */
const MENU_PX = 92;

export class ToolbarFit {
  readonly #store: Store;
  readonly #watch: SizeWatch;
  /** Widths of tools when they were last in the line. */
  readonly #widths = new Map<string, number>();
  #bar: HTMLElement | null = null;

  constructor(store: Store, busy: Busy) {
    this.#store = store;
    this.#watch = new SizeWatch(busy, "toolbar", () => this.#fit());
  }

  /** Follows the size of the toolbar of a page that was drawn anew, and of what stands in it. */
  watch(root: ParentNode): void {
    this.#bar = root.querySelector<HTMLElement>(".toolbar");
    if (this.#bar !== null) {
      this.#watch.observe([this.#bar, ...this.#bar.children]);
    }
  }

  #fit(): void {
    const bar = this.#bar;
    if (bar === null || !bar.isConnected || bar.clientWidth === 0) {
      return;
    }
    const style = getComputedStyle(bar);
    const gap = Number.parseFloat(style.columnGap);
    let room = bar.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    for (const child of bar.children) {
      const { width } = child.getBoundingClientRect();
      const name = child.getAttribute("data-tool");
      if (name !== null) {
        this.#widths.set(name, width);
      } else if (child.getAttribute("data-spare") === null) {
        room -= width + gap;
      }
    }
    const names = (bar.dataset["tools"] ?? "").split(" ");
    const widths = names.map((name) => this.#widths.get(name));
    // A tool that was never in the line has to be there once to be measured.
    const shown = widths.includes(undefined)
      ? Infinity
      : fitting(
          widths.map((width) => (width ?? 0) + gap),
          room,
          MENU_PX,
        );
    if (shown !== this.#store.state.toolsShown) {
      this.#store.set({ toolsShown: shown });
    }
  }
}

/** Returns the number of these that fit into the room, part of which the menu needs unless all fit. */
export function fitting(widths: readonly number[], room: number, menu: number): number {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= room) {
    return Infinity;
  }
  let left = room - menu;
  const first = widths.findIndex((width) => {
    left -= width;
    return left < 0;
  });
  return Math.max(first, 0);
}
