// What the colours say, in one line that is always there.

import { html, type TemplateResult } from "lit";

import type { PageState } from "../page-state.js";
import { properties } from "./bits.js";

export function legend(state: PageState): TemplateResult {
  const entries = state.scene?.legend ?? [];
  return html`<div class="legend" role="group" aria-label="Legend" tabindex="0">
    <ul>
      ${entries.map(
        ({ label, color, share }) => html`<li>
          <span class="swatch" ${properties({ "--swatch": color })}></span><bdi>${label}</bdi>
          ${share === "" ? null : html`<span class="share">${share}</span>`}
        </li>`,
      )}
    </ul>
  </div>`;
}
