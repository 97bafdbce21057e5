// Parts of the page that are made anew only when something changed that they read: what the pointer hovers and where the
// windows lie changes with every event, and most of the page has nothing to do with it.

import { noChange } from "lit";
import { Directive, directive } from "lit/directive.js";

import type { PageState } from "../state/page-state.js";

/** The state of the moment, seen by one part: it notes what is read of it, member by member, those of `view` too. */
export class Watched {
  readonly state: PageState;
  #now: PageState;
  readonly #read = new Map<keyof PageState, unknown>();
  readonly #readOfView = new Map<keyof PageState["view"], unknown>();

  constructor(state: PageState) {
    this.#now = state;
    const view = reading(() => this.#now.view, this.#readOfView);
    this.state = reading(
      () => this.#now,
      this.#read,
      (key, value) => (key === "view" ? view : value),
    );
  }

  /** Handlers of what was made before read this state from now on. Whether it differs in anything that was read. */
  follow(state: PageState): boolean {
    this.#now = state;
    const { view } = state;
    return (
      [...this.#read].some(([key, value]) => key !== "view" && state[key] !== value) ||
      [...this.#readOfView].some(([key, value]) => view[key] !== value)
    );
  }

  /** What was read so far counts no more. */
  begin(): void {
    this.#read.clear();
    this.#readOfView.clear();
  }
}

/** An object whose members are those of what `now` returns, and which notes those that are read. */
function reading<T extends object>(
  now: () => T,
  read: Map<keyof T, unknown>,
  as = (_: keyof T, value: unknown) => value,
): T {
  const get = (key: keyof T) => {
    const value = now()[key];
    read.set(key, value);
    return as(key, value);
  };
  return new Proxy<T>(now(), {
    get: (_, key) => get(key as keyof T),
    has: (_, key) => key in now(),
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor: (_, key) => ({
      value: get(key as keyof T),
      enumerable: true,
      configurable: true,
      writable: true,
    }),
  });
}

class Memo extends Directive {
  #watched: Watched | null = null;
  #of: unknown = null;

  render(state: PageState, make: (state: PageState) => unknown, of: unknown = null): unknown {
    const before = this.#watched;
    if (before !== null && !before.follow(state) && of === this.#of) {
      return noChange;
    }
    const watched = before ?? new Watched(state);
    [this.#watched, this.#of] = [watched, of];
    watched.begin();
    return make(watched.state);
  }
}

/** What `make` makes of the state, made anew only where it read something that changed, or where `of` is another. */
export const memo = directive(Memo);
