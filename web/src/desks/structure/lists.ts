// The lists of relations and of elements that differ. Each row is a way there.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { badge, isolated, yesNo } from "../../components/bits.js";
import { causeOf } from "../../components/cause.js";
import { choice } from "../../components/choice.js";
import { walk } from "../../components/tabs.js";
import { count } from "../../format.js";
import type { RelationList, RelationRow, StructureState } from "../../generated/protocol.js";
import { hint, keyOf } from "../../keys.js";
import { withoutAnyCalls } from "../../sides/without-traces.js";
import { type PageState, SIDES } from "../../state/page-state.js";
import type { Navigation } from "./navigation.js";
import type { Relations } from "./relations.js";
import type { Settings } from "./settings.js";

export type ListActions = {
  run: Run;
  relations: Pick<Relations, "state" | "show" | "showAll">;
  navigation: Pick<Navigation, "goTo" | "unmark">;
  settings: Pick<Settings, "set">;
};

const TITLES: Record<RelationList, string> = {
  more: "More",
  fewer: "Fewer",
  "only-b": "Only B",
  "only-a": "Only A",
  most: "Most",
  rare: "Rare",
  elements: "Changed elements",
  forbidden: "Forbidden",
  repeats: "Repeats",
};

/** By which rule something is in a list, and how that is sorted. */
const RULES: Record<RelationList, string> = {
  more: "Call relations with more calls in B (in the visible time). Largest change first.",
  fewer: "Call relations with fewer calls in B (in the visible time). Largest change first.",
  "only-b": "Call relations that only B has (in the visible time). Most calls first.",
  "only-a": "Call relations that only A has (in the visible time). Most calls first.",
  most: "Call relations by number of calls (in the visible time).",
  rare: "Call relations with at most three calls in both runs together (in the visible time). Fewest first.",
  elements:
    "Elements that only one run has, and elements that moved with at least half of their contents. Only the outermost are listed.",
  forbidden: "Calls between layers that are not neighbours (in the visible time). Most calls first.",
  repeats: "Places where the marked calls repeat, compared at the level shown. In the order of the calls.",
};

/** Words in place of an empty list. */
const NOTHING: Record<RelationList, string> = {
  more: "No relation has more calls in B.",
  fewer: "No relation has fewer calls in B.",
  "only-b": "A has every relation that B has.",
  "only-a": "B has every relation that A has.",
  most: "No call is here.",
  rare: "Every relation has more than three calls.",
  elements: "Both runs have the same elements, in the same places.",
  forbidden: "No call breaks the layers.",
  repeats: "The marked calls occur nowhere else. Choose a lower “At least”, or mark fewer calls.",
};
const NOTHING_NESTED = "No call has a caller, so there are no relations. Try Space-time (key 3).";

export function lists(state: PageState, actions: ListActions): TemplateResult {
  const relations = actions.relations.state;
  const offered = relations?.reply.lists ?? [];
  const list = relations?.list ?? "more";
  const rows = relations?.reply.rows ?? [];
  const all = offered.find((of) => of.list === list)?.rows ?? 0;
  return html`${pattern(state.view.structure, actions)}<section class="lists" id="lists" aria-labelledby="lists-head" tabindex="-1">
    <div class="panel-head">
      <h2 id="lists-head">Relations</h2>
      <span class="spring"></span>
      <button class="quiet step-button" aria-label="Previous relation" title=${hint("previous-difference")} @click=${() => actions.run("previous-difference")}>↑<kbd>${keyOf("previous-difference")}</kbd></button>
      <button class="quiet step-button" aria-label="Next relation" title=${hint("next-difference")} @click=${() => actions.run("next-difference")}>↓<kbd>${keyOf("next-difference")}</kbd></button>
    </div>
    <div class="list-tabs" role="tablist" aria-label="Lists of relations" @keydown=${walk}>
      ${offered.map(
        ({
          list: of,
          rows: length,
        }) => html`<button role="tab" id="list-${of}" aria-selected=${yesNo(of === list)} aria-controls=${of === list ? "relation-list" : nothing} tabindex=${of === list ? 0 : -1} @click=${() => actions.relations.show(of)}>
        ${TITLES[of]} <span>${count(length)}</span>
      </button>`,
      )}
    </div>
    ${causeOf(state)}<p class="list-note">${RULES[list]}</p>
    <div class="list-body" id="relation-list" role="tabpanel" aria-labelledby="list-${list}">
      ${relations === null ? html`<p class="empty-text">Sorting calls…</p>` : rows.length === 0 ? html`<p class="empty-text">${withoutAnyCalls(state) ?? (relations.reply.calls.every(([, whole]) => whole === 0) ? NOTHING_NESTED : nothingIn(list, state))}</p>` : html`<ol class="area-rows">${rows.map((row, at) => entry(row, at, relations.current, actions))}</ol>`}
      ${all > rows.length && rows.length > 0 ? html`<p class="list-note">The first ${count(rows.length)} of ${count(all)}. <button class="quiet" @click=${() => actions.relations.showAll()}>Show all</button></p>` : nothing}
      ${relations === null || relations.reply.note === "" ? nothing : html`<p class="list-note">${relations.reply.note}.</p>`}
    </div>
  </section>`;
}

