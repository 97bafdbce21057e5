// Details of the selection: of a call, or of all calls that belong to it.

import type { CallDetails, Details, Sides, Window } from "../generated/protocol.js";
import type { PageState } from "./page-state.js";

/** Returns the details of the selected call, if a call is selected. */
export function callDetails({ details }: Pick<PageState, "details">): CallDetails | null {
  return inCall(details);
}

export function inCall(details: Details | null): CallDetails | null {
  return details !== null && "call" in details ? details.call : null;
}

/** Returns the windows of the selection on each side, to zoom there. */
export function windowsOf(details: Details): Sides<Window | null> {
  if ("calls" in details) {
    return details.calls.windows;
  }
  const { side, window } = details.call;
  return side === "a" ? { a: window, b: null } : { a: null, b: window };
}

export function sentenceOf(details: Details | null): string | null {
  return details === null ? null : "call" in details ? details.call.sentence : details.calls.sentence;
}
