// Questions for the partner of a call whose answers select nothing: where it lies is all that is asked.

import type { EngineClient } from "./engine-client.js";
import type { CallDetails, CallRef, Event } from "./generated/protocol.js";

export type Partner = { call: CallRef; details: CallDetails };

/** What is done with the partner; `null`: the call has none. */
type Then = (partner: Partner | null) => void;

export class Partners {
  readonly #engine: EngineClient;
  /** The call whose partner was asked for, the question's epoch, and what waits for the answer. */
  #asked: { call: CallRef; epoch: number | null; then: Then } | null = null;

  constructor(engine: EngineClient) {
    this.#engine = engine;
  }

  ask(call: CallRef, then: Then): void {
    this.#asked = { call, epoch: this.#engine.request({ type: "partner", call }), then };
  }

  /** Whether a selection was the answer to `ask`; then nobody else need look at it. */
  answered({ call, details }: Extract<Event, { type: "selection" }>, epoch: number): boolean {
    const asked = this.#asked;
    if (asked === null || asked.epoch !== epoch) {
      return false;
    }
    this.#asked = null;
    const found = call !== null && details !== null && call.side !== asked.call.side;
    asked.then(found ? { call, details } : null);
    return true;
  }
}
