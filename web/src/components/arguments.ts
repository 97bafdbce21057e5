// The record of the selected call, as the file has it.

import { html, nothing, type TemplateResult } from "lit";

import type { RecallClient } from "../engine/recall-client.js";
import { bytes, bytesOf, count } from "../format.js";
import type { CallDetails, CallRecord, RecordField } from "../generated/protocol.js";
import type { PageState } from "../state/page-state.js";
import type { Passed } from "../engine/worker-messages.js";
import { isolated, progressBar } from "./bits.js";
import { box } from "./messages.js";

export type ArgumentsActions = { record: Pick<RecallClient, "recall" | "giveUp"> };

/** Characters from which on a value may need to be scrolled. */
const LONG = 300;

export function argumentsOf(selected: CallDetails, { record }: PageState, actions: ArgumentsActions): TemplateResult | typeof nothing {
  const again = (label: string) =>
    html`<div class="actions"><button @click=${() => actions.record.recall(selected)}>${label}</button></div>`;
  switch (record?.state) {
    case undefined:
      return nothing;
    case "reading":
      return reading(selected, record.passed, actions);
    case "given-up":
      return html`<p class="empty-text">The arguments were not read.</p>
        ${again("Read them")}`;
    case "none":
      return html`<p class="empty-text">The file has no record of this call by itself.</p>`;
    case "failed":
      return html`${box("danger", record.title, record.body)} ${again("Try again")}`;
    case "read":
      return recordOf(record.record);
  }
}

function reading({ side }: CallDetails, passed: Passed | null, actions: ArgumentsActions): TemplateResult {
  const share = passed === null || passed.of === 0 ? 0 : passed.bytes / passed.of;
  return html`<div class="reading-again">
    <div class="reading-head">
      <span>Reading the file again</span>
      <button @click=${() => actions.record.giveUp()}>Cancel<span class="hidden"> reading the arguments</span></button>
    </div>
    ${progressBar("Reading the arguments", share, side)}
    <p class="numbers">${share === 0 || passed === null ? "" : `${bytesOf(passed.bytes, passed.of)} passed`}</p>
  </div>`;
}

function recordOf({ fields, fieldsOf, text, textBytes, bytes: size }: CallRecord): TemplateResult {
  return html`<div class="record">
    ${fields.length === 0 ? html`<p class="empty-text">It has no arguments.</p>` : nothing}
    <dl class="arguments">
      ${fields.map(row)}
    </dl>
    ${fieldsOf > fields.length ? html`<p class="empty-text">The first ${count(fields.length)} of ${count(fieldsOf)}.</p>` : nothing}
    <details>
      <summary>The whole record, ${bytes(size)}</summary>
      <pre class="code" tabindex="0">${text}</pre>
      ${textBytes < size ? html`<p class="empty-text">${bytes(textBytes)} of ${bytes(size)}.</p>` : nothing}
    </details>
  </div>`;
}

function row({ path, value, more }: RecordField): TemplateResult {
  // What scrolls must be reached by the keyboard.
  return html`<dt>${isolated(path, "code")}</dt>
    <dd tabindex=${value.length > LONG ? "0" : nothing}>
      ${isolated(value, "code")}${more > 0 ? html`<span class="quiet-text"> and ${count(more)} characters more</span>` : nothing}
    </dd>`;
}
