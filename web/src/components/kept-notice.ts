// In place of pictures of calls, where a stored comparison is shown without its traces.

import { html, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { keptName, missingTraces } from "../sides/without-traces.js";
import { whyFilesAreFixed } from "../state/lock.js";
import { type PageState, SIDES } from "../state/page-state.js";
import { letter, prose } from "./bits.js";

/** Renders the notice. `coversPicture`: the desk in front draws nothing of a stored comparison. */
export function keptNotice(state: PageState, run: Run, coversPicture = false): TemplateResult {
  const missing = SIDES.filter((side) => (state.sides[side].summary?.keptIn ?? "") !== "");
  // Nothing that cannot be done is offered: a report without traces, for one, reads no files.
  const isFixed = whyFilesAreFixed(state) !== null;
  const missingNames = missingTraces(state);
  const advice = isFixed ? `To see them, open ${missingNames} in Diptych.` : `Drop ${missingNames} here.`;
  const holder = keptName(state, "This") ?? "";
  const both = missing.length > 1 ? "the two traces" : "both traces";
  return html`<section class="notice without-calls ${coversPicture ? "covers-picture" : ""}" aria-label="Without its traces">
    <p><strong>Pictures of calls need ${both}.</strong> ${prose(`${holder} has the lists, phases and overview. ${advice}`)}</p>
    ${(isFixed ? [] : missing).map((side) => html`<button @click=${() => run(side === "a" ? "open-a" : "open-b")}>Choose ${letter(side)}</button>`)}
  </section>`;
}
