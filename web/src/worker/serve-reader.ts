// A reader in its worker: pulls the bytes of one file or link, feeds them, and hands the columns over.
//
// To cancel, the page ends the worker.

import type { ReaderArtifact } from "../engine/wasm-roles.js";
import type { ReadProgress } from "../generated/protocol.js";
import { buffersOf, type FromReader, type ToReader } from "../engine/worker-messages.js";
import { die } from "./die.js";
import { open, paced, pump } from "./input.js";

export function serveReader(Reader: ReaderArtifact["ReaderRole"]): (message: ToReader) => void {
  return (message) => {
    read(Reader, message).catch(die);
  };
}

async function read(Reader: ReaderArtifact["ReaderRole"], message: ToReader): Promise<void> {
  const input = await open(message.bytes);
  if ("kind" in input) {
    return post({ type: "unreachable", why: input });
  }
  const { total, url } = input;
  if (message.bytes.kind === "link" && url !== null && url !== "" && url !== message.bytes.url) {
    post({ type: "redirected", url });
  }
  const { place, name, trace, memory, rules } = message;
  const reader = new Reader(place, name, trace ?? undefined, total ?? 0, memory.bytes, memory.amount, rules);
  const tell = (progress: ReadProgress): void => post({ type: "progress", progress, total });
  if (await pump(reader, input, tell)) {
    return post({ type: "unreachable", why: { kind: "broken-off", bytesIn: reader.progress().bytesIn } });
  }
  const said = paced(tell);
  const { outcome, columns, folded, state = null, traces = [] } = reader.finish((progress) => said(() => progress));
  const buffers = [{ columns, folded }, ...traces].flatMap((run) => [
    ...buffersOf(run.columns),
    ...(run.folded === null ? [] : [run.folded.buffer]),
  ]);
  post({ type: "outcome", outcome, columns, folded, state, traces }, buffers);
}

function post(message: FromReader, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, { transfer });
}
