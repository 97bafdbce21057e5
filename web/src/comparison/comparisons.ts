// When the sides are compared, and what is said of it while that takes time.
//
// One question at a time: whenever both traces are there and something changed that the comparison depends on, it
// is asked for anew. Until the answer is here the words of the last one stay, unless they are of other traces.

import type { ComputeClient } from "../engine/compute-client.js";
import { EMPTY_DIFFERENCES, NO_COMPARISON } from "./comparison-page.js";
import type { Engine } from "../engine/client.js";
import { Latest } from "../engine/latest.js";
import type {
  ComparisonReply,
  ComparisonState,
  ComparisonSummary,
  Failure,
  Job,
  JobProgress,
  ViewState,
} from "../generated/protocol.js";
import type { KeptComparisons } from "./kept-comparisons.js";
import { bothLoaded } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import type { ViewChanges } from "../session/view-changes.js";

/** Time after which work that may follow other work of its kind reports its progress. */
const LATE_MS = 300;

/** The least similarity of a match, per cent. */
export const LEAST = { min: 5, max: 100, step: 5 };

export interface ComparisonListener {
  /** There is another comparison: what was read of the last one is out of date. */
  another(): void;
  /** Results arrived: the picture and the details of the selection change. */
  compared(): void;
  /** The sides are looked at although they are hardly comparable. */
  doubtTaken(): void;
  failed(failure: Failure): void;
}

/** The state under which the sides are compared, and what of it the answer depends on. */
type Question = { state: ViewState; key: string };

export class ComparisonController {
  readonly #store: Store;
  readonly #asker: Latest<Question, ComparisonReply>;
  readonly #compute: ComputeClient;
  readonly #kept: KeptComparisons;
  readonly #view: Pick<ViewChanges, "setComparison">;
  readonly #toasts: Toasts;
  readonly #listener: ComparisonListener;
  /** The latest request; other traces make it nothing. */
  #question: Question | null = null;
  /** Part of the latest request is being computed. */
  #isPending = false;
  /** The latest request was repeated since, because results arrived. */
  #isAgain = false;
  /** A summary of the latest request is shown; what comes later adds to it. */
  #isShown = false;
  /** When the last job began. */
  #begun_ms = 0;

