// Messages that come before the script of the conversation is here.

/** Returns whether another page holds this one, as its frame or as the window that it opened. */
export function isHeld(page: Window): boolean {
  return page.parent !== page || (page.opener ?? null) !== null;
}

export class EarlyMessages {
  readonly #page: Window;
  #events: MessageEvent[] = [];
  readonly #keep = (event: MessageEvent) => this.#events.push(event);

  /** Keeps messages from now on. */
  constructor(page: Window) {
    this.#page = page;
    page.addEventListener("message", this.#keep);
  }

  /** Returns the messages so far, and keeps no more. */
  take(): MessageEvent[] {
    this.#page.removeEventListener("message", this.#keep);
    return this.#events.splice(0);
  }
}
