// The arguments of a call: its record, read again from where the trace came from. One at a time.

import { readerDied, unreachable } from "../sides/failures.js";
import type { CallDetails } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { shownSource } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import { RoleWorker } from "./role-worker.js";
import type { FromRecall, ToRecall } from "./worker-messages.js";

export class RecallClient {
  readonly #busy: Busy;
  readonly #store: Store;
  #running: { worker: RoleWorker<ToRecall, FromRecall>; end: () => void } | null = null;

  constructor(busy: Busy, store: Store) {
    this.#busy = busy;
    this.#store = store;
  }

  /** Reads the record of a call; what was being read is given up. */
  recall({ side, source: offset }: CallDetails): void {
    this.cancel();
    const { summary } = this.#store.state.sides[side];
    const source = shownSource(this.#store.state.sides[side]);
    if (summary === null || source === null) {
      return;
    }
    const fail = ({ title, body }: { title: string; body: string }) =>
      this.#done(() => this.#store.set({ record: { state: "failed", title, body } }));
    const worker = new RoleWorker<ToRecall, FromRecall>(
      "recall",
      (message) => {
        switch (message.type) {
          case "progress":
            return this.#store.set({ record: { state: "reading", passed: message.passed } });
          case "unreachable":
            return fail(unreachable(side, source, message.why));
          case "recalled": {
            const { outcome } = message;
            return outcome.type === "failed"
              ? fail(outcome.failure)
              : this.#done(() =>
                  this.#store.set({
                    record: outcome.type === "found" ? { state: "read", record: outcome.record } : { state: "none" },
                  }),
                );
          }
        }
      },
      (why) => fail(readerDied(side, why)),
    );
    this.#running = { worker, end: this.#busy.begin("recall") };
    this.#store.set({ record: { state: "reading", passed: null } });
    const { name, format, packed } = summary;
    worker.send({ type: "recall", name, format, offset, packed, bytes: source.bytes });
  }

  /** Gives up what is being read; it is read again only when somebody asks. */
  giveUp(): void {
    this.#done(() => this.#store.set({ record: { state: "given-up" } }));
  }

  /** Gives up what is being read, and forgets what was. */
  cancel(): void {
    this.#done(() => this.#store.set({ record: null }));
  }

  #done(tell: () => void): void {
    const running = this.#running;
    this.#running = null;
    running?.worker.end();
    tell();
    running?.end();
  }
}