  constructor(
    store: Store,
    engine: Engine,
    compute: ComputeClient,
    kept: KeptComparisons,
    view: Pick<ViewChanges, "setComparison">,
    toasts: Toasts,
    listener: ComparisonListener,
  ) {
    this.#store = store;
    this.#compute = compute;
    this.#kept = kept;
    this.#view = view;
    this.#toasts = toasts;
    this.#listener = listener;
    this.#asker = new Latest(
      engine,
      async ({ state }) => {
        try {
          return await engine.ask("compare", { state, proposals: true });
        } catch (error) {
          this.stopped();
          throw error;
        }
      },
      (reply, question) => {
        if (question === this.#question) {
          this.#arrived(reply);
        }
      },
    );
  }

  /** The traces are others now: what was said of the ones before holds no more. */
  forget(): void {
    this.#question = null;
    const { comparison, dialog } = this.#store.state;
    const { differences, kept } = comparison;
    if (dialog?.kind === "identity") {
      this.#store.set({ dialog: null });
    }
    const { list } = differences;
    this.#store.set({ comparison: { ...NO_COMPARISON, differences: { ...EMPTY_DIFFERENCES, list }, kept } });
  }

  /** Asks for the comparison, if the last question was another one. */
  ask(): void {
    const { state } = this.#store;
    const key = keyOf(state.view);
    if (bothLoaded(state) && key !== this.#question?.key) {
      this.#question = { state: state.view, key };
      this.#isShown = this.#isAgain = false;
      this.#store.setComparison({ cancelled: false });
      this.#asker.ask(this.#question);
      this.#compute.expect();
    }
  }

  /** Results arrived since the last request. */
  analysesChanged(): void {
    if (this.#question !== null && this.#isPending) {
      this.#isAgain = true;
      this.#asker.ask(this.#question);
    }
  }

  /** A side has other runs: what is said of the pair holds until the next answer. */
  renew(): void {
    this.#question = null;
  }

  /** Asks again, after a cancel. */
  again(): void {
    this.#question = null;
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
      this.#toasts.show("The similarity threshold needs Similarity mode. Choose Similarity first.");
      return;
    }
    const stepped = Math.round(comparison.tau / LEAST.step + by) * LEAST.step;
    const tau = Math.min(Math.max(stepped, LEAST.min), LEAST.max);
    this.#store.set({ polite: `Similarity at least ${(tau / 100).toFixed(2)}` });
    this.change({ tau });
  }

  /** Something is computed for the engine: if it has a title, the page says how far it is. Of what follows a drag nothing until it is late. */
  began({ title, mayFollow }: Job): void {
    this.#begun_ms = performance.now();
    if (title !== "" && !mayFollow) {
      this.#store.setComparison({ comparing: { stage: title, done: 0, total: 0, begun_ms: this.#begun_ms } });
    }
  }

  progress({ stage, done, total }: JobProgress, { title }: Job): void {
    const { comparing } = this.#store.state.comparison;
    if (title !== "" && comparing === null && performance.now() - this.#begun_ms > LATE_MS) {
      this.#store.setComparison({ comparing: { stage, done, total, begun_ms: this.#begun_ms } });
    } else if (title !== "" && comparing !== null) {
      this.#store.setComparison({ comparing: { ...comparing, stage, done, total } });
    }
  }

  /** It is done. Of the comparison itself the answer says so. */
  ended({ title }: Job): void {
    if (title !== "" && !this.#isPending && this.#store.state.comparison.comparing !== null) {
      this.#store.setComparison({ comparing: null });
    }
  }

  /** Gives the work up; both traces stay. */
  cancel(): void {
    this.#compute.cancel(({ title }) => title !== "");
    this.stopped();
    this.#store.set({ polite: "Comparison cancelled" });
  }

  /** The work ended without an answer. */
  stopped(): void {
    this.#isPending = false;
    const { comparing, summary } = this.#store.state.comparison;
    if (comparing !== null) {
      this.#store.setComparison({ comparing: null, cancelled: summary === null });
    }
  }

  #arrived({ summary, pending, wrongRules }: ComparisonReply): void {
    this.#isPending = pending;
    if (wrongRules !== null) {
      this.#listener.failed(wrongRules);
    }
    if (summary === null && pending) {
      return; // The words of the last one stay.
    }
    if (this.#isAgain || !pending) {
      this.#store.setComparison({ comparing: null });
    }
    if (!this.#isShown) {
      this.#show(summary);
    } else if (summary !== null) {
      this.#store.setComparison({ summary }); // It may say more than before.
    }
    // Only now can the picture and the details say anything of matches.
    this.#listener.compared();
  }

  #show(summary: ComparisonSummary | null): void {
    this.#isShown = true;
    this.#store.setComparison({ summary, cancelled: false });
    if (summary !== null) {
      this.#store.set({ polite: spoken(summary) });
    }
    this.#listener.another();
  }

  takeDoubt(): void {
    this.#store.setComparison({ doubtTaken: true });
    this.#listener.doubtTaken();
  }

  /** Takes the rules that the comparison proposes as a remedy. */
  takeRemedy(): void {
    const doubt = this.#store.state.comparison.summary?.doubt;
    if (doubt) {
      this.change({ rules: doubt.rules });
    }
  }

  /** Measures the kept results, for a dialog that is about to show them. */
  async measureKept(): Promise<void> {
    this.#store.setComparison({ kept: await this.#kept.size() });
  }

  async clearKept(): Promise<void> {
    await this.#kept.clear();
    await this.measureKept();
    this.#toasts.show("Stored comparisons deleted.");
  }
}

/** Returns the parts of the view that the answer depends on. */
function keyOf({ comparison }: ViewState): string {
  return JSON.stringify(comparison);
}

function spoken({ doubt, verdict }: ComparisonSummary): string {
  return doubt?.title ?? verdict.map(({ text }) => text).join("; ");
}
