// The right panel: functions above, details of the selection below. Under 1200 px it is a drawer with a rail.

import { html, type TemplateResult } from "lit";

import type { App } from "../app.js";
import { count } from "../format.js";
import type { PageState } from "../page-state.js";
import { yesNo } from "./bits.js";
import { details } from "./details.js";
import { functions } from "./functions.js";

export function panel(state: PageState, app: App): TemplateResult {
  const { panel: open, totals } = state;
  const mode = open === null ? "auto" : open ? "open" : "shut";
  return html`<button
      class="rail rail-${mode}"
      aria-expanded=${yesNo(open === true)}
      aria-controls="panel"
      title="Show or hide the right panel (\\)"
      @click=${() => app.run("panel")}
    >
      <span>Functions${totals === null ? "" : ` ${count(totals.of)}`} · Details</span>
    </button>
    <aside class="panel panel-${mode}" id="panel" aria-label="Functions and details">
      ${functions(state, app)} ${details(state, app)}
    </aside>`;
}
