// What the colours say, in one line that is always there.

import { html, nothing, type TemplateResult } from "lit";

import type { ComparisonController } from "../../comparison/comparisons.js";
import { properties, yesNo } from "../../components/bits.js";
import type { LegendEntry, LegendMark } from "../../generated/protocol.js";
import type { PageState } from "../../state/page-state.js";
import type { Settings } from "./settings.js";
import { hiding, isHidden, type Kind, KINDS } from "./match-controls.js";

type LegendActions = { settings: Pick<Settings, "setMatches">; comparisons: Pick<ComparisonController, "change"> };

export function legend(state: PageState, actions: LegendActions): TemplateResult {
  const entries = state.scene?.legend ?? [];
  return html`<div class="legend" role="group" aria-label="Legend" tabindex="0">
    <ul>
      ${entries.map((entry) => html`<li class=${entry.label === "" ? "step" : ""}>${toggled(entry, state, actions)}</li>`)}
    </ul>
    ${state.view.compare.icicle.color === "change" ? greyPoint(state, actions) : nothing}
  </div>`;
}

/** What a press isolates. */
const KIND_OF: Partial<Record<LegendMark, Kind>> = { matched: "matched", moved: "moved", "only-a": "a", "only-b": "b" };

/** An entry that is of a kind of calls shows that kind alone, and all again. */
function toggled(entry: LegendEntry, { view }: PageState, actions: LegendActions): TemplateResult {
  const kind = KIND_OF[entry.mark];
  if (kind === undefined) {
    return words(entry);
  }
  const { matches } = view.compare;
  const alone = KINDS.every((other) => isHidden(matches, other) === (other !== kind));
  const show = () => actions.settings.setMatches(hiding((other) => !alone && other !== kind));
  return html`<button class="quiet" aria-pressed=${yesNo(alone)} title=${alone ? "Show all kinds again" : "Show this kind alone"} @click=${show}>${words(entry)}</button>`;
}

function words({ label, color, share, mark }: LegendEntry): TemplateResult {
  return html`<span class="swatch swatch-${mark}" ${properties({ "--swatch": color })}></span><bdi>${label}</bdi>
    ${share === "" ? null : html`<span class="share">${share}</span>`}`;
}

/** What grey stands for: no change, or the change of the whole run. Pressing it takes the other one. */
function greyPoint({ comparison, view }: PageState, actions: LegendActions): TemplateResult | typeof nothing {
  const grey = comparison.summary?.grey ?? "";
  const { greyIsEqual } = view.comparison;
  const [first, ...rest] = grey.split(",");
  return grey === ""
    ? nothing
    : html`<button
        class="quiet grey-point"
        aria-pressed=${yesNo(greyIsEqual)}
        title="${grey}. Press to let grey stand for ${greyIsEqual ? "the change of the whole run" : "no change"}"
        @click=${() => actions.comparisons.change({ greyIsEqual: !greyIsEqual })}
      >
        ${first}<span class="rest">${rest.map((part) => `,${part}`)}</span>
      </button>`;
}
