// The line above the picture: its largest change, and what its shapes and colours stand for, in plain words.

import { html, type TemplateResult } from "lit";

import type { PageState } from "../state/page-state.js";

/**
 * The line is there even while it is empty: a picture that moved down a moment later would have to be drawn twice.
 * Each sentence is an element, so that a narrow page leaves out the last ones whole instead of cutting the line.
 */
export function reading(state: PageState): TemplateResult {
  const sentences = state.scene?.reading ?? [];
  return html`<p class="reading-line" data-testid="reading" title=${sentences.join(" ")}>${sentences.map((text) => html`<span>${text} </span>`)}</p>`;
}
