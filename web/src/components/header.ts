// The bar at the top: the two sides, and what concerns the whole page.

import { html, nothing, type TemplateResult } from "lit";

import type { App } from "../app.js";
import type { SideName, ThemeChoice } from "../generated/protocol.js";
import { onDesk, type PageState, SIDES } from "../state/page-state.js";
import { letter } from "./bits.js";
import { exportIcon, helpIcon, logo, shareIcon, swapIcon, themeIcon } from "./icons.js";
import { menu } from "./menu.js";
import { searchField } from "./search.js";
import { sideCard } from "./side-card.js";

const THEME_WORDS: Record<ThemeChoice, string> = {
  auto: "as the system",
  light: "light",
  dark: "dark",
  contrast: "high contrast",
};

export function header(state: PageState, app: App): TemplateResult {
  return html`<header class="header">
    <button class="home" @click=${() => app.leave(false)}>${logo}<span>Diptych</span><span class="hidden">: to the start page</span></button>
    ${onDesk(state) ? html`${cards(state, app)}${searchField(state, app)}${pageActions(state, app)}` : html`<span class="spring"></span>`}
    <button
      class="quiet square"
      aria-label="Theme: ${THEME_WORDS[state.view.theme]}. Next theme"
      title="Theme: ${THEME_WORDS[state.view.theme]}"
      @click=${() => app.run("theme")}
    >
      ${themeIcon}
    </button>
    <button class="quiet square" aria-label="Help" title="Help (?)" @click=${() => app.run("help")}>${helpIcon}</button>
  </header>`;
}

function cards(state: PageState, app: App): TemplateResult {
  const busy = SIDES.some((side: SideName) => state.sides[side].reading !== null);
  return html`<div class="cards">
    ${sideCard(state, app, "a")}
    <button
      class="swap square"
      aria-label="Swap sides"
      title=${busy ? `Swap when ${letter("a")} and ${letter("b")} are read` : "Swap sides (x)"}
      ?disabled=${busy}
      @click=${() => app.run("swap")}
    >
      ${swapIcon}
    </button>
    ${sideCard(state, app, "b")}
  </div>`;
}

function pageActions(state: PageState, app: App): TemplateResult {
  return html`<button class="iconed" title="Copy a link to this view" @click=${() => app.run("copy-link")}>
      ${shareIcon}<span class="label">Share</span>
    </button>
    ${menu(state, app, {
      name: "export",
      label: html`${exportIcon}<span class="label">Export</span>`,
      title: "Export",
      className: "iconed",
      items: [
        state.graphics === "none" ? null : { label: "Picture as PNG", run: () => app.run("export-png") },
        { label: "Drawing as SVG", run: () => app.run("export-svg") },
        { label: "Values as CSV", run: () => app.run("export-csv") },
      ],
    })}${nothing}`;
}
