// The parts of a link that the page cannot show, in words.

import { bytes } from "../format.js";
import { type Link, MAX_LINK_LENGTH } from "./link.js";
import type { Notice } from "./page-state.js";

/** Something to say about a link as it was read, or nothing. `length`: its length in characters. */
export function linkNotice(link: Link, length: number): Notice | null {
  if (link.isTooLong) {
    const body = `Links of up to ${bytes(MAX_LINK_LENGTH)} are read. Ask its sender for the files, and drop them here.`;
    return { title: `This link is ${bytes(length)} long, so it was not opened.`, body, tone: "warn" };
  }
  if (link.newer !== null) {
    const list = link.leftOut.filter((key) => key !== "v").map((key) => `\`${key}\``);
    const left = list.length === 0 ? "" : `; left out: ${list.join(", ")}`;
    const body = `This version shows what it understands${left}. Reload to get the newest version.`;
    return { title: `This link was made by a newer version (v ${link.newer}).`, body, tone: "warn" };
  }
  if (link.leftOut.includes("id")) {
    const body = "The default rules are used. Ask for the link again: part of it may be missing.";
    return { title: "The rules for matching names in this link are damaged.", body, tone: "warn" };
  }
  if (link.leftOut.includes("note")) {
    const body = "They could not be read. Ask for the link again: part of it may be missing.";
    return { title: "The notes in this link are damaged.", body, tone: "warn" };
  }
  if (link.leftOut.some((key) => key.startsWith("range."))) {
    const body = "The whole runs are compared. Ask for the link again: part of it may be missing.";
    return { title: "The time ranges in this link are damaged.", body, tone: "warn" };
  }
  const damaged = link.leftOut.filter((key) => !link.keys.unknown.some((unknown) => unknown.key === key));
  if (damaged.length > 0) {
    const body = "The rest of the link is shown. Ask for the link again: part of it may be missing.";
    const list = damaged.map((key) => `\`${key}\``).join(", ");
    return { title: `Values in this link could not be read: ${list}.`, body, tone: "warn" };
  }
  if (link.sources.a.length + link.sources.b.length === 0 && showsTraces(link)) {
    const body = "The link does not contain them. Drop the same files to see the view as it was sent.";
    return { title: "This link shows files from its sender’s disk.", body, tone: "plain" };
  }
  return null;
}

/** Returns whether a link says more than how the page looks. */
function showsTraces({ state, keys }: Link): boolean {
  const { a, b } = state.time.windows;
  return state.selection !== null || a !== null || b !== null || keys.waiting.length > 0;
}
