// The lists of areas: where both sides differ, where lanes and moments of one depart from the rest. Each row is a way there.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { badge, isolated, when, yesNo } from "../../components/bits.js";
import { causeOf } from "../../components/cause.js";
import { walk } from "../../components/tabs.js";
import { count, pathEnd } from "../../format.js";
import type { AreaList, AreaRow, SpaceTimeReply } from "../../generated/protocol.js";
import { hint, keyOf } from "../../keys.js";
import { withoutAnyCalls } from "../../sides/without-traces.js";
import { bothLoaded, type PageState } from "../../state/page-state.js";
import { type Areas, lanesOf, LISTS, rowsOf } from "./areas.js";
import type { Navigation } from "./navigation.js";
import type { Settings } from "./settings.js";
import { axisNote } from "./time-axis.js";

export type ListActions = {
  run: Run;
  areas: Pick<Areas, "state" | "show" | "isOutOfView">;
  settings: Pick<Settings, "setAxis">;
  navigation: Pick<Navigation, "goTo" | "hasCalls" | "openCalls" | "whole" | "zoomTo">;
};

const TITLES: Record<AreaList, string> = {
  areas: "Areas",
  works: "Delays the others",
  "odd-lanes": "Unusual lanes",
  "odd-moments": "Unusual times",
  "in-view": "In this view",
};

/** By which rule an area is in a list, and what its number is. */
const RULES: Record<AreaList, string> = {
  areas:
    "Lanes that others wait for, slow messages and changes of all lanes come first, then areas that changed more than their neighbours.",
  works: "Lanes whose work changed while other lanes wait for them. The time is the change of the lane’s own work.",
  "odd-lanes": "Times at which lanes of one run did what neither they nor their neighbours usually do.",
  "odd-moments": "Slices of all lanes that differ from the three slices before and the three after.",
  "in-view": "Differences and unusual areas that a search of this part alone finds, in its own finer slices.",
};

/** The rule of the first list where there is only one lane. */
const RULE_OF_ONE_LANE = "Parts of the run in which the lane spends more or less time in a state.";

/** Returns the number that a tab shows: for unusual lanes that of lanes, which may have several rows each; else that of rows. */
function amount(reply: SpaceTimeReply, list: AreaList): string {
  const rows = rowsOf(reply, list);
  return count(list === "odd-lanes" ? lanesOf(reply, rows) : rows.length);
}

/** Says what the number of a tab counts, if it is not that of rows. */
function amountInWords(reply: SpaceTimeReply, list: AreaList): string | typeof nothing {
  const rows = rowsOf(reply, list);
  return list === "odd-lanes" && rows.length > 0
    ? `Lanes: ${count(lanesOf(reply, rows))} · times listed: ${count(rows.length)}`
    : nothing;
}

/** Returns the sentence above a list. */
function ruleOf(list: AreaList, reply: SpaceTimeReply | undefined): string {
  return list === "areas" && reply?.perLevel.at(-1) === 1 ? RULE_OF_ONE_LANE : RULES[list];
}

/** The thresholds of a list, for those who ask. */
const THRESHOLDS: Record<AreaList, string> = {
  areas:
    "Listed from z = 6 on (six times the usual variation), from 0.05 % of all time, and up to a third of the run. Points are percentage points of the lanes’ time.",
  works: "Listed from 0.5 % of the time and 3 % of a typical (median) lane's work on",
  "odd-lanes": "Listed from z = 6 on: six times the usual variation",
  "odd-moments": "Listed from z = 6 on: six times the usual variation",
  "in-view": "Listed by the same limits as in the other lists, applied to the zoomed part",
};

const NOTHING: Record<AreaList, string> = {
  areas: "No cause found, and no area changed more than its neighbouring lanes.",
  works: "No lane works longer while the others wait.",
  "odd-lanes": "No lane differs from its neighbours.",
  "odd-moments": "No slice differs from those around it.",
  "in-view": "A search of this part alone finds nothing more.",
};

/** Words of an empty list of differences if both files are the same. */
const SAME = "Both files hold the same calls at the same times. Nothing differs.";

const LANE_CHARACTERS = 24;

