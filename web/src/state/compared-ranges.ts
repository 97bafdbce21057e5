// Time ranges that are compared in place of whole runs, in ticks of the whole runs.

import type { SideName, Sides, Subject, Window } from "../generated/protocol.js";
import { unitFormat } from "../quantity.js";
import { type PageState, SIDES } from "./page-state.js";
import { movedSubject } from "./subject.js";

/** The selected time range of each side, in ticks of the whole runs; `null` if no range is selected on both sides. */
export function chosenRanges({ view, details }: Pick<PageState, "view" | "details">): Sides<Window> | null {
  const isRange = view.selection !== null && "time" in view.selection;
  const selected = isRange && details !== null && "calls" in details ? details.calls.ranges : null;
  if (selected?.a == null || selected.b === null) {
    return null;
  }
  const { ranges } = view.comparison;
  const whole = { a: within(ranges.a, selected.a), b: within(ranges.b, selected.b) };
  // Where one side corresponds to a time before the other begins, nothing runs.
  const begun = ({ start, end }: Window): Window => ({ start: Math.max(start, 0), end });
  return whole.a.end > 0 && whole.b.end > 0 ? { a: begun(whole.a), b: begun(whole.b) } : whole;
}

/** A window of a range in ticks of the whole run. Without a range it is one already. */
function within(range: Window | null, { start, end }: Window): Window {
  const from = range?.start ?? 0;
  return { start: start + from, end: end + from };
}

/** A subject with its times in ticks of the whole runs, where only ranges of them are shown. */
export function inWholeRuns(subject: Subject, { view }: Pick<PageState, "view">): Subject {
  const { a, b } = view.comparison.ranges;
  return movedSubject(subject, { a: Math.max(a?.start ?? 0, 0), b: Math.max(b?.start ?? 0, 0) });
}

/** The compared ranges in words: `A 10.00–12.00 ms, B whole`. */
export function rangesInWords({ view, sides }: Pick<PageState, "view" | "sides">): string {
  const { ranges } = view.comparison;
  const words = (side: SideName): string => {
    const [range, summary] = [ranges[side], sides[side].summary];
    const letter = side.toUpperCase();
    if (range === null || summary === null) {
      return `${letter} whole`;
    }
    if (summary.unit === "share") {
      return `${letter} in part`; // The ticks of shares are not those of the run.
    }
    const { unit, text } = unitFormat(summary, range.end);
    return `${letter} ${text(range.start)}–${text(range.end)}\u202f${unit}`;
  };
  return SIDES.map(words).join(", ");
}
