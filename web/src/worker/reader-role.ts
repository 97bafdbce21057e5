// A reader in its worker: pulls the bytes of one file or link, feeds them, and hands the columns over.
//
// To cancel, the page ends the worker.

import type { EngineArtifact, ReaderRole } from "../wasm-roles.js";
import { type Bytes, buffersOf, type FromReader, type ToReader, type Unreachable } from "../worker-messages.js";
import { die } from "./die.js";

/** Five times a second, so that numbers can be read. */
const PROGRESS_EVERY_MS = 200;

type Stream = { stream: ReadableStream<Uint8Array>; total: number | null };

export function serveReader(Reader: EngineArtifact["ReaderRole"]): (message: ToReader) => void {
  return (message) => {
    read(Reader, message).catch(die);
  };
}

async function read(Reader: EngineArtifact["ReaderRole"], message: ToReader): Promise<void> {
  const input = await open(message.bytes);
  if ("kind" in input) {
    return post({ type: "unreachable", why: input });
  }
  const reader = new Reader(message.side, message.name, input.total ?? 0);
  const brokenOff = await pump(reader, input);
  if (brokenOff) {
    return post({ type: "unreachable", why: { kind: "broken-off", bytesIn: reader.progress().bytesIn } });
  }
  const { outcome, columns } = reader.finish();
  post({ type: "outcome", outcome, columns }, buffersOf(columns));
}

/** Feeds all chunks; true if the source broke off. */
async function pump(reader: ReaderRole, { stream, total }: Stream): Promise<boolean> {
  const chunks = stream.getReader();
  let next_ms = 0; // The first numbers come with the first bytes.
  for (;;) {
    const step = await chunks.read().catch(() => null);
    if (step === null) {
      return true;
    }
    if (step.done || !reader.feed(step.value)) {
      return false;
    }
    if (performance.now() >= next_ms) {
      next_ms = performance.now() + PROGRESS_EVERY_MS;
      post({ type: "progress", progress: reader.progress(), total });
    }
  }
}

async function open(bytes: Bytes): Promise<Stream | Unreachable> {
  if (bytes.kind === "file") {
    return { stream: bytes.file.stream(), total: bytes.file.size };
  }
  const response = await fetch(bytes.url).catch(() => null);
  if (response === null) {
    // A refusal and a silence look alike from here; only a request that asks for no answer tells them apart.
    const answers = await fetch(bytes.url, { mode: "no-cors" }).then(() => true, () => false);
    return { kind: answers ? "refused" : "no-answer" };
  }
  if (!response.ok || response.body === null) {
    return { kind: "status", status: response.status };
  }
  return { stream: response.body, total: lengthOf(response.headers) };
}

/** The length of the body, unless it is compressed on its way: then the header counts other bytes. */
function lengthOf(headers: Headers): number | null {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? null : Number(length);
}

function post(message: FromReader, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, { transfer });
}
