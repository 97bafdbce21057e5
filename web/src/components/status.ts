// The last line: what is drawn of how much, by which rule, and where the data is.

import { html, type TemplateResult } from "lit";

import { type PageState, SIDES } from "../page-state.js";

export function status(state: PageState): TemplateResult {
  const drawn = state.scene?.drawn;
  const both = SIDES.every((side) => state.sides[side].summary !== null);
  return html`<footer class="status">
    <span class="drawn" data-testid="drawn">${drawn?.text ?? ""}</span>
    <span class="rule">${drawn === undefined || drawn.rule === "" ? "" : `Rule: ${drawn.rule}`}</span>
    <span class="spring"></span>
    ${both ? html`<span class="noise">1 run a side: no statement about noise</span>` : null}
    <span>All data stays in this tab</span>
  </footer>`;
}
