// Asks which of many files are runs of A and which of B.

import { html, nothing, type TemplateResult } from "lit";

import { bytes } from "../format.js";
import type { SideName } from "../generated/protocol.js";
import type { PageControls } from "../page-controls.js";
import { counts, moved, MOST_RUNS, opens, type Sheet, type SheetRow, swapped } from "../sides/run-sheet.js";
import type { FileChooser } from "../sides/file-chooser.js";
import { isolated } from "./bits.js";

export type RunSheetActions = { page: Pick<PageControls, "openDialog">; files: Pick<FileChooser, "openSheet"> };

const PLACES: readonly { side: SideName | null; words: string }[] = [
  { side: "a", words: "A" },
  { side: "b", words: "B" },
  { side: null, words: "Leave out" },
];

const TIME = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

export function runSheet(sheet: Sheet, actions: RunSheetActions): TemplateResult {
  const { a, b, out } = counts(sheet);
  const show = (changed: Sheet) => actions.page.openDialog({ kind: "sheet", sheet: changed });
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    if (opens(sheet)) {
      actions.files.openSheet(sheet);
    }
  };
  return html`<form @submit=${open}>
    <p>${sheet.rule} Every file is a run; a side takes up to ${MOST_RUNS}.</p>
    <div class="sheet-rows">
      <table class="run-list">
        <thead>
          <tr>
            ${PLACES.map(({ words }) => html`<th scope="col" class="place">${words}</th>`)}
            <th scope="col">File</th>
            <th scope="col" class="number">Size</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          ${sheet.rows.map((row, at) => sheetRow(row, at, (side) => show(moved(sheet, at, side))))}
        </tbody>
      </table>
    </div>
    <div class="actions">
      <button class="main" autofocus ?disabled=${!opens(sheet)}>Open</button>
      <button type="button" @click=${() => show(swapped(sheet))}>Swap A and B</button>
      <button type="button" @click=${() => actions.page.openDialog(null)}>Cancel</button>
      <span class="spring"></span>
      <span class="quiet-text" role="status">A ${tally(a)} · B ${tally(b)}${out === 0 ? "" : ` · ${out} left out`}</span>
    </div>
    ${a === 0 || b === 0 ? html`<p class="quiet-text">${stays(a, b)}</p>` : nothing}
  </form>`;
}

function sheetRow({ file, side }: SheetRow, at: number, move: (side: SideName | null) => void): TemplateResult {
  const place = (of: SideName | null, words: string) => html`<td class="place">
    <input type="radio" name="sheet-${at}" aria-label="${file.name}: ${words}" .checked=${of === side} @change=${() => move(of)} />
  </td>`;
  return html`<tr class=${side === null ? "left-out" : `of-${side}`}>
    ${PLACES.map(({ side: of, words }) => place(of, words))}
    <th scope="row">${isolated(file.name)}</th>
    <td class="number">${bytes(file.size)}</td>
    <td>${TIME.format(file.lastModified)}</td>
  </tr>`;
}

function tally(files: number): string {
  return files > MOST_RUNS ? `${files}, at most ${MOST_RUNS}` : String(files);
}

/** Says what happens to a side without a file. */
function stays(a: number, b: number): string {
  return a + b === 0 ? "Assign at least one file to A or B." : `${a === 0 ? "A" : "B"} stays unchanged.`;
}