export function lists(state: PageState, actions: ListActions): TemplateResult {
  const areas = actions.areas.state;
  const isZoomed = areas !== null && areas.reply.inView.length > 0;
  const offered = LISTS.filter((of) => (of === "in-view" ? isZoomed : bothLoaded(state) || of.startsWith("odd")));
  const list = areas === null ? "areas" : offered.includes(areas.list) ? areas.list : (offered[0] ?? "areas");
  const rows = areas === null ? [] : rowsOf(areas.reply, list);
  const noCalls = withoutAnyCalls(state);
  return html`<section class="lists" id="lists" aria-labelledby="lists-head" tabindex="-1">
    <div class="panel-head">
      <h2 id="lists-head">Differences</h2>
      <span class="spring"></span>
      <button class="quiet square" aria-label="Previous difference" title=${hint("previous-difference")} @click=${() => actions.run("previous-difference")}><kbd>${keyOf("previous-difference")}</kbd></button>
      <button class="quiet square" aria-label="Next difference" title=${hint("next-difference")} @click=${() => actions.run("next-difference")}><kbd>${keyOf("next-difference")}</kbd></button>
    </div>
    <div class="list-tabs" role="tablist" aria-label="Lists of areas" @keydown=${walk}>
      ${offered.map(
        (
          of,
        ) => html`<button role="tab" id="list-${of}" aria-selected=${yesNo(of === list)} aria-controls=${of === list ? "area-list" : nothing} tabindex=${of === list ? 0 : -1} title=${areas === null ? nothing : amountInWords(areas.reply, of)} @click=${() => actions.areas.show(of)}>
        ${TITLES[of]} <span>${areas === null ? "" : amount(areas.reply, of)}</span>
      </button>`,
      )}
    </div>
    ${list === "areas" ? causeOf(state) : nothing}
    ${axisNote(state, areas, actions)}
    <p class="list-note" title=${THRESHOLDS[list]}>${ruleOf(list, areas?.reply)}</p>
    <div class="list-body" id="area-list" role="tabpanel" aria-labelledby="list-${list}">
      ${areas === null || (areas.reply.rowsPending && rows.length === 0) ? html`<p class="empty-text">${noCalls ?? "Dividing time into slices…"}</p>` : rows.length === 0 ? html`<p class="empty-text">${noCalls ?? (areas.reply.same && list === "areas" ? SAME : NOTHING[list])}</p>` : html`<ol class="area-rows">${rows.map((row, at) => entry(row, at, areas.current, actions))}</ol>`}
      ${areas === null ? nothing : omissions(areas.reply, list)}
    </div>
  </section>`;
}

/** Renders the state that was replaced. Its change stands whole, its name gives way. */
function replacedState({ instead: text }: AreaRow): TemplateResult {
  const at = text.lastIndexOf(" ");
  return html`<span class="quiet-text area-instead" title=${text}>${isolated(text.slice(0, Math.max(at, 0)), "code")} <span class="number">${text.slice(at + 1)}</span></span>`;
}

/** Renders what the list leaves out. */
function omissions({ leftOut, same }: SpaceTimeReply, list: AreaList): TemplateResult | typeof nothing {
  const texts = leftOut.filter((of) => of.list === list).map(({ text }) => text);
  return texts.length === 0 || same
    ? nothing
    : html`<p class="list-note" data-testid="left-out">Not listed: ${texts.join("; ")}.</p>`;
}

/** Says in which run the lanes of a row wait longer. */
function waits(row: AreaRow): string {
  return row.waitsInA ? "waited in A for" : "waits for";
}

function entry(row: AreaRow, at: number, current: number | null, actions: ListActions): TemplateResult {
  const isOut = actions.areas.isOutOfView(row);
  return html`<li class=${[at === current ? "current" : "", isOut ? "out-of-view" : ""].join(" ").trim()}>
    <button class="area-row" aria-pressed=${yesNo(at === current)} title=${[`${row.lanes}: ${row.state} ${row.shares}`, row.waitsFor === "" ? "" : `${waits(row)} ${row.waitsFor}`, row.beyond, row.z === 0 ? "" : `z ${row.z.toFixed(1)}`].filter((part) => part !== "").join("; ")} @click=${() => actions.navigation.goTo(at)}>
      <span class="rank">${at + 1}</span>
      <strong class="area-what" title=${row.lanes}>${row.side === null ? nothing : badge(row.side, "small")}${isolated(pathEnd(row.lanes, LANE_CHARACTERS), "code")}</strong>
      <strong class="number">${row.change}</strong>
      <span class="area-state area-shares">${isolated(row.state, "code")} <span>${row.shares}</span></span>
      <span class="area-when"><span class="quiet-text">${row.time}${isOut ? ", outside this view" : ""}</span>
      ${replacedState(row)}</span>
      ${row.beyond === "" && row.waitsFor === "" ? nothing : html`<span class="quiet-text area-beyond">${row.waitsFor === "" ? nothing : html`${waits(row)} ${isolated(pathEnd(row.waitsFor, LANE_CHARACTERS), "code")}${row.beyond === "" ? "" : "; "}`}${row.beyond}</span>`}
    </button>
    ${
      at === current
        ? html`<div class="actions">
      <button @click=${() => actions.navigation.zoomTo(row.area)}>Zoom in</button>
      ${when(actions.navigation.hasCalls, () => html`<button @click=${() => actions.navigation.openCalls(row.area)}>Open calls in Compare</button>`)}
    </div>`
        : nothing
    }
  </li>`;
}
