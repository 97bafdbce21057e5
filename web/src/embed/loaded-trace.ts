// An open trace in the words of the messages.

import type { LoadedTrace, Side } from "../../../packages/embed/src/messages.js";
import type { SideSummary } from "../generated/protocol.js";
import type { Engine } from "../engine/client.js";
import type { PageState } from "../state/page-state.js";

/** Returns the trace of a side; `null` of an empty one. */
export async function loadedTrace(
  state: Pick<PageState, "sides">,
  side: Side,
  engine: Engine,
): Promise<LoadedTrace | null> {
  const { summary } = state.sides[side];
  if (summary === null) {
    return null;
  }
  // A side that is exchanged for another meanwhile has no fingerprint.
  const fingerprint = await engine.ask("fingerprint", { side }).catch(() => null);
  const { name, calls } = summary;
  return { side, name, calls, extent_ns: extentNs(summary), fingerprint };
}

/** Returns the length of a trace; `null` where its axis is no time. */
export function extentNs({ axis, unit, extent, scale }: SideSummary): number | null {
  return axis === "time" && unit === "ns" ? extent * scale : null;
}
