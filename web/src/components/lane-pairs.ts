// Lane pairs: two columns, lines between them, and the ways to change who belongs to whom.

import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";

import type { IdentityDraft } from "../comparison/comparison-page.js";
import { count } from "../format.js";
import type { LaneMatching, LanePairRow, SideName } from "../generated/protocol.js";
import { columnsOf, type LaneColumns, type LanePlace, withChosen } from "../comparison/lane-columns.js";
import type { LanePairsEditor } from "../comparison/lane-pairs-editor.js";
import { other, type PageState } from "../state/page-state.js";
import { badge, isolated, letter, properties, yesNo } from "./bits.js";

export type LanePairsActions = { lanePairs: Pick<LanePairsEditor, "cut" | "hold" | "pair" | "pairBy" | "release"> };

const MATCHINGS: readonly (readonly [LaneMatching, string])[] = [
  ["overlap", "by shared functions"],
  ["name", "by name"],
  ["order", "by order"],
];

/** Height of a row, as the style sheet has it. */
const ROW_PX = 28;
const LINES_WIDTH = 160;
/** Less than this in common is no good reason to be a pair. */
const DOUBTFUL = 0.3;
const MOST_THICK_PX = 20;

export function lanePairs(draft: IdentityDraft, state: PageState, actions: LanePairsActions): TemplateResult {
  const { pairing, edit } = draft;
  const columns = pairing === null ? null : columnsOf(withChosen(pairing, edit.chosenLanes));
  return html`<div class="lane-tools">
      <span>Pair</span>
      <div class="group" role="group" aria-label="Pair lanes">
        ${MATCHINGS.map(([by, words]) => html`<button aria-pressed=${yesNo(edit.lanes === by)} @click=${() => actions.lanePairs.pairBy(by)}>${words}</button>`)}
      </div>
      <span class="spring"></span>
      ${columns === null ? nothing : html`<span class="quiet-text" role="status">${tally(columns)}</span>`}
    </div>
    ${
      edit.lanes === state.view.comparison.lanes
        ? nothing
        : html`<p class="lane-note">When you press Done, lanes are paired ${MATCHINGS.find(([by]) => by === edit.lanes)?.[1]}. Until then the previous pairs are shown.</p>`
    }
    ${
      columns === null
        ? html`<p class="empty-text">Pairing lanes…</p>`
        : html`<div class="lane-scroll" tabindex="0" role="group" aria-label="Lane pairs">
          <div class="lane-columns">${column("a", columns, draft, actions)} ${lines(columns, actions)} ${column("b", columns, draft, actions)}</div>
        </div>`
    }
    ${columns === null ? nothing : holding(columns, draft, actions)}`;
}

function tally({ places, lines: joined }: LaneColumns): string {
  const alone = places.a.length + places.b.length - 2 * joined.length;
  return `${count(places.a.length)} : ${count(places.b.length)}${alone === 0 ? "" : ` · ${count(alone)} unpaired`}`;
}

function column(
  side: SideName,
  { places }: LaneColumns,
  draft: IdentityDraft,
  actions: LanePairsActions,
): TemplateResult {
  return html`<section class="lane-column" aria-label="Lanes of ${letter(side)}">
    <h3>${badge(side, "small")} ${count(places[side].length)} ${places[side].length === 1 ? "lane" : "lanes"}</h3>
    <ul>
      ${places[side].map((place) => html`<li>${laneButton(side, place, draft, actions)}</li>`)}
    </ul>
  </section>`;
}

function laneButton(
  side: SideName,
  { end, pair }: LanePlace,
  draft: IdentityDraft,
  actions: LanePairsActions,
): TemplateResult {
  const { held } = draft;
  const isHeld = held?.side === side && held.lane === end.lane;
  const meets = (lane: number) =>
    side === "a" ? actions.lanePairs.pair(end.lane, lane) : actions.lanePairs.pair(lane, end.lane);
  const press = () => {
    if (held !== null && held.side !== side) {
      meets(held.lane);
    } else {
      actions.lanePairs.hold(isHeld ? null : { side, lane: end.lane });
    }
  };
  const kind = (of: SideName) => `text/x-lane-${of}`;
  const dropped = (event: DragEvent) => {
    const lane = event.dataTransfer?.getData(kind(other(side))) ?? "";
    if (lane !== "") {
      event.preventDefault();
      meets(Number(lane));
    }
  };
  return html`<button
    class="lane lane-${side} ${pair === null ? "alone" : ""}"
    draggable="true"
    aria-pressed=${yesNo(isHeld)}
    title="${end.name}\n${partnerOf(side, pair)}"
    @click=${press}
    @dragstart=${(event: DragEvent) => event.dataTransfer?.setData(kind(side), String(end.lane))}
    @dragover=${(event: DragEvent) => event.dataTransfer?.types.includes(kind(other(side))) && event.preventDefault()}
    @drop=${dropped}
  >
    <span class="lane-name">${isolated(end.name)}</span>
    <span class="lane-share">${end.share}</span>
    <span class="lane-overlap ${doubtful(pair) ? "doubtful" : ""}">${pair === null ? "unpaired" : overlap(pair)}</span>
    <span class="hidden">, ${partnerOf(side, pair)}</span>
  </button>`;
}

