// The whole page as a function of its state.

import { html, nothing, render, type TemplateResult } from "lit";

import type { RunningDesk } from "../desks/desk.js";
import { deskOf, DESKS } from "../desks/registry.js";
import type { PageControls } from "../page-controls.js";
import { bothLoaded, onDesk, type PageState, SIDES } from "../state/page-state.js";
import { comparisonMessages } from "./comparing.js";
import { focusContextMenu } from "./context-menu.js";
import { revealCurrent } from "./difference-list.js";
import { type DialogActions, dialogs, openDialog } from "./dialogs.js";
import { type EmbedActions, embedPage } from "./embed-page.js";
import { header, type HeaderActions } from "./header.js";
import { loadingBlock } from "./loading.js";
import { memo } from "./memo.js";
import { awaitedCard, failureCards, lostSides, noticeCard, oneSideCard, sumsCard } from "./messages.js";
import { panel, type PanelActions } from "./panel.js";
import { reopenCard } from "./recent.js";
import { reading } from "./reading.js";
import { searchResult, type SearchResultActions } from "./search.js";
import { followCurrentRows } from "./row-focus.js";
import { startPage, type StartPageActions } from "./start-page.js";
import { status } from "./status.js";
import { tabs, type TabsActions } from "./tabs.js";
import { trustQuestion } from "./trust-question.js";
import { type ToastActions, toasts } from "./toast-list.js";
import { toolbar, type ToolbarActions } from "./toolbar.js";
import { placeTooltip } from "./tooltip.js";
import { verdict, type VerdictActions } from "./verdict.js";
import { viewArea, type ViewAreaActions } from "./view-area.js";

type SkipActions = { page: Pick<PageControls, "showPanel" | "flush"> };

type DeskActions = SkipActions &
  VerdictActions &
  TabsActions &
  ToolbarActions &
  SearchResultActions &
  ViewAreaActions &
  PanelActions;

/** The actions of the page. Each component takes the part that it uses. */
export type PageActions = EmbedActions & HeaderActions & StartPageActions & DeskActions & DialogActions & ToastActions;

/** Puts the page into `root`. */
export function draw(state: PageState, actions: PageActions, desk: RunningDesk, root: HTMLElement): void {
  render(page(state, actions, desk), root);
  placeTooltip(state, root);
  focusContextMenu(root);
  revealCurrent(state, root);
  followCurrentRows(root);
  openDialog(root);
  const named = title(state);
  if (document.title !== named) {
    document.title = named; // Set to the same again, too, it goes to the browser's own process.
  }
}

function page(state: PageState, actions: PageActions, desk: RunningDesk): TemplateResult {
  if (state.isEmbed) {
    return html`<div class="page on-desk embed">
      ${embedPage(state, actions, desk, title(state))} ${above(state, actions, desk)}
    </div>`;
  }
  return html`<div class="page ${onDesk(state) ? "on-desk" : "on-start"} ${state.drag === null ? "" : "dragging"}">
    ${onDesk(state) ? deskPage(state, actions, desk) : html`${header(state, actions, desk)}${startPage(state, actions)}${startFoot()}`}
    ${above(state, actions, desk)}
  </div>`;
}

/** Renders what lies above the page, whatever it shows. */
function above(state: PageState, actions: PageActions, desk: RunningDesk): TemplateResult {
  return html`${trustQuestion(state)} ${toasts(state, actions)} ${dialogs(state, actions, desk)}
    <p class="hidden" role="status" aria-live="polite" data-testid="polite">${state.polite}</p>
    <p class="hidden" role="alert" aria-live="assertive" data-testid="assertive">${state.assertive}</p>`;
}

function deskPage(state: PageState, actions: PageActions, desk: RunningDesk): TemplateResult {
  const several = DESKS.length > 1;
  const name = deskOf(state.view.desk).title;
  return html`<nav class="skip" aria-label="Skip">
      <a href="#view" @click=${(event: Event) => skipTo(event, "#view")}>To the view</a>
      <a href="#lists" @click=${(event: Event) => showLists(event, actions)}>${bothLoaded(state) ? "To the differences" : "To the functions"}</a>
    </nav>
    ${memo(state, (now) => header(now, actions, desk), desk)}
    <main class="desks-and-desk">
      <h1 class="hidden">${title(state)}</h1>
      ${memo(state, (now) => verdict(now, actions, desk), desk)} ${memo(state, (now) => tabs(now, actions))}
      <div
        class="desk"
        id="desk"
        role=${several ? "tabpanel" : "region"}
        aria-label=${several ? nothing : name}
        aria-labelledby=${several ? `tab-${state.view.desk}` : nothing}
      >
        <div class="work">
          ${toolbar(state, actions, deskOf(state.view.desk), desk.tools?.(state) ?? [])}
          <div class="messages">
            ${noticeCard(state, actions)} ${awaitedCard(state, actions)} ${reopenCard(state, actions)} ${SIDES.map((side) => failureCards(state, actions, side))} ${lostSides(state, actions)}
            ${oneSideCard(state, actions)} ${sumsCard(state, actions)} ${loadingBlock(state, actions)} ${comparisonMessages(state, actions)}
          </div>
          <div class="above-picture">${memo(state, reading)} ${searchResult(state, actions)}</div>
          <div class="rail-and-view">${memo(state, (now) => desk.rail?.(now), desk)} ${viewArea(state, actions, desk)}</div>
          ${memo(state, (now) => desk.below?.(now), desk)}
          ${desk.legend?.(state)}
        </div>
        ${panel(state, actions, desk)}
      </div>
    </main>
    ${status(state, actions)}`;
}

function startFoot(): TemplateResult {
  return html`<footer class="status">
    <span class="spring"></span><span>No account, no server, no tracking</span>
  </footer>`;
}

/** The hash belongs to the view: a skip link moves the focus without touching it. */
function skipTo(event: Event, target: string): void {
  event.preventDefault();
  document.querySelector<HTMLElement>(target)?.focus();
}

function showLists(event: Event, { page: controls }: SkipActions): void {
  controls.showPanel();
  controls.flush();
  skipTo(event, "#lists");
}

function title(state: PageState): string {
  const names = SIDES.flatMap((side) => state.sides[side].summary?.name ?? []);
  return names.length === 0 ? "Diptych: compare two execution traces" : `${names.join(" against ")} · Diptych`;
}
