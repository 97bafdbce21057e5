// The controls of the desk in front.

import { html, type TemplateResult } from "lit";

import type { App } from "../app.js";
import type { ColorBy } from "../generated/protocol.js";
import { bothLoaded, type PageState } from "../page-state.js";
import { yesNo } from "./bits.js";
import { coupleIcon, lanesIcon, minusIcon, plusIcon, tableIcon, wholeIcon } from "./icons.js";
import { searchResult } from "./search.js";

const COLORS: Record<ColorBy, string> = {
  package: "Package",
  file: "File",
  function: "Function",
  duration: "Duration",
  match: "Match",
  change: "Duration change",
  shift: "Start shift (order)",
  place: "Place in the other run",
  similarity: "Similarity",
};

/** What says something only of two sides. */
const OF_PAIRS: ReadonlySet<string> = new Set<ColorBy>(["match", "change", "shift", "place", "similarity"]);

export function toolbar(state: PageState, app: App): TemplateResult {
  const color = (event: Event) => app.view.setColor((event.currentTarget as HTMLSelectElement).value as ColorBy);
  const { pair } = state.view;
  const table = state.twin !== null;
  return html`<div class="toolbar" role="toolbar" aria-label="Compare">
    <label class="field">Colour
      <select @change=${color}>
        ${Object.entries(COLORS).map(
          ([value, words]) => html`<option value=${value} ?selected=${value === pair.color} ?disabled=${OF_PAIRS.has(value) && !bothLoaded(state)}>${words}</option>`,
        )}
      </select>
    </label>
    <div class="group" role="group" aria-label="Zoom">
      <button class="square" aria-label="Zoom out" title="Zoom out (s)" @click=${() => app.run("zoom-out")}>${minusIcon}</button>
      <button class="square" aria-label="Zoom in" title="Zoom in (w)" @click=${() => app.run("zoom-in")}>${plusIcon}</button>
      <button class="iconed" title="Show the whole runs (0)" @click=${() => app.run("whole")}>${wholeIcon}<span class="label">Whole runs</span></button>
    </div>
    ${searchResult(state, app)}
    <span class="spring"></span>
    <button class="iconed" title="Show the lanes of both sides (l)" @click=${() => app.run("lanes")}>
      ${lanesIcon}<span class="label">Lanes</span>
    </button>
    <button class="iconed" aria-pressed=${yesNo(table)} title="Show the view as a table (v)" @click=${() => app.run("table")}>
      ${tableIcon}<span class="label">Table</span>
    </button>
    <button
      class="iconed"
      aria-pressed=${yesNo(!pair.apart)}
      title=${pair.apart ? "Zoom and pan both sides together (c)" : "Zoom and pan each side by itself (c)"}
      @click=${() => app.run("couple")}
    >
      ${coupleIcon}<span class="label">Coupled</span>
    </button>
  </div>`;
}
