// Why an ask has no reply.

import type { Failure } from "../generated/protocol.js";

/** The engine says why not. */
export class AskFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.title);
    this.failure = failure;
  }
}

/** The engine ended before it answered; whoever looks after that says so. */
export class EngineDied extends Error {}
