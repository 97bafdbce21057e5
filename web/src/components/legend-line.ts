// A one-line legend of the widths and colours of a picture of areas. It is always there.

import { html, nothing, type TemplateResult } from "lit";

import { properties } from "./bits.js";
import { popover, type PopoverActions } from "./popover.js";
import type { PageState } from "../state/page-state.js";

/** A step of a change without words, such as `1.25×`. A narrow line shows its colour only, so that both ends fit. */
const INNER_STEP = /^(?:[\d.]+×|[+−][\d.]+\s%)$/;

export function legend(state: PageState, actions: PopoverActions): TemplateResult {
  const entries = state.scene?.legend ?? [];
  const all = () => html`<ul>
    ${entries.map(
      ({
        label,
        color,
        share,
        mark,
      }) => html`<li class=${label === "" ? "step" : INNER_STEP.test(label) ? "inner-step" : ""} title=${label}>
        <span class="swatch swatch-${mark}" ${properties({ "--swatch": color })}></span><bdi>${label}</bdi> ${share === "" ? nothing : html`<span class="share">${share}</span>`}
      </li>`,
    )}
  </ul>`;
  const whole = popover(state, actions, { name: "legend", label: "Legend ▾", title: "Full legend", content: all });
  return html`<div class="legend" role="group" aria-label="Legend" tabindex="0">
    <div class="legend-line">${all()}</div>
    ${state.legendCut ? whole : nothing}
  </div>`;
}
