// The question whether an origin may show traces here, or be asked for a trace or a source file.

import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { until } from "lit/directives/until.js";

import type { PageState } from "../state/page-state.js";
import { isCovered, watchCover } from "../trust/seen.js";
import type { TrustAnswer, TrustQuestion } from "../trust/trust-part.js";
import { when } from "./bits.js";

/** The answers wait for so long: a page around could have somebody click at the moment at which the question appears. */
const WAIT_MS = 700;

/** Resolves to false once a question has stood on the page long enough to be read. */
const isEarly = new WeakMap<TrustQuestion, Promise<false>>();

function early(question: TrustQuestion): Promise<false> {
  const waits = isEarly.get(question) ?? new Promise((resolve) => setTimeout(() => resolve(false), WAIT_MS));
  isEarly.set(question, waits);
  return waits;
}

/** Renders the question of the moment. It never takes the focus: whoever types goes on typing. */
export function trustQuestion({ question }: Pick<PageState, "question">): TemplateResult | typeof nothing {
  if (question === null) {
    return nothing;
  }
  const { origin, answer } = question;
  const waits = early(question);
  const watch = (element?: Element) => (element === undefined ? undefined : watchCover(element));
  const trust = (given: TrustAnswer) => (event: Event) =>
    isCovered(event.currentTarget as Element) ? undefined : answer(given);
  return html`<section class="trust-question" role="alertdialog" aria-labelledby="trust-title" aria-describedby="trust-text" ${ref(watch)}>
    <p>${words(question)}</p>
    <p class="covered">The page around covers or fades this question. <em>Yes</em> works once all of it can be seen.</p>
    <div class="actions">
      <button ?disabled=${until(waits, true)} @click=${() => answer("no")}>No</button>
      <button class="main" ?disabled=${until(waits, true)} @click=${trust("yes")}>Yes</button>
      ${when(origin !== null, () => html`<button title="Remember this on this device" ?disabled=${until(waits, true)} @click=${trust("always")}>Always</button>`)}
    </div>
  </section>`;
}

function words({ origin, purpose }: TrustQuestion): TemplateResult {
  const who = origin === null ? html`A page with an unknown address` : html`<bdi class="origin">${origin}</bdi>`;
  switch (purpose) {
    case "show":
      return html`<strong id="trust-title">${who} wants to see what is shown here, and to show traces.</strong>
        <span id="trust-text">It can read the traces that are open. Allow that only for a site that you know.</span>`;
    case "fetch":
      return html`<strong id="trust-title">This link loads a trace from ${who}.</strong>
        <span id="trust-text">That site learns your network address. Nothing is uploaded.</span>`;
    case "source":
      return html`<strong id="trust-title">Open the source file on ${who}?</strong>
        <span id="trust-text">That site learns the path of the file as the trace states it, and your network address.</span>`;
  }
}
