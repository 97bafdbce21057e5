// While the sides are compared, when that was cancelled, and when they can hardly be.

import { html, nothing, type TemplateResult } from "lit";

import type { ComparisonProgress } from "../comparison/comparison-page.js";
import type { ComparisonController } from "../comparison/comparisons.js";
import type { IdentityEditor } from "../comparison/identity-editor.js";
import { count } from "../format.js";
import { bothLoaded, type PageState } from "../state/page-state.js";
import { box, progressBar, prose, when } from "./bits.js";
import { learnMore } from "./docs-link.js";

export type ComparingActions = {
  comparisons: Pick<ComparisonController, "again" | "cancel" | "takeDoubt" | "takeRemedy">;
  identity: Pick<IdentityEditor, "open">;
};

/** Renders the reasons that keep the sides from being compared as they are. */
export function comparisonMessages(state: PageState, actions: ComparingActions): unknown {
  const { comparing, cancelled, summary, doubtTaken } = state.comparison;
  if (!bothLoaded(state) || comparing !== null) {
    return nothing;
  }
  if (cancelled && summary === null) {
    return html`<section class="cancelled" aria-label="Comparison">
      <p><strong>The two sides are not compared.</strong> Both traces are open, and each is shown on its own.</p>
      <button class="main" @click=${() => actions.comparisons.again()}>Compare</button>
    </section>`;
  }
  if (summary?.doubt && !doubtTaken) {
    return doubtSheet(state, actions);
  }
  return nothing;
}

/** Renders the progress of the work. The card floats over the lists, so that nothing moves when it comes and goes. */
export function comparingCard({ comparison }: PageState, actions: ComparingActions): TemplateResult | typeof nothing {
  return comparison.comparing === null ? nothing : progress(comparison.comparing, actions);
}

/** Renders the progress in a few words, for places where the lists are out of sight. */
export function comparingNote({ comparison }: PageState, actions: ComparingActions): TemplateResult | typeof nothing {
  const { comparing } = comparison;
  return comparing === null
    ? nothing
    : html`<p class="comparing-note">
        ${stageWords(comparing)}
        <button @click=${() => actions.comparisons.cancel()}>Cancel<span class="hidden"> comparing</span></button>
      </p>`;
}

/** Returns the stage of the work and its progress in words. */
export function stageWords({ stage, done, total }: Omit<ComparisonProgress, "begun_ms">): string {
  return total === 0 ? stage : `${stage} ${Math.floor((done / total) * 100)}\u202f%`;
}

/** Under 300 ms no bar appears at all: the style sheet waits. */
function progress({ stage, done, total, begun_ms }: ComparisonProgress, actions: ComparingActions): TemplateResult {
  const share = total === 0 ? null : Math.min(done / total, 1);
  return html`<section class="comparing" aria-label="Comparing">
    <div class="reading-head">
      <strong>${stage}</strong>
      <button @click=${() => actions.comparisons.cancel()}>Cancel<span class="hidden"> comparing</span></button>
    </div>
    ${progressBar("Comparing", share, "ink")}
    <p class="numbers">
      <span>${share === null ? "" : words(stage, done, total)}</span>
      <span>${((performance.now() - begun_ms) / 1000).toFixed(1)}\u202fs</span>
    </p>
    <p class="hint">You can already look at both runs. Colours replace grey as results arrive; nothing moves.</p>
  </section>`;
}

function words(stage: string, done: number, total: number): string {
  const so = `${count(done)} of ${count(total)}`;
  return stage === "Aligning calls" ? `${so} calls of A done` : so;
}

/** Renders what can be done about sides that are hardly comparable. The verdict above says why they are. */
function doubtSheet({ comparison }: PageState, actions: ComparingActions): TemplateResult | typeof nothing {
  const doubt = comparison.summary?.doubt;
  if (!doubt) {
    return nothing;
  }
  return html`<section class="doubt" aria-label="May not be comparable">
    ${box("warn", doubt.body, "")}
    <div class="actions">
      ${when(doubt.remedy !== "", () => html`<button class="main" @click=${() => actions.comparisons.takeRemedy()}>${prose(doubt.remedy)}</button>`)}
      <button @click=${() => actions.identity.open("names")}>Edit matching names</button>
      <button @click=${() => actions.comparisons.takeDoubt()}>Hide this message</button>
      ${learnMore("identity")}
    </div>
  </section>`;
}
