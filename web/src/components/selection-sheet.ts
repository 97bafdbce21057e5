// The selection in a sheet over the picture. The style sheet shows it when the details lie in a closed drawer.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { withKey } from "../keys.js";
import type { PageControls } from "../page-controls.js";
import type { Selection } from "../session/selection.js";
import { aloneSide, type PageState } from "../state/page-state.js";
import { badge, isolated } from "./bits.js";
import { closeIcon } from "./icons.js";
import { factsOf, kindMark } from "./partner-table.js";

export type SelectionSheetActions = {
  run: Run;
  page: Pick<PageControls, "showPanel">;
  selection: Pick<Selection, "select">;
};

export function selectionSheet(state: PageState, actions: SelectionSheetActions): TemplateResult | typeof nothing {
  const { details, panel } = state;
  if (details === null || panel === true) {
    return nothing;
  }
  const call = "call" in details ? details.call : null;
  const { name } = "call" in details ? details.call : details.calls;
  return html`<section class="selection-sheet" aria-label="Selection">
    <div class="sheet-head">
      ${call === null ? nothing : badge(call.side, "small")}
      <span class="sheet-name">${isolated(name, "code")}</span>
      ${call === null ? nothing : kindMark(call)}
      <button @click=${() => actions.page.showPanel()}>Details</button>
      <button class="quiet square" aria-label="Clear the selection" title=${withKey("Clear the selection", "clear")} @click=${() => actions.selection.select(null)}>${closeIcon}</button>
    </div>
    <div class="sheet-body">
      ${"call" in details ? factsOf(details.call, "sheet-facts") : factsOf({ partner: details.calls.rows, facts: [] }, "sheet-facts", aloneSide(state))}
    </div>
  </section>`;
}
