// A button that opens a list of things to do.

import { html, type TemplateResult } from "lit";

import type { MenuItem } from "../desks/desk.js";
import type { PageControls } from "../page-controls.js";
import type { PageState } from "../state/page-state.js";
import { when, yesNo } from "./bits.js";

export type MenuActions = { page: Pick<PageControls, "openMenu"> };

export type Menu = {
  /** Its name in the page's state. */
  name: string;
  label: unknown;
  title: string;
  className: string;
  items: readonly (MenuItem | null)[];
};

export function menu(
  state: PageState,
  actions: MenuActions,
  { name, label, title, className, items }: Menu,
): TemplateResult {
  const open = state.menu === name;
  const close = () => actions.page.openMenu(null);
  const chosen = (item: MenuItem) => () => {
    close();
    item.run();
  };
  // Leaving the menu with Tab or a click elsewhere closes it.
  const left = (event: FocusEvent) => {
    const inside = event.currentTarget as HTMLElement;
    if (!(event.relatedTarget instanceof Node && inside.contains(event.relatedTarget))) {
      close();
    }
  };
  return html`<div class="menu" @focusout=${open ? left : null} @keydown=${open ? walk : null}>
    <button
      class=${className}
      aria-haspopup="menu"
      aria-expanded=${yesNo(open)}
      aria-label=${title}
      title=${title}
      @click=${() => actions.page.openMenu(open ? null : name)}
    >
      ${label}
    </button>
    ${when(
      open,
      () => html`<div class="menu-list" role="menu" aria-label=${title}>
        ${items.map((item) => (item === null ? null : entry(item, chosen(item))))}
      </div>`,
    )}
  </div>`;
}

function entry({ label, checked }: MenuItem, chosen: () => void): TemplateResult {
  return checked === undefined
    ? html`<button role="menuitem" tabindex="-1" @click=${chosen}>${label}</button>`
    : html`<button role="menuitemcheckbox" aria-checked=${yesNo(checked)} tabindex="-1" @click=${chosen}>${label}</button>`;
}

/** Arrows walk the entries; Escape gives the focus back before the page's own handler closes the menu. */
export function walk(event: KeyboardEvent): void {
  const root = event.currentTarget as HTMLElement;
  const entries = [...root.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  const now = entries.findIndex((entry) => entry === document.activeElement);
  const steps: Record<string, number> = {
    ArrowDown: (now + 1) % entries.length,
    ArrowUp: (now <= 0 ? entries.length : now) - 1,
    Home: 0,
    End: entries.length - 1,
  };
  const next = steps[event.key];
  if (next !== undefined) {
    event.preventDefault();
    event.stopPropagation();
    entries[next]?.focus();
  } else if (event.key === "Escape") {
    root.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
  }
}
