// Work under way: a request, a file being read, a frame to be drawn. The tests wait for its end.

export class Busy {
  readonly #open = new Set<symbol>();
  #waiting: (() => void)[] = [];

  /** Marks something as under way; the returned function ends it, once or many times. */
  begin(what: string): () => void {
    const token = Symbol(what);
    this.#open.add(token);
    return () => {
      this.#open.delete(token);
      if (this.#open.size === 0) {
        this.#waiting.splice(0).forEach((resolve) => resolve());
      }
    };
  }

  /** Returns the work under way, in words. */
  get reasons(): string[] {
    return [...this.#open].map((token) => token.description ?? "");
  }

  /** Resolves when nothing is under way and a frame has passed in which nothing began. */
  async idle(): Promise<void> {
    for (;;) {
      if (this.#open.size > 0) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      await framePassed();
      if (this.#open.size === 0) {
        return;
      }
    }
  }
}

/** A task after the next frame: what watches sizes is told after the frame's callbacks, and may begin something then. */
function framePassed(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Runs something once the browser has time for it. */
export function whenIdle(run: () => void): void {
  // Safari has no such callback.
  const request = (globalThis as { requestIdleCallback?: (run: () => void) => void }).requestIdleCallback;
  if (request === undefined) {
    setTimeout(run, 1_000);
  } else {
    request(run);
  }
}
