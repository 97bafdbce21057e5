// The warm compute worker: work over 50 ms on a second copy of the traces.
//
// One job runs, others wait in order; a new job of a kind replaces the one of that kind. The worker is sent the
// columns of a side only when a job needs a version that it does not hold. Cancelling ends the worker, and the
// next job starts a new one; so does one that has grown large, once nothing waits. What is kept from an earlier time is handed back without any of that.

import type { Busy } from "./idle.js";
import type { Job, JobEvent, SideName, Work } from "./generated/protocol.js";
import type { KeptComparisons } from "./kept-comparisons.js";
import { RoleWorker } from "./role-worker.js";
import { buffersOf, type Column, type FromCompute, type ToCompute } from "./worker-messages.js";

export type WorkKind = Work["type"];

/**
 * Bytes up to which a worker stays when its work is done. A larger one is ended, since its memory never shrinks:
 * what the engine makes of the result then takes its place.
 */
const WARM_BYTES = 64 << 20;

export interface ComputeListener {
  /** Asks the engine for the columns of a side; they come back through `ComputeClient.columns`. */
  askColumns(side: SideName): void;
  /** A job got so far, or is done; `bytes`: the stored comparison that lies beside. */
  event(event: JobEvent, kind: WorkKind, bytes: ArrayBuffer | null): void;
  died(why: string): void;
}

type Entry = {
  job: Job;
  /** What it reads beside the traces. */
  input: Uint8Array<ArrayBuffer> | null;
  state: "looking-up" | "waiting" | "running";
  end: () => void;
};

export class ComputeClient {
  readonly #busy: Busy;
  readonly #listener: ComputeListener;
  readonly #kept: KeptComparisons;
  #worker: RoleWorker<ToCompute, FromCompute> | null = null;
  /** Version of each side's trace that the worker holds. */
  readonly #held = new Map<SideName, number>();
  /** Version of each side's trace that the engine was asked for. */
  readonly #asked = new Map<SideName, number>();
  /** In the order in which they came. */
  #entries: Entry[] = [];
  /** The key that was last answered from what is kept. Asked for again, it was of no use. */
  #handed: string | null = null;

  constructor(busy: Busy, kept: KeptComparisons, listener: ComputeListener) {
    this.#busy = busy;
    this.#kept = kept;
    this.#listener = listener;
  }

  /** Runs a job, instead of the one of its kind. */
  run(job: Job, input: Uint8Array<ArrayBuffer> | null): void {
    this.cancel(job.work.type);
    const entry: Entry = { job, input, state: "waiting", end: this.#busy.begin("compute") };
    this.#entries.push(entry);
    if (job.key !== "") {
      entry.state = "looking-up";
      void this.#lookUp(entry);
    }
    this.#start();
  }

  /** Columns asked for. Those of a version that no job needs any more are let go. */
  columns(side: SideName, version: number, columns: Column[]): void {
    this.#asked.delete(side);
    const wanted = this.#next()?.job.needs.some((need) => need.side === side && need.version === version);
    if (wanted) {
      this.#held.set(side, version);
      this.#send({ type: "load", side, version, columns }, buffersOf(columns));
    }
    this.#start();
  }

  /** What was handed back under a key was read. */
  taken(): void {
    this.#handed = null;
  }

  /** Gives up what is under way: all of it, or one kind. */
  cancel(kind: WorkKind | null = null): void {
    const given = this.#entries.filter(({ job }) => kind === null || job.work.type === kind);
    this.#entries = this.#entries.filter((entry) => !given.includes(entry));
    if (given.some((entry) => entry.state === "running")) {
      this.#end();
    }
    given.forEach((entry) => entry.end());
    this.#start();
  }

  /** What is kept under a job's key ends it; a key that comes straight back held nothing that could be read. */
  async #lookUp(entry: Entry): Promise<void> {
    const { id, key } = entry.job;
    const again = this.#handed === key;
    this.#handed = null;
    const bytes = again ? null : await this.#kept.get(key);
    if (again) {
      await this.#kept.drop(key);
    }
    if (!this.#entries.includes(entry)) {
      return; // Given up meanwhile.
    }
    if (bytes === null) {
      entry.state = "waiting";
      this.#start();
      return;
    }
    this.#handed = key;
    this.#finish(entry, { type: "done", id, result: { type: "stored" } }, bytes);
  }

  /** The job that runs, or will. */
  #next(): Entry | undefined {
    return this.#entries.find((entry) => entry.state !== "looking-up");
  }

  #start(): void {
    const next = this.#next();
    if (next?.state !== "waiting") {
      return;
    }
    const missing = next.job.needs.filter((need) => this.#held.get(need.side) !== need.version);
    if (missing.length === 0) {
      next.state = "running";
      this.#send({ type: "run", job: next.job, input: next.input }, next.input === null ? [] : [next.input.buffer]);
    } else {
      missing.filter((need) => this.#asked.get(need.side) !== need.version).forEach((need) => {
        this.#asked.set(need.side, need.version);
        this.#listener.askColumns(need.side);
      });
    }
  }

  #send(message: ToCompute, transfer: ArrayBuffer[] = []): void {
    this.#worker ??= new RoleWorker("compute", (reply) => this.#receive(reply), (why) => this.#died(why));
    this.#worker.send(message, transfer);
  }

  #receive({ event, bytes, memory }: FromCompute): void {
    const entry = this.#entries.find(({ job }) => job.id === event.id);
    if (entry === undefined) {
      return;
    }
    if (event.type === "progress") {
      this.#listener.event(event, entry.job.work.type, null);
      return;
    }
    if (bytes !== null && entry.job.key !== "") {
      // A copy is kept: the bytes themselves go to the engine.
      void this.#kept.put(entry.job.key, new Blob([bytes]));
    }
    if (memory > WARM_BYTES && this.#entries.length === 1) {
      this.#end();
    }
    this.#finish(entry, event, bytes);
  }

  #finish(entry: Entry, event: JobEvent, bytes: ArrayBuffer | null): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#listener.event(event, entry.job.work.type, bytes);
    this.#start();
    entry.end();
  }

  #died(why: string): void {
    this.#forget();
    this.#entries.splice(0).forEach((entry) => entry.end());
    this.#listener.died(why);
  }

  #end(): void {
    this.#worker?.end();
    this.#forget();
  }

  #forget(): void {
    this.#worker = null;
    this.#held.clear();
  }
}
