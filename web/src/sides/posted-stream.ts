// A trace that another page sends as a stream: read as it arrives, and kept so that it can be read again.

import type { Bytes } from "../engine/worker-messages.js";
import { fixedBytes } from "./fixed-bytes.js";

/** Time between two looks whether the sender is still there, ms. */
const LOOK_MS = 1_000;

export class PostedStream {
  readonly #name: string;
  readonly #total: number | null;
  readonly #abort = new AbortController();
  readonly #whole: Promise<File>;
  #arriving: ReadableStream<Uint8Array> | null;

  /**
   * `total`: its size in bytes, if the sender said so. Takes the stream over. Of a window that is closed a stream would
   * never end, so `isGone` tells when it breaks off.
   */
  constructor(stream: ReadableStream<unknown>, name: string, total: number | null, isGone = () => false) {
    this.#name = name;
    this.#total = total;
    const bytes = stream.pipeThrough(new TransformStream<unknown, Uint8Array>({ transform: toBytes }), this.#abort);
    const [arriving, kept] = bytes.tee();
    this.#arriving = canTransferStreams() ? arriving : null;
    this.#whole = fileOf(kept, name);
    const watch = setInterval(() => isGone() && this.cancel(), LOOK_MS);
    // Whoever reads it learns of a failure.
    this.#whole.catch(() => undefined).finally(() => clearInterval(watch));
    if (this.#arriving === null) {
      void arriving.cancel();
    }
  }

  /** Returns the stream itself the first time, and the complete file afterwards. Rejected if the stream broke off. */
  async bytes(): Promise<Bytes> {
    const stream = this.#arriving;
    this.#arriving = null;
    return stream === null
      ? { kind: "file", file: await this.#whole }
      : { kind: "stream", name: this.#name, stream, total: this.#total };
  }

  /** Tells the sender that nobody wants the rest. Does nothing once all of it is here. */
  cancel(): void {
    this.#abort.abort();
  }
}

async function fileOf(stream: ReadableStream<Uint8Array>, name: string): Promise<File> {
  return new File([await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).blob()], name);
}

/** Passes chunks on as bytes. A sender may send text or buffers as well. */
function toBytes(chunk: unknown, controller: TransformStreamDefaultController<Uint8Array>): void {
  if (chunk instanceof ArrayBuffer || ArrayBuffer.isView(chunk)) {
    controller.enqueue(fixedBytes(chunk));
  } else if (typeof chunk === "string") {
    controller.enqueue(new TextEncoder().encode(chunk));
  } else {
    controller.error(new TypeError("a chunk of the stream is neither bytes nor text"));
  }
}

/** Returns whether streams can be handed to workers. Safari cannot. */
function canTransferStreams(): boolean {
  try {
    const stream = new ReadableStream();
    structuredClone(stream, { transfer: [stream] });
    return true;
  } catch {
    return false;
  }
}
