// A one-line legend of the widths and colours of a picture of areas. It is always there.

import { html, nothing, type TemplateResult } from "lit";

import { properties } from "./bits.js";
import { popover, type PopoverActions } from "./popover.js";
import type { LegendEntry } from "../generated/protocol.js";
import type { PageState } from "../state/page-state.js";

/** A step of a change without words, such as `1.25×`. A narrow line shows its colour only, so that both ends fit. */
const INNER_STEP = /^(?:[\d.]+×|[+−][\d.]+\s%)$/;

export function legend(state: PageState, actions: PopoverActions): TemplateResult {
  const entries = state.scene?.legend ?? [];
  const content = () => list(entries);
  const whole = popover(state, actions, { name: "legend", label: "Legend ▾", title: "Full legend", content });
  return html`<div class="legend" role="group" aria-label="Legend" tabindex="0">
    <div class="legend-line">${list(inOneLine(entries))}</div>
    ${state.legendCut ? whole : nothing}
  </div>`;
}

/** Returns whether an entry begins a scale. Its words stand before its colour, so that the colours lie side by side. */
export function beginsScale(entries: readonly LegendEntry[], at: number): boolean {
  return entries[at]?.label !== "" && isInner(entries[at + 1]) && !isInner(entries[at]) && !isInner(entries[at - 1]);
}

/** Moves the words of a scale's middle behind the scale, so that they do not part its colours. */
export function inOneLine(entries: readonly LegendEntry[]): LegendEntry[] {
  const line: LegendEntry[] = [];
  let middle: LegendEntry | null = null;
  entries.forEach((entry, at) => {
    const isMiddle = !isInner(entry) && isInner(entries[at - 1]) && isInner(entries[at + 1]);
    line.push(isMiddle ? { ...entry, label: "" } : entry);
    if (isMiddle) {
      middle = { ...entry, label: `grey: ${entry.label}` };
    } else if (middle !== null && !isInner(entry)) {
      line.push(middle);
      middle = null;
    }
  });
  return line;
}

function isInner(entry: LegendEntry | undefined): boolean {
  return entry !== undefined && (entry.label === "" || INNER_STEP.test(entry.label));
}

function list(entries: readonly LegendEntry[]): TemplateResult {
  const classOf = (at: number, label: string) =>
    beginsScale(entries, at) ? "scale-start" : label === "" ? "step" : INNER_STEP.test(label) ? "inner-step" : "";
  return html`<ul>
    ${entries.map(
      ({ label, color, share, mark }, at) => html`<li class=${classOf(at, label)} title=${label}>
        <span class="swatch swatch-${mark}" ${properties({ "--swatch": color })}></span><bdi>${label}</bdi> ${share === "" ? nothing : html`<span class="share">${share}</span>`}
      </li>`,
    )}
  </ul>`;
}