/** Says that a list is empty, and what to do next. */
function nothingIn(list: RelationList, { view }: PageState): string {
  const { a, b } = view.time.windows;
  const next = a === null && b === null ? "" : " Press 0 to show the whole runs.";
  return `${NOTHING[list]}${list === "repeats" ? "" : " Choose another list above."}${next}`;
}

/** Renders the marked calls and the number of their repeats. */
function pattern(
  { mark, alike }: StructureState,
  { relations: { state: relations }, navigation, settings }: ListActions,
): TemplateResult | typeof nothing {
  if (mark === null || relations === null) {
    return nothing;
  }
  const found = relations.reply.pattern;
  const alikes = Object.fromEntries(
    [...new Set([100, 95, 90, 80, 70, 50, alike])].sort((one, other) => other - one).map((per) => [per, `${per} %`]),
  );
  const open = relations.reply.calls.length;
  const sides = open === 1 ? [] : SIDES;
  const counts = (of: readonly number[]) =>
    sides.length === 0
      ? html`<td class="number">${count((of[0] ?? 0) + (of[1] ?? 0))}</td>`
      : sides.map((_, at) => html`<td class="number">${count(of[at] ?? 0)}</td>`);
  return html`<section class="pattern" aria-labelledby="pattern-head">
    <div class="panel-head">
      <h2 id="pattern-head">Pattern</h2>
      <span class="quiet-text">${found === null ? "Finding repeats…" : found.marked}</span>
      <span class="spring"></span>
      <button class="quiet square" aria-label="Clear the pattern" title="Clear the pattern" @click=${() => navigation.unmark()}>✕</button>
    </div>
    ${
      found === null
        ? nothing
        : html`<table class="pattern-counts">
          <thead><tr><td>${choice("At least", alikes, String(alike), (per) => settings.set({ alike: Number(per) }))} the same</td>${sides.map((side) => html`<th scope="col">${badge(side, "small")}</th>`)}</tr></thead>
          <tbody>
            <tr><th scope="row">Exact repeats</th>${counts(found.exact)}</tr>
            <tr><th scope="row">Exact and near</th>${counts(found.near)}</tr>
          </tbody>
        </table>
        <p class="list-note">${found.rule}.</p>`
    }
  </section>`;
}

function entry(row: RelationRow, at: number, current: number | null, actions: ListActions): TemplateResult {
  const isElement = row.calls === "";
  const name = isElement
    ? html`${row.caller} ${isolated(row.callee, "code")}`
    : html`${isolated(row.caller, "code")} → ${isolated(row.callee, "code")}`;
  return html`<li class=${at === current ? "current" : ""}>
    <button class="area-row" aria-pressed=${yesNo(at === current)} title=${row.calls === row.change ? row.place : row.place === "" ? row.calls : `${row.place}: ${row.calls}`} @click=${() => actions.navigation.goTo(at)}>
      <span class="rank">${at + 1}</span>
      <strong class="area-what">${name}</strong>
      <strong class="number">${row.change}</strong>
      <span class="area-state area-shares">${isolated(row.place, "code")}${row.calls === row.change || isElement ? nothing : html`<span class=${row.place === "" ? "" : "calls-of-place"}>${row.place === "" ? "" : ": "}${row.calls}</span>`}</span>
    </button>
  </li>`;
}
