// Settings of the pair's comparison, valid in all desks: identity, lanes, normalising, time axis.

import { html, nothing, type TemplateResult } from "lit";

import { AXES, AXIS_WORDS, type AxesController } from "../comparison/axes.js";
import type { ComparisonController } from "../comparison/comparisons.js";
import type { IdentityEditor } from "../comparison/identity-editor.js";
import type { Normalise, TimeAxis } from "../generated/protocol.js";
import { keyOf, withKey } from "../keys.js";
import type { PageControls } from "../page-controls.js";
import { withoutCalls, withoutPairs } from "../sides/without-traces.js";
import { bothLoaded, type PageState } from "../state/page-state.js";
import { hasOwnClocks } from "../state/windows.js";
import { yesNo } from "./bits.js";
import { warnIcon } from "./icons.js";

export type PairSettingsActions = {
  axes: Pick<AxesController, "choose">;
  comparisons: Pick<ComparisonController, "change">;
  identity: Pick<IdentityEditor, "open">;
  page: Pick<PageControls, "openMenu">;
};

const NORMALISE: Record<Normalise, string> = {
  absolute: "off",
  "per-total": "share of total",
  "per-call": "per call",
};

export function pairSettings(state: PageState, actions: PairSettingsActions): TemplateResult | typeof nothing {
  if (!bothLoaded(state)) {
    return nothing;
  }
  const { summary } = state.comparison;
  const noPairs = withoutPairs(state);
  const unknown = noPairs === null ? "…" : "–";
  const open = state.menu === "pair";
  // On a narrow page the settings open from one button; on a wide one they stand in the line.
  return html`<div class="pair-settings" role="group" aria-label="Pair settings">
    <button
      class="pair-toggle"
      aria-expanded=${yesNo(open)}
      aria-controls="pair-list"
      @click=${() => actions.page.openMenu(open ? null : "pair")}
    >
      Pair settings ▾
    </button>
    <div class="pair-list ${open ? "open" : ""}" id="pair-list">
      <button class="setting" ?disabled=${noPairs !== null} title=${noPairs ?? withKey("Edit which names match", "identity")} @click=${() => actions.identity.open("names")}>
        Matching names <strong>${summary?.identity ?? unknown}</strong>
      </button>
      <button class="setting" ?disabled=${noPairs !== null} title=${noPairs ?? "Edit which lanes are compared"} @click=${() => actions.identity.open("lanes")}>
        Lanes <strong>${summary?.lanes ?? unknown}</strong>
        ${summary?.lanesDoubtful === true ? html`<span class="doubt-mark" title="Some lane pairs share less than 30 % of their self time">${warnIcon}<span class="hidden"> pairing uncertain</span></span>` : nothing}
      </button>
      ${normalise(state, actions)} ${axis(state, actions)}
    </div>
  </div>`;
}

function normalise(state: PageState, actions: PairSettingsActions): TemplateResult {
  const now = state.view.comparison.normalise;
  const chosen = (event: Event) =>
    actions.comparisons.change({ normalise: (event.currentTarget as HTMLSelectElement).value as Normalise });
  return html`<label class="setting">
    Normalise
    <select @change=${chosen}>
      ${Object.entries(NORMALISE).map(([value, words]) => html`<option value=${value} ?selected=${value === now}>${words}</option>`)}
    </select>
  </label>`;
}

/** The value of the choice that stands for a clock of each panel. It cannot be chosen here, only left. */
const OWN_CLOCKS = "own";

function axis(state: PageState, actions: PairSettingsActions): TemplateResult {
  const isOwn = hasOwnClocks(state.view);
  const now = isOwn ? OWN_CLOCKS : state.view.time.axis;
  const noCalls = withoutCalls(state);
  const chosen = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement;
    select.value = actions.axes.choose(select.value as TimeAxis); // Until it is known whether it can be.
  };
  return html`<label class="setting">
    Time alignment
    <select .value=${now} ?disabled=${noCalls !== null} @change=${chosen} title=${noCalls ?? `${keyOf("time-axis")}: next alignment, ${keyOf("marker")}: at the selected call`}>
      ${isOwn ? html`<option value=${OWN_CLOCKS} selected disabled>each panel its own</option>` : nothing}
      ${AXES.map((value) => html`<option value=${value} ?selected=${value === now}>${axisWords(value, state)}</option>`)}
    </select>
  </label>`;
}

/** Returns the words of a choice. The automatic one names the axis that is drawn. */
function axisWords(value: TimeAxis, { view, scene }: PageState): string {
  return value === "auto" && view.time.axis === "auto" && scene !== null
    ? `auto: ${AXIS_WORDS[scene.axis]}`
    : AXIS_WORDS[value];
}

export { NORMALISE as NORMALISE_WORDS };
