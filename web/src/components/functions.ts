// Self time by function, both sides beside each other.

import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";

import { change, count, pathEnd } from "../format.js";
import type { FunctionTotals, SideName } from "../generated/protocol.js";
import type { PageControls } from "../page-controls.js";
import { axisOf, unitFormat, type UnitFormat, quantity } from "../quantity.js";
import type { Selection } from "../session/selection.js";
import { anyLoaded, bothLoaded, type FunctionOrder, type PageState, SIDES } from "../state/page-state.js";
import { type NumberedNote, notesOfFunction } from "../state/notes.js";
import { isFunction } from "../state/subject.js";
import { tellingNames } from "../telling-names.js";
import { isolated, letter, properties, yesNo } from "./bits.js";
import { noteNumbers } from "./notes.js";

export type FunctionsActions = { page: Pick<PageControls, "orderFunctions">; selection: Pick<Selection, "select"> };

/** Rows that are put on the page; the head says how many there are. */
const SHOWN = 100;
const FILE_CHARACTERS = 22;
const NAME_CHARACTERS = 36;

/** Renders the choice of order, where there is one. */
export function functionsActions(state: PageState, actions: FunctionsActions): TemplateResult | typeof nothing {
  if (!bothLoaded(state)) {
    return nothing;
  }
  const order = (event: Event) =>
    actions.page.orderFunctions((event.currentTarget as HTMLSelectElement).value as FunctionOrder);
  return html`<label class="field">
    <span class="hidden">Order</span>
    <select @change=${order}>
      <option value="self" ?selected=${state.functionOrder === "self"}>Most ${quantity(state)}</option>
      <option value="change" ?selected=${state.functionOrder === "change"}>Largest change</option>
    </select>
  </label>`;
}

export function functions(state: PageState, actions: FunctionsActions): TemplateResult {
  const { totals, functionOrder } = state;
  const selected = state.view.selection;
  const both = bothLoaded(state);
  const several = SIDES.some((side) => (state.sides[side].summary?.runs.length ?? 0) > 1);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Functions">
    ${
      totals === null
        ? html`<p class="empty-text">${anyLoaded(state) ? `Adding up ${quantity(state)} by function…` : "Functions appear once a trace is open."}</p>`
        : guard([totals, functionOrder, both, several, selected, state.view.notes], () =>
            table({ ...state, totals }, several, actions),
          )
    }
  </div>`;
}

type TotalsState = PageState & { totals: NonNullable<PageState["totals"]> };

function table(state: TotalsState, several: boolean, actions: FunctionsActions): TemplateResult {
  const { functions: all, total } = state.totals;
  const both = bothLoaded(state);
  const sorted =
    state.functionOrder === "change" && both
      ? all.toSorted((x, y) => Math.abs(changeOf(y)) - Math.abs(changeOf(x)))
      : all;
  const rows = sorted.slice(0, SHOWN);
  const sides = openSides(state);
  const most = Math.max(1, ...rows.flatMap((row) => [selfOf(row, "a"), selfOf(row, "b")]));
  const unit = unitFormat(axisOf(state), most);
  const names = tellingNames(
    rows.map(({ name }) => name),
    NAME_CHARACTERS,
  );
  const note =
    all.length < total
      ? ` of the ${count(all.length)} with the most self ${quantity(state)}, of ${count(total)}`
      : ` of ${count(total)}`;
  // Rows are laid out as grids, which takes the meaning of a table from them in some browsers; roles give it back.
  return html`<table class="function-table ${both ? "" : "of-one-side"}" role="table" aria-label="Self ${quantity(state)} by function">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader">Function</th>
        ${sides.map((side) => html`<th role="columnheader" class="number">${letter(side)}, ${unit.unit}</th>`)}
        ${both ? html`<th role="columnheader" class="number">Change</th>` : nothing}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((row) => functionRow(row, names.get(row.name) ?? row.name, { most, ...unit }, state, actions))}
    </tbody>
  </table>
  <p class="empty-text">${count(rows.length)}${note}${several ? ", in the two runs shown" : ""}</p>`;
}

type Scale = UnitFormat & { most: number };

function functionRow(
  row: FunctionTotals,
  short: string,
  { most, text, delta }: Scale,
  state: PageState,
  actions: FunctionsActions,
): TemplateResult {
  const both = bothLoaded(state);
  const [a, b] = [selfOf(row, "a"), selfOf(row, "b")];
  const tone = b > a ? "slower" : b < a ? "faster" : "";
  const share = (ticks: number) => ({ "--share": String(ticks / most) });
  const { function: of } = row;
  const chosen = of !== null && isFunction(state.view.selection, of);
  const select = () => {
    if (of !== null) {
      actions.selection.select(chosen ? null : { function: of });
    }
  };
  return html`<tr role="row" class=${of === null ? "" : chosen ? "named current" : "named"} @click=${select}>
    <th role="rowheader">
      ${functionName(row, short, chosen, of === null ? [] : notesOfFunction(state, of))}
      <span class="function-file" title=${row.file}>${isolated(pathEnd(row.file, FILE_CHARACTERS))}${row.over === "" ? "" : ` ${row.over}`}</span>
    </th>
    ${openSides(state).map((side) => html`<td role="cell" class="number of-${side}">${row[side] === null ? "–" : text(selfOf(row, side))}</td>`)}
    ${
      both
        ? html`<td role="cell" class="number change"><strong class=${tone}>${delta(b - a)}</strong><span class="own">${change(a, b)}</span></td>`
        : nothing
    }
    <td role="cell" class="side-bars" aria-hidden="true">
      ${openSides(state).map((side) => html`<span class="bar-${side}" ${properties(share(selfOf(row, side)))}></span>`)}
    </td>
  </tr>`;
}

/** Its name, a button for the keyboard: a press of it, as of the row, selects all calls of the function. */
function functionName(
  { name, function: of }: FunctionTotals,
  short: string,
  chosen: boolean,
  notes: readonly NumberedNote[],
): TemplateResult {
  if (of === null) {
    return html`<span class="function-name" title=${name}>${isolated(short, "code")}</span>`;
  }
  return html`<button class="function-name" title=${name} aria-pressed=${yesNo(chosen)}>${isolated(short, "code")}${noteNumbers(notes)}</button>`;
}

/** Only these have columns. */
function openSides(state: PageState): SideName[] {
  return SIDES.filter((side) => state.sides[side].summary !== null);
}

function selfOf(row: FunctionTotals, side: "a" | "b"): number {
  return row[side]?.selfTicks ?? 0;
}

function changeOf(row: FunctionTotals): number {
  return selfOf(row, "b") - selfOf(row, "a");
}
