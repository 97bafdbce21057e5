// The view after the sides were exchanged.

import { LINK_FIELDS, type LinkField } from "../generated/link-table.js";
import type { ViewState } from "../generated/protocol.js";
import { mirroredLanes } from "../comparison/lane-pairs.js";
import { valueAt, put } from "./link-values.js";
import type { KeyValue } from "./link-text.js";
import { mirroredNotes } from "./notes.js";
import { other } from "./page-state.js";
import { mirroredSubject } from "./subject.js";

/** Returns the view for exchanged sides, with the identity rules for those. */
export function mirrored(view: ViewState, rules: string): ViewState {
  const { selection, notes, comparison, ...rest } = exchanged(view);
  const chosenLanes = mirroredLanes(comparison.chosenLanes);
  const state = {
    ...rest,
    selection: selection && mirroredSubject(selection),
    notes: mirroredNotes(notes),
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

/** Returns values that wait for lanes, for exchanged sides. */
export function mirroredWaiting(waiting: readonly KeyValue[]): KeyValue[] {
  return waiting.map(({ key, value }) => {
    const field = LINK_FIELDS.find((known) => known.key === key);
    const turned = (part: string) => (part === "a" || part === "b" ? other(part) : part);
    const twin = field && LINK_FIELDS.find(({ path }) => path.join() === field.path.map(turned).join());
    return { key: twin?.key ?? key, value: field === undefined ? value : turnedLanes(field, value) };
  });
}

/** A value that names lanes, for exchanged sides. */
function turnedLanes({ kind, lanes }: LinkField, value: string): string {
  const words = value.split(",");
  if (lanes === "pairs") {
    return words.map((_, at) => words[at ^ 1] ?? "").join();
  }
  if (kind !== "subject") {
    return value;
  }
  // A pair of calls has its halves behind its kind; other subjects have their side first or second.
  return words[0] === "match"
    ? ["match", ...words.slice(5), ...words.slice(1, 5)].join()
    : words.map((word, at) => (at < 2 && (word === "a" || word === "b") ? other(word) : word)).join();
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
