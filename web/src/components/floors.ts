// Noise floors to choose from: changes up to both limits enter no list.

import type { ComparisonState } from "../generated/protocol.js";

type Patch = Pick<ComparisonState, "floorPercent" | "floorUs">;

export type Floor = { words: string; patch: Patch };

const LADDER: readonly Patch[] = [
  { floorPercent: 0, floorUs: 0 },
  { floorPercent: 1, floorUs: 1 },
  { floorPercent: 5, floorUs: 10 },
  { floorPercent: 10, floorUs: 100 },
  { floorPercent: 25, floorUs: 1000 },
];

export const FLOORS: readonly Floor[] = LADDER.map((patch) => floorOf(patch));

export function floorOf({ floorPercent, floorUs }: Patch): Floor {
  const time = floorUs >= 1000 ? `${floorUs / 1000}\u202fms` : `${floorUs}\u202fµs`;
  const words = floorPercent === 0 && floorUs === 0 ? "none" : `${floorPercent}\u202f% and ${time}`;
  return { words, patch: { floorPercent, floorUs } };
}

/** The next lower floor; `null` where there is none. */
export function lowered({ floorPercent, floorUs }: Patch): Patch | null {
  const lower = (step: Patch) => step.floorPercent <= floorPercent && step.floorUs <= floorUs;
  const same = (step: Patch) => step.floorPercent === floorPercent && step.floorUs === floorUs;
  return LADDER.findLast((step) => lower(step) && !same(step)) ?? null;
}
