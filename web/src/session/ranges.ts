// Time ranges by command: selects what is in view, copies the sums of what is selected.

import type { Engine } from "../engine/client.js";
import { copy } from "../files-out.js";
import { other, SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import type { Selection } from "./selection.js";

export class Ranges {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #selection: Pick<Selection, "choose" | "take" | "subject">;
  readonly #toasts: Pick<Toasts, "show">;

  constructor(
    store: Store,
    engine: Engine,
    selection: Pick<Selection, "choose" | "take" | "subject">,
    toasts: Pick<Toasts, "show">,
  ) {
    this.#store = store;
    this.#engine = engine;
    this.#selection = selection;
    this.#toasts = toasts;
  }

  /** Selects the time that the first open side shows; if each side is zoomed by itself, of both sides. */
  selectInView(): void {
    const { sides, view } = this.#store.state;
    const side = SIDES.find((of) => sides[of].summary !== null);
    if (side !== undefined) {
      const { windows, apart } = view.time;
      const extent = sides[other(side)].summary?.extent;
      // Sides that are zoomed one by one show different times.
      const beside =
        apart && extent !== undefined ? (windows[other(side)] ?? { start: 0, end: Math.max(1, extent) }) : null;
      this.#engine.follow(async () => {
        const chosen = await this.#selection.choose(
          this.#engine.ask("select-range", { side, window: windows[side], other: beside }),
        );
        if (chosen !== null) {
          this.#selection.take(chosen.reply, "push");
        }
      });
    }
  }

  /** Puts all sums of the selected range on the clipboard, tab-separated. */
  copySums(): void {
    const { subject } = this.#selection;
    if (subject === null || !("time" in subject)) {
      this.#toasts.show("Select a time range first: hold Shift and drag along a time axis.");
      return;
    }
    this.#engine.follow(async () => {
      const { text } = await this.#engine.ask("range-table", subject.time);
      this.#toasts.show((await copy(text)) ? "Sums copied." : "This browser does not let the page copy the sums.");
    });
  }
}
