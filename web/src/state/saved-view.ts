// The view state of a `.diptych` file, as far as this version understands it.

import { DEFAULT_VIEW_STATE, LINK_FIELDS } from "../generated/link-table.js";
import type { ViewState } from "../generated/protocol.js";
import { decode, encode, put, valueAt } from "./link.js";
import { unpack } from "./message-pack.js";

/** Returns the view of a file; `null` if its bytes hold none. Fields that are missing or wrong are defaults. */
export function savedView(bytes: Uint8Array): ViewState | null {
  try {
    const saved = unpack(bytes) as { view?: unknown } | null;
    const view = saved?.view;
    if (typeof view !== "object" || view === null) {
      return null;
    }
    const state = structuredClone(DEFAULT_VIEW_STATE);
    for (const { path } of LINK_FIELDS) {
      take(state, view as ViewState, path);
    }
    return state;
  } catch (error) {
    console.warn("the view of the file cannot be read:", error);
    return null;
  }
}

/** Takes one field over. What a link would not say is no value of it, and a link is where values are checked. */
function take(state: ViewState, from: ViewState, path: readonly string[]): void {
  const trial = structuredClone(DEFAULT_VIEW_STATE);
  try {
    put(trial, path, valueAt(from, path));
    put(state, path, valueAt(decode(encode({ a: null, b: null, state: trial })).state, path));
  } catch {
    // The file lacks the field, or has something else in its place.
  }
}
