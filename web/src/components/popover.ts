// A button that opens a few controls: unlike a menu it stays open while they are used.

import { html, type TemplateResult } from "lit";

import type { PageControls } from "../page-controls.js";
import type { PageState } from "../state/page-state.js";
import { when, yesNo } from "./bits.js";

export type PopoverActions = { page: Pick<PageControls, "openMenu"> };

export type Popover = {
  /** Its name in the page's state, and part of its id. */
  name: string;
  label: unknown;
  title: string;
  className?: string;
  content: () => unknown;
};

export function popover(
  state: PageState,
  actions: PopoverActions,
  { name, label, title, className = "", content }: Popover,
): TemplateResult {
  const open = state.menu === name;
  const close = () => actions.page.openMenu(null);
  // Leaving it with Tab or a press elsewhere closes it; a press between its controls does not.
  const left = (event: FocusEvent) => {
    const inside = event.currentTarget as HTMLElement;
    if (!(event.relatedTarget instanceof Node && inside.contains(event.relatedTarget))) {
      close();
    }
  };
  // Escape gives the focus back before the page's own handler closes what is open.
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      (event.currentTarget as HTMLElement).querySelector<HTMLElement>("[aria-expanded]")?.focus();
    }
  };
  return html`<div class="popover" @focusout=${open ? left : null} @keydown=${open ? key : null}>
    <button
      class=${className}
      aria-expanded=${yesNo(open)}
      aria-controls=${`${name}-popover`}
      aria-label=${title}
      title=${title}
      @click=${() => actions.page.openMenu(open ? null : name)}
    >
      ${label}
    </button>
    <div class="popover-content" id=${`${name}-popover`} role="group" aria-label=${title} tabindex="-1" ?hidden=${!open}>
      ${when(open, () => html`${content()}`)}
    </div>
  </div>`;
}
