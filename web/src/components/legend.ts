// What the colours say, in one line that is always there.

import { html, nothing, type TemplateResult } from "lit";

import type { App } from "../app.js";
import type { LegendEntry, LegendMark } from "../generated/protocol.js";
import type { PageState } from "../state/page-state.js";
import { properties, yesNo } from "./bits.js";
import { hiding, isHidden, type Kind, KINDS } from "./match-controls.js";

export function legend(state: PageState, app: App): TemplateResult {
  const entries = state.scene?.legend ?? [];
  return html`<div class="legend" role="group" aria-label="Legend" tabindex="0">
    <ul>
      ${entries.map((entry) => html`<li>${toggled(entry, state, app)}</li>`)}
    </ul>
    ${state.view.compare.icicle.color === "change" ? greyPoint(state, app) : nothing}
  </div>`;
}

/** What a press isolates. */
const KIND_OF: Partial<Record<LegendMark, Kind>> = { matched: "matched", moved: "moved", "only-a": "a", "only-b": "b" };

/** An entry that is of a kind of calls shows that kind alone, and all again. */
function toggled(entry: LegendEntry, { view }: PageState, app: App): TemplateResult {
  const kind = KIND_OF[entry.mark];
  if (kind === undefined) {
    return words(entry);
  }
  const { matches } = view.compare;
  const alone = KINDS.every((other) => isHidden(matches, other) === (other !== kind));
  const show = () => app.view.setMatches(hiding((other) => !alone && other !== kind));
  return html`<button class="quiet" aria-pressed=${yesNo(alone)} title=${alone ? "Show all kinds again" : "Show this kind alone"} @click=${show}>${words(entry)}</button>`;
}

function words({ label, color, share, mark }: LegendEntry): TemplateResult {
  return html`<span class="swatch swatch-${mark}" ${properties({ "--swatch": color })}></span><bdi>${label}</bdi>
    ${share === "" ? null : html`<span class="share">${share}</span>`}`;
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
