// A short way from one state to another: 150 ms if nothing else is said, fast first. With reduced motion there is no way, only the end.

import type { Busy } from "../idle.js";

const USUAL_MS = 150;

export class Animation {
  readonly #busy: Busy;
  readonly #length_ms: number;
  #run: { cancel: () => void } | null = null;

  constructor(busy: Busy, length_ms = USUAL_MS) {
    this.#busy = busy;
    this.#length_ms = length_ms;
  }

  /** Returns whether the animation is under way. */
  get running(): boolean {
    return this.#run !== null;
  }

  /** Calls `step` with 0 to 1 once a frame; the last call is always with 1, unless another begins before. */
  start(step: (progress: number) => void): void {
    this.stop();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      step(1);
      return;
    }
    const end = this.#busy.begin("animation");
    const begun_ms = performance.now();
    const run = { cancel: end };
    this.#run = run;
    const frame = () => {
      if (this.#run !== run) {
        return;
      }
      const part = Math.min((performance.now() - begun_ms) / this.#length_ms, 1);
      if (part === 1) {
        this.#run = null;
      }
      step(1 - (1 - part) ** 3);
      if (part === 1) {
        end();
      } else {
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
  }

  /** Stays where it is. */
  stop(): void {
    this.#run?.cancel();
    this.#run = null;
  }
}
