// The right panel: differences, or functions by time, above; details of the selection below. Under 1200 px it is a
// drawer with a rail.

import { html, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { countOf } from "../comparison/comparison-page.js";
import { count } from "../format.js";
import { hint } from "../keys.js";
import type { RunningDesk } from "../desks/desk.js";
import type { PageControls } from "../page-controls.js";
import { quantity } from "../quantity.js";
import { bothLoaded, type PageState } from "../state/page-state.js";
import { properties, yesNo } from "./bits.js";
import { comparingCard, type ComparingActions } from "./comparing.js";
import { details, type DetailsActions } from "./details.js";
import { differences, differencesActions, type DifferencesActions } from "./differences.js";
import { functions, functionsActions, type FunctionsActions } from "./functions.js";
import { closeIcon } from "./icons.js";
import { grip, widthGrip } from "./grip.js";
import { memo } from "./memo.js";

export type PanelActions = DetailsActions &
  DifferencesActions &
  FunctionsActions &
  ComparingActions & {
    run: Run;
    page: Pick<PageControls, "setPanelSplit" | "setPanelWidth" | "showList">;
  };

/** Per cent of the panel that the lists take by default: more while nothing is selected. */
const USUAL_SPLIT = { selected: 62, nothing: 86 };

export function panel(state: PageState, actions: PanelActions, desk: RunningDesk): TemplateResult {
  const { panel: open, panelSplit, panelWidth } = state;
  const usual = state.details === null ? USUAL_SPLIT.nothing : USUAL_SPLIT.selected;
  const mode = open === null ? "auto" : open ? "open" : "shut";
  return html`<button
      class="rail rail-${mode}"
      aria-expanded=${yesNo(open === true)}
      aria-controls="panel"
      title=${hint("panel")}
      @click=${() => actions.run("panel")}
    >
      <span>${rail(state, desk)}</span>
    </button>
    <aside
      class="panel panel-${mode}"
      id="panel"
      aria-label=${bothLoaded(state) ? "Differences and details" : "Functions and details"}
      ${properties({ "--split": `${panelSplit ?? usual}%`, "--panel-width": panelWidth === null ? "" : `${panelWidth}px` })}
    >
      <button class="quiet square panel-close" aria-label="Close the panel" title=${hint("panel")} @click=${() => actions.run("panel")}>${closeIcon}</button>
      ${widthGrip({ label: "Width of the panel", px: panelWidth, moved: (px) => actions.page.setPanelWidth(px) })}
      ${memo(state, (now) => desk.lists?.(now) ?? lists(now, actions), desk)}
      ${grip({
        label: "Height of the lists",
        percent: panelSplit,
        usual,
        moved: (percent) => actions.page.setPanelSplit(percent),
      })}
      ${memo(state, (now) => details(now, actions))}
    </aside>`;
}

function rail({ comparison, totals }: PageState, desk: RunningDesk): string {
  const title = desk.listsTitle?.();
  if (title !== undefined) {
    return `${title} · Details`;
  }
  const { summary } = comparison;
  if (summary !== null) {
    return `Differences ${count(countOf(summary, "largest"))} · Details`;
  }
  return `Functions${totals === null ? "" : ` ${count(totals.total)}`} · Details`;
}

/** One side alone has no differences; its functions are all there is. */
function lists(state: PageState, actions: PanelActions): TemplateResult {
  const tab = bothLoaded(state) ? state.panelTab : "functions";
  const choose = (panelTab: PageState["panelTab"]) => () => actions.page.showList(panelTab);
  return html`<section class="lists" id="lists" aria-labelledby="lists-head" tabindex="-1">
    <div class="panel-head">
      <h2 id="lists-head" class=${bothLoaded(state) ? "hidden" : ""}>${tab === "functions" ? "Functions" : "Differences"}</h2>
      ${
        bothLoaded(state)
          ? html`<div class="head-tabs" role="group" aria-label="Lists">
            <button aria-pressed=${yesNo(tab === "differences")} @click=${choose("differences")}>Differences</button>
            <button aria-pressed=${yesNo(tab === "functions")} @click=${choose("functions")}>Functions</button>
          </div>`
          : html`<span class="quiet-text">self ${quantity(state)}</span>`
      }
      <span class="spring"></span>
      ${tab === "functions" ? functionsActions(state, actions) : differencesActions(state, actions)}
    </div>
    ${tab === "functions" ? functions(state, actions) : differences(state, actions)} ${comparingCard(state, actions)}
  </section>`;
}
