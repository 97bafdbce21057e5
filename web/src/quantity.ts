// The quantity that calls take on the axis of the sides.

import { column, delta, MINUS, plainly } from "./format.js";
import type { SideSummary } from "./generated/protocol.js";
import type { PageState } from "./state/page-state.js";

/** `time`, `weight`, `samples`, `bytes` or `share`: what stands behind *self* and *inclusive*. */
export function quantity({ sides }: Pick<PageState, "sides">): string {
  return quantityOf(axisOf({ sides }));
}

/** Returns the axis of both sides, which have one unit or are expressed in shares. */
export function axisOf({ sides }: Pick<PageState, "sides">): Pick<SideSummary, "axis" | "unit" | "scale"> {
  return sides.a.summary ?? sides.b.summary ?? { axis: "time", unit: "ns", scale: 1 };
}

/** Numbers of one column, given in ticks: what stands in its head, a number, and a change, which has a sign. */
export type UnitFormat = { unit: string; text: (ticks: number) => string; delta: (ticks: number) => string };

/** `largest`: of the column, ticks. */
export function unitFormat({ unit, scale }: Pick<SideSummary, "unit" | "scale">, largest: number): UnitFormat {
  if (unit === "ns") {
    const { unit: head, text } = column(largest * scale);
    return { unit: head, text: (ticks) => text(ticks * scale), delta: (ticks) => delta(ticks * scale) };
  }
  const plain = plainly(unit);
  const text = (ticks: number) => (unit === "share" ? (ticks * scale).toFixed(2) : plain(ticks * scale));
  const signed = (ticks: number) =>
    ticks === 0 ? "±0" : `${ticks > 0 ? "+" : MINUS}${text(Math.abs(ticks))}${unit === "share" ? " pt" : ""}`;
  return { unit: unit === "share" ? "%" : unit, text, delta: signed };
}

/** Returns the quantity of an axis. Nanoseconds that are added up are a weight, since nothing ran for as long. */
export function quantityOf({ axis, unit }: Pick<SideSummary, "axis" | "unit">): string {
  return unit === "ns" ? (axis === "weight" ? "weight" : "time") : unit;
}
