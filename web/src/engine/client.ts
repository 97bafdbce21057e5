// The engine as the page sees it: every ask is a promise of its reply; what it says unasked goes to the listener.
//
// Replies reach those who asked, in the order of the asks. Whether a reply is still wanted is for the asker to say
// (`Latest`, `Newest`). When the worker ends by itself, what is open is rejected.

import type {
  Asks,
  ComparisonState,
  Event,
  Failure,
  KeptReply,
  ReadDone,
  SceneInfo,
  SideName,
  SideSummary,
  StructureReply,
} from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { RoleWorker } from "./role-worker.js";
import {
  buffersOf,
  type Column,
  type ColumnsOf,
  type FromEngine,
  type EngineAnswer,
  type Results,
  type ToEngine,
} from "./worker-messages.js";
import { AskError, type Death, EngineDied, type WorkerDeath } from "./errors.js";

export type AskName = keyof Asks;
export type Payload<Name extends AskName> = Asks[Name]["ask"];
export type Reply<Name extends AskName> = Asks[Name]["reply"];

/** The engine as the parts of the page need it. */
export interface Engine {
  /** Rejected with `AskError`, or with `EngineDied`. */
  ask<Name extends AskName>(name: Name, payload: Payload<Name>): Promise<Reply<Name>>;
  follow(steps: () => Promise<void>): void;
}

export interface EngineListener {
  /** `query`: that of the job of an event. */
  event(event: Event, query: Uint8Array<ArrayBuffer> | null): void;
  columns(of: ColumnsOf, version: number, columns: Column[]): void;
  /** An ask failed, and the asker leaves it to the page to say so. */
  failed(failure: Failure): void;
  /** The worker ended by itself; the engine has forgotten everything. */
  died(death: Death): void;
  /** The engine has not answered for long, or has answered since. */
  silent(isSilent: boolean): void;
}

type OpenRequest = {
  /** The side whose file the engine takes over. */
  taking: SideName | null;
  resolve: (answer: EngineAnswer) => void;
  reject: (error: Error) => void;
  end: () => void;
};

/** Silence after which the engine may hang, in ms. The largest pair that fits takes a few seconds for one reply. */
const SILENCE_MS = 20_000;

export class EngineClient implements Engine {
  readonly #busy: Busy;
  readonly #listener: EngineListener;
  #worker: RoleWorker<ToEngine, FromEngine> | null = null;
  #lastId = 0;
  /** Requests without an answer so far. */
  readonly #open = new Map<number, OpenRequest>();
  #silence: ReturnType<typeof setTimeout> | undefined;
  #isSilent = false;

  constructor(busy: Busy, listener: EngineListener) {
    this.#busy = busy;
    this.#listener = listener;
  }

