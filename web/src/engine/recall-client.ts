// The arguments of a call and of its partner: their records, read again from where the traces came from. One a side at a
// time.

import { readerDied, unreachable } from "../sides/failures.js";
import type { CallDetails, SideName } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { type RecordState, shownSource, SIDES } from "../state/page-state.js";
import { sendable } from "../sides/sources.js";
import type { Store } from "../state/store.js";
import { RoleWorker } from "./role-worker.js";
import type { FromRecall, ToRecall } from "./worker-messages.js";

type RunningRecall = { worker: RoleWorker<ToRecall, FromRecall>; end: () => void };

/** Returns the place in each side's file of the record of a call or of its partner; `null` where there is none. */
export function sourcesOf({ side, source, partnerSource }: CallDetails): Record<SideName, number | null> {
  return side === "a" ? { a: source, b: partnerSource } : { a: partnerSource, b: source };
}

export class RecallClient {
  readonly #busy: Busy;
  readonly #store: Store;
  readonly #running = new Map<SideName, RunningRecall>();

  constructor(busy: Busy, store: Store) {
    this.#busy = busy;
    this.#store = store;
  }

  /** Reads the records of a call and of its partner, but for those that are there or were given up. */
  recall(details: CallDetails): void {
    const sources = sourcesOf(details);
    SIDES.forEach((side) => {
      const source = sources[side];
      if (source !== null && this.#store.state.records[side] === null) {
        this.#recall(side, source);
      }
    });
  }

  /** Reads one of them again. */
  again(details: CallDetails, side: SideName): void {
    this.#done(side, null);
    this.recall(details);
  }

  /** Gives up what is being read; it is read again only when somebody asks. */
  giveUp(side: SideName): void {
    this.#done(side, { state: "given-up" });
  }

  /** Gives up what is being read, and forgets what was. */
  cancel(): void {
    SIDES.forEach((side) => this.#done(side, null));
  }

  #recall(side: SideName, offset: number): void {
    const { summary } = this.#store.state.sides[side];
    const source = shownSource(this.#store.state.sides[side]);
    if (summary === null || source === null) {
      return;
    }
    const fail = ({ title, body }: { title: string; body: string }) =>
      this.#done(side, { state: "failed", title, body });
    const { bytes, keptIn } = source;
    if (keptIn !== undefined || bytes.kind === "kept") {
      return fail({
        title: `${keptIn ?? source.name} does not contain arguments.`,
        body: `Open ${summary.name} itself to see them.`,
      });
    }
    if (bytes.kind === "link" && bytes.tiles !== undefined) {
      return fail({ title: "Tiles do not contain arguments.", body: "Open the trace itself to see them." });
    }
    const worker = new RoleWorker<ToRecall, FromRecall>(
      "recall",
      (message) => {
        switch (message.type) {
          case "progress":
            return this.#put(side, { state: "reading", passed: message.passed });
          case "unreachable":
            return fail(unreachable(side, source, message.why));
          case "recalled": {
            const { outcome } = message;
            return outcome.type === "failed"
              ? fail(outcome.failure)
              : this.#done(
                  side,
                  outcome.type === "found" ? { state: "read", record: outcome.record } : { state: "none" },
                );
          }
        }
      },
      (death) => fail(readerDied(side, death)),
    );
    this.#running.set(side, { worker, end: this.#busy.begin("recall") });
    this.#put(side, { state: "reading", passed: null });
    const { name, format, packed } = summary;
    void Promise.resolve(sendable(bytes)).then(
      (sent) => worker.send({ type: "recall", name, format, offset, packed, bytes: sent }),
      () => fail(unreachable(side, source, { kind: "broken-off", bytesIn: 0 })),
    );
  }

  #put(side: SideName, record: RecordState | null): void {
    this.#store.set({ records: { ...this.#store.state.records, [side]: record } });
  }

  #done(side: SideName, record: RecordState | null): void {
    const running = this.#running.get(side);
    this.#running.delete(side);
    running?.worker.end();
    this.#put(side, record);
    running?.end();
  }
}
