// The warm compute worker: work over 50 ms on a second copy of the traces.
//
// One job runs, others wait in order. Which work is of use is the engine's business: it says what to do and what to
// give up. The worker is sent the columns of a side only when a job needs a version that it does not hold. Giving up
// what runs ends the worker, and the next job starts a new one; so does one that has grown large, once nothing waits.
// A result kept from an earlier time is handed back without any of that.

import { isLeftOut } from "./assets.js";
import type { Busy } from "../idle.js";
import type { Job, JobProgress, Need } from "../generated/protocol.js";
import type { KeptComparisons } from "../comparison/kept-comparisons.js";
import type { WorkerDeath } from "./errors.js";
import { type JobState, nextOf } from "./job-order.js";
import { RoleWorker } from "./role-worker.js";
import { buffersOf, type Column, type ColumnsOf, type FromCompute, type ToCompute } from "./worker-messages.js";

/**
 * Bytes up to which a worker stays when its work is done. A larger one is ended, since its memory never shrinks:
 * what the engine makes of the result then takes its place.
 */
const WARM_BYTES = 64 << 20;

/** Time that a larger worker stays for another job on the same traces, where one is likely to follow. */
const FOLLOWED_MS = 20_000;
/** The page's words while the worker loads the traces. */
const TAKING_IN = "Loading calls";

export interface ComputeListener {
  /** Asks the engine for the columns of a side; they come back through `ComputeClient.columns`. */
  askColumns(of: ColumnsOf): void;
  /** A job got so far. */
  progress(progress: JobProgress, job: Job): void;
  /** A job is done; `bytes`: its result. None: nothing came of it. */
  done(job: Job, bytes: ArrayBuffer | null): void;
  /** Jobs that will not be answered, though nobody said that they are of no use. */
  givenUp(jobs: number[]): void;
  died(death: WorkerDeath): void;
}

function nameOf({ side, runs }: ColumnsOf): string {
  return runs ? `runs of ${side}` : side;
}

type Entry = {
  job: Job;
  /** The question. */
  query: Uint8Array<ArrayBuffer>;
  state: JobState;
  end: () => void;
};

