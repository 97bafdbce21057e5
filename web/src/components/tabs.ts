// The desks. Those that this version does not have say what they will show.

import { html, type TemplateResult } from "lit";

import type { App } from "../app.js";
import type { DeskId } from "../generated/protocol.js";
import type { PageState } from "../state/page-state.js";
import { yesNo } from "./bits.js";
import { pairSettings } from "./pair-settings.js";

export type DeskWords = { desk: DeskId; title: string; shows: string };

export const DESKS: readonly DeskWords[] = [
  { desk: "compare", title: "Compare", shows: "Both runs, call by call, mirrored on one time axis" },
  { desk: "structure", title: "Structure", shows: "Who calls whom, and in which order" },
  { desk: "space-time", title: "Space-time", shows: "Ranks and threads over time, at the detail you choose" },
  { desk: "fusion", title: "Fusion", shows: "Where in the source tree the time moved to" },
  { desk: "profile", title: "Profile", shows: "Flame graph and function table, with differences" },
];

/** The desks that this version has. */
export const BUILT: readonly DeskId[] = ["compare"];

export function tabs(state: PageState, app: App): TemplateResult {
  const choose = ({ desk, title, shows }: DeskWords) => {
    if (BUILT.includes(desk)) {
      app.focusView();
    } else {
      app.toasts.show(`${title} will show this: ${shows.charAt(0).toLowerCase()}${shows.slice(1)}. This version does not have it.`);
    }
  };
  const chooseByName = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement;
    const words = DESKS.find(({ desk }) => desk === select.value);
    select.value = state.view.desk;
    if (words !== undefined) {
      choose(words);
    }
  };
  return html`<nav class="desks" aria-label="Desks">
    <div class="tabs" role="tablist" aria-label="Desks" @keydown=${walk}>
      ${DESKS.map((words, index) => {
        const { desk, title, shows } = words;
        const front = desk === state.view.desk;
        return html`<button
          role="tab"
          id="tab-${desk}"
          aria-selected=${yesNo(front)}
          aria-disabled=${yesNo(!BUILT.includes(desk))}
          aria-controls=${front ? "desk" : ""}
          tabindex=${front ? 0 : -1}
          title=${BUILT.includes(desk) ? shows : `${shows}. Not in this version`}
          @click=${() => choose(words)}
        >
          ${title}<kbd>${index + 1}</kbd>
        </button>`;
      })}
    </div>
    <select class="tabs-narrow" aria-label="Desk" .value=${state.view.desk} @change=${chooseByName}>
      ${DESKS.map(
        ({ desk, title }) => html`<option value=${desk} ?disabled=${!BUILT.includes(desk)}>${title}</option>`,
      )}
    </select>
    <span class="spring"></span>
    ${pairSettings(state, app)}
  </nav>`;
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
