// When the sides are compared, and what is said of it while that takes time.
//
// One question at a time: whenever both traces are there and something changed that the comparison depends on, it
// is asked for anew. Until the answer is here the words of the last one stay, unless they are of other traces.

import type { ComputeClient } from "./compute-client.js";
import { EMPTY_DIFFERENCES, NO_COMPARISON } from "./comparison-page.js";
import type { DifferencesController } from "./differences.js";
import type { EngineClient } from "./engine-client.js";
import type { ComparisonState, ComparisonSummary, Event, Job, JobProgress, ViewState } from "./generated/protocol.js";
import type { KeptComparisons } from "./kept-comparisons.js";
import { bothLoaded } from "./page-state.js";
import type { Store } from "./store.js";
import type { Toasts } from "./toasts.js";
import type { ViewController } from "./view-controller.js";

/** The least similarity of a match, per cent. */
export const LEAST = { min: 5, max: 100, step: 5 };

export class ComparisonController {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #compute: ComputeClient;
  readonly #kept: KeptComparisons;
  readonly #view: ViewController;
  readonly #differences: DifferencesController;
  readonly #toasts: Toasts;
  /** What was asked for last. */
  #asked: string | null = null;
  /** Work on it was given up: nothing is asked before the next question. */
  #stopped = false;

  constructor(
    store: Store,
    engine: EngineClient,
    compute: ComputeClient,
    kept: KeptComparisons,
    view: ViewController,
    differences: DifferencesController,
    toasts: Toasts,
  ) {
    this.#store = store;
    this.#engine = engine;
    this.#compute = compute;
    this.#kept = kept;
    this.#view = view;
    this.#differences = differences;
    this.#toasts = toasts;
  }

  /** The traces are others now: what was said of the ones before holds no more. */
  forget(): void {
    this.#asked = null;
    const { comparison, dialog } = this.#store.state;
    const { differences, kept } = comparison;
    if (dialog?.kind === "identity") {
      this.#store.set({ dialog: null });
    }
    const { list, order } = differences;
    this.#store.set({ comparison: { ...NO_COMPARISON, differences: { ...EMPTY_DIFFERENCES, list, order }, kept } });
  }

  /** Asks for the comparison, if the last question was another one. */
  ask(): void {
    const { state } = this.#store;
    const question = questionOf(state.view);
    if (bothLoaded(state) && question !== this.#asked) {
      this.#asked = question;
      this.#stopped = false;
      this.#store.setComparison({ cancelled: false });
      this.#engine.request({ type: "compare", state: state.view });
    }
  }

  /** More is known than was: the answer may be another one. */
  analysesChanged(): void {
    const { state } = this.#store;
    if (bothLoaded(state) && this.#asked !== null && !this.#stopped) {
      this.#engine.request({ type: "compare", state: state.view });
    }
  }

  /** A side has other runs: what is said of the pair holds until the next answer. */
  renew(): void {
    this.#asked = null;
  }

  /** Asks again, after a cancel. */
  again(): void {
    this.#asked = null;
    this.ask();
  }

  /** Changes how the sides are compared: a step worth coming back to. */
  change(patch: Partial<ComparisonState>): void {
    this.#view.setComparison(patch);
    this.ask();
  }

  /** Follows a slider: the picture says what was chosen; `ask` is for when it is let go. */
  slide(patch: Partial<ComparisonState>): void {
    this.#view.setComparison(patch, "rest");
  }

  /** The next higher or lower least similarity, where that counts. */
  stepLeast(by: 1 | -1): void {
    const { comparison, compare } = this.#store.state.view;
    if (compare.matches.mode !== "similarity" || !bothLoaded(this.#store.state)) {
      this.#toasts.show("The least similarity counts where matches are shown by similarity.");
      return;
    }
    const stepped = Math.round(comparison.tau / LEAST.step + by) * LEAST.step;
    const tau = Math.min(Math.max(stepped, LEAST.min), LEAST.max);
    this.#store.set({ polite: `Similarity of at least ${(tau / 100).toFixed(2)}` });
    this.change({ tau });
  }

  /** Something is computed for the engine: if it has a title, the page says how far it is. */
  began({ title }: Job): void {
    if (title !== "") {
      this.#store.setComparison({ comparing: { stage: title, done: 0, of: 0, begun_ms: performance.now() } });
    }
  }

  progress({ stage, done, of }: JobProgress, { title }: Job): void {
    const { comparing } = this.#store.state.comparison;
    if (title !== "" && comparing !== null) {
      this.#store.setComparison({ comparing: { ...comparing, stage, done, of } });
    }
  }

  /** Gives the work up; both traces stay. */
  cancel(): void {
    this.#compute.cancel(({ title }) => title !== "");
    this.stopped();
    this.#store.set({ polite: "Comparing cancelled" });
  }

  /** The work ended without an answer. */
  stopped(): void {
    const { comparing, summary } = this.#store.state.comparison;
    this.#stopped = true;
    if (comparing !== null) {
      this.#store.setComparison({ comparing: null, cancelled: summary === null });
    }
  }

  arrived({ summary }: Extract<Event, { type: "comparison" }>): void {
    this.#store.setComparison({ summary, comparing: null, cancelled: false });
    if (summary !== null) {
      this.#store.set({ polite: spoken(summary) });
    }
    this.#differences.renewed();
    // What the picture and the details say of matches is known only now.
    this.#view.compared();
  }

  takeDoubt(): void {
    this.#store.setComparison({ doubtTaken: true });
    this.#view.focusPicture();
  }

  /** What one more rule would mend, mended. */
  takeRemedy(): void {
    const doubt = this.#store.state.comparison.summary?.doubt;
    if (doubt) {
      this.change({ rules: doubt.rules });
    }
  }

  /** How much is kept, for whoever is about to see it. */
  async measureKept(): Promise<void> {
    this.#store.setComparison({ kept: await this.#kept.size() });
  }

  async clearKept(): Promise<void> {
    await this.#kept.clear();
    await this.measureKept();
    this.#toasts.show("No comparisons are kept any more.");
  }
}

/** What the answer depends on. */
function questionOf({ comparison }: ViewState): string {
  return JSON.stringify(comparison);
}

function spoken({ doubt, verdict }: ComparisonSummary): string {
  return doubt?.title ?? verdict.map(({ text }) => text).join("; ");
}
