// The right panel: differences, or functions by time, above; details of the selection below. Under 1200 px it is a
// drawer with a rail.

import { html, type TemplateResult } from "lit";

import type { App } from "../app.js";
import { count } from "../format.js";
import { bothLoaded, type PageState } from "../state/page-state.js";
import { properties, yesNo } from "./bits.js";
import { comparingCard } from "./comparing.js";
import { details } from "./details.js";
import { differences, differencesActions } from "./differences.js";
import { functions, functionsActions } from "./functions.js";
import { grip, widthGrip } from "./grip.js";

/** What the upper part takes by itself, per cent; the style sheet has the same. */
const USUAL_SPLIT = 55;

export function panel(state: PageState, app: App): TemplateResult {
  const { panel: open, panelSplit, panelWidth } = state;
  const mode = open === null ? "auto" : open ? "open" : "shut";
  return html`<button
      class="rail rail-${mode}"
      aria-expanded=${yesNo(open === true)}
      aria-controls="panel"
      title="Show or hide the right panel (\\)"
      @click=${() => app.run("panel")}
    >
      <span>${rail(state)}</span>
    </button>
    <aside
      class="panel panel-${mode}"
      id="panel"
      aria-label=${bothLoaded(state) ? "Differences and details" : "Functions and details"}
      ${properties({ "--split": `${panelSplit ?? USUAL_SPLIT}%`, "--panel-width": panelWidth === null ? "" : `${panelWidth}px` })}
    >
      ${widthGrip({ label: "Width of the panel", px: panelWidth, moved: (px) => app.setPanelWidth(px) })}
      ${lists(state, app)}
      ${grip({
        label: "Between the lists and the details",
        percent: panelSplit,
        usual: USUAL_SPLIT,
        moved: (percent) => app.store.set({ panelSplit: percent }),
      })}
      ${details(state, app)}
    </aside>`;
}

function rail({ comparison, totals }: PageState): string {
  const { summary } = comparison;
  if (summary !== null) {
    return `Differences ${count(summary.counts.reduce((sum, one) => sum + one, 0))} · Details`;
  }
  return `Functions${totals === null ? "" : ` ${count(totals.of)}`} · Details`;
}

/** One side alone has no differences; its functions are all there is. */
function lists(state: PageState, app: App): TemplateResult {
  const tab = bothLoaded(state) ? state.panelTab : "functions";
  const choose = (panelTab: PageState["panelTab"]) => () => app.showList(panelTab);
  return html`<section class="lists" id="lists" aria-labelledby="lists-head" tabindex="-1">
    <div class="panel-head">
      <h2 id="lists-head" class=${bothLoaded(state) ? "hidden" : ""}>${tab === "functions" ? "Functions" : "Differences"}</h2>
      ${bothLoaded(state)
        ? html`<div class="head-tabs" role="group" aria-label="Lists">
            <button aria-pressed=${yesNo(tab === "differences")} @click=${choose("differences")}>Differences</button>
            <button aria-pressed=${yesNo(tab === "functions")} @click=${choose("functions")}>Functions</button>
          </div>`
        : html`<span class="quiet-text">self time</span>`}
      <span class="spring"></span>
      ${tab === "functions" ? functionsActions(state, app) : differencesActions(state, app)}
    </div>
    ${tab === "functions" ? functions(state) : differences(state, app)} ${comparingCard(state, app)}
  </section>`;
}
