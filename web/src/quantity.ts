// What calls take on the axis of the sides.

import type { SideSummary } from "./generated/protocol.js";
import type { PageState } from "./state/page-state.js";

/** `time`, `weight`, `samples`, `bytes` or `share`: what stands behind *self* and *inclusive*. */
export function quantity({ sides }: Pick<PageState, "sides">): string {
  return quantityOf(sides.a.summary ?? sides.b.summary ?? { axis: "time", unit: "ns" });
}

/** The same of an axis: nanoseconds that are added up are a weight, since nothing ran for as long. */
export function quantityOf({ axis, unit }: Pick<SideSummary, "axis" | "unit">): string {
  return unit === "ns" ? (axis === "weight" ? "weight" : "time") : unit;
}
