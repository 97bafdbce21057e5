// Search by name and file: what it marks is in the state of the view; here are the steps through the hits.

import type { Engine } from "../engine/client.js";
import { count } from "../format.js";
import type { Store } from "../state/store.js";
import type { Selection } from "./selection.js";
import type { ViewChanges } from "./view-changes.js";

export class Search {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #view: ViewChanges;
  readonly #selection: Selection;

  constructor(store: Store, engine: Engine, view: ViewChanges, selection: Selection) {
    this.#store = store;
    this.#engine = engine;
    this.#view = view;
    this.#selection = selection;
  }

  /** Marks what matches; blank for nothing. */
  find(text: string): void {
    this.#store.set({ hit: null });
    this.#view.change({ search: text }, "rest");
  }

  /** Selects the next hit, or the one before; a hit too narrow to be seen is zoomed to. */
  step(forward: boolean): void {
    this.#engine.follow(async () => {
      const chosen = await this.#selection.choose(
        this.#engine.ask("step-hit", { from: this.#selection.call, forward }),
      );
      if (chosen === null) {
        return;
      }
      const { selection, rank, total } = chosen.reply;
      if (selection !== null) {
        this.#selection.takeHit(selection);
      }
      this.#store.set({
        hit: { rank, total },
        polite: total === 0 ? "Nothing matches" : `${count(rank)} of ${count(total)}`,
      });
    });
  }
}
