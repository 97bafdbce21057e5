// The menu of a right click, or of the selected call.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import type { MenuItem, RunningDesk } from "../desks/desk.js";
import { DESKS } from "../desks/registry.js";
import { areNotesFixed } from "../state/notes.js";
import { notesOfSelection } from "../session/notes.js";
import { copyAndSay } from "../files-out.js";
import type { CallDetails } from "../generated/protocol.js";
import type { PageControls } from "../page-controls.js";
import type { Picture } from "../session/picture.js";
import type { Search } from "../session/search.js";
import { callDetails } from "../state/details.js";
import { CONTEXT_MENU, type PageState } from "../state/page-state.js";
import { selectedRange } from "../state/ranges.js";
import type { Toasts } from "../toasts.js";
import type { Trust } from "../trust/trust.js";
import { searchForName } from "../words.js";
import { properties } from "./bits.js";
import { walk } from "./menu.js";

export type ContextMenuActions = {
  run: Run;
  page: Pick<PageControls, "openMenu" | "focusView">;
  search: Pick<Search, "find">;
  picture: Pick<Picture, "size">;
  toasts: Pick<Toasts, "show">;
  trust: Pick<Trust, "mayOpenSource">;
};

/** Height of an entry, and what the menu has around its entries; the style sheet has the same. */
const ENTRY_PX = 28;
const AROUND_PX = 11;
const WIDTH_PX = 210;

export function contextMenu(
  state: PageState,
  actions: ContextMenuActions,
  desk: Pick<RunningDesk, "callMenu" | "subjectMenu">,
): TemplateResult | typeof nothing {
  const { contextMenu: at, menu } = state;
  const details = callDetails(state);
  if (at === null || menu !== CONTEXT_MENU) {
    return nothing;
  }
  const { row } = at;
  const ofRow =
    row === undefined ? [] : [{ label: "Copy row", run: () => void copyAndSay(row, "the row", actions.toasts) }];
  const of = [
    ...ofRow,
    ...(details === null ? [] : ofCall(details, state, actions, desk)),
    ...ofRange(state, actions),
    ...(desk.subjectMenu?.() ?? []),
    ...DESKS.flatMap(({ selectionMenu }) => selectionMenu?.(state, actions.trust) ?? []),
    ...ofNotes(state, actions),
    ...exports(state, actions),
  ];
  const { width, height } = actions.picture.size;
  const place = {
    "--x": `${Math.max(Math.min(at.x, width - WIDTH_PX), 0)}px`,
    "--y": `${Math.max(Math.min(at.y, height - of.length * ENTRY_PX - AROUND_PX), 0)}px`,
  };
  const close = () => actions.page.openMenu(null);
  const left = (event: FocusEvent) => {
    const inside = event.currentTarget as HTMLElement;
    if (!(event.relatedTarget instanceof Node && inside.contains(event.relatedTarget))) {
      close();
    }
  };
  const chosen = (item: MenuItem) => () => {
    actions.page.focusView();
    close();
    item.run();
  };
  // Losing the focus closes it. Escape does no more than that: the selection stays.
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
    }
    return event.key === "Escape" || event.key === "Tab" ? actions.page.focusView() : walk(event);
  };
  const label = details !== null ? details.name : selectedRange(state) !== null ? "The time range" : "The view";
  return html`<div
    class="menu-list context-menu"
    role="menu"
    aria-label=${label}
    @focusout=${left}
    @keydown=${key}
    @contextmenu=${(event: Event) => event.preventDefault()}
    ${properties(place)}
  >
    ${of.map((item) => html`<button role="menuitem" tabindex="-1" @click=${chosen(item)}>${item.label}</button>`)}
  </div>`;
}

function ofCall(
  details: CallDetails,
  state: PageState,
  actions: ContextMenuActions,
  desk: Pick<RunningDesk, "callMenu">,
): MenuItem[] {
  const partner = { label: "Go to the matching call", run: () => actions.run("partner") };
  return [
    { label: "Copy name", run: () => void copyAndSay(details.name, details.name, actions.toasts) },
    { label: "Copy link to this", run: () => actions.run("copy-link") },
    { label: "Find all calls", run: () => actions.search.find(searchForName(details.name)) },
    ...(details.partner.length > 0 ? [partner] : []),
    ...(desk.callMenu?.(details, state) ?? []),
  ];
}

function ofRange(state: PageState, { run }: ContextMenuActions): MenuItem[] {
  return selectedRange(state) === null
    ? []
    : [
        { label: "Zoom to range", run: () => run("zoom-to-selection") },
        { label: "Copy sums", run: () => run("copy-sums") },
      ];
}

function ofNotes(state: PageState, { run }: ContextMenuActions): MenuItem[] {
  const to = state.view.selection === null ? "this desk" : "this";
  const label = notesOfSelection(state).length > 0 ? "Edit the note" : `Add a note to ${to}`;
  return areNotesFixed(state) ? [] : [{ label, run: () => run("add-note") }];
}

function exports(state: PageState, actions: ContextMenuActions): MenuItem[] {
  const picture = { label: "Export this view as PNG", run: () => actions.run("export-png") };
  return [
    ...(state.graphics === "none" ? [] : [picture]),
    { label: "Export this view as SVG", run: () => actions.run("export-svg") },
    { label: "Export this view as CSV", run: () => actions.run("export-csv") },
  ];
}

/** Gives a menu that has just been opened the focus, so that arrows walk it. */
export function focusContextMenu(root: ParentNode): void {
  const menu = root.querySelector<HTMLElement>(".context-menu");
  if (menu !== null && !menu.contains(document.activeElement)) {
    menu.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }
}
