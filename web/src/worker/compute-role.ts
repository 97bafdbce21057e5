// The compute role: work over 50 ms on its own copy of the traces. To cancel, the page ends the worker.

import type { JobEvent } from "../generated/protocol.js";
import type { ComputeRole } from "../wasm-roles.js";
import type { FromCompute, ToCompute } from "../worker-messages.js";

export function serveCompute(compute: ComputeRole): (message: ToCompute) => void {
  return (message) => {
    switch (message.type) {
      case "load":
        return compute.load(message.side, message.version, message.columns);
      case "run":
        return post(compute.run(message.job, message.input ?? undefined, (event) => post(event)), compute.takeStored()?.buffer);
      default:
        throw new Error(`the compute role was sent what it does not know: ${JSON.stringify(message satisfies never)}`);
    }
  };
}

function post(event: JobEvent, bytes: ArrayBuffer | null = null): void {
  self.postMessage({ type: "job", event, bytes } satisfies FromCompute, bytes === null ? [] : [bytes]);
}
