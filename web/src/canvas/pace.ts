// Measures the pace of drawing from the times of frames, the only source there is. Times in milliseconds by any one
// clock.

/** Frames that take longer, by the median of the last ones, are slow. */
const SLOW_MS = 50;
/** Frames that are looked at: the first ones take long everywhere, since shaders are compiled meanwhile. */
const FRAMES = 3;

export class Pace {
  #last_ms: number[] = [];
  #begun: number | null = null;

  /** A frame is handed to the GPU whole. One before it that is not done has no time. */
  begin(now: number): void {
    this.#begun = now;
  }

  /** Returns whether a frame is being timed. Call it with every frame of the screen while one is. */
  look(now: number, isDrawing: boolean): boolean {
    if (this.#begun === null) {
      return false;
    }
    const ms = now - this.#begun;
    // A longer frame is slow, however much longer.
    if (isDrawing && ms <= SLOW_MS) {
      return true;
    }
    this.#last_ms = [...this.#last_ms.slice(1 - FRAMES), ms];
    this.#begun = null;
    return false;
  }

  /** Forgets what was drawn on another canvas. */
  reset(): void {
    this.#last_ms = [];
    this.#begun = null;
  }

  /** Returns whether moving pictures are drawn coarsely, and marks without the rest. */
  get isSlow(): boolean {
    const sorted = this.#last_ms.toSorted((one, other) => one - other);
    return sorted.length === FRAMES && (sorted[FRAMES >> 1] ?? 0) > SLOW_MS;
  }
}