export class ComputeClient {
  readonly #busy: Busy;
  readonly #listener: ComputeListener;
  readonly #kept: KeptComparisons;
  #worker: RoleWorker<ToCompute, FromCompute> | null = null;
  /** Version of what the worker holds of each side. */
  readonly #held = new Map<string, number>();
  /** Version of what was requested from the engine. */
  readonly #asked = new Map<string, number>();
  /** In the order in which they came. */
  #entries: Entry[] = [];
  /** Ends a large worker that nothing followed. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(busy: Busy, kept: KeptComparisons, listener: ComputeListener) {
    this.#busy = busy;
    this.#kept = kept;
    this.#listener = listener;
  }

  /** There will be jobs: the worker starts meanwhile, unless what they come to may have been kept. */
  expect(): void {
    if (isLeftOut(ARTIFACTS.compute)) {
      return; // A report without traces has nothing to work out.
    }
    void this.#kept.isEmpty().then((isEmpty) => {
      if (isEmpty) {
        this.#running();
      }
    });
  }

  /** Does a job, after those that wait. */
  run(job: Job, query: Uint8Array<ArrayBuffer>): void {
    if (isLeftOut(ARTIFACTS.compute)) {
      return; // Nothing comes of it. The desk says that it needs the traces.
    }
    clearTimeout(this.#timer);
    const entry: Entry = { job, query, state: "waiting", end: this.#busy.begin("compute") };
    this.#entries.push(entry);
    if (job.key !== "") {
      entry.state = "looking-up";
      void this.#lookUp(entry);
    }
    this.#start();
  }

  /** Requested columns. Those of a version that no job needs any more are let go. */
  columns(of: ColumnsOf, version: number, columns: Column[]): void {
    const name = nameOf(of);
    this.#asked.delete(name);
    const job = this.#next()?.job;
    if (job?.needs.some((need) => nameOf(need) === name && need.version === version)) {
      this.#held.set(name, version);
      const done = job.needs.filter((need) => this.#holds(need)).length;
      const progress = { id: job.id, stage: TAKING_IN, done, total: job.needs.length };
      this.#send({ type: "load", ...of, version, columns, progress }, buffersOf(columns));
    }
    this.#start();
  }

  #holds(need: Need): boolean {
    return this.#held.get(nameOf(need)) === need.version;
  }

  /** A job is of no use any more. */
  giveUp(job: number): void {
    this.#drop((entry) => entry.job.id === job);
  }

  /** Gives up what is under way, or some of it. */
  cancel(which: (job: Job) => boolean = () => true): void {
    const dropped = this.#drop(({ job }) => which(job));
    this.#listener.givenUp(dropped.map(({ job }) => job.id));
  }

  #drop(which: (entry: Entry) => boolean): Entry[] {
    const given = this.#entries.filter(which);
    this.#entries = this.#entries.filter((entry) => !given.includes(entry));
    if (given.some((entry) => entry.state === "running")) {
      this.#end();
    }
    given.forEach((entry) => entry.end());
    this.#start();
    return given;
  }

  /** Ends a job with the result kept under its key, unless that was of no use before. */
  async #lookUp(entry: Entry): Promise<void> {
    const { key, anew } = entry.job;
    const bytes = anew ? null : await this.#kept.get(key);
    if (anew) {
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
    this.#finish(entry, bytes);
  }

  /** The job that runs, or will. */
  #next(): Entry | undefined {
    return nextOf(this.#entries);
  }

  #start(): void {
    const next = this.#next();
    if (next?.state !== "waiting") {
      return;
    }
    const missing = next.job.needs.filter((need) => !this.#holds(need));
    if (missing.length === 0) {
      next.state = "running";
      this.#send({ type: "run", job: next.job, query: next.query }, [next.query.buffer]);
    } else {
      this.#running(); // It starts while the engine copies what it needs.
      missing
        .filter((need) => this.#asked.get(nameOf(need)) !== need.version)
        .forEach((need) => {
          this.#asked.set(nameOf(need), need.version);
          this.#listener.askColumns({ side: need.side, runs: need.runs });
        });
    }
  }

  #send(message: ToCompute, transfer: ArrayBuffer[] = []): void {
    this.#running().send(message, transfer);
  }

  /** The worker, started if there is none. */
  #running(): RoleWorker<ToCompute, FromCompute> {
    this.#worker ??= new RoleWorker(
      "compute",
      (reply) => this.#receive(reply),
      (death) => this.#died(death),
    );
    return this.#worker;
  }

  #receive(reply: FromCompute): void {
    if (reply.type === "progress") {
      const of = this.#entries.find(({ job }) => job.id === reply.progress.id);
      if (of !== undefined) {
        this.#listener.progress(reply.progress, of.job);
      }
      return;
    }
    const entry = this.#entries.find(({ job }) => job.id === reply.id);
    if (entry === undefined) {
      return;
    }
    const { job } = entry;
    const { bytes, memory } = reply;
    if (bytes !== null && job.key !== "") {
      // A copy is kept: the bytes themselves go to the engine.
      void this.#kept.put(job.key, new Blob([bytes]));
    }
    if (memory > WARM_BYTES && this.#entries.length === 1) {
      this.#endWhenUnused(job.mayFollow ? FOLLOWED_MS : 0);
    }
    this.#finish(entry, bytes);
  }

  #finish(entry: Entry, bytes: ArrayBuffer | null): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#listener.done(entry.job, bytes);
    this.#start();
    entry.end();
  }

  #died(death: WorkerDeath): void {
    this.#forget();
    const open = this.#entries.splice(0);
    this.#listener.givenUp(open.map(({ job }) => job.id));
    open.forEach((entry) => entry.end());
    this.#listener.died(death);
  }

  #endWhenUnused(ms: number): void {
    if (ms === 0) {
      this.#end();
    } else {
      this.#timer = setTimeout(() => this.#end(), ms);
    }
  }

  #end(): void {
    this.#worker?.end();
    this.#forget();
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#worker = null;
    this.#held.clear();
  }
}
