// Pairs of lanes chosen by hand, as the view state carries them: lane of A, lane of B, and so on; the largest
// number where a lane is to have no partner.

import type { SideName } from "../generated/protocol.js";

export const NO_LANE = 2 ** 32 - 1;

/** The two lanes of a pair; `null` on one side: that lane is to stay alone. */
export type ChosenPair = { a: number | null; b: number | null };

export function pairsOf(chosen: readonly number[]): ChosenPair[] {
  const lane = (value: number | undefined) => (value === undefined || value === NO_LANE ? null : value);
  return Array.from({ length: Math.floor(chosen.length / 2) }, (_, at) => ({
    a: lane(chosen[2 * at]),
    b: lane(chosen[2 * at + 1]),
  }));
}

export function listOf(pairs: readonly ChosenPair[]): number[] {
  return pairs.flatMap(({ a, b }) => [a ?? NO_LANE, b ?? NO_LANE]);
}

/** Makes two lanes a pair; whatever either was paired with by hand before is so no more. */
export function paired(chosen: readonly number[], a: number, b: number): number[] {
  const others = pairsOf(chosen).filter((pair) => pair.a !== a && pair.b !== b);
  return listOf([...others, { a, b }]);
}

/** Keeps two lanes from being a pair: each is to stay alone. */
export function cut(chosen: readonly number[], a: number, b: number): number[] {
  const others = pairsOf(chosen).filter((pair) => pair.a !== a && pair.b !== b);
  return listOf([...others, { a, b: null }, { a: null, b }]);
}

/** Forgets what was chosen for a lane. */
export function released(chosen: readonly number[], side: SideName, lane: number): number[] {
  return listOf(pairsOf(chosen).filter((pair) => pair[side] !== lane));
}

/** Returns the pairs for the exchanged sides. */
export function mirroredLanes(chosen: readonly number[]): number[] {
  return listOf(pairsOf(chosen).map(({ a, b }) => ({ a: b, b: a })));
}