function partnerOf(side: SideName, pair: LanePairRow | null): string {
  return pair === null
    ? `no match in ${letter(other(side))}`
    : `paired with ${pair[other(side)].name} of ${letter(other(side))}${pair.chosen ? " by hand" : ""}${Number.isNaN(pair.overlap) ? "" : `; both spend ${overlap(pair)} of their self time in the same functions`}`;
}

function overlap({ overlap: share }: LanePairRow): string {
  return Number.isNaN(share) ? "by hand" : `${Math.round(share * 100)}\u202f%`;
}

function doubtful(pair: LanePairRow | null): boolean {
  return pair !== null && pair.overlap < DOUBTFUL;
}

function lines({ places, lines: joined }: LaneColumns, actions: LanePairsActions): TemplateResult {
  const height = Math.max(places.a.length, places.b.length) * ROW_PX;
  return html`<svg class="lane-lines" viewBox="0 0 ${LINES_WIDTH} ${height}" width=${LINES_WIDTH} height=${height} aria-hidden="true">
    ${joined.map(({ a, b, pair }) => line(a, b, pair, actions))}
  </svg>`;
}

/** The line that is seen, and a broader one that a double click hits. */
function line(a: number, b: number, pair: LanePairRow, actions: LanePairsActions): SVGTemplateResult {
  const [from, to] = [(a + 0.5) * ROW_PX, (b + 0.5) * ROW_PX];
  const path = `M0 ${from} C${LINES_WIDTH * 0.4} ${from} ${LINES_WIDTH * 0.6} ${to} ${LINES_WIDTH} ${to}`;
  const thick = Math.max(1.5, pair.share * MOST_THICK_PX);
  return svg`<g class="lane-line ${doubtful(pair) ? "doubtful" : ""} ${pair.chosen ? "chosen" : ""}" @dblclick=${() => actions.lanePairs.cut(pair.a.lane, pair.b.lane)}>
    <title>${pair.a.name} and ${pair.b.name}. Double-click to separate them</title>
    <path class="reach" d=${path} />
    <path class="seen" d=${path} ${properties({ "--thick": `${thick}px` })} />
  </g>`;
}

/** Renders the actions for the chosen lane. */
function holding({ places }: LaneColumns, draft: IdentityDraft, actions: LanePairsActions): TemplateResult {
  const { held } = draft;
  const place = held === null ? undefined : places[held.side].find(({ end }) => end.lane === held.lane);
  if (held === null || place === undefined) {
    return html`<div class="lane-foot"><span class="quiet-text">Select a lane, then its match; or drag one onto the other. Double-click a line to separate its lanes.</span></div>`;
  }
  const { side, lane } = held;
  const theirs = other(side);
  const { pair } = place;
  const chosen = (event: Event) => {
    const partner = Number((event.currentTarget as HTMLSelectElement).value);
    actions.lanePairs.pair(side === "a" ? lane : partner, side === "a" ? partner : lane);
  };
  return html`<div class="lane-foot">
    ${badge(side, "small")}<strong class="lane-held">${isolated(place.end.name)}</strong>
    <label class="field">
      with
      <select @change=${chosen}>
        <option value="" disabled ?selected=${pair === null}>no lane of ${letter(theirs)}</option>
        ${places[theirs].map(({ end }) => html`<option value=${end.lane} ?selected=${pair?.[theirs].lane === end.lane}>${end.name}</option>`)}
      </select>
    </label>
    ${pair === null ? nothing : html`<button @click=${() => actions.lanePairs.cut(pair.a.lane, pair.b.lane)}>Separate</button>`}
    ${draft.edit.chosenLanes.length === 0 ? nothing : html`<button @click=${() => actions.lanePairs.release(side, lane)}>Pair automatically</button>`}
  </div>`;
}
