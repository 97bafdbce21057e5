// All functions by what their paths weigh: sorted by any column, filtered, each a way to its paths.

import { html, nothing, type TemplateResult } from "lit";

import { isolated, properties, yesNo } from "../../components/bits.js";
import { noteNumbers } from "../../components/notes.js";
import { type RowActions, rowKey, rowMenu } from "../../components/table-rows.js";
import { change, column, count, duration, pathEnd, plainly } from "../../format.js";
import type {
  FunctionSort,
  FunctionTableReply,
  FunctionTableRow,
  FunctionWeights,
  SideName,
} from "../../generated/protocol.js";
import { axisOf } from "../../quantity.js";
import type { Selection } from "../../session/selection.js";
import { withoutPairs } from "../../sides/without-traces.js";
import { bothLoaded, type PageState, SIDES } from "../../state/page-state.js";
import { notesOfFunction } from "../../state/notes.js";
import { isFunction } from "../../state/subject.js";
import { tellingNames } from "../../telling-names.js";
import type { FunctionRows } from "./function-rows.js";
import type { Navigation } from "./navigation.js";
import type { Settings } from "./settings.js";

export type FunctionTableActions = RowActions & {
  settings: Pick<Settings, "setTable">;
  rows: Pick<FunctionRows, "reply" | "more">;
  selection: Pick<Selection, "select">;
  navigation: Pick<Navigation, "zoomToFunction">;
};

const [NAME_CHARACTERS, FILE_CHARACTERS] = [26, 28];

/** A number of a row in the unit of its column. */
type Numbers = { unit: string; text: (value: number) => string };

type Column = {
  sort: FunctionSort;
  head: string;
  numbers: Numbers;
  of: (row: FunctionTableRow) => number | null;
  tone?: true;
};

export function functionTable(state: PageState, actions: FunctionTableActions): TemplateResult | typeof nothing {
  const { table } = state.view.profile;
  const { reply } = actions.rows;
  if (table.hidden) {
    return nothing;
  }
  return html`<section class="function-drawer" aria-label="Functions">
    <div class="drawer-head">
      <strong>Functions</strong>
      <span class="quiet-text" data-testid="function-count">${reply === null ? "" : counted(reply, table.filter)}${reply === null ? "" : inUnit(reply)}${reply === null ? "" : summedOver(reply, state)}${ofShownRuns(state)}</span>
      <span class="spring"></span>
      <label class="field"><span class="hidden">Filter functions</span>
        <input type="search" placeholder="Name or file" .value=${table.filter} @input=${(event: Event) => actions.settings.setTable({ filter: (event.currentTarget as HTMLInputElement).value }, "rest")} />
      </label>
      ${reply?.countsCalls === false ? nothing : html`<button aria-pressed=${yesNo(table.percentiles)} title="Show the median and the 99th percentile of single calls, over the whole run and all lanes" @click=${() => actions.settings.setTable({ percentiles: !table.percentiles })}>p50, p99</button>`}
      <button class="quiet" title="Hide the table" @click=${() => actions.settings.setTable({ hidden: true })}>Hide</button>
    </div>
    <div class="drawer-scroll" tabindex="0" role="group" aria-label="Function table">
      ${reply === null || reply.unit === "" ? html`<p class="empty-text">${withoutPairs(state) ?? "Adding up calls…"}</p>` : rows(state, reply, actions)}
    </div>
  </section>`;
}

/** `12 of 699`, and of what. */
function counted({ total, functions }: FunctionTableReply, filter: string): string {
  return filter.trim() === "" ? count(functions) : `${count(total)} of ${count(functions)}`;
}

/** The unit of all numbers, unless they are times. */
function inUnit({ unit }: FunctionTableReply): string {
  return unit === "" || unit === "ns" ? "" : ` · in ${unit}`;
}

/** Times of all lanes together may be longer than the run. Of chosen lanes the choice says it. */
function summedOver({ over }: FunctionTableReply, { view }: PageState): string {
  const { lanes } = view.paths;
  return over === "" || lanes.a.length > 0 || lanes.b.length > 0 ? "" : ` · ${over}`;
}

