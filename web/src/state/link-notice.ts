// The parts of a link that the page cannot show, in words.

import type { Link } from "./link.js";
import type { Notice } from "./page-state.js";

/** Something to say about a link as it was read, or nothing. */
export function linkNotice(link: Link): Notice | null {
  if (link.newer !== null) {
    const list = link.leftOut.filter((key) => key !== "v").map((key) => `\`${key}\``);
    const left = list.length === 0 ? "" : `; left out: ${list.join(", ")}`;
    const body = `This version shows what it understands${left}. Reload to get the newest version.`;
    return { title: `This link was made by a newer version (v ${link.newer}).`, body, tone: "warn" };
  }
  if (link.a === null && link.b === null && showsTraces(link)) {
    const body = "The link does not contain them. Drop the same files to see the view as it was sent.";
    return { title: "This link shows files from its sender’s disk.", body, tone: "plain" };
  }
  return null;
}

/** Returns whether a link says more than how the page looks. */
function showsTraces({ state }: Link): boolean {
  return state.selection !== null || state.time.windows.a !== null || state.time.windows.b !== null;
}
