// The line between the verdict and the desk: the desks, where there are several, and how the pair is compared.

import { html, nothing, type TemplateResult } from "lit";

import type { DeskInFront } from "../desks/front.js";
import { deskOf, DESKS } from "../desks/registry.js";
import { bothLoaded, type PageState } from "../state/page-state.js";
import { isLocked, LOCKED } from "../state/lock.js";
import { deskPlace, notesAt } from "../state/notes.js";
import { yesNo } from "./bits.js";
import { noteNumbers } from "./notes.js";
import { pairSettings, type PairSettingsActions } from "./pair-settings.js";

type SwitchActions = { desks: Pick<DeskInFront, "show"> };

export type TabsActions = PairSettingsActions & SwitchActions;

export function tabs(state: PageState, actions: TabsActions): TemplateResult | typeof nothing {
  const several = DESKS.length > 1;
  return !several && !bothLoaded(state)
    ? nothing
    : html`<nav class="desks" aria-label=${several ? "Desks" : "Pair"}>
        ${several ? html`${deskSwitch(state, actions)}${isLocked(state) ? lockedLine : html`<span class="spring"></span>`}` : nothing}
        ${pairSettings(state, actions)}
      </nav>`;
}

/** The line in the room of the tabs that a locked view does not have. */
const lockedLine = html`<span class="locked" title=${LOCKED}>${LOCKED}</span>`;

function deskSwitch(state: PageState, { desks }: SwitchActions): TemplateResult {
  const front = deskOf(state.view.desk);
  const locked = isLocked(state);
  const chosen = (event: Event) =>
    desks.show(deskOf((event.currentTarget as HTMLSelectElement).value as typeof front.id).id);
  return html`<div class="tabs" role="tablist" aria-label="Desks" @keydown=${walk}>
      ${DESKS.map(({ id, title, shows }, index) => {
        if (locked && id !== front.id) {
          return nothing;
        }
        const inFront = id === front.id;
        return html`<button
          role="tab"
          id="tab-${id}"
          aria-selected=${yesNo(inFront)}
          aria-controls=${inFront ? "desk" : nothing}
          tabindex=${inFront ? 0 : -1}
          title=${shows}
          @click=${() => desks.show(id)}
        >
          ${title}${noteNumbers(notesAt(state, deskPlace(id)))}<kbd>${index + 1}</kbd>
        </button>`;
      })}
    </div>
    <select class="tabs-narrow" aria-label="Desk" ?disabled=${locked} @change=${chosen}>
      ${DESKS.map(({ id, title }) => html`<option value=${id} .selected=${id === front.id}>${title}</option>`)}
    </select>`;
}

/** Arrows walk the tabs; the focus moves, the desk does not. */
export function walk(event: KeyboardEvent): void {
  const list = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=tab]")];
  const now = list.findIndex((tab) => tab === document.activeElement);
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? list.length - 1 : 0;
  if (step !== 0 && now >= 0) {
    event.preventDefault();
    list[(now + step) % list.length]?.focus();
  }
}
