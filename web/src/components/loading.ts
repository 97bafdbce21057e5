// Files being read: a bar and numbers a side. Under 300 ms nothing shows (the style sheet waits).

import { html, nothing, type TemplateResult } from "lit";

import { bytes, bytesOf, count, rate } from "../format.js";
import type { SideName } from "../generated/protocol.js";
import type { Sides } from "../sides/sides.js";
import { anyLoaded, type PageState, type Reading, SIDES } from "../state/page-state.js";
import { badge, isolated, letter, progressBar } from "./bits.js";

export type LoadingActions = { sides: Pick<Sides, "cancel"> };

/** All sides that are being read. */
export function loadingBlock(state: PageState, actions: LoadingActions): TemplateResult | typeof nothing {
  const sides = SIDES.filter((side) => state.sides[side].reading !== null);
  if (sides.length === 0) {
    return nothing;
  }
  const alone = !anyLoaded(state);
  return html`<section class="loading ${alone ? "centred" : ""}" aria-label="Reading">
    ${sides.map((side) => readingBar(state.sides[side].reading, actions, side))}
    ${
      sides.length > 1 && alone
        ? html`<p class="hint">The first picture appears when one side is read. You can use it while the other loads.</p>`
        : nothing
    }
  </section>`;
}

export function readingBar(
  reading: Reading | null,
  actions: LoadingActions,
  side: SideName,
): TemplateResult | typeof nothing {
  if (reading === null) {
    return nothing;
  }
  const { source, progress, total, note } = reading;
  const read = total === null || total === 0 ? null : Math.min(progress.bytesIn / total, 1);
  const share = progress.built > 0 ? progress.built : read;
  return html`<div class="reading">
    <div class="reading-head">
      ${badge(side)}<strong>${isolated(source.name)}</strong>
      ${note === "" ? nothing : html`<span class="quiet-text">${note}</span>`}
      <button @click=${() => actions.sides.cancel(side)}>Cancel<span class="hidden"> reading ${letter(side)}</span></button>
    </div>
    ${progressBar(progress.built > 0 ? `Building the call tree of ${letter(side)}` : `Reading ${letter(side)}`, share, side)}
    <p class="numbers"><span>${progress.built > 0 ? "building the call tree" : bytesText(reading)}</span><span>${count(progress.calls)} calls${progress.built > 0 ? "" : " so far"}</span></p>
  </div>`;
}

/** `112 of 156 MB · 431 MB/s`; compressed: `7.9 of 12.2 MB, unpacked 111 MB`; size unknown: `31 MB read · …`. */
function bytesText({ progress, total, bytesPerSecond }: Reading): string {
  const { bytesIn, bytesUnpacked } = progress;
  const read = total === null || total === 0 ? `${bytes(bytesIn)} read` : bytesOf(bytesIn, total);
  if (bytesUnpacked > bytesIn) {
    return `${read}, unpacked ${bytes(bytesUnpacked)}`;
  }
  return bytesIn === 0 ? read : `${read} · ${rate(bytesPerSecond)}`;
}
