// The engine in its worker: one message in, all it has to say out.

import type { EngineRole } from "../engine/wasm-roles.js";
import { buffersOf, type FromEngine, type EngineAnswer, type ToEngine } from "../engine/worker-messages.js";

export function serveEngine(engine: EngineRole): (message: ToEngine) => void {
  return (message) => {
    switch (message.type) {
      case "ask":
        return send(message.id, engine.ask(message.name, message.payload));
      case "load":
        return send(message.id, engine.load(message.done, message.columns, message.folded ?? undefined));
      case "load-kept":
        return send(message.id, engine.loadKept(message.name, message.bytes));
      case "structures":
        return send(message.id, engine.structures(message.of, message.name, message.columns));
      case "arrived":
        return send(message.id, arrived(engine, message.job, message.bytes));
      case "recycle":
        return engine.recycle(message.words);
      case "columns": {
        const held = engine.columns(message.side, message.runs);
        // Closed since the request: whoever asked has given up as well.
        return held === null
          ? undefined
          : post({ type: "columns", side: message.side, runs: message.runs, ...held }, buffersOf(held.columns));
      }
      default:
        throw new Error(`the engine was sent what it does not know: ${JSON.stringify(message satisfies never)}`);
    }
  };
}

function arrived(engine: EngineRole, job: number, bytes: ArrayBuffer | null): EngineAnswer {
  return bytes === null ? engine.arrived(job) : engine.arrived(job, new Uint8Array(bytes));
}

function send(to: number, answer: EngineAnswer): void {
  const buffers = [answer.words, ...answer.events.map(({ query }) => query)];
  post(
    { type: "answer", to, answer },
    buffers.flatMap((part) => part?.buffer ?? []),
  );
}

function post(message: FromEngine, transfer: ArrayBuffer[]): void {
  self.postMessage(message, { transfer });
}
