// Short messages that go by themselves. Nothing that matters is said here alone.

import type { Toast } from "./state/page-state.js";
import type { Store } from "./state/store.js";

const SHORT_MS = 2_000;
/** Time to read one character of a longer text. */
const MS_PER_CHARACTER = 60;
/** With something to press, there must be time to press it. */
const WITH_ACTION_MS = 10_000;
/** Most messages at a time. A page that sends many traces could otherwise cover the picture with them. */
const MOST = 5;

export class Toasts {
  readonly #store: Store;
  #last = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  show(text: string, action: Toast["action"] = null): void {
    this.#last += 1;
    const toast = { id: this.#last, text, action };
    const toasts = [...this.#store.state.toasts, toast];
    // Of too many, the oldest without anything to press goes.
    const gone = toasts.length > MOST ? toasts.find((of) => of.action === null) : undefined;
    this.#store.set({ toasts: toasts.filter((of) => of !== gone), polite: text });
    const readingMs = Math.max(SHORT_MS, text.length * MS_PER_CHARACTER);
    setTimeout(() => this.close(toast.id), action === null ? readingMs : WITH_ACTION_MS);
  }

  close(id: number): void {
    this.#store.set({ toasts: this.#store.state.toasts.filter((toast) => toast.id !== id) });
  }
}
