// The one worker script. Its first message names the role; from then on that role answers.
//
// A classic script, because module workers cannot start from blobs on every host. Messages that arrive while the
// artifact is being instantiated wait for it, in order.

import * as artifact from "../wasm/engine.js";
import type { EngineArtifact } from "./engine/wasm-roles.js";
import type { Role, Start } from "./engine/worker-messages.js";
import { serveCompute } from "./worker/compute-role.js";
import { die } from "./worker/die.js";
import { serveEngine } from "./worker/engine-role.js";
import { serveReader } from "./worker/reader-role.js";
import { serveRecall } from "./worker/recall-role.js";

const wasm = artifact as unknown as EngineArtifact;

function serve(role: Role, memory: WebAssembly.Memory): (message: never) => void {
  switch (role) {
    case "engine":
      return serveEngine(new wasm.EngineRole());
    case "reader":
      return serveReader(wasm.ReaderRole);
    case "recall":
      return serveRecall(wasm.RecallRole);
    case "compute":
      return serveCompute(new wasm.ComputeRole(), memory);
  }
}

const waiting: MessageEvent[] = [];
self.onmessage = (first: MessageEvent<Start>) => {
  self.onmessage = (later) => waiting.push(later);
  start(first.data).catch(die);
};

async function start({ role, module }: Start): Promise<void> {
  const { memory } = await wasm.default({ module_or_path: module });
  const answer = serve(role, memory);
  self.onmessage = (message: MessageEvent) => answer(message.data as never);
  waiting.splice(0).forEach((message) => answer(message.data as never));
}
