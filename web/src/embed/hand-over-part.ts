// The way from an embedded view to a tab of its own: traces that no address names are handed over.

import type { SideName } from "../generated/protocol.js";
import { sendable, type Source } from "../sides/sources.js";

/** The sources of the sides that no link can name. */
export type LocalSources = readonly { side: SideName; run: number; source: Source }[];

/** Opens the address in a new tab, and posts the traces to it once it listens. Returns false where the browser opens none. */
export function handOver(address: string, sources: LocalSources): boolean {
  const tab = window.open(address, "_blank");
  if (tab === null) {
    return false;
  }
  addEventListener("message", function listen({ source, origin, data }: MessageEvent<{ type?: string } | null>) {
    // The new tab is a copy of this page: nobody else gets the traces.
    if (source === tab && origin === location.origin && data?.type === "hello") {
      removeEventListener("message", listen);
      void postAll(tab, sources);
    }
  });
  return true;
}

/** Posts one after the other, so that runs keep their order. */
async function postAll(tab: Window, sources: LocalSources): Promise<void> {
  for (const [id, { side, run, source }] of sources.entries()) {
    const bytes = source.bytes.kind === "kept" ? null : await sendable(source.bytes);
    if (bytes?.kind === "file") {
      const message = { diptych: 1, id, type: "open", side, run, file: bytes.file, name: source.name };
      tab.postMessage(message, location.origin);
    }
  }
}
