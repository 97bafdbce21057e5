// The whole page as a function of its state.

import { html, render, type TemplateResult } from "lit";

import type { App } from "../app.js";
import { bothLoaded, onDesk, type PageState, SIDES } from "../state/page-state.js";
import { comparisonMessages } from "./comparing.js";
import { focusContextMenu } from "./context-menu.js";
import { revealCurrent } from "./difference-list.js";
import { dialogs, openDialog } from "./dialogs.js";
import { header } from "./header.js";
import { legend } from "./legend.js";
import { loadingBlock } from "./loading.js";
import { failureCards, lostSides, noticeCard, oneSideCard } from "./messages.js";
import { panel } from "./panel.js";
import { startPage } from "./start-page.js";
import { status } from "./status.js";
import { tabs } from "./tabs.js";
import { toasts } from "./toast-list.js";
import { toolbar } from "./toolbar.js";
import { placeTooltip } from "./tooltip.js";
import { verdict } from "./verdict.js";
import { viewArea } from "./view-area.js";

export function draw(state: PageState, app: App, root: HTMLElement): void {
  render(page(state, app), root);
  placeTooltip(state, root);
  focusContextMenu(root);
  app.toolbar.watch(root);
  revealCurrent(state, root);
  openDialog(root);
  document.title = title(state);
}

function page(state: PageState, app: App): TemplateResult {
  return html`<div class="page ${onDesk(state) ? "on-desk" : "on-start"} ${state.drag === null ? "" : "dragging"}">
    ${onDesk(state) ? deskPage(state, app) : html`${header(state, app)}${startPage(state, app)}${startFoot()}`}
    ${toasts(state, app)} ${dialogs(state, app)}
    <p class="hidden" role="status" aria-live="polite" data-testid="polite">${state.polite}</p>
    <p class="hidden" role="alert" aria-live="assertive" data-testid="assertive">${state.assertive}</p>
  </div>`;
}

function deskPage(state: PageState, app: App): TemplateResult {
  return html`<nav class="skip" aria-label="Skip">
      <a href="#view" @click=${(event: Event) => skipTo(event, "#view")}>To the view</a>
      <a href="#lists" @click=${(event: Event) => showLists(event, app)}>${bothLoaded(state) ? "To the differences" : "To the functions"}</a>
    </nav>
    ${header(state, app)}
    <main class="desks-and-desk">
      <h1 class="hidden">${title(state)}</h1>
      ${verdict(state, app)} ${tabs(state, app)}
      <div class="desk" id="desk" role="tabpanel" aria-labelledby="tab-${state.view.desk}">
        <div class="work">
          ${toolbar(state, app)}
          <div class="messages">
            ${noticeCard(state, app)} ${SIDES.map((side) => failureCards(state, app, side))} ${lostSides(state, app)}
            ${oneSideCard(state, app)} ${loadingBlock(state, app)} ${comparisonMessages(state, app)}
          </div>
          ${viewArea(state, app)} ${legend(state, app)}
        </div>
        ${panel(state, app)}
      </div>
    </main>
    ${status(state)}`;
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

function showLists(event: Event, app: App): void {
  app.store.set({ panel: true });
  app.store.flush();
  skipTo(event, "#lists");
}

function title(state: PageState): string {
  const names = SIDES.flatMap((side) => state.sides[side].summary?.name ?? []);
  return names.length === 0 ? "Diptych: compare two execution traces" : `${names.join(" against ")} · Diptych`;
}
