// Problems in a file: kinds, counts, the first place.

import { html, type TemplateResult } from "lit";

import { count } from "../format.js";
import type { SideName } from "../generated/protocol.js";
import type { PageState } from "../state/page-state.js";
import { isolated } from "./bits.js";

export function reportDialog(state: PageState, side: SideName): TemplateResult {
  const summary = state.sides[side].summary;
  if (summary === null || summary.report.length === 0) {
    return html`<p>No problems: every event in the file was understood.</p>`;
  }
  return html`<p>${isolated(summary.name)}, ${summary.format}. Everything else in the file is shown.</p>
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
