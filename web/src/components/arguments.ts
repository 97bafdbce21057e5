// The record of the selected call, as the file has it; beside that of its partner, where it has one.

import { html, nothing, type TemplateResult } from "lit";

import { type RecallClient, sourcesOf } from "../engine/recall-client.js";
import { bytes, bytesOf, count } from "../format.js";
import type { CallDetails, CallRecord, RecordField, SideName } from "../generated/protocol.js";
import { type PageState, type RecordState, SIDES } from "../state/page-state.js";
import type { ReadPosition } from "../engine/worker-messages.js";
import { badge, box, isolated, letter, progressBar, when } from "./bits.js";

export type ArgumentsActions = { record: Pick<RecallClient, "again" | "giveUp"> };

/** Characters from which on a value may need to be scrolled. */
const LONG = 300;

export function argumentsOf(selected: CallDetails, { records }: PageState, actions: ArgumentsActions): TemplateResult {
  const sources = sourcesOf(selected);
  const sides = SIDES.filter((side) => sources[side] !== null);
  const [a, b] = [records.a, records.b];
  if (sides.length === 2 && a?.state === "read" && b?.state === "read") {
    return both({ a: a.record, b: b.record });
  }
  return html`${sides.map(
    (side) => html`<div class="record-side">
      ${when(sides.length > 1, () => html`<p class="record-head">${badge(side, "small")}<span class="hidden">Arguments of ${letter(side)}</span></p>`)}
      ${oneSide(selected, side, records[side], actions)}
    </div>`,
  )}`;
}

function oneSide(
  selected: CallDetails,
  side: SideName,
  record: RecordState | null,
  actions: ArgumentsActions,
): TemplateResult | typeof nothing {
  const again = (label: string) =>
    html`<div class="actions"><button @click=${() => actions.record.again(selected, side)}>${label}</button></div>`;
  switch (record?.state) {
    case undefined:
      return nothing;
    case "reading":
      return reading(side, record.passed, actions);
    case "given-up":
      return html`<p class="empty-text">The arguments were not read.</p>
        ${again("Read arguments")}`;
    case "none":
      return html`<p class="empty-text">The file has no separate record of this call.</p>`;
    case "failed":
      return html`${box("danger", record.title, record.body)} ${again("Try again")}`;
    case "read":
      return recordOf(record.record);
  }
}

function reading(side: SideName, passed: ReadPosition | null, actions: ArgumentsActions): TemplateResult {
  const share = passed === null || passed.of === 0 ? 0 : passed.bytes / passed.of;
  return html`<div class="reading-again">
    <div class="reading-head">
      <span>Reading the file again</span>
      <button @click=${() => actions.record.giveUp(side)}>Cancel<span class="hidden"> reading the arguments</span></button>
    </div>
    ${progressBar("Reading the arguments", share, side)}
    <p class="numbers">${share === 0 || passed === null ? "" : `${bytesOf(passed.bytes, passed.of)} searched`}</p>
  </div>`;
}

function recordOf(record: CallRecord): TemplateResult {
  return html`<div class="record">
    ${record.fields.length === 0 ? html`<p class="empty-text">This call has no arguments.</p>` : nothing}
    <dl class="arguments">
      ${record.fields.map((field) => html`<dt>${isolated(field.path, "code")}</dt>${value(field)}`)}
    </dl>
    ${leftOut(record)}${whole(record, "Full record")}
  </div>`;
}

/** Both partners: a value that is the same once, others one below the other. */
function both(records: Record<SideName, CallRecord>): TemplateResult {
  const rows = pairs(records.a.fields, records.b.fields);
  const differ = rows.filter((row) => !same(row)).length;
  return html`<div class="record">
    <p class="empty-text">${rows.length === 0 ? "Neither call has arguments." : `${count(differ)} of ${count(rows.length)} arguments differ.`}</p>
    <dl class="arguments">
      ${rows.map((row) => {
        const path = (row.a ?? row.b)?.path ?? "";
        return html`<dt class=${same(row) ? "" : "differs"}>${isolated(path, "code")}</dt>
          ${same(row) && row.a !== null ? value(row.a) : SIDES.map((side) => value(row[side], side))}`;
      })}
    </dl>
    ${SIDES.map((side) => html`${leftOut(records[side], side)}${whole(records[side], `Full record of ${letter(side)}`)}`)}
  </div>`;
}

export type FieldPair = Record<SideName, RecordField | null>;

function same({ a, b }: FieldPair): boolean {
  return a !== null && b !== null && a.value === b.value && a.more === b.more;
}

/** Fields of both by their paths, in A's order, those of B alone last. The first of a path counts. */
export function pairs(a: readonly RecordField[], b: readonly RecordField[]): FieldPair[] {
  const byPath = new Map<string, FieldPair>();
  for (const [side, fields] of [
    ["a", a],
    ["b", b],
  ] as const) {
    for (const field of fields) {
      const row = byPath.get(field.path) ?? { a: null, b: null };
      row[side] ??= field;
      byPath.set(field.path, row);
    }
  }
  return [...byPath.values()];
}

function leftOut({ fields, fieldsOf }: CallRecord, side?: SideName): TemplateResult | typeof nothing {
  const of = side === undefined ? "" : ` of ${letter(side)}`;
  return fieldsOf > fields.length
    ? html`<p class="empty-text">The first ${count(fields.length)} of ${count(fieldsOf)} arguments${of}.</p>`
    : nothing;
}

function whole({ text, textBytes, bytes: size }: CallRecord, head: string): TemplateResult {
  return html`<details>
    <summary>${head}, ${bytes(size)}</summary>
    <pre class="code" tabindex="0">${text}</pre>
    ${textBytes < size ? html`<p class="empty-text">The first ${bytes(textBytes)} of ${bytes(size)}.</p>` : nothing}
  </details>`;
}

function value(field: RecordField | null, side?: SideName): TemplateResult {
  const of = side === undefined ? nothing : html`${badge(side, "small")}<span class="hidden">${letter(side)}</span>`;
  if (field === null) {
    return html`<dd>${of}<span class="quiet-text">absent</span></dd>`;
  }
  const { value: text, more } = field;
  // Scrollable text must be reachable by keyboard.
  return html`<dd tabindex=${text.length > LONG ? "0" : nothing}>
    ${of}${isolated(text, "code")}${more > 0 ? html`<span class="quiet-text"> and ${count(more)} more characters</span>` : nothing}
  </dd>`;
}
