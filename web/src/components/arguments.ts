// The record of the selected call, as the file has it.

import { html, nothing, type TemplateResult } from "lit";

import { bytes, count } from "../format.js";
import type { CallRecord } from "../generated/protocol.js";
import type { PageState } from "../page-state.js";
import { isolated, properties } from "./bits.js";
import { box } from "./messages.js";

export function argumentsOf({ record, details }: PageState): TemplateResult | typeof nothing {
  switch (record?.state) {
    case undefined:
      return nothing;
    case "reading": {
      const { progress, total } = record;
      const share = progress === null || total === null || total === 0 ? 0 : Math.min(progress.bytesIn / total, 1);
      return html`<div class="reading-again">
        <p>Reading the file again${progress === null ? "" : `, ${bytes(progress.bytesIn)}`}</p>
        <div
          class="bar bar-${details?.side ?? "a"}"
          role="progressbar"
          aria-label="Reading the arguments"
          aria-valuemin="0"
          aria-valuemax="100"
          aria-valuenow=${Math.round(share * 100)}
          ${properties({ "--share": String(share) })}
        ></div>
      </div>`;
    }
    case "none":
      return html`<p class="empty-text">The file has no record of this call by itself.</p>`;
    case "failed":
      return box("danger", record.title, record.body);
    case "read":
      return recordOf(record.record);
  }
}

function recordOf({ fields, fieldsOf, text, textBytes, bytes: size }: CallRecord): TemplateResult {
  return html`<div class="record">
    ${fields.length === 0 ? html`<p class="empty-text">It has no arguments.</p>` : nothing}
    <dl class="arguments">
      ${fields.map(
        ({ path, value, more }) => html`<dt>${isolated(path, "code")}</dt>
          <dd>${isolated(value, "code")}${more > 0 ? html`<span class="quiet-text"> and ${count(more)} characters more</span>` : nothing}</dd>`,
      )}
    </dl>
    ${fieldsOf > fields.length ? html`<p class="empty-text">The first ${count(fields.length)} of ${count(fieldsOf)}.</p>` : nothing}
    <details>
      <summary>The whole record, ${bytes(size)}</summary>
      <pre class="code" tabindex="0">${text}</pre>
      ${textBytes < size ? html`<p class="empty-text">${bytes(textBytes)} of ${bytes(size)}.</p>` : nothing}
    </details>
  </div>`;
}
