// The engine in its worker: one message in, all it has to say out.

import type { EngineRole } from "../wasm-roles.js";
import { type Answer, buffersOf, type FromEngine, type ToEngine } from "../worker-messages.js";

export function serveEngine(engine: EngineRole): (message: ToEngine) => void {
  return (message) => {
    switch (message.type) {
      case "request":
        return say(message.envelope.epoch, engine.handle(message.envelope));
      case "load":
        return say(null, engine.load(message.done, message.columns, message.folded ?? undefined));
      case "arrived":
        return say(null, arrived(engine, message.job, message.bytes));
      case "given-up":
        return engine.givenUp(new Uint32Array(message.jobs));
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

function arrived(engine: EngineRole, job: number, bytes: ArrayBuffer | null): Answer[] {
  return bytes === null ? engine.arrived(job) : engine.arrived(job, new Uint8Array(bytes));
}

function say(to: number | null, answers: Answer[]): void {
  post({ type: "answers", to, answers }, answers.flatMap(({ words, input }) => [words?.buffer ?? [], input?.buffer ?? []].flat()));
}

function post(message: FromEngine, transfer: ArrayBuffer[]): void {
  self.postMessage(message, { transfer });
}
