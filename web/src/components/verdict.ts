// How long B took against A, once both are there.

import { html, nothing, type TemplateResult } from "lit";

import { change, delta, ratio } from "../format.js";
import type { PageState } from "../page-state.js";

export function verdict(state: PageState): TemplateResult | typeof nothing {
  const [a, b] = [state.sides.a.summary, state.sides.b.summary];
  if (a === null || b === null || a.axis !== "time" || b.axis !== "time" || a.extent === 0) {
    return nothing;
  }
  const longer = b.extent - a.extent;
  const tone = longer > 0 ? "slower" : longer < 0 ? "faster" : "";
  const mark = longer > 0 ? "▲ " : longer < 0 ? "▼ " : "";
  return html`<div class="verdict">
    <p>
      B is <strong>${ratio(b.extent / a.extent)}</strong> A
      <strong class=${tone}>${mark}${delta(longer)}</strong>
      <span class="quiet-text">(${change(a.extent, b.extent)}), from the first call to the last</span>
    </p>
  </div>`;
}
