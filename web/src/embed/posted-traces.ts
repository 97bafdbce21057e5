// Traces that come without a side, as hosts of other viewers post them: each goes into the next empty side.

import type { Sides } from "../sides/sides.js";
import { freeSide, SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import { fromPost } from "./commands.js";
import type { HostWindow } from "./host.js";
import type { PeerMessage } from "./peers.js";

/** Such hosts post a trace again when they missed that it arrived. Equal bytes within this time are one trace. */
const REPEAT_MS = 5_000;

type PostedTrace = Extract<PeerMessage, { kind: "trace" }>;

type Parts = {
  store: Store;
  sides: Pick<Sides, "open">;
  toasts: Pick<Toasts, "show">;
  /** Milliseconds since any fixed moment. */
  now: () => number;
};

export class PostedTraces {
  readonly #parts: Parts;
  #recent: readonly { file: Blob; posted_ms: number }[] = [];
  /** Comparisons follow each other: traces open in the order in which they were posted. */
  #compared: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns whether equal bytes came within the last five seconds. Streams are never equal: their bytes are still to come. */
  isRepeat(trace: PostedTrace): Promise<boolean> {
    const compared = this.#compared.then(() => this.#isRepeat(trace));
    // Bytes that cannot be read must not keep later traces out.
    this.#compared = compared.catch(() => undefined);
    return compared;
  }

  async #isRepeat({ posted }: PostedTrace): Promise<boolean> {
    if (posted.kind === "stream") {
      return false;
    }
    const posted_ms = this.#parts.now();
    const file = posted.kind === "file" ? posted.file : new Blob([posted.bytes]);
    const earlier = this.#recent.filter((other) => posted_ms - other.posted_ms < REPEAT_MS);
    this.#recent = [...earlier, { file, posted_ms }];
    for (const other of earlier) {
      if (await areEqual(other.file, file)) {
        return true;
      }
    }
    return false;
  }

  /** Opens a trace from a window on the next empty side. Where both are taken, nothing is replaced. */
  open({ name, posted }: PostedTrace, sender: HostWindow): void {
    const { store, sides, toasts } = this.#parts;
    const side = freeSide(store.state);
    const { summary, reading, closing } = store.state.sides[side];
    if (reading !== null || (summary !== null && !closing)) {
      const [a, b] = SIDES.map((of) => of.toUpperCase());
      toasts.show(`${a} and ${b} are in use. Close one of them to show ${name}.`);
      return;
    }
    sides.open({ [side]: [fromPost(name, posted, sender)] });
  }
}

async function areEqual(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) {
    return false;
  }
  const [a, b] = await Promise.all([one, other].map(async (blob) => new Uint8Array(await blob.arrayBuffer())));
  return a !== undefined && b !== undefined && a.every((byte, at) => byte === b[at]);
}
