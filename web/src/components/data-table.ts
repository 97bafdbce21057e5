// The view as a table: what those who do not see the picture read, and what is left when nothing can be drawn.

import { html, type TemplateResult } from "lit";

import { count } from "../format.js";
import type { CallRef, DataTable, DataTableRow } from "../generated/protocol.js";
import { type Picture, TABLE_ROWS } from "../session/picture.js";
import type { Selection } from "../session/selection.js";
import type { PageState } from "../state/page-state.js";
import { selectedCall } from "../state/subject.js";
import { isolated, properties, yesNo } from "./bits.js";
import { type RowActions, rowKey, rowMenu } from "./table-rows.js";

export type TableActions = RowActions & { picture: Pick<Picture, "askTable">; selection: Pick<Selection, "select"> };

export function dataTable(state: PageState, actions: TableActions, label: string): TemplateResult {
  const table = state.table?.page ?? null;
  return html`<div class="data-table" id="view" tabindex="-1" role="group" aria-label="The view as a table">
    ${table === null ? html`<p class="empty-text">Building the table…</p>` : grid(table, state, actions, label)}
  </div>`;
}

function grid(table: DataTable, state: PageState, actions: TableActions, label: string): TemplateResult {
  const selected = selectedCall(state.view);
  const classes = table.columns.map((_, at) => columnClass(table.rows.map(({ cells }) => cells[at] ?? "")));
  const focusable = Math.max(
    0,
    table.rows.findIndex((row) => same(row.call, selected)),
  );
  return html`<div class="data-table-scroll">
      <table
        role="treegrid"
        aria-label=${label}
        aria-rowcount=${table.total + 1}
        @keydown=${(event: KeyboardEvent) => rowKey(event, actions) || walk(event, table, actions)}
        @contextmenu=${(event: MouseEvent) => rowMenu(event, actions)}
      >
        <thead>
          <tr role="row" aria-rowindex="1">
            ${table.columns.map((name, at) => html`<th role="columnheader" scope="col" class="${at === 0 ? "first" : (classes[at] ?? "words")}">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${table.rows.map((row, index) => gridRow(row, index, table.first, classes, same(row.call, selected), index === focusable, actions))}
        </tbody>
      </table>
    </div>
    <div class="data-table-foot">
      <span class="quiet-text">${table.note}</span>
      <span class="spring"></span>
      <span data-testid="table-range">Rows ${count(table.total === 0 ? 0 : table.first + 1)} to ${count(table.first + table.rows.length)} of ${count(table.total)}</span>
      <button ?disabled=${table.first === 0} @click=${() => page(table, actions, -1)}>Previous</button>
      <button ?disabled=${table.first + table.rows.length >= table.total} @click=${() => page(table, actions, 1)}>Next</button>
    </div>`;
}

function gridRow(
  row: DataTableRow,
  index: number,
  first: number,
  classes: readonly string[],
  selected: boolean,
  focusable: boolean,
  actions: TableActions,
): TemplateResult {
  const { call } = row;
  return html`<tr
    role="row"
    aria-level=${row.level + 1}
    aria-rowindex=${first + index + 2}
    aria-selected=${yesNo(selected)}
    tabindex=${focusable ? 0 : -1}
    data-index=${index}
    @click=${call === null ? null : () => actions.selection.select({ call })}
    @contextmenu=${call === null ? null : () => actions.selection.select({ call })}
  >
    ${row.cells.map((cell, at) =>
      at === 0
        ? html`<td role="gridcell" class="first" title=${cell} ${properties({ "--level": String(row.level) })}>${isolated(cell, "code")}</td>`
        : html`<td role="gridcell" class=${classes[at] ?? "words"}>${isolated(cell)}</td>`,
    )}
  </tr>`;
}

/** Words that stand for a number in a column of numbers, and nothing at all. */
const IN_PLACE_OF_A_NUMBER = /^(|[–≈]|new|gone.*)$/;
const NUMBER = /^[≈×+−]?\s?[\d.]/;

/** A column of numbers stands at the right, all its cells alike; a column of words at the left. */
export function columnClass(cells: readonly string[]): "number" | "words" {
  const said = cells.filter((cell) => !IN_PLACE_OF_A_NUMBER.test(cell));
  return said.length > 0 && said.every((cell) => NUMBER.test(cell)) ? "number" : "words";
}

function page(table: DataTable, actions: TableActions, step: number): void {
  const first = Math.max(0, table.first + step * TABLE_ROWS);
  if (first < table.total) {
    actions.picture.askTable(first);
  }
}

/** Arrows walk the rows, Enter selects, Page Up and Page Down turn pages. */
function walk(event: KeyboardEvent, table: DataTable, actions: TableActions): void {
  const grid = event.currentTarget as HTMLElement;
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>("tr[data-index]") : null;
  const index = Number(row?.dataset["index"] ?? 0);
  const rows = table.rows.length;
  const targets: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows - 1 };
  const next = targets[event.key];
  const call = table.rows[index]?.call;
  if (next !== undefined) {
    grid.querySelector<HTMLElement>(`tr[data-index="${Math.min(Math.max(next, 0), rows - 1)}"]`)?.focus();
  } else if (event.key === "PageDown" || event.key === "PageUp") {
    page(table, actions, event.key === "PageDown" ? 1 : -1);
  } else if (event.key === "Enter" && call) {
    actions.selection.select({ call });
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

function same(one: CallRef | null, other: CallRef | null): boolean {
  return (
    one !== null &&
    other !== null &&
    one.side === other.side &&
    one.start === other.start &&
    one.duration === other.duration &&
    one.depth === other.depth &&
    one.lane === other.lane
  );
}
