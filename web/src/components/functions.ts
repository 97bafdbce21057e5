// Self time by function, both sides beside each other.

import { html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";

import type { App } from "../app.js";
import { change, column, count, delta } from "../format.js";
import type { FunctionTotals } from "../generated/protocol.js";
import type { FunctionOrder, PageState } from "../page-state.js";
import { isolated, properties } from "./bits.js";

/** Rows that are put on the page; the head says how many there are. */
const SHOWN = 100;

export function functions(state: PageState, app: App): TemplateResult {
  const { totals, functionOrder, sides } = state;
  const both = sides.a.summary !== null && sides.b.summary !== null;
  const order = (event: Event) =>
    app.store.set({ functionOrder: (event.currentTarget as HTMLSelectElement).value as FunctionOrder });
  return html`<section class="functions" id="functions" aria-labelledby="functions-head" tabindex="-1">
    <div class="panel-head">
      <h2 id="functions-head">Functions</h2>
      <span class="quiet-text">self time, absolute</span>
      <span class="spring"></span>
      <label class="field">
        <span class="hidden">Order</span>
        <select @change=${order} ?disabled=${!both}>
          <option value="self" ?selected=${functionOrder === "self"}>Most time</option>
          <option value="change" ?selected=${functionOrder === "change"}>Largest change</option>
        </select>
      </label>
    </div>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="functions-head">
      ${totals === null
        ? html`<p class="empty-text">Summing time by function.</p>`
        : guard([totals, functionOrder, both], () => table(totals, functionOrder, both))}
    </div>
  </section>`;
}

function table({ functions: all, of }: NonNullable<PageState["totals"]>, order: FunctionOrder, both: boolean): TemplateResult {
  const sorted = order === "change" && both ? all.toSorted((x, y) => Math.abs(changeOf(y)) - Math.abs(changeOf(x))) : all;
  const rows = sorted.slice(0, SHOWN);
  const most = Math.max(1, ...rows.flatMap((row) => [selfOf(row, "a"), selfOf(row, "b")]));
  const unit = column(most);
  const note = all.length < of ? ` of the ${count(all.length)} with most self time, of ${count(of)}` : ` of ${count(of)}`;
  return html`<table class="function-table">
    <caption class="hidden">Self time by function</caption>
    <thead>
      <tr>
        <th scope="col">Function</th>
        <th scope="col" class="number">A, ${unit.unit}</th>
        <th scope="col" class="number">B, ${unit.unit}</th>
        <th scope="col" class="number">Change</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => functionRow(row, most, unit.text, both))}
    </tbody>
  </table>
  <p class="empty-text">${count(rows.length)}${note}</p>`;
}

function functionRow(row: FunctionTotals, most: number, text: (ns: number) => string, both: boolean): TemplateResult {
  const [a, b] = [selfOf(row, "a"), selfOf(row, "b")];
  const tone = b > a ? "slower" : b < a ? "faster" : "";
  const share = (ns: number) => ({ "--share": String(ns / most) });
  return html`<tr>
    <th scope="row">
      <span class="function-name" title=${row.name}>${isolated(row.name, "code")}</span>
      <span class="function-file" title=${row.file}>${isolated(row.file)}</span>
      <span class="twin-bars" aria-hidden="true">
        <span class="bar-a" ${properties(share(a))}></span><span class="bar-b" ${properties(share(b))}></span>
      </span>
    </th>
    <td class="number">${row.a === null ? "–" : text(a)}</td>
    <td class="number">${row.b === null ? "–" : text(b)}</td>
    <td class="number">
      ${both ? html`<span class=${tone}>${delta(b - a)}</span><span class="own">${change(a, b)}</span>` : "–"}
    </td>
  </tr>`;
}

function selfOf(row: FunctionTotals, side: "a" | "b"): number {
  return row[side]?.selfTicks ?? 0;
}

function changeOf(row: FunctionTotals): number {
  return selfOf(row, "b") - selfOf(row, "a");
}
