// Sets of lanes of both sides: what is folded otherwise than by default, what is hidden. Partners are turned together.

import type { IcicleState, LaneRow, SideName } from "../../generated/protocol.js";
import { other, type PageState } from "../../state/page-state.js";

export type LaneSets = IcicleState["folds"];
type Rows = PageState["lanes"];

/** Lanes of a side that are in the set leave it, the others enter. */
export function toggled(lanes: LaneSets, side: SideName, turned: readonly number[]): LaneSets {
  const now = lanes[side];
  const kept = now.filter((lane) => !turned.includes(lane));
  const added = turned.filter((lane) => !now.includes(lane));
  return { ...lanes, [side]: [...kept, ...added] };
}

/** Turns a row and its partner, unless that is the other way round already. */
export function turned(
  lanes: LaneSets,
  rows: Rows,
  side: SideName,
  row: LaneRow,
  is: (row: LaneRow) => boolean,
): LaneSets {
  const theirs = other(side);
  const partner = rows[theirs]?.find(({ lane }) => lane === row.partner?.lane);
  const own = toggled(lanes, side, [row.lane]);
  return partner === undefined || is(partner) !== is(row) ? own : toggled(own, theirs, [partner.lane]);
}

/** Folds a row and its partner, or opens both: a sub-lane with the lane that it lies in, which folds it too. */
export function folded(folds: LaneSets, rows: Rows, side: SideName, row: LaneRow): LaneSets {
  const around = rows[side]?.find(({ lane }) => row.folded && lane === row.within);
  const turning = [around, row].filter((one) => one?.foldedByItself === row.folded);
  return turning.reduce(
    (sets, one) => (one === undefined ? sets : turned(sets, rows, side, one, (of) => of.foldedByItself)),
    folds,
  );
}
