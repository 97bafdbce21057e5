// What the page reads again by itself after the engine died. The engine forgets both sides; the cause is one of them,
// or what the open desk asked of it, or too little memory.
//
// Each step leaves out one more suspect, so that one bad file never costs the other side, and reading again ends.

import type { Death } from "../engine/errors.js";
import type { SideName } from "../generated/protocol.js";

/** The sides to read again, and whether the open desk must give way to the first one, Compare. */
export interface Recovery {
  sides: readonly SideName[];
  leavesDesk: boolean;
}

const NOTHING: Recovery = { sides: [], leavesDesk: false };

/** A death this long after the last one has a cause of its own. In ms. */
const CALM_MS = 60_000;

export class RecoverySteps {
  #step = 0;
  #died_ms = -Infinity;
  /** The side whose files somebody chose last. */
  #newest: SideName = "b";
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Notes that somebody chose files for a side: whatever happened before, these deserve a full try. */
  chosen(side: SideName): void {
    this.#newest = side;
    this.#step = 0;
  }

  /** `lost`: the sides that held something; `onFirst`: the first desk is open. */
  next({ kind, taking }: Death, lost: readonly SideName[], onFirst: boolean): Recovery {
    if (kind === "not-fetched") {
      return NOTHING; // It would not be fetched the next time either.
    }
    const now = this.#now();
    this.#step = now - this.#died_ms > CALM_MS ? 1 : this.#step + 1;
    this.#died_ms = now;
    if (taking.length > 0) {
      return { sides: lost.filter((side) => !taking.includes(side)), leavesDesk: false };
    }
    if (this.#step === 2 && onFirst) {
      this.#step += 1; // There is no desk to leave.
    }
    const older = lost.filter((side) => side !== this.#newest);
    switch (this.#step) {
      case 1:
        return { sides: lost, leavesDesk: false };
      case 2:
        return { sides: lost, leavesDesk: true };
      case 3:
        return { sides: lost.length > 1 ? older : [], leavesDesk: false };
      default:
        return NOTHING;
    }
  }
}
