// Comparison of a time range of each side in place of the whole runs.

import type { Sides, ViewState, Window } from "../generated/protocol.js";
import { chosenRanges } from "../state/compared-ranges.js";
import { isLocked, LOCKED } from "../state/lock.js";
import { bothLoaded, type PageState, SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import type { ViewChanges } from "./view-changes.js";

const WHOLE: Sides<Window | null> = { a: null, b: null };

export class ComparedRanges {
  readonly #store: Store;
  readonly #view: Pick<ViewChanges, "follow">;
  readonly #toasts: Pick<Toasts, "show">;
  readonly #changed: () => void;

  /** `changed`: the sides are other parts of their runs now. */
  constructor(store: Store, view: Pick<ViewChanges, "follow">, toasts: Pick<Toasts, "show">, changed: () => void) {
    this.#store = store;
    this.#view = view;
    this.#toasts = toasts;
    this.#changed = changed;
  }

  /** Compares only the selected time range of each side. */
  begin(): void {
    const { state } = this.#store;
    const problem = isLocked(state) ? LOCKED : whyNot(state);
    const ranges = chosenRanges(state);
    if (problem !== null || ranges === null) {
      this.#toasts.show(problem ?? "Select a time range first: hold Shift and drag along a time axis.");
      return;
    }
    this.#use(ranges);
  }

  /** Compares the whole runs again. */
  end(): void {
    if (isInRanges(this.#store.state.view) && !isLocked(this.#store.state)) {
      this.#use(WHOLE);
    }
  }

  /** Times of a range count from its start, so what the view says in times holds no more. */
  #use(ranges: Sides<Window | null>): void {
    const { comparison, time, structure } = this.#store.state.view;
    this.#store.set({ details: null, polite: ranges === WHOLE ? "Whole runs compared" : "Time ranges compared" });
    this.#view.follow(
      {
        comparison: { ...comparison, ranges },
        time: { ...time, windows: WHOLE, axis: "auto", anchors: { a: 0, b: 0 } },
        structure: { ...structure, mark: null },
        selection: null,
      },
      "push",
    );
    this.#changed();
  }
}

/** Returns whether a view compares time ranges. */
export function isInRanges({ comparison: { ranges } }: Pick<ViewState, "comparison">): boolean {
  return ranges.a !== null || ranges.b !== null;
}

/** Returns the reason why time ranges cannot be compared; `null` if they can. */
export function whyNot(state: PageState): string | null {
  if (!bothLoaded(state) || SIDES.some((side) => state.sides[side].summary?.keptIn !== "")) {
    return "Ranges are compared between two traces. Open the other trace, or compare this one with itself.";
  }
  if (SIDES.some((side) => state.sides[side].summary?.sums !== "")) {
    return "Ranges need the calls of both sides. One side was read without its calls.";
  }
  if (SIDES.some((side) => (state.sides[side].summary?.runs.length ?? 0) > 1)) {
    return "Ranges are compared with one run per side. Remove the other runs first.";
  }
  return null;
}
