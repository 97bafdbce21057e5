// Lanes of both sides in two columns, and the lines between those that belong together.

import type { LaneEnd, LanePairing, LanePairRow, SideName } from "../generated/protocol.js";
import { pairsOf } from "./lane-pairs.js";

export type LanePlace = { end: LaneEnd; pair: LanePairRow | null };

export type LaneColumns = {
  /** From top to bottom: lanes with a partner in the order of the traces, then those without. */
  places: Record<SideName, readonly LanePlace[]>;
  /** Places of both ends of each pair. */
  lines: readonly { a: number; b: number; pair: LanePairRow }[];
};

/** The pairs as they will be once what was chosen by hand is done; what a new pair has in common is not known yet. */
export function withChosen({ pairs, unpaired }: LanePairing, chosen: readonly number[]): LanePairing {
  const wanted = pairsOf(chosen);
  const ends = { a: [...pairs.map(({ a }) => a), ...unpaired[0]], b: [...pairs.map(({ b }) => b), ...unpaired[1]] };
  const find = (side: SideName, lane: number | null) => ends[side].find((end) => end.lane === lane);
  const kept = pairs.filter(({ a, b }) =>
    wanted.every((pair) => (pair.a === a.lane && pair.b === b.lane) || (pair.a !== a.lane && pair.b !== b.lane)),
  );
  const made = wanted.flatMap<LanePairRow>((pair) => {
    const [a, b] = [find("a", pair.a), find("b", pair.b)];
    const known = kept.some((one) => one.a.lane === pair.a && one.b.lane === pair.b);
    return a === undefined || b === undefined || known ? [] : [{ a, b, overlap: Number.NaN, share: 0, chosen: true }];
  });
  const all = [...kept, ...made];
  const alone = (side: SideName) => ends[side].filter(({ lane }) => all.every((pair) => pair[side].lane !== lane));
  return { pairs: all, unpaired: [alone("a"), alone("b")] };
}

export function columnsOf({ pairs, unpaired }: LanePairing): LaneColumns {
  const column = (side: SideName, alone: readonly LaneEnd[]): LanePlace[] => [
    ...pairs.map((pair) => ({ end: pair[side], pair })).toSorted((x, y) => x.end.lane - y.end.lane),
    ...alone.map((end) => ({ end, pair: null })).toSorted((x, y) => x.end.lane - y.end.lane),
  ];
  const places = { a: column("a", unpaired[0]), b: column("b", unpaired[1]) };
  const at = (side: SideName) => new Map(places[side].map(({ end }, place) => [end.lane, place]));
  const [inA, inB] = [at("a"), at("b")];
  const lines = pairs.map((pair) => ({ a: inA.get(pair.a.lane) ?? 0, b: inB.get(pair.b.lane) ?? 0, pair }));
  return { places, lines };
}
