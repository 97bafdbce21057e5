// Parts of the page that are made anew only when something changed that they read: the hovered call and the windows change
// with every event, and most of the page has nothing to do with them.

import { computed, type ReadonlySignal } from "@preact/signals-core";
import { noChange } from "lit";
import { Directive, directive } from "lit/directive.js";

import type { PageState } from "../state/page-state.js";

class Memo extends Directive {
  #part: ReadonlySignal<unknown> | null = null;
  #key: unknown = null;
  #rendered: unknown = noChange;

  render(state: PageState, make: (state: PageState) => unknown, key: unknown = null): unknown {
    if (this.#part === null || key !== this.#key) {
      this.#part = computed(() => make(state));
      this.#key = key;
      this.#rendered = noChange;
    }
    const made = this.#part.value;
    if (made === this.#rendered) {
      return noChange;
    }
    this.#rendered = made;
    return made;
  }
}

/**
 * Renders what `make` returns for the state, and calls it again only when a signal changed that it read, or `key` did. The
 * state has to be that of `StateSignals`.
 */
export const memo = directive(Memo);
