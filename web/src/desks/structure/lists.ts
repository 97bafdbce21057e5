// The lists of relations and of elements that differ. Each row is a way there.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { isolated, yesNo } from "../../components/bits.js";
import { walk } from "../../components/tabs.js";
import { count } from "../../format.js";
import type { RelationList, RelationRow } from "../../generated/protocol.js";
import { hint, keyOf } from "../../keys.js";
import type { PageState } from "../../state/page-state.js";
import type { Navigation } from "./navigation.js";
import type { Relations } from "./relations.js";

export type ListActions = { run: Run; relations: Pick<Relations, "show" | "showAll">; navigation: Pick<Navigation, "goTo"> };

const TITLES: Record<RelationList, string> = { more: "More", fewer: "Fewer", "only-b": "Only B", "only-a": "Only A", most: "Most", rare: "Rare", elements: "Elements" };

/** By which rule something is in a list, and how that is sorted. */
const RULES: Record<RelationList, string> = {
  more: "Relations of both runs with more calls in B within the window; by the change",
  fewer: "Relations of both runs with fewer calls in B within the window; by the change",
  "only-b": "Relations that the window of B alone has; by calls",
  "only-a": "Relations that the window of A alone has; by calls",
  most: "Relations by their calls in the window",
  rare: "Relations of three calls at most in the window, of both runs together; the fewest first",
  elements: "What one run alone has, the outermost of it, and what lies elsewhere in B with half of its contents or more",
};

const NOTHING = "There is none.";

export function lists({ relations }: PageState, actions: ListActions): TemplateResult {
  const offered = relations?.reply.lists ?? [];
  const list = relations?.list ?? "more";
  const rows = relations?.reply.rows ?? [];
  const all = offered.find((of) => of.list === list)?.rows ?? 0;
  return html`<section class="lists" id="lists" aria-labelledby="lists-head" tabindex="-1">
    <div class="panel-head">
      <h2 id="lists-head">Relations</h2>
      <span class="spring"></span>
      <button class="quiet square" aria-label="Previous relation" title=${hint("previous-difference")} @click=${() => actions.run("previous-difference")}><kbd>${keyOf("previous-difference")}</kbd></button>
      <button class="quiet square" aria-label="Next relation" title=${hint("next-difference")} @click=${() => actions.run("next-difference")}><kbd>${keyOf("next-difference")}</kbd></button>
    </div>
    <div class="list-tabs" role="tablist" aria-label="Kinds of relations" @keydown=${walk}>
      ${offered.map(({ list: of, rows: length }) => html`<button role="tab" id="list-${of}" aria-selected=${yesNo(of === list)} aria-controls=${of === list ? "relation-list" : nothing} tabindex=${of === list ? 0 : -1} @click=${() => actions.relations.show(of)}>
        ${TITLES[of]} <span>${count(length)}</span>
      </button>`)}
    </div>
    <p class="list-note">${RULES[list]}</p>
    <div class="list-body" id="relation-list" role="tabpanel" aria-labelledby="list-${list}">
      ${relations === null ? html`<p class="empty-text">Ordering calls.</p>` : rows.length === 0 ? html`<p class="empty-text">${NOTHING}</p>` : html`<ol class="area-rows">${rows.map((row, at) => entry(row, at, relations.current, actions))}</ol>`}
      ${all > rows.length && rows.length > 0 ? html`<p class="list-note">The first ${count(rows.length)} of ${count(all)}. <button class="quiet" @click=${() => actions.relations.showAll()}>Show all</button></p>` : nothing}
      ${relations === null || relations.reply.note === "" ? nothing : html`<p class="list-note">${relations.reply.note}.</p>`}
    </div>
  </section>`;
}

function entry(row: RelationRow, at: number, current: number | null, actions: ListActions): TemplateResult {
  const isElement = row.calls === "";
  const name = isElement ? html`${row.caller} ${isolated(row.callee, "code")}` : html`${isolated(row.caller, "code")} → ${isolated(row.callee, "code")}`;
  return html`<li class=${at === current ? "current" : ""}>
    <button class="area-row" aria-pressed=${yesNo(at === current)} title=${`${row.place}: ${row.calls}`} @click=${() => actions.navigation.goTo(at)}>
      <span class="rank">${at + 1}</span>
      <strong class="area-what">${name}</strong>
      <strong class="number">${row.change}</strong>
      <span class="area-state area-shares">${isolated(row.place, "code")} <span>${row.calls}</span></span>
    </button>
  </li>`;
}
