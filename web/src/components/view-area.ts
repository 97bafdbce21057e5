// The canvas, or the table in its place, with what floats above it.

import { html, type TemplateResult } from "lit";

import type { App } from "../app.js";
import { anyLoaded, type PageState, SIDES } from "../page-state.js";
import { badge, letter, when } from "./bits.js";
import { CONTEXT_MENU, contextMenu } from "./context-menu.js";
import { tooltip } from "./tooltip.js";
import { twinTable } from "./twin-table.js";

export function viewArea(state: PageState, app: App): TemplateResult {
  const table = state.twin !== null && anyLoaded(state);
  return html`<div class="view ${table ? "as-table" : ""}">
    <div
      class="picture-frame"
      id=${table ? "" : "view"}
      role="group"
      aria-roledescription="picture"
      aria-label="Both runs as icicle plots"
      aria-describedby="view-summary"
      tabindex=${table ? -1 : 0}
      ?inert=${table}
    >
      ${app.canvas.element}
      ${table ? null : state.menu === CONTEXT_MENU ? contextMenu(state, app) : tooltip(state)}
    </div>
    <p id="view-summary" class="hidden">${state.scene?.summary ?? ""}</p>
    ${when(table, () => twinTable(state, app))}
    ${when(state.drag !== null, () => dropHalves(state))}
  </div>`;
}

/** Where a file goes that is being dragged: A above, B below. */
function dropHalves(state: PageState): TemplateResult {
  return html`<div class="drop-halves">
    ${SIDES.map(
      (side) => html`<div class="drop-half drop-${side} ${state.drag?.over === side ? "over" : ""}" data-drop=${side}>
        ${badge(side, "large")}
        <strong>${state.drag?.over === side ? `Release to load as ${letter(side)}` : `Drop here for ${letter(side)}`}</strong>
      </div>`,
    )}
  </div>`;
}
