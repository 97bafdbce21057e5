// The result of a comparison for hosts: fields of `diptych compare --json`, under the same names.

import type { Counts, Verdict } from "../../../packages/embed/src/messages.js";
import { countOf, LISTS } from "../comparison/comparison-page.js";
import type { ComparisonSummary, SideSummary } from "../generated/protocol.js";
import { VERSION } from "../generated/version.js";
import type { PageState } from "../state/page-state.js";
import { extentNs } from "./loaded-trace.js";

const COUNTED = ["largest", "slower", "faster", "new", "gone", "waiting"] as const;

/** Returns the result as the page has it; `null` before there is one. */
export function verdictOf({ sides, comparison }: Pick<PageState, "sides" | "comparison">): Verdict | null {
  const [a, b, { summary }] = [sides.a.summary, sides.b.summary, comparison];
  if (a === null || b === null || summary === null) {
    return null;
  }
  return {
    schema: 1,
    diptych: VERSION,
    axis: { kind: a.axis, unit: a.unit },
    calls: { a: a.calls, b: b.calls },
    verdict: words(summary, a, b),
    ranking: {
      counts: counts((list) => countOf(summary, list)),
      counts_below: counts((list) => summary.below[LISTS.indexOf(list)] ?? 0),
    },
  };
}

function words(
  { verdict, doubt, cause, drift }: ComparisonSummary,
  a: SideSummary,
  b: SideSummary,
): Verdict["verdict"] {
  return {
    text: verdict.map(({ text }) => text).join("; "),
    warning: doubt === null ? null : `${doubt.title} ${doubt.body}`.trim(),
    comparable: doubt === null,
    ratio: a.extent > 0 ? (b.extent * b.scale) / (a.extent * a.scale) : null,
    cause,
    drift: drift === "" ? null : drift,
    extent_a_ns: extentNs(a),
    extent_b_ns: extentNs(b),
  };
}

function counts(of: (list: (typeof COUNTED)[number]) => number): Counts {
  return Object.fromEntries(COUNTED.map((list) => [list, of(list)])) as Counts;
}
