// What the colours say, in one line that is always there.

import { html, nothing, type TemplateResult } from "lit";

import type { App } from "../app.js";
import type { PageState } from "../page-state.js";
import { properties, yesNo } from "./bits.js";

export function legend(state: PageState, app: App): TemplateResult {
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
    ${state.view.pair.color === "change" ? greyPoint(state, app) : nothing}
  </div>`;
}

/** What grey stands for: no change, or the change of the whole run. Pressing it takes the other one. */
function greyPoint({ comparison, view }: PageState, app: App): TemplateResult | typeof nothing {
  const grey = comparison.summary?.grey ?? "";
  const { greyIsEqual } = view.comparison;
  const [first, ...rest] = grey.split(",");
  return grey === ""
    ? nothing
    : html`<button
        class="quiet grey-point"
        aria-pressed=${yesNo(greyIsEqual)}
        title="${grey}. Press to let grey stand for ${greyIsEqual ? "the change of the whole run" : "no change"}"
        @click=${() => app.comparisons.change({ greyIsEqual: !greyIsEqual })}
      >
        ${first}<span class="rest">${rest.map((part) => `,${part}`)}</span>
      </button>`;
}
