// The controls of the desk in front. Those that find no room lie in a menu, from the right end.

import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";

import type { App } from "../app.js";
import type { ColorBy } from "../generated/protocol.js";
import { bothLoaded, type PageState } from "../state/page-state.js";
import { when, yesNo } from "./bits.js";
import { coupleIcon, lanesIcon, minusIcon, plusIcon, tableIcon, wholeIcon } from "./icons.js";
import { clicks, filters, filtersOn, kinds, linkDetails, links, mode, parts, similarity, viewpoint } from "./match-controls.js";
import { popover } from "./popover.js";
import { searchResult } from "./search.js";

const COLORS: Record<ColorBy, string> = {
  change: "Duration change",
  shift: "Start shift (order)",
  place: "Place in the other run",
  similarity: "Similarity",
  match: "Match",
  package: "Package",
  file: "File",
  function: "Function",
  duration: "Duration",
};

/** What says something only of two sides. */
const OF_PAIRS: ReadonlySet<string> = new Set<ColorBy>(["match", "change", "shift", "place", "similarity"]);

/** A part of the toolbar: in its line, and in its menu. */
type Tool = { name: string; inLine: TemplateResult; inMenu: TemplateResult };

export function toolbar(state: PageState, app: App): TemplateResult {
  const all = tools(state, app);
  const shown = all.slice(0, state.toolsShown);
  const rest = all.slice(shown.length);
  const { apart } = state.view.time;
  return html`<div class="toolbar" role="toolbar" aria-label="Compare" data-tools=${all.map(({ name }) => name).join(" ")}>
    ${repeat(shown, ({ name }) => name, ({ name, inLine }) => html`<div class="tool" data-tool=${name}>${inLine}</div>`)}
    ${when(rest.length > 0, () => html`<div data-spare>
      ${popover(state, app, {
        name: "more-tools",
        label: "More ▾",
        title: "More controls",
        content: () => rest.map(({ inMenu }) => html`<div class="more-tool">${inMenu}</div>`),
      })}
    </div>`)}
    ${searchResult(state, app)}
    <span class="spring" data-spare></span>
    <button
      class="iconed"
      aria-pressed=${yesNo(!apart)}
      title=${apart ? "Zoom and pan both sides together (c)" : "Zoom and pan each side by itself (c)"}
      @click=${() => app.run("couple")}
    >
      ${coupleIcon}<span class="label">Coupled</span>
    </button>
  </div>`;
}

function tools(state: PageState, app: App): readonly Tool[] {
  const both = bothLoaded(state);
  const pair = both ? matchTools(state, app) : { before: [], after: [] };
  return [...pair.before, colorTool(state, app), ...pair.after, alike("zoom", zoom(app)), alike("ways", ways(state, app)), alike("rows", rows(state, app))];
}

/** What stands before and after the colours where there is something to be matched. */
function matchTools(state: PageState, app: App): Record<"before" | "after", Tool[]> {
  const { matches } = state.view.compare;
  const on = filtersOn(matches);
  const before = [alike("parts", parts(state, app)), alike("mode", mode(state, app))];
  if (matches.mode === "similarity") {
    before.push(alike("similarity", similarity(state, app)));
  }
  const title = "How links are drawn";
  const drawn = popover(state, app, { name: "links", label: "▾", title, className: "square", content: () => linkDetails(state, app) });
  const filter = popover(state, app, {
    name: "filter",
    label: on === 0 ? "Filter ▾" : `Filter · ${on} ▾`,
    title: on === 0 ? "Filter matches" : `Filter matches, ${on} on`,
    content: () => filters(state, app),
  });
  return {
    before,
    after: [
      {
        name: "links",
        inLine: links(state, app, drawn),
        inMenu: html`${links(state, app, nothing)}${linkDetails(state, app)}`,
      },
      alike("kinds", kinds(state, app)),
      { name: "filter", inLine: filter, inMenu: html`<strong>Filter</strong>${filters(state, app)}` },
      alike("clicks", clicks(state, app)),
    ],
  };
}

/** The same in the line and in the menu. */
function alike(name: string, template: TemplateResult): Tool {
  return { name, inLine: template, inMenu: template };
}

function colorTool(state: PageState, app: App): Tool {
  const both = bothLoaded(state);
  const now = state.view.compare.icicle.color;
  const color = (event: Event) => app.view.setColor((event.currentTarget as HTMLSelectElement).value as ColorBy);
  const select = html`<label class="field"><span class="tool-word">Colour</span>
    <select @change=${color}>
      ${Object.entries(COLORS).map(
        ([value, words]) => html`<option value=${value} ?selected=${value === now} ?disabled=${OF_PAIRS.has(value) && !both}>${words}</option>`,
      )}
    </select>
  </label>`;
  return alike("colour", both && now === "place" ? html`${select} ${viewpoint(state, app)}` : select);
}

function rows(state: PageState, app: App): TemplateResult {
  const { tall } = state.view.compare.icicle;
  const title = tall ? "Let rows shrink until what is in view fits" : "Keep rows tall: scroll to what does not fit";
  return html`<button aria-pressed=${yesNo(tall)} title=${title} @click=${() => app.run("tall-rows")}>Tall rows</button>`;
}

function zoom(app: App): TemplateResult {
  return html`<div class="group" role="group" aria-label="Zoom">
    <button class="square" aria-label="Zoom out" title="Zoom out (s)" @click=${() => app.run("zoom-out")}>${minusIcon}</button>
    <button class="square" aria-label="Zoom in" title="Zoom in (w)" @click=${() => app.run("zoom-in")}>${plusIcon}</button>
    <button class="square" aria-label="Whole runs" title="Show the whole runs (0)" @click=${() => app.run("whole")}>${wholeIcon}</button>
  </div>`;
}

/** The lanes, and the table in place of the picture. */
function ways(state: PageState, app: App): TemplateResult {
  return html`<div class="group">
    <button class="square" aria-label="Lanes" title="Show the lanes of both sides (l)" @click=${() => app.run("lanes")}>${lanesIcon}</button>
    <button class="square" aria-label="Table" aria-pressed=${yesNo(state.twin !== null)} title="Show the view as a table (v)" @click=${() => app.run("table")}>
      ${tableIcon}
    </button>
  </div>`;
}
