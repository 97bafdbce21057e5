// The choice of lanes that are added up, and of paths that begin with lane names.

import { html, type TemplateResult } from "lit";

import { badge, isolated, letter, when } from "../../components/bits.js";
import type { LaneSummary, SideName } from "../../generated/protocol.js";
import { type PageState, SIDES } from "../../state/page-state.js";
import type { Settings } from "./settings.js";

type LaneActions = { settings: Pick<Settings, "setPaths"> };

export function laneChoice(state: PageState, { settings }: LaneActions): TemplateResult {
  const { apart, lanes } = state.view.paths;
  const open = SIDES.filter((side) => state.sides[side].summary !== null);
  const all = lanes.a.length + lanes.b.length === 0;
  return html`<label class="check"><input type="checkbox" .checked=${apart} @change=${() => settings.setPaths({ apart: !apart })} /> Draw each lane separately</label>
    <p class="quiet-text">Ticked lanes are counted, including the lanes inside them.</p>
    ${when(!all, () => html`<button @click=${() => settings.setPaths({ lanes: { a: [], b: [] } })}>All lanes</button>`)}
    ${open.map(
      (side) => html`<section aria-label="Lanes of ${letter(side)}">
      <h3>${badge(side, "small")} Lanes of ${letter(side)}</h3>
      <ul class="lane-choice">${state.sides[side].summary?.lanes.map((lane, row) => one(state, side, lane, row, settings))}</ul>
    </section>`,
    )}`;
}

/** The first tick chooses that lane alone. */
function one(
  { view }: PageState,
  side: SideName,
  lane: LaneSummary,
  row: number,
  settings: LaneActions["settings"],
): TemplateResult {
  const { lanes } = view.paths;
  const chosen = lanes[side].includes(row);
  const turned = chosen ? lanes[side].filter((other) => other !== row) : [...lanes[side], row].sort((x, y) => x - y);
  return html`<li>
    <label class="check"><input type="checkbox" .checked=${lanes[side].length === 0 || chosen} @change=${() => settings.setPaths({ lanes: { ...lanes, [side]: turned } })} />${isolated(lane.name)}</label>
  </li>`;
}
