// Views that a link locks (`lock=1`): desks cannot be changed, and files neither opened nor closed.

import { onDesk, type PageState, SIDES } from "./page-state.js";

/** The one line that says what a locked view lacks. */
export const LOCKED = "This link shows one view: desks and files cannot be changed.";

/** Returns whether the view is locked. While the link's own files are still to be dropped, nothing is. */
export function isLocked(state: PageState): boolean {
  const waits = SIDES.some((side) => state.awaited[side].some(({ found }) => found === "waiting"));
  return state.link.isLocked && onDesk(state) && !waits;
}
