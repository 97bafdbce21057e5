// Search by name and file: the field in the header, and what was found, in the toolbar.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { count } from "../format.js";
import { keyOf } from "../keys.js";
import type { PageControls } from "../page-controls.js";
import type { Search } from "../session/search.js";
import type { PageState } from "../state/page-state.js";
import { withoutAnyCalls } from "../sides/without-traces.js";
import { searchForName } from "../words.js";
import { prose } from "./bits.js";
import { closeIcon, nextIcon, previousIcon, searchIcon } from "./icons.js";

export type SearchFieldActions = { run: Run; page: Pick<PageControls, "focusView">; search: Pick<Search, "find"> };

export function searchField(state: PageState, actions: SearchFieldActions): TemplateResult {
  const noCalls = withoutAnyCalls(state);
  const typed = (event: Event) => actions.search.find((event.currentTarget as HTMLInputElement).value);
  return html`<div class="search" role="search">
    ${searchIcon}
    <input
      id="search"
      type="text"
      autocomplete="off"
      spellcheck="false"
      placeholder="Search names"
      aria-label="Search names and files"
      title=${noCalls ?? "Words, /regular expressions/, file:…, -not"}
      ?disabled=${noCalls !== null}
      .value=${state.view.search}
      @input=${typed}
      @keydown=${(event: KeyboardEvent) => key(event, actions)}
    />
    <kbd>${keyOf("search")}</kbd>
  </div>`;
}

/** The actions on search results: stepping, without another search. */
export type SearchResultActions = Omit<SearchFieldActions, "page">;

/** Enter and Shift+Enter step through the hits; Escape gives the search up, then leaves the field. */
function key(event: KeyboardEvent, actions: SearchFieldActions): void {
  const field = event.currentTarget as HTMLInputElement;
  if (event.key === "Enter") {
    event.preventDefault();
    actions.run(event.shiftKey ? "previous-hit" : "next-hit");
  } else if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    if (field.value === "") {
      actions.page.focusView();
    } else {
      actions.search.find("");
    }
  }
}

/** A name as it is typed; one that would be read as several terms, or as more than text, is searched for as a name. */
function searchText(name: string): string {
  return /[\s"/:]|^-/.test(name) ? searchForName(name) : name;
}

/** Number of near names that have room. */
const NEAREST = 2;

/** Renders the search result and its step buttons; nothing without a search. */
export function searchResult(state: PageState, actions: SearchResultActions): TemplateResult | typeof nothing {
  const found = state.scene?.search ?? null;
  if (found === null || state.view.search.trim() === "") {
    return nothing;
  }
  const { hit } = state;
  const any = !found.broken && found.callsA + found.callsB > 0;
  const nearest = found.nearest.length > 0 ? html`<span class="quiet-text">Nearest:</span>` : nothing;
  return html`<div class="search-result ${found.broken ? "broken" : ""}" role="group" aria-label="Search">
    <span data-testid="search-text">${any || found.broken ? prose(found.text) : html`<strong title="Names and files of both sides were searched">Nothing matches “<bdi>${state.view.search}</bdi>”.</strong>`}</span>
    ${nearest}${found.nearest
      .slice(0, NEAREST)
      .map(
        (name) =>
          html`<button class="nearest" title="Search for ${name} instead" @click=${() => actions.search.find(searchText(name))}><bdi>${name}</bdi></button>`,
      )}
    ${
      any
        ? html`<span class="quiet-text" data-testid="hit">${hit === null ? "" : `${count(hit.rank)} of ${count(hit.total)}`}</span>
          <button class="square" aria-label="Previous result" title="Previous result (Shift+Enter in the field)" @click=${() => actions.run("previous-hit")}>${previousIcon}</button>
          <button class="square" aria-label="Next result" title="Next result (Enter in the field)" @click=${() => actions.run("next-hit")}>${nextIcon}</button>`
        : nothing
    }
    <button class="quiet square" aria-label="Clear the search" @click=${() => actions.search.find("")}>${closeIcon}</button>
  </div>`;
}
