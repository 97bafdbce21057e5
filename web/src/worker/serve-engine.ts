// The engine in its worker: one message in, all it has to say out.

import type { EngineRole } from "../engine/wasm-roles.js";
import type { ComparisonState, SideName } from "../generated/protocol.js";
import {
  buffersOf,
  type Column,
  type EngineAnswer,
  type FromEngine,
  type Results,
  type ToEngine,
} from "../engine/worker-messages.js";

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
      case "results":
        return results(engine, message.id, message.state, message.traces);
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

function results(engine: EngineRole, to: number, state: ComparisonState, traces: boolean): void {
  const { answer, results, runs } = engine.results(state);
  const side = (name: SideName, others: Column[]) => {
    const held = traces && results !== null ? engine.columns(name, false) : null;
    return held === null ? null : { columns: held.columns, runs: others };
  };
  const sides = { a: side("a", runs[0]), b: side("b", runs[1]) };
  const reply: Results = { results, sides };
  const columns = [sides.a, sides.b].flatMap((held) => (held === null ? [] : [...held.columns, ...held.runs]));
  const buffers = [...buffersOf(columns), ...(results === null ? [] : [results.buffer])];
  post({ type: "answer", to, answer: { ...answer, reply } }, [...buffers, ...buffersIn(answer)]);
}

function arrived(engine: EngineRole, job: number, bytes: ArrayBuffer | null): EngineAnswer {
  return bytes === null ? engine.arrived(job) : engine.arrived(job, new Uint8Array(bytes));
}

function send(to: number, answer: EngineAnswer): void {
  post({ type: "answer", to, answer }, buffersIn(answer));
}

function buffersIn(answer: EngineAnswer): ArrayBuffer[] {
  return [answer.words, ...answer.events.map(({ query }) => query)].flatMap((part) => part?.buffer ?? []);
}

function post(message: FromEngine, transfer: ArrayBuffer[]): void {
  self.postMessage(message, { transfer });
}
