// The sentences of the comparison on the cause of the largest change.

import { html, nothing, type TemplateResult } from "lit";

import { shownDoubt } from "../comparison/comparison-page.js";
import type { PageState } from "../state/page-state.js";

/** The sentences to forward, of which the first one stands out. */
export function cause(sentences: string): TemplateResult {
  const first = sentences.indexOf(". ");
  return first < 0
    ? html`<p class="cause" tabindex="0"><strong>${sentences}.</strong></p>`
    : html`<p class="cause" tabindex="0"><strong>${sentences.slice(0, first)}.</strong>${sentences.slice(first + 1)}.</p>`;
}

/** The sentences on the open pair, if its sides are comparable. The lists of a desk begin with them. */
export function causeOf({ comparison }: PageState): TemplateResult | typeof nothing {
  const sentences = shownDoubt(comparison) === null ? comparison.summary?.cause : undefined;
  return sentences === undefined || sentences === "" ? nothing : cause(sentences);
}
