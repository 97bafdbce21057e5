// Short calls that are shown as sums, as in tiles of large traces.

import { type PageState, SIDES } from "./page-state.js";

/** Says which calls are shown as sums; empty if none are. */
export function foldedCalls({ sides }: Pick<PageState, "sides">): string {
  const rows = SIDES.flatMap((side) => sides[side].summary?.report ?? []).filter(({ kind }) => kind === "folded");
  // Of both sides, the longer text says more.
  const [text = ""] = rows.map(({ subject }) => subject).toSorted((one, other) => other.length - one.length);
  return text;
}
