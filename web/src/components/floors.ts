// Noise floors to choose from: changes up to both limits enter no list.

import { count } from "../format.js";
import type { ComparisonState } from "../generated/protocol.js";

/** `floorUs` is in microseconds where the axis is time, else in what the axis counts. */
type Limits = Pick<ComparisonState, "floorPercent" | "floorUs">;

export type Floor = { words: string; limits: Limits };

const LADDER: readonly Limits[] = [
  { floorPercent: 0, floorUs: 0 },
  { floorPercent: 1, floorUs: 1 },
  { floorPercent: 5, floorUs: 10 },
  { floorPercent: 10, floorUs: 100 },
  { floorPercent: 25, floorUs: 1000 },
];

/** `unit`: what the axis counts, as the summary of a side has it. */
export function floors(unit: string): readonly Floor[] {
  return LADDER.map((limits) => floorOf(limits, unit));
}

export function floorOf({ floorPercent, floorUs }: Limits, unit: string): Floor {
  const words = floorPercent === 0 && floorUs === 0 ? "none" : `${floorPercent}\u202f% and ${amount(floorUs, unit)}`;
  return { words, limits: { floorPercent, floorUs } };
}

function amount(value: number, unit: string): string {
  if (unit === "ns") {
    return value >= 1000 ? `${value / 1000}\u202fms` : `${value}\u202fµs`;
  }
  if (unit === "share") {
    return `${value / 100}\u202f% of the whole`;
  }
  // One alone: `1 sample`, `1 byte`.
  return `${count(value)} ${value === 1 ? unit.replace(/s$/u, "") : unit}`;
}

/** The next lower floor; `null` where there is none. */
export function lowered({ floorPercent, floorUs }: Limits): Limits | null {
  const lower = (step: Limits) => step.floorPercent <= floorPercent && step.floorUs <= floorUs;
  const same = (step: Limits) => step.floorPercent === floorPercent && step.floorUs === floorUs;
  return LADDER.findLast((step) => lower(step) && !same(step)) ?? null;
}
