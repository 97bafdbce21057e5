// The runs of a side: which is shown, and which stay. In the header as a number, in a dialog as a list.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";

import { count } from "../format.js";
import type { RunRow, SideName } from "../generated/protocol.js";
import type { PageControls } from "../page-controls.js";
import { whyFilesAreFixed } from "../state/lock.js";
import type { PageState } from "../state/page-state.js";
import { MOST_RUNS } from "../sides/run-sheet.js";
import type { FileChooser } from "../sides/file-chooser.js";
import type { Sides } from "../sides/sides.js";
import { runsOf } from "../sides/words.js";
import { isolated, letter } from "./bits.js";
import { readingBar, type LoadingActions } from "./loading.js";

export type RunListActions = LoadingActions & {
  page: Pick<PageControls, "openDialog">;
  files: Pick<FileChooser, "chooseRuns">;
  sides: Pick<Sides, "removeRun" | "show">;
};

/** `5 runs`, where there are several; opens the list. */
export function runsButton(state: PageState, actions: RunListActions, side: SideName): TemplateResult | typeof nothing {
  const rows = state.sides[side].summary?.runs ?? [];
  const open = () => actions.page.openDialog({ kind: "runs", side });
  return rows.length < 2
    ? nothing
    : html`<button class="runs" title="Runs of ${letter(side)}" @click=${open}>${runsOf(rows)}</button>`;
}

export function runList(state: PageState, actions: RunListActions, side: SideName): TemplateResult {
  const { summary, reading } = state.sides[side];
  const rows = summary?.runs ?? [];
  return html`<p>
      Differences are tested over all runs. Pictures show one run, the one with the median total, until you choose
      another. Only the call trees of the other runs stay in memory, so showing one reads its file again.
    </p>
    <table class="run-list">
      <thead>
        <tr>
          <th scope="col">Shown</th>
          <th scope="col">Run</th>
          <th scope="col" class="number">Calls</th>
          <th scope="col" class="number">Duration</th>
          <th scope="col" class="number">Total of all calls</th>
          <th scope="col"><span class="hidden">Remove</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => runRow(row, { busy: reading !== null, locked: whyFilesAreFixed(state) !== null }, actions, side))}
      </tbody>
    </table>
    ${readingBar(reading, actions, side)}
    <div class="actions">
      <button ?disabled=${rows.length >= MOST_RUNS || whyFilesAreFixed(state) !== null} @click=${() => void actions.files.chooseRuns(side)}>Add a run…</button>
      <span class="quiet-text">${rows.length} of up to ${MOST_RUNS}</span>
    </div>`;
}

/** Reasons that keep the list from being changed: a file is being read, or a link locks the view. */
type Hindrance = { busy: boolean; locked: boolean };

function runRow(row: RunRow, { busy, locked }: Hindrance, actions: RunListActions, side: SideName): TemplateResult {
  const { run, name, calls, duration, total, warnings, shown, median } = row;
  return html`<tr>
    <td>
      <input
        type="radio"
        name="shown-run"
        aria-label="Show ${name}"
        .checked=${live(shown)}
        ?disabled=${locked}
        @change=${() => actions.sides.show(side, run)}
      />
    </td>
    <th scope="row">
      ${isolated(name)}
      ${median ? html`<span class="tag">median</span>` : nothing}
      ${warnings > 0 ? html`<span class="quiet-text">${count(warnings)} ${warnings === 1 ? "problem" : "problems"}</span>` : nothing}
    </th>
    <td class="number">${count(calls)}</td>
    <td class="number">${duration}</td>
    <td class="number">${total}</td>
    <td><button class="quiet" ?disabled=${busy || locked} @click=${() => actions.sides.removeRun(side, run)}>Remove<span class="hidden"> ${name}</span></button></td>
  </tr>`;
}
