// A name of each side run through the rules: what they take away is struck out.

import { html, type TemplateResult } from "lit";

import type { IdentityReport } from "../generated/protocol.js";
import { isolated, letter } from "./bits.js";

export function rulePreview(report: IdentityReport | null): TemplateResult {
  const samples = report?.samples ?? [];
  return html`<section class="rule-preview" aria-labelledby="preview-head">
    <h3 id="preview-head">Preview <span class="quiet-text">how the rules change one name of each side</span></h3>
    ${samples.length === 0 ? html`<p class="quiet-text">Select an unmatched name to see how the rules change it.</p>` : null}
    ${samples.map(
      ({ side, pieces, becomes }) => html`<p class="sample">
        <span class="of-${side}">${letter(side)}</span>
        <bdi class="code">${pieces.map(({ text, removed }) => (removed ? html`<del>${text}</del>` : text))}</bdi>
        → <strong>${isolated(becomes, "code")}</strong>
      </p>`,
    )}
  </section>`;
}
