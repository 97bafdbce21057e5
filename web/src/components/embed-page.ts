// The page as one view in another page: a title row, the picture, the legend.

import { html, nothing, type TemplateResult } from "lit";

import type { RunningDesk } from "../desks/desk.js";
import { deskOf } from "../desks/registry.js";
import { ratio } from "../format.js";
import type { SideName } from "../generated/protocol.js";
import { anyLoaded, bothLoaded, type PageState, SIDES } from "../state/page-state.js";
import { badge, isolated, leaving, letter, when } from "./bits.js";
import { comparisonMessages } from "./comparing.js";
import { loadingBlock, type LoadingActions } from "./loading.js";
import { awaitedCard, failureCards, lostSides, type MessageActions, noticeCard } from "./messages.js";
import { notesPopover, type NotesActions } from "./notes.js";
import { searchResult, type SearchResultActions } from "./search.js";
import { verdict, type VerdictActions } from "./verdict.js";
import { viewArea, type ViewAreaActions } from "./view-area.js";

/** The way to the whole page. */
export type EmbedActions = { embed: { address: () => string; open: (event: MouseEvent) => void } };

export type EmbedPageActions = EmbedActions &
  LoadingActions &
  MessageActions &
  NotesActions &
  SearchResultActions &
  VerdictActions &
  ViewAreaActions;

export function embedPage(
  state: PageState,
  actions: EmbedPageActions,
  desk: RunningDesk,
  title: string,
): TemplateResult {
  return html`${titleRow(state, actions)}
    <main class="desks-and-desk">
      <h1 class="hidden">${title}</h1>
      ${verdict(state, actions, desk)}
      <div class="desk" id="desk" role="region" aria-label=${deskOf(state.view.desk).title}>
        <div class="work">
          <div class="messages">
            ${noticeCard(state, actions)} ${awaitedCard(state, actions)} ${SIDES.map((side) => failureCards(state, actions, side))}
            ${lostSides(state, actions)} ${loadingBlock(state, actions)} ${comparisonMessages(state, actions)}
          </div>
          <div class="above-picture">${searchResult(state, actions)}</div>
          <div class="rail-and-view">${viewArea(state, actions, desk)}</div>
          <div class="embed-foot">
            ${desk.legend?.(state)}
            <span class="drawn leaving" data-testid="drawn" title=${state.scene?.drawn.text ?? ""}>${leaving(state.scene?.drawn.text ?? "")}</span>
          </div>
        </div>
      </div>
    </main>`;
}

function titleRow(state: PageState, actions: EmbedActions & NotesActions): TemplateResult {
  const { embed } = actions;
  return html`<header class="embed-title">
    ${SIDES.map((side) => sideOf(state, side))} ${ratioOf(state)}
    <span class="spring"></span>
    ${when(state.view.notes.length > 0, () => notesPopover(state, actions))}
    ${when(
      anyLoaded(state),
      () => html`<a
        href=${embed.address()}
        target="_blank"
        rel="noopener"
        aria-label="Open in Diptych, in a new tab"
        @click=${embed.open}
        ><span class="label">Open in Diptych</span> ↗</a
      >`,
    )}
  </header>`;
}

/** A side by its badge, name and length, or that it is waited for: a frame is never empty. */
function sideOf({ sides }: PageState, side: SideName): TemplateResult {
  const { summary, reading } = sides[side];
  const name = summary?.name ?? reading?.source.name;
  return html`<section class="embed-side" aria-label="Side ${letter(side)}" data-side=${side}>
    ${badge(side)}
    ${
      name === undefined
        ? html`<span class="quiet-text">waiting for ${letter(side)}</span>`
        : html`<strong class="name" title=${name}>${isolated(name)}</strong>`
    }
    <span class="duration">${summary?.duration ?? nothing}</span>
  </section>`;
}

/** The length of B against A, known before anything is compared. */
function ratioOf(state: PageState): TemplateResult | typeof nothing {
  const [a, b] = [state.sides.a.summary, state.sides.b.summary];
  if (!bothLoaded(state) || a === null || b === null || a.axis !== "time" || b.axis !== "time" || a.extent === 0) {
    return nothing;
  }
  const [mark, tone] = b.extent > a.extent ? ["▲ ", "slower"] : b.extent < a.extent ? ["▼ ", "faster"] : ["", ""];
  return html`<strong class="embed-ratio ${tone}" title="Length of B ÷ length of A">${mark}${ratio(b.extent / a.extent)}</strong>`;
}
