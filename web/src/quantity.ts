// What calls take on the axis of the sides.

import type { PageState } from "./state/page-state.js";

/** `time`, `samples` or `bytes`: what stands behind *self* and *inclusive*. */
export function quantity({ sides }: Pick<PageState, "sides">): string {
  return quantityOf((sides.a.summary ?? sides.b.summary)?.unit ?? "ns");
}

/** The same of a unit, as summaries of sides have it. */
export function quantityOf(unit: string): string {
  return unit === "ns" ? "time" : unit;
}
