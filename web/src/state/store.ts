// Holds the page's state and tells the page, once a frame, that it changed.

import { signal } from "@preact/signals-core";

import type { ComparisonPage } from "../comparison/comparison-page.js";
import type { Busy } from "../idle.js";
import { StateSignals } from "./signals.js";
import { initialState, type PageState, type Side } from "./page-state.js";
import type { SideName } from "../generated/protocol.js";

/** A value that one part of the page owns. Setting it draws the page. */
export type OwnedValue<T> = { value: T };

export class Store {
  readonly #busy: Busy;
  readonly #draw: (state: PageState) => void;
  #state = initialState();
  readonly #signals = new StateSignals(this.#state);
  #scheduled: (() => void) | null = null;

  constructor(busy: Busy, draw: (state: PageState) => void) {
    this.#busy = busy;
    this.#draw = draw;
  }

  get state(): PageState {
    return this.#state;
  }

  /** Returns a value that is no part of the page's state: only the caller reads and sets it. */
  own<T>(initial: T): OwnedValue<T> {
    const value = signal(initial);
    const drawSoon = () => this.#drawSoon();
    return {
      get value() {
        return value.value;
      },
      set value(next) {
        value.value = next;
        drawSoon();
      },
    };
  }

  set(patch: Partial<PageState>): void {
    this.#state = { ...this.#state, ...patch };
    this.#drawSoon();
  }

  #drawSoon(): void {
    if (this.#scheduled === null) {
      this.#scheduled = this.#busy.begin("render");
      // Not a frame callback: a tab in the background gets none, and its page must still be right.
      queueMicrotask(() => this.flush());
    }
  }

  setSide(side: SideName, patch: Partial<Side>): void {
    const sides = this.#state.sides;
    this.set({ sides: { ...sides, [side]: { ...sides[side], ...patch } } });
  }

  setComparison(patch: Partial<ComparisonPage>): void {
    this.set({ comparison: { ...this.#state.comparison, ...patch } });
  }

  /** Draws the page now. */
  flush(): void {
    const end = this.#scheduled;
    this.#scheduled = null;
    this.#signals.set(this.#state);
    this.#draw(this.#signals.state);
    end?.();
  }
}
