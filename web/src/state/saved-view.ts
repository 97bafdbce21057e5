// The view state of a `.diptych` file, as far as this version understands it.

import { DEFAULT_VIEW_STATE, LINK_FIELDS, type LinkField } from "../generated/link-table.js";
import type { ViewState } from "../generated/protocol.js";
import { put, textOf, valueAt, valueOf } from "./link-values.js";
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
    for (const field of LINK_FIELDS) {
      take(state, view as ViewState, field);
    }
    return state;
  } catch (error) {
    console.warn("the view of the file cannot be read:", error);
    return null;
  }
}

/** Takes one field over, if it has a value that a link could have: a link is where values are checked. */
function take(state: ViewState, from: ViewState, field: LinkField): void {
  try {
    const given = valueAt(from, field.path);
    const value = field.kind === "text" && typeof given !== "string" ? null : valueOf(field, textOf(field, given));
    if (value !== null) {
      put(state, field.path, value);
    }
  } catch {
    // The file lacks the field, or has something else in its place.
  }
}
