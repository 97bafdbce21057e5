// What is selected: of a call its facts, callees and callers; of anything else what its calls add up to.

import { html, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { count } from "../format.js";
import type { CallDetails, CallRow, CallsDetails, Details, SideName } from "../generated/protocol.js";
import { hint, withKey } from "../keys.js";
import type { PageControls } from "../page-controls.js";
import type { Selection } from "../session/selection.js";
import { bothLoaded, type PageState } from "../state/page-state.js";
import { argumentsOf, type ArgumentsActions } from "./arguments.js";
import { badge, isolated, leaving, properties, yesNo } from "./bits.js";
import { closeIcon } from "./icons.js";
import { whyListed } from "./difference-list.js";
import { factsOf, kindMark } from "./partner-table.js";

export type DetailsActions = ArgumentsActions & { run: Run; page: Pick<PageControls, "showDetails">; selection: Pick<Selection, "select"> };

export function details(state: PageState, actions: DetailsActions): TemplateResult {
  const selected = state.details;
  return html`<section class="details" aria-labelledby="details-head">
    <div class="panel-head">
      <h2 id="details-head">Details</h2>
      <span class="quiet-text leaving">${leaving(selected === null ? "" : `selected ${"call" in selected ? "call" : selected.calls.kind}`)}</span>
      <span class="spring"></span>
      ${selected === null
        ? null
        : html`${bothLoaded(state) && "call" in selected
              ? html`<button class="quiet" title=${hint("partner")} @click=${() => actions.run("partner")}>Partner</button>
                <button class="quiet" title="Lay the partner under this call" @click=${() => actions.run("align")}>Align</button>`
              : null}
            <button class="quiet square" aria-label="Clear the selection" title=${withKey("Clear the selection", "clear")} @click=${() => actions.selection.select(null)}>
            ${closeIcon}
          </button>`}
    </div>
    ${selected === null
      ? html`<p class="empty-text">Click a call, or walk the call tree with the arrow keys. Double-click zooms to it.</p>`
      : bodyOf(selected, state, actions)}
  </section>`;
}

function bodyOf(selected: Details, state: PageState, actions: DetailsActions): TemplateResult {
  return "call" in selected ? body(selected.call, state, actions) : sums(selected.calls, actions);
}

/** All calls of a function, a lane, a stretch of time, on both sides. */
function sums({ name, place, rows }: CallsDetails, actions: DetailsActions): TemplateResult {
  return html`<div class="details-body">
    <p class="details-name">${isolated(name, "code")}</p>
    <p class="details-place">${isolated(place)}</p>
    ${factsOf({ partner: rows, facts: [] }, "facts")}
    <div class="subtabs">
      <button @click=${() => actions.run("zoom-to-selection")} title=${hint("zoom-to-selection")}>Zoom to them</button>
    </div>
  </div>`;
}

function body(selected: CallDetails, state: PageState, actions: DetailsActions): TemplateResult {
  const tab = state.detailsTab;
  const choose = (name: PageState["detailsTab"]) => () => actions.page.showDetails(name);
  return html`<div class="details-body">
    <p class="details-name">${badge(selected.side, "small")}${isolated(selected.name, "code")}${kindMark(selected)}</p>
    <p class="details-place">${isolated(selected.place)}</p>
    <p class="details-place">${isolated(selected.context)}</p>
    ${whyListed(state, selected.name)}
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
    const why = tab === "callees" ? "It calls nothing." : "Nothing calls it: it is the outermost call.";
    return html`<p class="empty-text">${why}</p>`;
  }
  const first = selected.partner.length > 0 ? "most changed" : "longest";
  const [of, which] = tab === "callees" ? [selected.calleesOf, first] : [selected.callersOf, "nearest"];
  return html`<ul class="calls">${rows.map((row) => callRow(row, actions))}</ul>
    ${of > rows.length ? html`<p class="empty-text">The ${count(rows.length)} ${which} of ${count(of)}.</p>` : null}`;
}

/** Calls that it led to or that led to it, such as a kernel and its launch. */
function flows(title: string, rows: CallRow[], of: number, actions: DetailsActions): TemplateResult | null {
  if (rows.length === 0) return null;
  return html`<p class="details-place">${title} <span>${count(of)}</span></p>
    <ul class="calls">${rows.map((row) => callRow(row, actions))}</ul>
    ${of > rows.length ? html`<p class="empty-text">The first ${count(rows.length)} of ${count(of)}.</p>` : null}`;
}

function callRow(row: CallRow, actions: DetailsActions): TemplateResult {
  const share = Math.min(Math.max(row.share, 0), 1);
  return html`<li>
    <button class="call" title=${row.name} @click=${() => actions.selection.select({ call: row.call })}>
      <span class="call-name">${isolated(row.name, "code")}</span>
      <span class="call-duration">${row.change === "" && row.other === "" ? row.duration : row.change}</span>
      ${row.change === "" && row.other === "" ? null : html`<span class="call-sides">${bothSides(row)}</span>`}
      <span class="call-share bar-${row.call.side}" ${properties({ "--share": String(share) })}></span>
    </button>
  </li>`;
}

/** How long it takes in A and in B; nothing where it is not. */
function bothSides({ call, duration, other }: CallRow): TemplateResult[] {
  const sides: [SideName, string][] = call.side === "a" ? [["a", duration], ["b", other]] : [["a", other], ["b", duration]];
  return sides.map(([side, text]) => html`<span class="call-${side}">${text === "" ? "–" : text}</span>`);
}