/** With several runs a side: the weights are those of the two that are shown, which may lie far from the others'. */
function ofShownRuns({ sides }: PageState): string {
  return SIDES.some((side) => (sides[side].summary?.runs.length ?? 0) > 1) ? " · runs shown" : "";
}

function rows(state: PageState, reply: FunctionTableReply, actions: FunctionTableActions): TemplateResult {
  const columns = columnsOf(state, reply);
  const both = bothLoaded(state);
  const left = reply.total - reply.rows.length;
  const names = tellingNames(
    reply.rows.map(({ name }) => name),
    NAME_CHARACTERS,
  );
  return html`<table class="functions-by-weight" @keydown=${(event: KeyboardEvent) => rowKey(event, actions)} @contextmenu=${(event: MouseEvent) => rowMenu(event, actions)}>
      <thead>
        <tr>
          ${head({ sort: "name", head: "Function", numbers: PLAIN, of: () => null }, state, actions, "name")}
          ${head({ sort: "file", head: "File", numbers: PLAIN, of: () => null }, state, actions, "file")}
          ${columns.map((one) => html`${head(one, state, actions, "number")}${both && one.sort === "relative" ? html`<th scope="col"><span class="hidden">Change as a bar</span></th>` : nothing}`)}
        </tr>
      </thead>
      <tbody>
        ${reply.rows.map((row) => line(row, names.get(row.name) ?? row.name, columns, reply.largestChange, state, actions))}
      </tbody>
    </table>
    ${left > 0 ? html`<button class="more-rows" @click=${() => actions.rows.more()}>Show more: ${count(left)} left</button>` : nothing}`;
}

/** Meanings of the measures, by the first word of a head. */
const MEANINGS: Readonly<Record<string, string>> = {
  Self: ": the function’s own, without its callees",
  Δ: ": of self time (or weight), without callees",
  Total: ": with callees; recursion counts once",
};

const PLAIN: Numbers = { unit: "", text: count };

function head(
  { sort, head: words, numbers }: Column,
  state: PageState,
  actions: FunctionTableActions,
  className: string,
): TemplateResult {
  const { table } = state.view.profile;
  const now = table.sort === sort;
  const isText = sort === "name" || sort === "file";
  // Texts begin at a, numbers with the largest; the state says whether it is the other way round.
  const order = !now ? "none" : table.ascending === isText ? "descending" : "ascending";
  const arrow = { none: "↕", descending: "↓", ascending: "↑" }[order];
  const press = () => actions.settings.setTable(now ? { ascending: !table.ascending } : { sort, ascending: false });
  return html`<th scope="col" class=${className} aria-sort=${order}>
    <button class="quiet" title="Sort by “${words}”${MEANINGS[words.split(" ")[0] ?? ""] ?? ""}" @click=${press}>${words}${numbers.unit === "" ? "" : `, ${numbers.unit}`} <span class="sort-arrow" aria-hidden="true">${arrow}</span></button>
  </th>`;
}

function line(
  row: FunctionTableRow,
  shownName: string,
  columns: readonly Column[],
  largest: number,
  state: PageState,
  actions: FunctionTableActions,
): TemplateResult {
  const { function: of } = row;
  const chosen = of !== null && isFunction(state.view.selection, of);
  const select = () => of !== null && actions.selection.select(chosen ? null : { function: of });
  const zoom = () => of !== null && actions.navigation.zoomToFunction(of);
  const both = bothLoaded(state);
  const kind = both ? kindOf(row) : "";
  const name = isolated(shownName, "code");
  return html`<tr class="${of === null ? "" : "named"} ${chosen ? "current" : ""} ${kind} ${row.notSignificant ? "not-significant" : ""}" title=${row.notSignificant ? "The comparison judges this change as not significant" : nothing} @click=${select} @dblclick=${zoom}>
    <th scope="row" class="name" title=${row.name}>${of === null ? name : html`<button class="function-name" aria-pressed=${yesNo(chosen)}>${name}${noteNumbers(notesOfFunction(state, of))}</button>`}</th>
    <td class="file" title=${row.file}>${isolated(pathEnd(row.file, FILE_CHARACTERS))}</td>
    ${columns.map((one) => html`<td class="number ${one.tone === true ? `change ${toneOf(row)}` : ""}">${cell(one, row, kind)}</td>${both && one.sort === "relative" ? bar(row, largest, kind) : nothing}`)}
  </tr>`;
}

