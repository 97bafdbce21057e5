// The engine as the page sees it: requests out, events in.
//
// The rules of the boundary live here. Every request gets a rising epoch; an answer older than the newest request
// of its kind is dropped. Of what follows the pointer (layouts, hovers, tables) one request a view is in flight
// and one waits, the newest. Buffers of dropped scenes go back to the worker.

import type { Busy } from "./idle.js";
import { RoleWorker } from "./role-worker.js";
import type { Event, ReadDone, Request, SideName } from "./generated/protocol.js";
import { type Answer, buffersOf, type Column, type FromEngine, type ToEngine } from "./worker-messages.js";

/** What lies beside an event: the words of a scene, what a job reads. */
export type Beside = Pick<Answer, "words" | "input">;

export interface EngineListener {
  /** `epoch` is that of the request answered. */
  event(event: Event, epoch: number, beside: Beside): void;
  columns(side: SideName, version: number, columns: Column[]): void;
  /** The worker ended by itself; the engine has forgotten everything. */
  died(why: string): void;
}

export class EngineClient {
  readonly #busy: Busy;
  readonly #listener: EngineListener;
  #worker: RoleWorker<ToEngine, FromEngine> | null = null;
  #epoch = 0;
  /** Epoch of the newest request sent of each kind. */
  readonly #newest = new Map<string, number>();
  /** The request that waits until the one of its kind in flight is answered. */
  readonly #queued = new Map<string, Request>();
  /** What is in flight: epoch to its kind and its end for the idle signal. */
  readonly #inFlight = new Map<number, { kind: string; end: () => void }>();
  /** Ends of messages that are answered in order, without an epoch. */
  readonly #inOrder: (() => void)[] = [];

  constructor(busy: Busy, listener: EngineListener) {
    this.#busy = busy;
    this.#listener = listener;
  }

  /** Starts the worker, if it does not run, so that the first message need not wait for it. */
  start(): void {
    this.#worker ??= new RoleWorker("engine", (reply) => this.#receive(reply), (why) => this.#died(why));
  }

  /** Sends, or queues behind the one in flight of its kind. Returns its epoch, or `null` if queued. */
  request(request: Request): number | null {
    const kind = kindOfRequest(request);
    if (oneInFlight(request) && [...this.#inFlight.values()].some((sent) => sent.kind === kind)) {
      this.#queued.set(kind, request);
      return null;
    }
    this.#epoch += 1;
    const epoch = this.#epoch;
    this.#newest.set(kind, epoch);
    this.#inFlight.set(epoch, { kind, end: this.#busy.begin(request.type) });
    this.#send({ type: "request", envelope: { epoch, request } });
    return epoch;
  }

  /** Hands a trace over, or the call tree of a run that is not shown. */
  load(done: ReadDone, columns: Column[], folded: Uint8Array<ArrayBuffer> | null): void {
    this.#inOrder.push(this.#busy.begin("load"));
    this.#send({ type: "load", done, columns, folded }, folded === null ? buffersOf(columns) : [folded.buffer]);
  }

  /** Hands over the result of a job. None: nothing came of it. */
  arrived(job: number, bytes: ArrayBuffer | null): void {
    this.#inOrder.push(this.#busy.begin("job"));
    this.#send({ type: "arrived", job, bytes }, bytes === null ? [] : [bytes]);
  }

  /** Jobs that will not be answered. An engine that has ended waits for none. */
  givenUp(jobs: number[]): void {
    if (this.#worker !== null && jobs.length > 0) {
      this.#send({ type: "given-up", jobs });
    }
  }

  askColumns(side: SideName): void {
    this.#send({ type: "columns", side });
  }

  /** Gives the buffer of a scene that is shown no more back for reuse. */
  recycle(words: Uint32Array<ArrayBuffer>): void {
    this.#send({ type: "recycle", words }, [words.buffer]);
  }

  /** For tests: a message that no role knows, so that the worker throws as it would in a panic. */
  breakForTest(): void {
    this.#send({ type: "unknown" } as unknown as ToEngine);
  }

  #send(message: ToEngine, transfer: ArrayBuffer[] = []): void {
    this.start();
    this.#worker?.send(message, transfer);
  }

  #receive(reply: FromEngine): void {
    if (reply.type === "columns") {
      this.#listener.columns(reply.side, reply.version, reply.columns);
      return;
    }
    reply.answers.forEach((answer) => this.#deliver(answer));
    if (reply.to === null) {
      this.#inOrder.shift()?.();
      return;
    }
    const answered = this.#inFlight.get(reply.to);
    this.#inFlight.delete(reply.to);
    const next = answered && this.#queued.get(answered.kind);
    if (answered && next) {
      this.#queued.delete(answered.kind);
      this.request(next);
    }
    answered?.end();
  }

  #deliver({ epoch, event, words, input }: Answer): void {
    const newest = this.#newest.get(kindOfEvent(event) ?? "");
    if (newest !== undefined && epoch < newest) {
      if (words !== null) {
        this.recycle(words);
      }
      return;
    }
    this.#listener.event(event, epoch, { words, input });
  }

  #died(why: string): void {
    this.#worker = null;
    this.#queued.clear();
    const open = [...this.#inFlight.values()].map((sent) => sent.end).concat(this.#inOrder);
    this.#inFlight.clear();
    this.#inOrder.length = 0;
    this.#listener.died(why);
    open.forEach((end) => end());
  }
}

/** Requests of one kind supersede each other. */
function kindOfRequest(request: Request): string {
  switch (request.type) {
    case "layout":
    case "hover":
    case "twin":
    case "svg":
    case "csv":
      return `${request.type} ${request.view}`;
    case "select":
    case "select-at":
    case "step":
    case "step-hit":
    case "partner":
      return "selection";
    case "lanes":
      return `lanes ${request.side}`;
    case "close":
    case "remove-run":
    case "swap":
    case "totals":
    case "differences":
    case "identity":
    case "lane-pairing":
    case "counterparts":
      return request.type;
    case "compare":
      return "comparison";
    case "go-to":
      return "framed";
  }
}

function oneInFlight(request: Request): boolean {
  return ["layout", "hover", "twin", "lane-pairing"].includes(request.type);
}

/** The kind of request that an event answers; `null` for events that are never stale. */
function kindOfEvent(event: Event): string | null {
  switch (event.type) {
    case "scene":
      return `layout ${event.view}`;
    case "hover":
    case "twin":
    case "svg":
    case "csv":
      return `${event.type} ${event.view}`;
    case "selection":
    case "totals":
    case "comparison":
    case "differences":
    case "framed":
    case "identity":
    case "lane-pairing":
    case "counterparts":
      return event.type;
    case "hit":
    case "lane-head":
    case "frames":
      return "selection";
    case "lanes":
      return `lanes ${event.side}`;
    case "side-loaded":
    case "runs-changed":
    case "side-closed":
    case "sides":
    case "compute":
    case "give-up":
    case "analyses-changed":
    case "failed":
      return null;
  }
}
