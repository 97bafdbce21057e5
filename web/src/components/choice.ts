// One of several: in a list, or side by side.

import { html, type TemplateResult } from "lit";

import { yesNo } from "./bits.js";

/** A list with its name before it. */
export function choice<Value extends string>(
  word: string,
  all: Readonly<Record<Value, string>>,
  now: Value,
  choose: (value: Value) => void,
  offered: readonly Value[] = keysOf(all),
): TemplateResult {
  const chosen = (event: Event) => choose((event.currentTarget as HTMLSelectElement).value as Value);
  return html`<label class="field"><span class="tool-word">${word}</span>
    <select @change=${chosen}>
      ${offered.map((value) => html`<option value=${value} ?selected=${value === now}>${all[value]}</option>`)}
    </select>
  </label>`;
}

export function segmented<Value extends string>(
  label: string,
  all: Readonly<Record<Value, string>>,
  offered: readonly Value[],
  now: Value,
  choose: (value: Value) => void,
): TemplateResult {
  return html`<div class="segmented" role="group" aria-label=${label}>
    ${offered.map((value) => html`<button aria-pressed=${yesNo(value === now)} @click=${() => choose(value)}>${all[value]}</button>`)}
  </div>`;
}

function keysOf<Value extends string>(all: Readonly<Record<Value, string>>): readonly Value[] {
  return Object.keys(all) as Value[];
}