function cell({ sort, numbers, of }: Column, row: FunctionTableRow, kind: string): string {
  if (sort === "relative") {
    return row.oneSideWord !== ""
      ? row.oneSideWord
      : kind === "new"
        ? "new"
        : kind === "gone"
          ? "gone, −100 %"
          : change(own(row.a), own(row.b));
  }
  const value = of(row);
  return value === null
    ? "–"
    : sort === "change" && value !== 0
      ? `${value > 0 ? "+" : ""}${numbers.text(value)}`
      : numbers.text(value);
}

/** From the middle: to the left what B takes less, to the right more. */
function bar(row: FunctionTableRow, largest: number, kind: string): TemplateResult {
  const share = largest > 0 ? (own(row.b) - own(row.a)) / largest : 0;
  return html`<td class="bar-cell" aria-hidden="true"><span class="change-bar ${share < 0 ? "less" : "more"} ${kind}" ${properties({ "--share": String(Math.abs(share)) })}></span></td>`;
}

function kindOf({ a, b }: FunctionTableRow): "new" | "gone" | "" {
  return a === null ? "new" : b === null ? "gone" : "";
}

function toneOf(row: FunctionTableRow): string {
  const delta = own(row.b) - own(row.a);
  return delta > 0 ? "slower" : delta < 0 ? "faster" : "";
}

function own(side: FunctionWeights | null): number {
  return side?.own ?? 0;
}

/** One unit a column, in its head; what single calls take differs too much for one. */
function columnsOf(
  state: PageState,
  { unit, largest, largestChange, countsCalls }: FunctionTableReply,
): readonly Column[] {
  const both = bothLoaded(state);
  const open = SIDES.filter((side) => state.sides[side].summary !== null);
  const { percentiles } = state.view.profile.table;
  const ofSide = (side: SideName, words: string) => (both ? `${words} ${side.toUpperCase()}` : words);
  // Of a unit other than time, the head of the table says it once.
  const numbers = (most: number) => (unit === "ns" ? column(most) : { unit: "", text: plainly(unit) });
  const single = { unit: "", text: unit === "ns" ? duration : plainly(unit) };
  const [ownUnit, totalUnit] = [numbers(largest.own), numbers(largest.total)];
  // Changes have the unit of the times beside them, unless the largest one is smaller than a tenth of it.
  const changeUnit = numbers(Math.min(10 * largestChange, Math.max(largest.own, largestChange)));
  const of = (
    what: "self" | "total" | "calls" | "mean" | "p50" | "p99",
    words: string,
    unitOf: Numbers,
    value: (side: FunctionWeights) => number | null,
  ) =>
    open.map((side): Column => ({
      sort: `${what}-${side}`,
      head: ofSide(side, words),
      numbers: unitOf,
      of: (row) => {
        const weights = row[side];
        return weights === null ? null : value(weights);
      },
    }));
  const delta: Column[] = both
    ? [
        {
          sort: "change",
          head: "Δ self",
          numbers: changeUnit,
          of: (row) => own(row.b) - own(row.a),
          tone: true,
        },
        { sort: "relative", head: "Δ %", numbers: PLAIN, of: () => null, tone: true },
      ]
    : [];
  const { unit: ofRun } = axisOf(state);
  const ofCalls = { unit: "", text: ofRun === "ns" ? duration : plainly(ofRun) };
  const weights = [
    ...of("self", "Self", ownUnit, (side) => side.own),
    ...delta,
    ...of("total", "Total", totalUnit, (side) => side.total),
  ];
  if (!countsCalls) {
    return weights;
  }
  return [
    ...weights,
    ...of("calls", "Calls", PLAIN, (side) => side.calls),
    ...of("mean", "Per call", single, (side) => side.mean),
    ...(percentiles
      ? [...of("p50", "p50", ofCalls, (side) => side.p50), ...of("p99", "p99", ofCalls, (side) => side.p99)]
      : []),
  ];
}
