// Short calls that are shown as sums, as in tiles of large traces.

import { type PageState, SIDES } from "./page-state.js";

/** Says which calls are shown as sums; empty if none are. */
export function foldedCalls({ sides }: Pick<PageState, "sides">): string {
  const [a = "", b = ""] = SIDES.map(
    (side) => sides[side].summary?.report.find(({ kind }) => kind === "folded")?.subject,
  );
  if (a === "" || b === "" || a === b) {
    return a || b;
  }
  return `A ${a} · B ${b}`;
}
