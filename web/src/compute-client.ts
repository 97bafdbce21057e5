// The warm compute worker: work over 50 ms on a second copy of the traces.
//
// It is sent the columns of a side only when a job needs a version that it does not hold. A new job replaces the
// one that waits; cancelling ends the worker, and the next job starts a new one.

import type { Busy } from "./idle.js";
import type { Job, JobEvent, SideName } from "./generated/protocol.js";
import { RoleWorker } from "./role-worker.js";
import { buffersOf, type Column, type FromCompute, type ToCompute } from "./worker-messages.js";

export interface ComputeListener {
  /** Asks the engine for the columns of a side; they come back through `ComputeClient.columns`. */
  askColumns(side: SideName): void;
  event(event: JobEvent): void;
  died(why: string): void;
}

export class ComputeClient {
  readonly #busy: Busy;
  readonly #listener: ComputeListener;
  #worker: RoleWorker<ToCompute, FromCompute> | null = null;
  /** Version of each side's trace that the worker holds. */
  readonly #held = new Map<SideName, number>();
  #job: { job: Job; running: boolean; end: () => void } | null = null;

  constructor(busy: Busy, listener: ComputeListener) {
    this.#busy = busy;
    this.#listener = listener;
  }

  /** Runs a job, instead of the one under way. */
  run(job: Job): void {
    if (this.#job?.running) {
      this.cancel();
    }
    this.#job?.end();
    this.#job = { job, running: false, end: this.#busy.begin("compute") };
    this.#missing().forEach((side) => this.#listener.askColumns(side));
    this.#start();
  }

  /** Columns asked for. Those of a version that no job needs any more are let go. */
  columns(side: SideName, version: number, columns: Column[]): void {
    const wanted = this.#job?.job.needs.some((need) => need.side === side && need.version === version);
    if (wanted) {
      this.#held.set(side, version);
      this.#send({ type: "load", side, version, columns }, buffersOf(columns));
      this.#start();
    }
  }

  /** Gives up what is under way. */
  cancel(): void {
    if (this.#job?.running) {
      this.#worker?.end();
      this.#forget();
    }
    this.#job?.end();
    this.#job = null;
  }

  #missing(): SideName[] {
    const needs = this.#job?.job.needs ?? [];
    return needs.filter((need) => this.#held.get(need.side) !== need.version).map((need) => need.side);
  }

  #start(): void {
    if (this.#job !== null && !this.#job.running && this.#missing().length === 0) {
      this.#job.running = true;
      this.#send({ type: "run", job: this.#job.job });
    }
  }

  #send(message: ToCompute, transfer: ArrayBuffer[] = []): void {
    this.#worker ??= new RoleWorker("compute", (reply) => this.#receive(reply.event), (why) => this.#died(why));
    this.#worker.send(message, transfer);
  }

  #receive(event: JobEvent): void {
    const done = event.type === "done" && event.id === this.#job?.job.id ? this.#job : null;
    if (done !== null) {
      this.#job = null;
    }
    this.#listener.event(event);
    done?.end();
  }

  #died(why: string): void {
    this.#forget();
    this.#job?.end();
    this.#job = null;
    this.#listener.died(why);
  }

  #forget(): void {
    this.#worker = null;
    this.#held.clear();
  }
}
