// The view after the sides were exchanged.

import { LINK_FIELDS } from "../generated/link-table.js";
import type { ViewState } from "../generated/protocol.js";
import { mirroredLanes } from "../comparison/lane-pairs.js";
import { valueAt, put } from "./link-values.js";
import { other } from "./page-state.js";
import { mirroredSubject } from "./subject.js";

/** Returns the view for exchanged sides, with the identity rules for those. */
export function mirrored(view: ViewState, rules: string): ViewState {
  const { selection, comparison, ...rest } = exchanged(view);
  const chosenLanes = mirroredLanes(comparison.chosenLanes);
  const state = {
    ...rest,
    selection: selection && mirroredSubject(selection),
    comparison: { ...comparison, rules, chosenLanes },
  };
  for (const { path } of OF_A_SIDE) {
    const side = valueAt(state, path);
    if (side === "a" || side === "b") {
      put(state, path, other(side));
    }
  }
  return state;
}

/** The parts of a state that name a side. */
const OF_A_SIDE = LINK_FIELDS.filter(({ words }) => words.join() === "a,b");

/** Exchanges the parts of all that each side has one of, wherever in a value: what has an `a`, a `b` and nothing else. */
export function exchanged<T>(value: T): T {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return value;
  }
  const parts = Object.entries(value).map(([name, part]) => [name, exchanged<unknown>(part)] as const);
  const ofSides = parts.length === 2 && "a" in value && "b" in value;
  return Object.fromEntries(ofSides ? parts.map(([name, part]) => [name === "a" ? "b" : "a", part]) : parts) as T;
}
