// A stored comparison, which both sides are from: what it has no calls for says so.

import { letter } from "../components/bits.js";
import { isLeftOut } from "../engine/assets.js";
import { type PageState, SIDES } from "../state/page-state.js";

/** The file of a stored comparison that a side is from, if one is. */
export function keptIn({ sides }: Pick<PageState, "sides">): string | null {
  return SIDES.map((side) => sides[side].summary?.keptIn ?? "").find((name) => name !== "") ?? null;
}

/** Names what holds a stored comparison: its file, or the report that reads no files. `first`: how the report's name begins. */
export function keptName(state: Pick<PageState, "sides">, first: "This" | "this"): string | null {
  const file = keptIn(state);
  return file !== null && isLeftOut(ARTIFACTS.reader) ? `${first} report` : file;
}

/** Why what needs the calls of both traces cannot be had; `null` where it can. */
export function withoutCalls(state: Pick<PageState, "sides">): string | null {
  const name = keptName(state, "this");
  return name === null ? null : `Needs both traces: ${name} holds no calls.`;
}

/** Why calls of both sides cannot be paired; `null` where they can. */
export function withoutPairs(state: Pick<PageState, "sides">): string | null {
  const summed = SIDES.map((side) => state.sides[side].summary).find((summary) => (summary?.sums ?? "") !== "");
  return withoutCalls(state) ?? (summed == null ? null : `Needs calls: ${summed.name} was read as times per lane.`);
}

/** Returns the reason why an action that needs the calls of one trace is not possible. */
export function withoutAnyCalls(state: Pick<PageState, "sides">): string | null {
  return SIDES.some((side) => state.sides[side].summary?.keptIn === "") ? null : withoutCalls(state);
}

/** Names the traces to drop: `A (a.json) and B (b.json)`. */
export function missingTraces({ sides }: Pick<PageState, "sides">): string {
  const missing = SIDES.filter((side) => (sides[side].summary?.keptIn ?? "") !== "");
  return missing.map((side) => `${letter(side)} (${sides[side].summary?.name ?? ""})`).join(" and ");
}