  /** Starts the worker, if it does not run, so that the first message need not wait for it. */
  start(): void {
    this.#worker ??= new RoleWorker(
      "engine",
      (reply) => this.#receive(reply),
      (death) => this.#died(death),
    );
  }

  async ask<Name extends AskName>(name: Name, payload: Payload<Name>): Promise<Reply<Name>> {
    const { reply } = await this.#post(name, (id) => ({ type: "ask", id, name, payload }));
    return reply as Reply<Name>;
  }

  /** Lays out: what is said of the scene, and its words. */
  async layout(payload: Payload<"layout">): Promise<{ info: SceneInfo; words: Uint32Array<ArrayBuffer> | null }> {
    const { reply, words } = await this.#post("layout", (id) => ({ type: "ask", id, name: "layout", payload }));
    return { info: reply as SceneInfo, words };
  }

  /** Hands a trace over, or the call tree of a run that is not shown; what the side holds then, if it is not empty. */
  async load(done: ReadDone, columns: Column[], folded: Uint8Array<ArrayBuffer> | null): Promise<SideSummary | null> {
    const buffers = folded === null ? buffersOf(columns) : [folded.buffer];
    const message = (id: number): ToEngine => ({ type: "load", id, done, columns, folded });
    const { reply } = await this.#post("load", message, buffers, done.place.side);
    return reply as SideSummary | null;
  }

  /** Hands over the file of a stored comparison that was opened on a side. What was open stays if it is none. */
  async loadKept(side: SideName, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<KeptReply> {
    const message = (id: number): ToEngine => ({ type: "load-kept", id, name, bytes });
    const { reply } = await this.#post("load", message, [bytes.buffer], side);
    return reply as KeptReply;
  }

  /** Returns the results of the pair for a file, with the columns of both traces if asked for. */
  async results(state: ComparisonState, traces: boolean): Promise<Results> {
    const { reply } = await this.#post("results", (id) => ({ type: "results", id, state, traces }));
    return reply as Results;
  }

  /** Returns the structures of both sides, after giving `of` another one, or none without columns. */
  async structures(of: SideName | null, name: string, columns: Column[]): Promise<StructureReply> {
    const { reply } = await this.#post(
      "structures",
      (id) => ({ type: "structures", id, of, name, columns }),
      buffersOf(columns),
    );
    return reply as StructureReply;
  }

  /** Hands over the result of a job. None: nothing came of it. */
  arrived(job: number, bytes: ArrayBuffer | null): void {
    this.follow(async () => {
      await this.#post("arrived", (id) => ({ type: "arrived", id, job, bytes }), bytes === null ? [] : [bytes]);
    });
  }

  /** Says that jobs are done by nobody any more. An engine that has ended knows of none. */
  giveUp(jobs: number[]): void {
    if (this.#worker !== null && jobs.length > 0) {
      this.follow(async () => {
        await this.ask("give-up", { jobs });
      });
    }
  }

  askColumns(of: ColumnsOf): void {
    this.#send({ type: "columns", ...of });
  }

  /** Gives the buffer of a scene that is shown no more back for reuse. */
  recycle(words: Uint32Array<ArrayBuffer>): void {
    this.#send({ type: "recycle", words }, [words.buffer]);
  }

  /** Runs what asks and goes on with the reply. What fails there is said by the page. */
  follow(steps: () => Promise<void>): void {
    steps().catch((error: unknown) => {
      if (error instanceof AskError) {
        this.#listener.failed(error.failure);
      } else if (!(error instanceof EngineDied)) {
        throw error; // A mistake of this page: the console hears of it.
      }
    });
  }

  /** For tests: a message that no role knows, so that the worker throws as it would in a panic. */
  breakForTest(): void {
    this.#send({ type: "unknown" } as unknown as ToEngine);
  }

  /** Ends a worker that hangs, as if it had ended by itself. */
  stop(): void {
    this.#worker?.end();
    this.#died({ kind: "stopped", why: "it no longer answered" });
  }

  /** Waits for the next answer, or for a silence that is too long. */
  #listen(): void {
    clearTimeout(this.#silence);
    if (this.#isSilent) {
      this.#isSilent = false;
      this.#listener.silent(false);
    }
    if (this.#open.size > 0) {
      this.#silence = setTimeout(() => {
        this.#isSilent = true;
        this.#listener.silent(true);
      }, SILENCE_MS);
    }
  }

  #post(
    what: string,
    message: (id: number) => ToEngine,
    transfer: ArrayBuffer[] = [],
    taking: SideName | null = null,
  ): Promise<EngineAnswer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { taking, resolve, reject, end: this.#busy.begin(what) });
      this.#send(message(id), transfer);
      if (this.#open.size === 1) {
        this.#listen();
      }
    });
  }

  #send(message: ToEngine, transfer: ArrayBuffer[] = []): void {
    this.start();
    this.#worker?.send(message, transfer);
  }

  #receive(message: FromEngine): void {
    if (message.type === "columns") {
      const { side, runs, version, columns } = message;
      this.#listener.columns({ side, runs }, version, columns);
      return;
    }
    const { to, answer } = message;
    const open = this.#open.get(to);
    this.#open.delete(to);
    this.#listen();
    answer.events.forEach(({ event, query }) => this.#listener.event(event, query));
    if (answer.failure === null) {
      open?.resolve(answer);
    } else {
      open?.reject(new AskError(answer.failure));
    }
    open?.end();
  }

  #died(death: WorkerDeath): void {
    this.#worker = null;
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#listen();
    open.forEach(({ reject }) => reject(new EngineDied(death.why)));
    this.#listener.died({ ...death, taking: open.flatMap(({ taking }) => taking ?? []) });
    open.forEach(({ end }) => end());
  }
}
