// In place of the pictures of calls, where a stored comparison is shown without its traces.

import { html, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { letter, prose } from "../../components/bits.js";
import { keptIn, missingTraces } from "../../sides/without-traces.js";
import { type PageState, SIDES } from "../../state/page-state.js";

export function keptNotice(state: PageState, run: Run): TemplateResult {
  const missing = SIDES.filter((side) => (state.sides[side].summary?.keptIn ?? "") !== "");
  const both = missing.length > 1 ? "the two traces" : "both traces";
  return html`<section class="notice without-calls" aria-label="Without its traces">
    <p><strong>Pictures of calls need ${both}.</strong> ${prose(`${keptIn(state) ?? ""} has the lists, phases and overview. Drop ${missingTraces(state)} here.`)}</p>
    ${missing.map((side) => html`<button @click=${() => run(side === "a" ? "open-a" : "open-b")}>Choose ${letter(side)}</button>`)}
  </section>`;
}
