// The bytes of a file or a link, pulled chunk by chunk into a role of the wasm side.

import type { ReadProgress } from "../generated/protocol.js";
import type { Bytes, FetchProblem } from "../engine/worker-messages.js";

/** Five times a second, so that numbers can be read; each time the page is drawn, beside what reads. */
const PROGRESS_EVERY_MS = 200;

/** A browser's stream of a file hangs now and then, for good: after so long without a byte, or twice that, the rest is read anew. */
const SILENT_MS = 3000;

/** `from`: the byte of the input that the stream begins with. `file`: what it is a stream of, unless that is a link. */
export type Input = {
  stream: ReadableStream<Uint8Array>;
  total: number | null;
  from: number;
  file: File | null;
  /** The address that answered for a link. */
  url: string | null;
};

/** Bytes of one request: more than a browser hands out at once. */
const CHUNK_BYTES = 1 << 20;

/** A receiver of bytes. */
export interface Sink {
  /** False when no more is wanted. */
  feed(chunk: Uint8Array): boolean;
  progress(): ReadProgress;
}

/** Feeds all chunks; true if the source broke off. */
export async function pump(
  sink: Sink,
  { stream, from, file }: Input,
  tell: (progress: ReadProgress) => void,
): Promise<boolean> {
  const chunks = file === null ? chunksOf(stream) : steady(file, from, chunksOf(stream));
  const said = paced(tell); // The first numbers come with the first bytes.
  for (;;) {
    const step = await chunks.next().catch(() => null);
    if (step === null) {
      return true;
    }
    if (step.done) {
      return false;
    }
    if (!sink.feed(step.value)) {
      await chunks.cancel().catch(() => undefined); // Nobody wants the rest; how its source ends is its business.
      return false;
    }
    said(() => sink.progress());
  }
}

/** Tells how far it is, the first time at once and then not too often. */
export function paced(tell: (progress: ReadProgress) => void): (progress: () => ReadProgress) => void {
  let next_ms = 0;
  return (progress) => {
    if (performance.now() >= next_ms) {
      next_ms = performance.now() + PROGRESS_EVERY_MS;
      tell(progress());
    }
  };
}

type Step = ReadableStreamReadResult<Uint8Array>;

interface Chunks {
  /** A chunk holds its bytes only until the next one is requested. */
  next(): Promise<Step>;
  cancel(): Promise<void>;
}

/**
 * Chunks in one buffer used again and again, where the stream can fill one: two to three times as fast as buffers of
 * its own, and no garbage.
 */
function chunksOf(stream: ReadableStream<Uint8Array>): Chunks {
  const reader = byteReader(stream);
  if (reader === null) {
    const plain = stream.getReader();
    return { next: () => plain.read(), cancel: () => plain.cancel() };
  }
  let buffer = new ArrayBuffer(CHUNK_BYTES);
  return {
    async next() {
      const step = await reader.read(new Uint8Array(buffer));
      buffer = step.value?.buffer ?? new ArrayBuffer(CHUNK_BYTES);
      return step;
    },
    cancel: () => reader.cancel(),
  };
}

/**
 * Chunks of a file from a byte on; where its stream says nothing for long, the rest comes from another one. One watch
 * looks from time to time: a timer for each of thousands of chunks would take as long as moving their bytes.
 */
function steady(file: File, from: number, first: Chunks): Chunks {
  let [at, chunks, came, seen] = [from, first, 0, 0];
  let giveUp = (): void => undefined;
  const watch = setInterval(() => {
    if (came === seen) {
      giveUp();
    }
    seen = came;
  }, SILENT_MS);
  const end = (): void => clearInterval(watch);
  return {
    async next() {
      for (;;) {
        const step = await new Promise<Step | null>((resolve, reject) => {
          giveUp = () => resolve(null);
          chunks.next().then(resolve, reject);
        }).catch((error: unknown) => {
          end();
          throw error;
        });
        if (step !== null) {
          came += 1;
          at += step.value?.byteLength ?? 0;
          if (step.done) {
            end();
          }
          return step;
        }
        void chunks.cancel().catch(() => undefined);
        chunks = chunksOf(file.slice(at).stream());
      }
    },
    cancel() {
      end();
      return chunks.cancel();
    },
  };
}

/** A reader that fills buffers of ours; `null` where the browser, or this stream, has none. */
function byteReader(stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}

/** Opens the bytes from `from` on; a server that sends no ranges sends them from the first one on. */
export async function open(bytes: Bytes, from = 0): Promise<Input | FetchProblem> {
  if (bytes.kind === "file") {
    return { stream: bytes.file.slice(from).stream(), total: bytes.file.size, from, file: bytes.file, url: null };
  }
  if (bytes.kind === "stream") {
    return { stream: bytes.stream, total: bytes.total, from: 0, file: null, url: null };
  }
  const headers: HeadersInit = from === 0 ? {} : { range: `bytes=${from}-` };
  const policy = watchPolicy();
  const response = await fetch(bytes.url, { ...privately(bytes.url), headers }).catch(() => null);
  if (response === null && from > 0) {
    return open(bytes); // A server of another origin may refuse to be asked for a range.
  }
  if (response === null) {
    // A refusal and a silence look alike from here; only a request that asks for no answer tells them apart.
    const answers = await fetch(bytes.url, { ...privately(bytes.url), mode: "no-cors" }).then(
      () => true,
      () => false,
    );
    return { kind: (await policy.isViolated()) ? "policy" : answers ? "refused" : "no-answer" };
  }
  if (!response.ok || response.body === null) {
    return { kind: "status", status: response.status };
  }
  return {
    stream: response.body,
    total: lengthOf(response.headers),
    from: response.status === 206 ? from : 0,
    file: null,
    url: response.url,
  };
}

/** Options of a request that tells other hosts nothing: neither cookies nor the address of the page. */
function privately(url: string): RequestInit {
  const isOwn = URL.canParse(url) && new URL(url).origin === self.location.origin;
  return { credentials: isOwn ? "same-origin" : "omit", referrerPolicy: "no-referrer" };
}

/** Notices requests that the page's Content-Security-Policy forbids. A rejected `fetch` does not say so itself. */
function watchPolicy(): { isViolated: () => Promise<boolean> } {
  let isViolated = false;
  self.addEventListener("securitypolicyviolation", () => (isViolated = true), { once: true });
  return {
    async isViolated() {
      await new Promise((resolve) => setTimeout(resolve)); // The browser says so in a task of its own.
      return isViolated;
    },
  };
}

/** The length of the body, unless it is compressed on its way: then the header counts other bytes. */
function lengthOf(headers: Headers): number | null {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? null : Number(length);
}
