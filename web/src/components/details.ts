// Details of the selection: facts, callees and callers of a call, or the sums of the calls of anything else.

import { isLocked, LOCKED } from "../state/lock.js";
import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { deskOf } from "../desks/registry.js";
import { count } from "../format.js";
import type { CallDetails, CallRow, CallsDetails, Details, FunctionRow, SideName } from "../generated/protocol.js";
import { hint, withKey } from "../keys.js";
import { notesOfSelection, type Notes } from "../session/notes.js";
import { areNotesFixed } from "../state/notes.js";
import type { PageControls } from "../page-controls.js";
import { whyNot } from "../session/compared-ranges.js";
import type { Selection } from "../session/selection.js";
import { aloneSide, bothLoaded, other, type PageState } from "../state/page-state.js";
import { tellingNames } from "../telling-names.js";
import { argumentsOf, type ArgumentsActions } from "./arguments.js";
import { badge, isolated, leaving, letter, properties, yesNo } from "./bits.js";
import { closeIcon, noteIcon } from "./icons.js";
import { whyListed } from "./difference-list.js";
import { factsOf, kindMark } from "./partner-table.js";

/** Characters of a name for which there is room in the narrowest panel. */
const NAME_CHARACTERS = 34;

export type DetailsActions = ArgumentsActions & {
  run: Run;
  page: Pick<PageControls, "showDetails">;
  selection: Pick<Selection, "select">;
  notes: Pick<Notes, "addHere">;
};

export function details(state: PageState, actions: DetailsActions): TemplateResult {
  const selected = state.details;
  return html`<section class="details" aria-labelledby="details-head">
    <div class="panel-head">
      <h2 id="details-head">Details</h2>
      <span class="quiet-text leaving">${leaving(selected === null ? "" : `selected ${"call" in selected ? "call" : selected.calls.kind}`)}</span>
      <span class="spring"></span>
      ${
        selected === null
          ? null
          : html`${noteButton(state, actions)}
            ${bothLoaded(state) && "call" in selected ? toMatch(selected.call, actions) : null}
            <button class="quiet square" aria-label="Clear the selection" title=${withKey("Clear the selection", "clear")} @click=${() => actions.selection.select(null)}>
            ${closeIcon}
          </button>`
      }
    </div>
    ${
      selected === null
        ? html`<p class="empty-text">${deskOf(state.view.desk).detailsHint}</p>`
        : bodyOf(selected, state, actions)
    }
  </section>`;
}

/** The buttons that lead to the match of a call. Without a match, they say so. */
function toMatch({ side, partner, partnerSource }: CallDetails, actions: DetailsActions): TemplateResult {
  const isAlone = partner.length === 0 && partnerSource === null;
  const title = (action: "partner" | "align") => (isAlone ? `It has no match in ${letter(other(side))}` : hint(action));
  return html`<button class="quiet" ?disabled=${isAlone} title=${title("partner")} @click=${() => actions.run("partner")}>Go to match</button>
    <button class="quiet" ?disabled=${isAlone} title=${title("align")} @click=${() => actions.run("align")}>Align</button>`;
}

function noteButton(state: PageState, { notes }: DetailsActions): TemplateResult | typeof nothing {
  const words = notesOfSelection(state).length > 0 ? "Edit the note" : "Add a note";
  return areNotesFixed(state)
    ? nothing
    : html`<button class="quiet square" aria-label=${words} title=${withKey(words, "add-note")} @click=${() => notes.addHere()}>
        ${noteIcon}
      </button>`;
}

/** Renders the notes about the selection. */
function ownNotes(state: PageState): readonly TemplateResult[] {
  return notesOfSelection(state).map(
    ({ number, note }) =>
      html`<p class="note-text in-details" dir="auto"><span class="note-number">${number}</span>${note.text}</p>`,
  );
}

function bodyOf(selected: Details, state: PageState, actions: DetailsActions): TemplateResult {
  return "call" in selected ? body(selected.call, state, actions) : sums(selected.calls, state, actions);
}

