// A call beside its partner: what became of it, and the facts of both sides.

import { html, nothing, type TemplateResult } from "lit";

import type { CallDetails, Fact, SideName, Tooltip } from "../generated/protocol.js";
import { badge } from "./bits.js";

/** `moved`, `only in A`: what is not plainly matched is said beside the name. */
export function kindMark(words: Pick<Tooltip, "kind">): TemplateResult | typeof nothing {
  if (words.kind === "" || words.kind === "matched") {
    return nothing;
  }
  return html`<span class="kind-mark">${words.kind === "moved" ? "⤭ moved" : words.kind}</span>`;
}

/**
 * The facts: of both sides if the call has a partner, else of itself. Facts that only it has follow. `alone`: the side
 * that is open, where the other is not.
 */
export function factsOf(
  words: Pick<CallDetails, "facts" | "partner">,
  style: string,
  alone: SideName | null = null,
): TemplateResult {
  const shared = new Set(words.partner.map(({ label }) => label));
  const own = words.facts.filter(({ label }) => !shared.has(label));
  return html`${words.partner.length === 0 ? nothing : alone === null ? both(words) : oneOf(words, alone, style)}${own.length === 0 ? nothing : list(own, style)}`;
}

function oneOf({ partner }: Pick<CallDetails, "partner">, side: SideName, style: string): TemplateResult {
  return list(
    partner.map((row) => ({ label: row.label, value: row[side] === "" ? "–" : row[side] })),
    style,
  );
}

function both({ partner }: Pick<CallDetails, "partner">): TemplateResult {
  return html`<table class="partner-table">
    <thead>
      <tr><td></td><th scope="col">${badge("a", "small")}<span class="hidden">A</span></th><th scope="col">${badge("b", "small")}<span class="hidden">B</span></th><th scope="col">Change</th></tr>
    </thead>
    <tbody>
      ${partner.map(
        ({ label, a, b, change }) =>
          html`<tr><th scope="row">${label}</th><td>${a === "" ? "–" : a}</td><td>${b === "" ? "–" : b}</td><td>${change === "" ? "–" : change}</td></tr>`,
      )}
    </tbody>
  </table>`;
}

function list(facts: readonly Fact[], style: string): TemplateResult {
  return html`<dl class=${style}>${facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}
