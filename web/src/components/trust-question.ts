// The question whether an origin may show traces here, or be asked for one.

import { html, nothing, type TemplateResult } from "lit";

import type { PageState } from "../state/page-state.js";
import type { TrustQuestion } from "../trust/trust-part.js";
import { when } from "./bits.js";

/** Renders the question of the moment. It never takes the focus: whoever types goes on typing. */
export function trustQuestion({ question }: Pick<PageState, "question">): TemplateResult | typeof nothing {
  if (question === null) {
    return nothing;
  }
  const { origin, answer } = question;
  return html`<section class="trust-question" role="alertdialog" aria-labelledby="trust-title" aria-describedby="trust-text">
    <p>${words(question)}</p>
    <div class="actions">
      <button @click=${() => answer("no")}>No</button>
      <button class="main" @click=${() => answer("yes")}>Yes</button>
      ${when(origin !== null, () => html`<button title="Remember this on this device" @click=${() => answer("always")}>Always</button>`)}
    </div>
  </section>`;
}

function words({ origin, purpose }: TrustQuestion): TemplateResult {
  const who = origin === null ? html`A page without an address` : html`<bdi class="origin">${origin}</bdi>`;
  return purpose === "show"
    ? html`<strong id="trust-title">${who} wants to show traces here.</strong>
        <span id="trust-text">They stay in this browser. The page also learns what is shown here.</span>`
    : html`<strong id="trust-title">This link loads a trace from ${who}.</strong>
        <span id="trust-text">That site learns your network address. Nothing is uploaded.</span>`;
}
