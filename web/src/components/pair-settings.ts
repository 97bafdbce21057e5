// How the pair is compared, valid in all desks: identity, lanes, normalising, time axis.

import { html, nothing, type TemplateResult } from "lit";

import type { App } from "../app.js";
import { AXES, AXIS_WORDS } from "../comparison/axes.js";
import type { Normalise, TimeAxis } from "../generated/protocol.js";
import { bothLoaded, type PageState } from "../state/page-state.js";
import { yesNo } from "./bits.js";
import { warnIcon } from "./icons.js";

const NORMALISE: Record<Normalise, string> = { absolute: "absolute", "per-total": "per total", "per-call": "per call" };

export function pairSettings(state: PageState, app: App): TemplateResult | typeof nothing {
  if (!bothLoaded(state)) {
    return nothing;
  }
  const { summary } = state.comparison;
  const open = state.menu === "pair";
  // On a narrow page the settings open from one button; on a wide one they stand in the line.
  return html`<div class="pair-settings" role="group" aria-label="Pair settings">
    <button
      class="pair-toggle"
      aria-expanded=${yesNo(open)}
      aria-controls="pair-list"
      @click=${() => app.store.set({ menu: open ? null : "pair" })}
    >
      Pair ▾
    </button>
    <div class="pair-list ${open ? "open" : ""}" id="pair-list">
      <button class="setting" title="What counts as the same function (i)" @click=${() => app.identity.open("names")}>
        Identity <strong>${summary?.identity ?? "…"}</strong>
      </button>
      <button class="setting" title="Which lanes belong together" @click=${() => app.identity.open("lanes")}>
        Lanes <strong>${summary?.lanes ?? "…"}</strong>
        ${summary?.lanesDoubtful === true ? html`<span class="doubt-mark" title="Some pairs have less than 30 % in common">${warnIcon}<span class="hidden"> doubtful</span></span>` : nothing}
      </button>
      ${normalise(state, app)} ${axis(state, app)}
    </div>
  </div>`;
}

function normalise(state: PageState, app: App): TemplateResult {
  const now = state.view.comparison.normalise;
  const chosen = (event: Event) => app.comparisons.change({ normalise: (event.currentTarget as HTMLSelectElement).value as Normalise });
  return html`<label class="setting">
    Normalise
    <select @change=${chosen}>
      ${Object.entries(NORMALISE).map(([value, words]) => html`<option value=${value} ?selected=${value === now}>${words}</option>`)}
    </select>
  </label>`;
}

function axis(state: PageState, app: App): TemplateResult {
  const now = state.view.time.axis;
  const chosen = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement;
    app.axes.choose(select.value as TimeAxis);
    select.value = app.store.state.view.time.axis; // Until it is known whether it can be.
  };
  return html`<label class="setting">
    Time axis
    <select .value=${now} @change=${chosen} title="t: the next one, m: at the selected call">
      ${AXES.map((value) => html`<option value=${value} ?selected=${value === now}>${AXIS_WORDS[value]}</option>`)}
    </select>
  </label>`;
}

export { NORMALISE as NORMALISE_WORDS };
