// What can be done with what was clicked with the other button, or with the selected call.

import { html, nothing, type TemplateResult } from "lit";

import type { App } from "../app.js";
import { copy } from "../files-out.js";
import type { CallDetails } from "../generated/protocol.js";
import { bothLoaded, type PageState } from "../state/page-state.js";
import { searchForName } from "../words.js";
import { properties } from "./bits.js";
import { type MenuItem, walk } from "./menu.js";

/** The name of the menu in the page's state. */
export const CONTEXT_MENU = "context";
/** Height of an entry, and what the menu has around its entries; the style sheet has the same. */
const ENTRY_PX = 28;
const AROUND_PX = 11;
const WIDTH_PX = 210;

export function contextMenu(state: PageState, app: App): TemplateResult | typeof nothing {
  const { contextMenu: at, menu } = state;
  if (at === null || menu !== CONTEXT_MENU) {
    return nothing;
  }
  const of = [...(state.details === null ? [] : ofCall(state.details, state, app)), ...exports(state, app)];
  const { width, height } = app.canvas.size;
  const place = {
    "--x": `${Math.max(Math.min(at.x, width - WIDTH_PX), 0)}px`,
    "--y": `${Math.max(Math.min(at.y, height - of.length * ENTRY_PX - AROUND_PX), 0)}px`,
  };
  const close = () => app.store.set({ menu: null, contextMenu: null });
  const left = (event: FocusEvent) => {
    const inside = event.currentTarget as HTMLElement;
    if (!(event.relatedTarget instanceof Node && inside.contains(event.relatedTarget))) {
      close();
    }
  };
  const chosen = (item: MenuItem) => () => {
    app.view.focusPicture();
    close();
    item.run();
  };
  // Losing the focus closes it. Escape does no more than that: the selection stays.
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
    }
    return event.key === "Escape" || event.key === "Tab" ? app.view.focusPicture() : walk(event);
  };
  const label = state.details === null ? "The view" : state.details.name;
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

function ofCall(details: CallDetails, state: PageState, app: App): MenuItem[] {
  const query = searchForName(details.name);
  const both = bothLoaded(state);
  const matched = both && (details.partner.length > 0 || state.view.compare.matches.mode === "similarity");
  const items: (MenuItem | null)[] = [
    { label: "Copy name", run: () => void copyName(details.name, app) },
    { label: "Copy link to this", run: () => app.run("copy-link") },
    { label: "Find all calls", run: () => app.view.search(query) },
    details.partner.length > 0 ? { label: "Go to partner", run: () => app.run("partner") } : null,
    matched ? { label: "Align here", run: () => app.run("align") } : null,
    both ? { label: "Hide everything else", run: () => app.view.setMatches({ function: query }) } : null,
  ];
  return items.filter((item) => item !== null);
}

function exports(state: PageState, app: App): MenuItem[] {
  const picture = { label: "Export this view as PNG", run: () => app.run("export-png") };
  return [
    ...(state.graphics === "none" ? [] : [picture]),
    { label: "Export this view as SVG", run: () => app.run("export-svg") },
    { label: "Export this view as CSV", run: () => app.run("export-csv") },
  ];
}

async function copyName(name: string, app: App): Promise<void> {
  app.toasts.show((await copy(name)) ? "Name copied." : "This browser does not let the page copy the name.");
}

/** Gives a menu that has just been opened the focus, so that arrows walk it. */
export function focusContextMenu(root: ParentNode): void {
  const menu = root.querySelector<HTMLElement>(".context-menu");
  if (menu !== null && !menu.contains(document.activeElement)) {
    menu.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }
}