/** All calls of a function, a lane, a stretch of time, on both sides. */
function sums(selected: CallsDetails, state: PageState, actions: DetailsActions): TemplateResult {
  const { detailsTab } = state;
  const { name, place, rows } = selected;
  return html`<div class="details-body">
    <p class="details-name">${isolated(name, "code")}</p>
    <p class="details-place">${isolated(place)}</p>
    ${ownNotes(state)} ${factsOf({ partner: rows, facts: [] }, "facts", aloneSide(state))}
    <div class="subtabs">
      ${selected.kind === "function" ? relativeTabs(selected, detailsTab, actions) : nothing}
      <button @click=${() => actions.run("zoom-to-selection")} title=${hint("zoom-to-selection")}>${isRange(state) ? "Zoom to range" : "Zoom to all"}</button>
      ${isRange(state) ? html`${compareRanges(state, actions)}<button @click=${() => actions.run("copy-sums")} title="All sums, tab-separated">Copy sums</button>` : nothing}
    </div>
    ${selected.kind === "function" ? relatives(selected, detailsTab, actions) : isRange(state) ? rangeFunctions(selected, actions) : nothing}
  </div>`;
}

/** Compares the ranges in place of the whole runs, where both sides are open. */
function compareRanges(state: PageState, actions: DetailsActions): TemplateResult | typeof nothing {
  const problem = isLocked(state) ? LOCKED : whyNot(state);
  return bothLoaded(state)
    ? html`<button ?disabled=${problem !== null} title=${problem ?? hint("compare-ranges")} @click=${() => actions.run("compare-ranges")}>Compare these ranges</button>`
    : nothing;
}

function isRange({ view }: PageState): boolean {
  return view.selection !== null && "time" in view.selection;
}

/** Self time in a time range by function. */
function rangeFunctions({ functions, functionsOf }: CallsDetails, actions: DetailsActions): TemplateResult {
  if (functions.length === 0) {
    return html`<p class="empty-text">No call runs in this range.</p>`;
  }
  const names = tellingNames(
    functions.map(({ name }) => name),
    NAME_CHARACTERS,
  );
  const more = functionsOf - functions.length;
  return html`<p class="details-place">Self time by function</p>
    <ul class="calls">${functions.map((row) => functionRow(row, names.get(row.name) ?? row.name, actions))}</ul>
    ${more > 0 ? html`<p class="empty-text">${count(more)} more ${more === 1 ? "function" : "functions"} with less self time. <em>Copy sums</em> has them all.</p>` : nothing}`;
}

function relativeTabs(
  { calleesOf, callersOf }: CallsDetails,
  tab: PageState["detailsTab"],
  actions: DetailsActions,
): TemplateResult {
  const choose = (name: PageState["detailsTab"]) => () => actions.page.showDetails(name);
  return html`<button aria-pressed=${yesNo(tab !== "callers")} @click=${choose("callees")}>Callees <span>${count(calleesOf)}</span></button>
    <button aria-pressed=${yesNo(tab === "callers")} @click=${choose("callers")}>Callers <span>${count(callersOf)}</span></button>
    <span class="spring"></span>`;
}

/** Renders the callees or the callers of a function, by change. */
function relatives(
  { callees, calleesOf, callers, callersOf }: CallsDetails,
  tab: PageState["detailsTab"],
  actions: DetailsActions,
): TemplateResult {
  const [rows, of, none] =
    tab === "callers"
      ? [callers, callersOf, "No callers: it is always outermost."]
      : [callees, calleesOf, "It calls nothing."];
  if (rows.length === 0) {
    return html`<p class="empty-text">${none}</p>`;
  }
  const names = tellingNames(
    rows.map((row) => row.name),
    NAME_CHARACTERS,
  );
  return html`<ul class="calls">${rows.map((row) => functionRow(row, names.get(row.name) ?? row.name, actions))}</ul>
    ${of > rows.length ? html`<p class="empty-text">The first ${count(rows.length)} of ${count(of)}.</p>` : nothing}`;
}

function functionRow(
  { function: of, name, a, b, change, calls, shareA, shareB }: FunctionRow,
  short: string,
  actions: DetailsActions,
): TemplateResult {
  const select = () => actions.selection.select(of === null ? null : { function: of });
  const changed = change !== "";
  return html`<li>
    <button class="call" title="${name}\n${calls}" ?disabled=${of === null} @click=${select}>
      <span class="call-name">${isolated(short, "code")}</span>
      <span class="call-duration">${changed ? change : a === "" ? b : a}</span>
      ${changed ? html`<span class="call-sides"><span class="call-a">${a === "" ? "–" : a}</span><span class="call-b">${b === "" ? "–" : b}</span></span>` : nothing}
      <span class="side-bars" aria-hidden="true">
        <span class="bar-a" ${properties({ "--share": String(shareA) })}></span><span class="bar-b" ${properties({ "--share": String(shareB) })}></span>
      </span>
    </button>
  </li>`;
}

