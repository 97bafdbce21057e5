// The recall role in its worker: one record of a file or link, read again. To cancel, the page ends the worker.

import type { ReadProgress } from "../generated/protocol.js";
import type { ReaderArtifact } from "../engine/wasm-roles.js";
import type { FromRecall, ToRecall } from "../engine/worker-messages.js";
import { die } from "./die.js";
import { open, pump } from "./input.js";

export function serveRecall(Recall: ReaderArtifact["RecallRole"]): (message: ToRecall) => void {
  return (message) => {
    recall(Recall, message).catch(die);
  };
}

async function recall(Recall: ReaderArtifact["RecallRole"], message: ToRecall): Promise<void> {
  const { name, format, offset, packed, bytes } = message;
  // Packed bytes can only be unpacked from their beginning.
  const input = await open(bytes, packed ? 0 : offset);
  if ("kind" in input) {
    return post({ type: "unreachable", why: input });
  }
  const { from } = input;
  const whole = packed || from !== offset;
  const recaller = new Recall(name, format, offset, whole);
  const of = whole ? offset : 0;
  const tell = ({ bytesUnpacked }: ReadProgress) =>
    post({ type: "progress", passed: { bytes: Math.min(bytesUnpacked, of), of } });
  if (await pump(recaller, input, tell)) {
    return post({ type: "unreachable", why: { kind: "broken-off", bytesIn: recaller.progress().bytesIn } });
  }
  post({ type: "recalled", outcome: recaller.finish() });
}

function post(message: FromRecall): void {
  self.postMessage(message);
}
