// The selected time range over the picture: a band in each pane and in the overview.

import { html, type TemplateResult } from "lit";

import type { Pane, Window } from "../generated/protocol.js";
import type { PageState } from "../state/page-state.js";
import { rangeBoxes } from "../state/ranges.js";
import { properties } from "./bits.js";

/** `window`: what a pane shows. */
export function rangeBands(
  state: PageState,
  window: (pane: Pane) => Window = (pane) => pane.window,
): readonly TemplateResult[] {
  return rangeBoxes(state, window).map(({ side, x0, x1, y0, y1 }) => {
    const place = { "--x": `${x0}px`, "--y": `${y0}px`, "--w": `${Math.max(x1 - x0, 1)}px`, "--h": `${y1 - y0}px` };
    return html`<div class="range-band" data-side=${side} aria-hidden="true" ${properties(place)}></div>`;
  });
}
