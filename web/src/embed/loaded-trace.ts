// An open trace in the words of the messages.

import type { LoadedTrace, Side } from "../../../packages/embed/src/messages.js";
import type { SideSummary } from "../generated/protocol.js";
import { describe } from "../sides/local-files.js";
import { type PageState, shownSource } from "../state/page-state.js";

/** Returns the trace of a side; `null` of an empty one. */
export async function loadedTrace(state: Pick<PageState, "sides">, side: Side): Promise<LoadedTrace | null> {
  const { summary } = state.sides[side];
  if (summary === null) {
    return null;
  }
  const bytes = shownSource(state.sides[side])?.bytes;
  const file = bytes?.kind === "file" ? bytes.file : null;
  // A file that cannot be read any more has no fingerprint.
  const print = file === null ? null : await describe(file).catch(() => null);
  const { name, calls } = summary;
  const fingerprint = print === null || print.hash === "" ? null : print.hash;
  return { side, name, calls, extent_ns: extentNs(summary), fingerprint };
}

/** Returns the length of a trace; `null` where its axis is no time. */
export function extentNs({ axis, unit, extent, scale }: SideSummary): number | null {
  return axis === "time" && unit === "ns" ? extent * scale : null;
}
