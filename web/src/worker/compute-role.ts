// The compute role: work over 50 ms on its own copy of the traces. To cancel, the page ends the worker.

import type { JobEvent } from "../generated/protocol.js";
import type { ComputeRole } from "../wasm-roles.js";
import type { FromCompute, ToCompute } from "../worker-messages.js";

/** Between two words on how far a stage is, ms. More would keep the page busy with reading them. */
const SILENCE_MS = 40;

export function serveCompute(compute: ComputeRole, memory: WebAssembly.Memory): (message: ToCompute) => void {
  const post = (event: JobEvent, bytes: ArrayBuffer | null = null): void => {
    const message: FromCompute = { type: "job", event, bytes, memory: memory.buffer.byteLength };
    self.postMessage(message, bytes === null ? [] : [bytes]);
  };
  return (message) => {
    switch (message.type) {
      case "load":
        return compute.load(message.side, message.version, message.columns);
      case "run":
        return post(compute.run(message.job, message.input ?? undefined, teller(post)), compute.takeStored()?.buffer);
      default:
        throw new Error(`the compute role was sent what it does not know: ${JSON.stringify(message satisfies never)}`);
    }
  };
}

/** Passes on what is told of a job: the first word of each stage, and then not too often. */
function teller(tell: (event: JobEvent) => void): (event: JobEvent) => void {
  let stage = "";
  let told = 0;
  return (event) => {
    const now = performance.now();
    const begins = event.type === "progress" && event.stage !== stage;
    if (begins || now - told >= SILENCE_MS) {
      stage = event.type === "progress" ? event.stage : stage;
      told = now;
      tell(event);
    }
  };
}
