// A name of each side run through the rules: what they take away is struck out.

import { html, type TemplateResult } from "lit";

import type { IdentityReport } from "../generated/protocol.js";
import { isolated, letter } from "./bits.js";

export function rulePreview(report: IdentityReport | null): TemplateResult {
  const samples = report?.samples ?? [];
  return html`<section class="rule-preview" aria-labelledby="preview-head">
    <h3 id="preview-head">Preview <span class="quiet-text">one name of each side through the rules</span></h3>
    ${samples.length === 0 ? html`<p class="quiet-text">Choose a name without a partner to see what the rules make of it.</p>` : null}
    ${samples.map(
      ({ side, pieces, becomes }) => html`<p class="sample">
        <span class="of-${side}">${letter(side)}</span>
        <bdi class="code">${pieces.map(({ text, removed }) => (removed ? html`<del>${text}</del>` : text))}</bdi>
        → <strong>${isolated(becomes, "code")}</strong>
      </p>`,
    )}
  </section>`;
}
