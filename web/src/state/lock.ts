// What keeps something: a link with `lock=1` the desk and the files, one with `mode=report` the files alone, and so does a
// report without traces, which cannot read files.

import { isLeftOut } from "../engine/assets.js";
import { onDesk, type PageState, SIDES } from "./page-state.js";

/** The one line that says what a locked view lacks. */
export const LOCKED = "This link shows one view: desks and files cannot be changed.";

/** The one line that says what a view with `mode=report` lacks. */
const FILES_FIXED = "This link shows a report: its files cannot be changed.";

/** The one line that says what a report without traces lacks. */
const NO_READER = "This report cannot open other files. Open them in Diptych.";

/** Returns whether the view is locked. While the link's own files are still to be dropped, nothing is. */
export function isLocked(state: PageState): boolean {
  return state.link.isLocked && isWhole(state);
}

/** Returns why files can be neither opened nor closed; `null` if they can. */
export function whyFilesAreFixed(state: PageState): string | null {
  if (isLocked(state)) {
    return LOCKED;
  }
  if (isLeftOut(ARTIFACTS.reader)) {
    return NO_READER;
  }
  return state.link.mode === "report" && isWhole(state) ? FILES_FIXED : null;
}

/** Returns whether the page shows the link's own files. */
function isWhole(state: PageState): boolean {
  const waits = SIDES.some((side) => state.awaited[side].some(({ found }) => found === "waiting"));
  return onDesk(state) && !waits;
}
