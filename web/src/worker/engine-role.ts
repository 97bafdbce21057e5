// The engine in its worker: one message in, all it has to say out.

import type { JobEvent } from "../generated/protocol.js";
import type { EngineRole } from "../wasm-roles.js";
import { type Answer, buffersOf, type FromEngine, type ToEngine } from "../worker-messages.js";

export function serveEngine(engine: EngineRole): (message: ToEngine) => void {
  return (message) => {
    switch (message.type) {
      case "request":
        return say(message.envelope.epoch, engine.handle(message.envelope));
      case "load":
        return say(null, engine.load(message.done, message.columns, message.folded ?? undefined));
      case "job":
        return say(null, job(engine, message.event, message.bytes));
      case "recycle":
        return engine.recycle(message.words);
      case "columns": {
        const held = engine.columns(message.side);
        // Closed since it was asked for: whoever asked has given up as well.
        return held === null ? undefined : post({ type: "columns", side: message.side, ...held }, buffersOf(held.columns));
      }
      default:
        throw new Error(`the engine was sent what it does not know: ${JSON.stringify(message satisfies never)}`);
    }
  };
}

function job(engine: EngineRole, event: JobEvent, bytes: ArrayBuffer | null): Answer[] {
  return bytes === null ? engine.job(event) : engine.job(event, new Uint8Array(bytes));
}

function say(to: number | null, answers: Answer[]): void {
  post({ type: "answers", to, answers }, answers.flatMap(({ words, input }) => [words?.buffer ?? [], input?.buffer ?? []].flat()));
}

function post(message: FromEngine, transfer: ArrayBuffer[]): void {
  self.postMessage(message, { transfer });
}
