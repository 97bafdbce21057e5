// The page's words about a side when something was read for it.

import type { RunRow, SideName, SideSummary } from "../generated/protocol.js";

/** `A read, 123,221 calls, 75.9 ms` */
export function spoken({ side, calls, duration: took }: SideSummary): string {
  return `${side.toUpperCase()} read, ${calls.toLocaleString("en")} calls, ${took}`;
}

/** `5 runs` */
export function runsOf(rows: readonly RunRow[]): string {
  return rows.length === 1 ? "1 run" : `${rows.length} runs`;
}

/** Names the trace that was taken of a file with several, when nobody chose. */
export function takenText({ side, name, ofFile }: SideSummary): string {
  return `The file holds ${ofFile.length} traces. ${side.toUpperCase()} shows ${name}, the one with the most calls.`;
}

/** Names the traces that were taken of files with several, because both files have them. */
export function commonText({ a, b }: Record<SideName, string>): string {
  const names = a === b ? `Both sides show ${a}` : `A shows ${a}, B shows ${b}`;
  return `${names}, which both files have.`;
}

/** Names the run that is on screen now. */
export function shownText({ side, name, runs }: SideSummary): string {
  const of =
    runs.length > 1 && runs.some((row) => row.shown && row.median) ? `, the median of ${runs.length} runs` : "";
  return `${side.toUpperCase()} shows ${name}${of}.`;
}
