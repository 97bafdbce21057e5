// One reader worker a side while a file is read. Cancelling ends the worker; the other side never notices. The first two are
// started before there is a file.

import type { Busy } from "../idle.js";
import type { Failure, ReadDone, ReadPlace, ReadProgress, SideName } from "../generated/protocol.js";
import { readerMemory } from "../sides/memory.js";
import { noReader, readerDied, unreachable } from "../sides/failures.js";
import { type DeathListener, RoleWorker } from "./role-worker.js";
import { isLeftOut } from "./assets.js";
import { sendable, type Source } from "../sides/sources.js";
import { savedView } from "../state/saved-view.js";
import type { Bytes, Column, FetchProblem, FromReader, KeptFile, ToReader } from "./worker-messages.js";

export interface ReaderListener {
  progress(side: SideName, progress: ReadProgress, total: number | null): void;
  /** The answer to a link came from another address. */
  redirected(side: SideName, source: Source, url: string): void;
  read(side: SideName, done: ReadDone, columns: Column[], folded: Uint8Array<ArrayBuffer> | null): void;
  /** The file is a stored comparison. */
  readKept(side: SideName, file: KeptFile): void;
  /** The file is the structure of a program; `alone`: what to say where no trace is open. */
  readStructure(side: SideName, columns: Column[], alone: Failure): void;
  failed(side: SideName, failure: Failure): void;
}

/** Returns why bytes that were awaited did not come. */
function problemOf(error: unknown): FetchProblem {
  const isProblem = error instanceof Error && "problem" in error;
  return isProblem ? (error.problem as FetchProblem) : { kind: "broken-off", bytesIn: 0 };
}

/** Number of spare workers: one a side. */
const SPARES = 2;

type ReaderWorker = RoleWorker<ToReader, FromReader>;

export class ReaderClient {
  readonly #busy: Busy;
  readonly #spares = new Set<ReaderWorker>();
  #hasBegun = false;
  readonly #listener: ReaderListener;
  readonly #running = new Map<SideName, { worker: ReaderWorker; source: Source; end: () => void }>();

  constructor(busy: Busy, listener: ReaderListener) {
    this.#busy = busy;
    this.#listener = listener;
  }

  /**
   * Starts what the first files will be read by, unless some are already: a worker that a drop starts waits for the page, which
   * makes its desk then.
   */
  prepare(): void {
    if (isLeftOut(ARTIFACTS.reader)) {
      return; // A report without traces reads no files.
    }
    while (!this.#hasBegun && this.#spares.size < SPARES) {
      const spare: ReaderWorker = new RoleWorker(
        "reader",
        () => undefined,
        () => void this.#spares.delete(spare),
      );
      this.#spares.add(spare);
    }
  }

  /** Begins to read by identity rules; what was being read for this side is given up. */
  read(place: ReadPlace, source: Source, rules: string): void {
    const { side } = place;
    this.cancel(side);
    if (source.bytes.kind === "kept") {
      void this.#open(side, source.bytes.opened);
      return;
    }
    if (isLeftOut(ARTIFACTS.reader)) {
      this.#listener.failed(side, noReader(side));
      return;
    }
    const worker = this.#start(
      (message) => this.#receive(side, source, message),
      (death) => this.#finish(side, () => this.#listener.failed(side, readerDied(side, death))),
    );
    this.#running.set(side, { worker, source, end: this.#busy.begin(`read ${side}`) });
    const memory = { bytes: readerMemory(), amount: source.amount ?? "whole" };
    const { name, trace = null } = source;
    const isTiled = source.bytes.kind === "link" && source.bytes.tiles !== undefined;
    const send = (bytes: Bytes) =>
      worker.send(
        {
          type: "read",
          place,
          name: isTiled && bytes.kind === "file" ? bytes.file.name : name, // The folder knows the name of its trace.
          trace,
          bytes,
          memory,
          rules,
        },
        bytes.kind === "stream" ? [bytes.stream] : [],
      );
    const bytes = sendable(source.bytes);
    if (!(bytes instanceof Promise)) {
      return send(bytes);
    }
    const isWanted = () => this.#running.get(side)?.worker === worker;
    bytes.then(
      (sent) => (isWanted() ? send(sent) : undefined),
      (error: unknown) => {
        if (isWanted()) {
          this.#receive(side, source, { type: "unreachable", why: problemOf(error) });
        }
      },
    );
  }

  /** Ends what is being read for a side, if anything is. */
  cancel(side: SideName): void {
    const bytes = this.#running.get(side)?.source.bytes;
    if (bytes?.kind === "posted") {
      bytes.posted.cancel();
    }
    this.#finish(side, () => undefined);
  }

  /** Hands a stored comparison over that is part of the document: nothing has to be read. */
  async #open(side: SideName, opened: () => Promise<KeptFile>): Promise<void> {
    const end = this.#busy.begin(`read ${side}`);
    this.#listener.readKept(side, await opened());
    end();
  }

  #start(onMessage: (message: FromReader) => void, onDeath: DeathListener): ReaderWorker {
    this.#hasBegun = true;
    const [spare] = this.#spares;
    if (spare === undefined) {
      return new RoleWorker("reader", onMessage, onDeath);
    }
    this.#spares.delete(spare);
    spare.listen(onMessage, onDeath);
    return spare;
  }

  #receive(side: SideName, source: Source, message: FromReader): void {
    switch (message.type) {
      case "progress":
        return this.#listener.progress(side, message.progress, message.total);
      case "redirected":
        return this.#listener.redirected(side, source, message.url);
      case "unreachable":
        return this.#finish(side, () => this.#listener.failed(side, unreachable(side, source, message.why)));
      case "outcome": {
        const { outcome, columns, folded, state, traces } = message;
        return this.#finish(side, () => {
          if (outcome.type === "done") {
            this.#listener.read(side, outcome.done, columns, folded);
          } else if (outcome.type === "kept") {
            const view = state === null ? null : savedView(state);
            this.#listener.readKept(side, { name: outcome.name, results: folded ?? new Uint8Array(), view, traces });
          } else if (columns.length > 0) {
            this.#listener.readStructure(side, columns, outcome.failure);
          } else {
            this.#listener.failed(side, outcome.failure);
          }
        });
      }
    }
  }

  /** Ends the worker, tells, and only then ends the busy mark: what follows from telling is busy by then. */
  #finish(side: SideName, tell: () => void): void {
    const running = this.#running.get(side);
    this.#running.delete(side);
    running?.worker.end();
    tell();
    running?.end();
  }
}
