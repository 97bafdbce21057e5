// Time by function: requested when it is looked at, under the rules that hold then.

import type { Engine } from "../engine/client.js";
import { Latest } from "../engine/latest.js";
import type { FunctionsReply } from "../generated/protocol.js";
import { anyLoaded, bothLoaded } from "../state/page-state.js";
import type { Store } from "../state/store.js";

export class TotalsController {
  readonly #store: Store;
  readonly #asker: Latest<{ rules: string }, FunctionsReply | null>;
  /** The latest request; other traces make it nothing. */
  #question: { rules: string } | null = null;
  #isAnswered = false;

  constructor(store: Store, engine: Engine) {
    this.#store = store;
    this.#asker = new Latest(
      engine,
      (question) => engine.ask("totals", question),
      (totals, question) => {
        if (totals !== null && question === this.#question) {
          this.#isAnswered = true;
          this.#store.set({ totals });
        }
      },
    );
  }

  /** The traces are others now. */
  forget(): void {
    this.#question = null;
    this.#isAnswered = false;
    this.#store.set({ totals: null });
  }

  ask(): void {
    const { state } = this.#store;
    const shown = !bothLoaded(state) || state.panelTab === "functions";
    const { rules } = state.view.comparison;
    if (shown && anyLoaded(state) && (!this.#isAnswered || rules !== this.#question?.rules)) {
      this.#isAnswered = false;
      this.#question = { rules };
      this.#asker.ask(this.#question);
    }
  }
}
