// Why an ask has no reply.

import type { Failure, SideName } from "../generated/protocol.js";

/** The engine says why not. */
export class AskError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.title);
    this.failure = failure;
  }
}

/** Why a worker ended: by itself, or because a file that it starts from could not be fetched. */
export type WorkerDeath = { kind: "stopped" | "not-fetched"; why: string };

/** Why the engine ended, and the sides whose files it was taking over at that moment. */
export type Death = WorkerDeath & { taking: readonly SideName[] };

/** A file of this page could not be fetched. */
export class FetchError extends Error {}

/** The engine ended before it answered; whoever looks after that says so. */
export class EngineDied extends Error {}
