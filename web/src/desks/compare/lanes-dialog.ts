// The lanes of both sides as lists, to open, fold and hide.

import { html, type TemplateResult } from "lit";

import { badge, isolated, letter } from "../../components/bits.js";
import { calls, count } from "../../format.js";
import type { LaneRow, SideName } from "../../generated/protocol.js";
import { type PageState, SIDES } from "../../state/page-state.js";
import type { Settings } from "./settings.js";

type LanesActions = { settings: Pick<Settings, "foldLane" | "hideLane"> };

export function lanesDialog(state: PageState, actions: LanesActions): TemplateResult {
  const sides = SIDES.filter((side) => state.sides[side].summary !== null);
  return html`<p class="quiet-text">Ticked lanes are expanded; the others are collapsed to their outline. A lane and its match expand and collapse together.</p>
    <div class="lanes">${sides.map((side) => lanesOf(side, state.lanes[side], actions))}</div>`;
}

function lanesOf(side: SideName, rows: readonly LaneRow[] | null, actions: LanesActions): TemplateResult {
  return html`<section aria-label="Lanes of ${letter(side)}">
    <h3>${badge(side, "small")} ${count(rows?.length ?? 0)} ${rows?.length === 1 ? "lane" : "lanes"} with calls</h3>
    <ul>
      ${(rows ?? []).map(
        (row) => html`<li>
          <label class="check">
            <input type="checkbox" .checked=${!row.folded} ?disabled=${row.hidden} @change=${() => actions.settings.foldLane(side, row.lane)} />
            ${isolated(row.path)}
          </label>
          <span class="quiet-text">${row.busy} · ${calls(row.calls)}</span>
          <button class="quiet" @click=${() => actions.settings.hideLane(side, row)}>${row.hidden ? "Show" : "Hide"}</button>
        </li>`,
      )}
    </ul>
  </section>`;
}
