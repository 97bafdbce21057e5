// Pairs of earlier visits, and files that this tab showed before it was reloaded.

import { html, nothing, type TemplateResult } from "lit";

import { isMissing, type RecentPairs } from "../sides/recent-pairs.js";
import { type KeptSource, type PageState, type RecentPair, SIDES } from "../state/page-state.js";
import { badge, box, when } from "./bits.js";

export type RecentActions = { recent: Pick<RecentPairs, "clear" | "dismiss" | "open" | "reopen"> };

/** Offers the files of before a reload again, or names them where the browser cannot open them by itself. */
export function reopenCard(state: PageState, { recent }: RecentActions): TemplateResult | typeof nothing {
  const missing = SIDES.flatMap((side) => {
    const source = state.reopen?.[side] ?? null;
    return source !== null && isMissing(state, side) ? [{ side, source }] : [];
  });
  if (missing.length === 0) {
    return nothing;
  }
  const files = missing.length === 1 ? "the same file" : "the same two files";
  const canReopen = missing.every(({ source }) => source.handle !== null);
  const text = canReopen
    ? box(
        "plain",
        "Continue where you left off?",
        `Diptych opens ${files} again. The browser may ask for your permission.`,
      )
    : box("plain", "Diptych can’t reopen local files by itself.", `Drop ${files} to continue where you left off.`);
  return html`<section class="awaited" aria-label="Files of before">
    ${text}
    <ul>
      ${missing.map(({ side, source }) => html`<li>${badge(side)} <bdi class="code">${source.name}</bdi></li>`)}
    </ul>
    ${when(canReopen, () => html`<button class="main" @click=${() => void recent.reopen()}>Open again</button>`)}
    <button @click=${() => recent.dismiss()}>Dismiss</button>
  </section>`;
}

/** The list of the start page: names only. */
export function recentPairs(state: PageState, { recent }: RecentActions): TemplateResult | typeof nothing {
  return state.recent.length === 0
    ? nothing
    : html`<section class="recent" aria-labelledby="recent-head">
        <h2 id="recent-head">Recent pairs <span>names and links, kept on this device</span></h2>
        <button @click=${() => void recent.clear()}>Clear</button>
        <ul>
          ${state.recent.map((pair) => html`<li>${recentPair(pair, () => void recent.open(pair))}</li>`)}
        </ul>
      </section>`;
}

function recentPair({ a, b }: RecentPair, open: () => void): TemplateResult {
  const name = (source: KeptSource | null) =>
    html`<bdi class="code" title=${source?.link ?? ""}>${source?.name ?? ""}</bdi>`;
  return html`<button class="quiet" @click=${open}>${badge("a", "small")} ${name(a)} ${badge("b", "small")} ${name(b)}</button>`;
}
