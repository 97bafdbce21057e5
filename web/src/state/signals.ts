// The page's state as signals, so that each part of the page is made anew only when something changed that it read.

/*! @preact/signals-core. Copyright (c) 2022-present Preact Team. SPDX-License-Identifier: MIT */
import { batch, type Signal, signal } from "@preact/signals-core";

import type { PageState } from "./page-state.js";

/** An object whose members are read from signals, one for each member. */
class Members<T extends object> {
  readonly object: T;
  readonly #signals: ReadonlyMap<keyof T, Signal<unknown>>;

  /** `replaced` returns objects that stand in for members, such as one that reads signals of its own. */
  constructor(value: T, replaced: Partial<T> = {}) {
    const keys = Object.keys(value) as (keyof T)[];
    this.#signals = new Map(keys.map((key) => [key, signal<unknown>(value[key])]));
    const object = {};
    for (const [key, member] of this.#signals) {
      Object.defineProperty(object, key, { get: () => replaced[key] ?? member.value, enumerable: true });
    }
    this.object = object as T;
  }

  set(value: T): void {
    this.#signals.forEach((member, key) => (member.value = value[key]));
  }
}

/** The state of the page, and of its view, with a signal for each member. */
export class StateSignals {
  readonly #page: Members<PageState>;
  readonly #view: Members<PageState["view"]>;

  constructor(state: PageState) {
    this.#view = new Members(state.view);
    this.#page = new Members(state, { view: this.#view.object });
  }

  /** Always the newest state. A computation that reads a member runs again when that member changes. */
  get state(): PageState {
    return this.#page.object;
  }

  set(state: PageState): void {
    batch(() => {
      this.#view.set(state.view);
      this.#page.set(state);
    });
  }
}
