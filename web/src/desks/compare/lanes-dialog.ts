// The lanes of both sides, busiest first, to fold and unfold.

import { html, type TemplateResult } from "lit";

import { badge, isolated, letter } from "../../components/bits.js";
import { count } from "../../format.js";
import type { LaneRow, SideName } from "../../generated/protocol.js";
import { type PageState, SIDES } from "../../state/page-state.js";
import type { Settings } from "./settings.js";

type LanesActions = { settings: Pick<Settings, "foldLane"> };

export function lanesDialog(state: PageState, actions: LanesActions): TemplateResult {
  const sides = SIDES.filter((side) => state.sides[side].summary !== null);
  return html`<div class="lanes">${sides.map((side) => lanesOf(side, state.lanes[side], actions))}</div>`;
}

function lanesOf(side: SideName, rows: readonly LaneRow[] | null, actions: LanesActions): TemplateResult {
  return html`<section aria-label="Lanes of ${letter(side)}">
    <h3>${badge(side, "small")} ${count(rows?.length ?? 0)} ${rows?.length === 1 ? "lane" : "lanes"} with calls</h3>
    <ul>
      ${(rows ?? []).map(
        ({ lane, name, busy, calls, folded }) => html`<li>
          <label class="check">
            <input type="checkbox" .checked=${!folded} @change=${() => actions.settings.foldLane(side, lane)} />
            ${isolated(name)}
          </label>
          <span class="quiet-text">${busy} · ${count(calls)} calls</span>
        </li>`,
      )}
    </ul>
  </section>`;
}
