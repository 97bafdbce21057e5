// The compute role: work over 50 ms on its own copy of the traces. To cancel, the page ends the worker.

import type { JobProgress } from "../generated/protocol.js";
import type { ComputeRole } from "../engine/wasm-roles.js";
import type { FromCompute, ToCompute } from "../engine/worker-messages.js";

/** Between two words on how far a stage is, ms. More would keep the page busy with reading them. */
const SILENCE_MS = 40;

export function serveCompute(compute: ComputeRole, memory: WebAssembly.Memory): (message: ToCompute) => void {
  const post = (message: FromCompute, transfer: ArrayBuffer[] = []): void => self.postMessage(message, { transfer });
  return (message) => {
    switch (message.type) {
      case "load":
        compute.load(message.side, message.runs, message.version, message.columns);
        return post({ type: "progress", progress: message.progress });
      case "run": {
        const progress = teller((progress) => post({ type: "progress", progress }));
        const bytes = compute.run(message.job, message.query, progress)?.buffer ?? null;
        return post(
          { type: "done", id: message.job.id, bytes, memory: memory.buffer.byteLength },
          bytes === null ? [] : [bytes],
        );
      }
      default:
        throw new Error(`the compute role was sent what it does not know: ${JSON.stringify(message satisfies never)}`);
    }
  };
}

/** Passes on the progress of a job: the first of each stage, and then not too often. */
function teller(tell: (progress: JobProgress) => void): (progress: JobProgress) => void {
  let stage = "";
  let told = 0;
  return (progress) => {
    const now = performance.now();
    if (progress.stage !== stage || now - told >= SILENCE_MS) {
      stage = progress.stage;
      told = now;
      tell(progress);
    }
  };
}