function body(selected: CallDetails, state: PageState, actions: DetailsActions): TemplateResult {
  const tab = state.detailsTab;
  const choose = (name: PageState["detailsTab"]) => () => actions.page.showDetails(name);
  return html`<div class="details-body">
    <p class="details-name">${badge(selected.side, "small")}${isolated(selected.name, "code")}${kindMark(selected)}</p>
    <p class="details-place">${isolated(selected.place)}</p>
    <p class="details-place">${isolated(selected.context)}</p>
    ${ownNotes(state)} ${whyListed(state, selected.name)}
    ${factsOf(selected, "facts")}
    ${flows("Leads to", selected.leadsTo, selected.leadsToOf, actions)} ${flows("Led by", selected.ledBy, selected.ledByOf, actions)}
    <div class="subtabs">
      <button aria-pressed=${yesNo(tab === "callees")} @click=${choose("callees")}>Callees <span>${count(selected.calleesOf)}</span></button>
      <button aria-pressed=${yesNo(tab === "callers")} @click=${choose("callers")}>Callers <span>${count(selected.callersOf)}</span></button>
      <button aria-pressed=${yesNo(tab === "arguments")} @click=${choose("arguments")}>Arguments</button>
    </div>
    ${tab === "arguments" ? argumentsOf(selected, state, actions) : calls(selected, tab, actions)}
  </div>`;
}

function calls(selected: CallDetails, tab: "callees" | "callers", actions: DetailsActions): TemplateResult {
  const rows = tab === "callees" ? selected.callees : selected.callers;
  if (rows.length === 0) {
    const why = tab === "callees" ? "It calls nothing." : "No callers: this is the outermost call.";
    return html`<p class="empty-text">${why}</p>`;
  }
  const first = selected.partner.length > 0 ? "most changed" : "longest";
  const [of, which] = tab === "callees" ? [selected.calleesOf, first] : [selected.callersOf, "nearest"];
  const names = tellingNames(
    rows.map(({ name }) => name),
    NAME_CHARACTERS,
  );
  return html`<ul class="calls">${rows.map((row) => callRow(row, names.get(row.name) ?? row.name, actions))}</ul>
    ${of > rows.length ? html`<p class="empty-text">The ${count(rows.length)} ${which} of ${count(of)}.</p>` : null}`;
}

/** Calls that it led to or that led to it, such as a kernel and its launch. */
function flows(title: string, rows: CallRow[], of: number, actions: DetailsActions): TemplateResult | null {
  if (rows.length === 0) return null;
  const names = tellingNames(
    rows.map(({ name }) => name),
    NAME_CHARACTERS,
  );
  return html`<p class="details-place">${title} <span>${count(of)}</span></p>
    <ul class="calls">${rows.map((row) => callRow(row, names.get(row.name) ?? row.name, actions))}</ul>
    ${of > rows.length ? html`<p class="empty-text">The first ${count(rows.length)} of ${count(of)}.</p>` : null}`;
}

function callRow(row: CallRow, short: string, actions: DetailsActions): TemplateResult {
  const share = Math.min(Math.max(row.share, 0), 1);
  return html`<li>
    <button class="call" title=${row.name} @click=${() => actions.selection.select({ call: row.call })}>
      <span class="call-name">${isolated(short, "code")}</span>
      <span class="call-duration">${row.change === "" && row.other === "" ? row.duration : row.change}</span>
      ${row.change === "" && row.other === "" ? null : html`<span class="call-sides">${bothSides(row)}</span>`}
      <span class="call-share bar-${row.call.side}" ${properties({ "--share": String(share) })}></span>
    </button>
  </li>`;
}

/** Renders the durations in A and in B, with nothing for a missing side. */
function bothSides({ call, duration, other }: CallRow): TemplateResult[] {
  const sides: [SideName, string][] =
    call.side === "a"
      ? [
          ["a", duration],
          ["b", other],
        ]
      : [
          ["a", other],
          ["b", duration],
        ];
  return sides.map(([side, text]) => html`<span class="call-${side}">${text === "" ? "–" : text}</span>`);
}
