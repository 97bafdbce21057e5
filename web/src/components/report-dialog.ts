// Problems in a file: kinds, counts, the first place.

import { html, type TemplateResult } from "lit";

import { count } from "../format.js";
import type { SideName, SideSummary } from "../generated/protocol.js";
import type { PageState } from "../state/page-state.js";
import { isolated } from "./bits.js";

/** Kinds of problems that end a file early. */
const ENDS: ReadonlySet<string> = new Set(["truncated", "syntax-error", "stopped", "much-lost"]);

/** Returns whether the rest of a file is missing. */
export function isIncomplete({ report }: Pick<SideSummary, "report">): boolean {
  return report.some(({ kind }) => ENDS.has(kind));
}

export function reportDialog(state: PageState, side: SideName): TemplateResult {
  const summary = state.sides[side].summary;
  if (summary === null || summary.report.length === 0) {
    return html`<p>No problems: every event in the file was understood.</p>`;
  }
  return html`<p>${isolated(summary.name)}, ${summary.format}. ${isIncomplete(summary) ? "Everything before the problem is shown." : "Everything else in the file is shown."}</p>
    <table class="report">
      <thead>
        <tr>
          <th scope="col">Problem</th>
          <th scope="col">What Diptych did</th>
          <th scope="col" class="number">Count</th>
          <th scope="col" class="number">First at byte</th>
          <th scope="col">First example</th>
        </tr>
      </thead>
      <tbody>
        ${summary.report.map(
          (row) => html`<tr class=${row.warning ? "warning" : ""}>
            <th scope="row">${row.subject}</th>
            <td>${row.outcome}</td>
            <td class="number">${count(row.count)}</td>
            <td class="number">${row.firstOffset.toLocaleString("en")}</td>
            <td>${isolated(row.example, "code")}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
}
