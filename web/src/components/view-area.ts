// The canvas, or the table in its place, with what floats above it.

import { html, type TemplateResult } from "lit";

import type { RunningDesk } from "../desks/desk.js";
import { deskOf } from "../desks/registry.js";
import type { SideName } from "../generated/protocol.js";
import type { Picture } from "../session/picture.js";
import { withoutAnyCalls } from "../sides/without-traces.js";
import { anyLoaded, CONTEXT_MENU, type PageState, SIDES } from "../state/page-state.js";
import { badge, letter, when } from "./bits.js";
import { contextMenu, type ContextMenuActions } from "./context-menu.js";
import { keptNotice } from "./kept-notice.js";
import { noteMarks, type NoteMarksActions } from "./note-marks.js";
import { tooltip } from "./tooltip.js";
import { dataTable, type TableActions } from "./data-table.js";
import { selectionSheet, type SelectionSheetActions } from "./selection-sheet.js";

export type ViewAreaActions = SelectionSheetActions &
  ContextMenuActions &
  NoteMarksActions &
  TableActions & { picture: Pick<Picture, "element"> };

export function viewArea(
  state: PageState,
  actions: ViewAreaActions,
  desk: Pick<RunningDesk, "callMenu" | "subjectMenu" | "heads" | "labels" | "messages" | "paneWindow">,
): TemplateResult {
  const labels = desk.labels(state);
  const table = state.table !== null && anyLoaded(state);
  // Other desks draw calls, and would wait for them for ever.
  const hasNothing = withoutAnyCalls(state) !== null && deskOf(state.view.desk).showsStored !== true;
  const isMenuOpen = state.menu === CONTEXT_MENU;
  return html`<div class="view ${table ? "as-table" : ""}">
    <div
      class="picture-frame"
      id=${table ? "" : "view"}
      role="group"
      aria-roledescription="picture"
      aria-label=${labels.picture}
      aria-describedby="view-summary"
      tabindex=${table ? -1 : 0}
      ?inert=${table}
    >
      ${actions.picture.element}
      ${table ? null : isMenuOpen ? contextMenu(state, actions, desk) : tooltip(state)}
    </div>
    ${when(!table, () => html`${desk.heads?.(state)}${noteMarks(state, actions, desk)}`)}
    <div class="over-picture">${hasNothing ? keptNotice(state, actions.run, true) : desk.messages?.(state)}</div>
    ${selectionSheet(state, actions)}
    <p id="view-summary" class="hidden">${hasNothing ? "" : (state.scene?.summary ?? "")}</p>
    ${when(table, () => dataTable(state, actions, labels.table))} ${table && isMenuOpen ? contextMenu(state, actions, desk) : null}
    ${when(state.drag !== null, () => dropHalves(state))}
  </div>`;
}

/** Renders the drop targets: A above, B below. A drop replaces the side's files or adds a run. */
function dropHalves(state: PageState): TemplateResult {
  return html`<div class="drop-halves">
    ${SIDES.map((side) => {
      const { summary } = state.sides[side];
      return html`<div class="drop-half" data-drop=${side}>
        ${
          summary === null || summary.keptIn + summary.sums !== ""
            ? dropZone(state, side, false, `Drop here for ${letter(side)}`, `Release to load as ${letter(side)}`)
            : html`${dropZone(state, side, false, `Drop here to replace ${letter(side)}`, `Release to load as ${letter(side)}`)}
              ${dropZone(state, side, true, `Drop here to add a run to ${letter(side)}`, `Release to add to the runs of ${letter(side)}`)}`
        }
      </div>`;
    })}
  </div>`;
}

function dropZone({ drag }: PageState, side: SideName, adds: boolean, before: string, over: string): TemplateResult {
  const here = drag?.over === side && drag.adds === adds;
  return html`<div class="drop-zone drop-${side} ${here ? "over" : ""}" ?data-adds=${adds}>
    ${badge(side, "large")}<strong>${here ? over : before}</strong>
  </div>`;
}
