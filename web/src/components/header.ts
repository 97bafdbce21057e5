// The bar at the top: the two sides, and what concerns the whole page.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import type { Exports } from "../exports.js";
import type { SideName, ThemeChoice } from "../generated/protocol.js";
import type { Leave } from "../commands.js";
import type { MenuItem, RunningDesk } from "../desks/desk.js";
import { isLeftOut, isReport } from "../engine/assets.js";
import { hint } from "../keys.js";
import type { ReportExtent } from "../report-export-part.js";
import { keptIn, withoutCalls, withoutPairs } from "../sides/without-traces.js";
import { whyFilesAreFixed } from "../state/lock.js";
import { bothLoaded, onDesk, type PageState, SIDES } from "../state/page-state.js";
import { letter } from "./bits.js";
import { exportIcon, helpIcon, logo, shareIcon, swapIcon, themeIcon } from "./icons.js";
import { menu, type MenuActions } from "./menu.js";
import { notesPopover, type NotesActions } from "./notes.js";
import { searchField, type SearchFieldActions } from "./search.js";
import { type SideCardActions, sideCards } from "./side-card.js";

export type HeaderActions = SideCardActions &
  SearchFieldActions &
  MenuActions &
  NotesActions & { run: Run; leave: Leave; exports: Pick<Exports, "switchCaption" | "report"> };

const THEME_WORDS: Record<ThemeChoice, string> = {
  auto: "system",
  light: "light",
  dark: "dark",
  contrast: "high contrast",
};

export function header(state: PageState, actions: HeaderActions, desk: RunningDesk): TemplateResult {
  return html`<header class="header">
    <button class="home" ?disabled=${whyFilesAreFixed(state) !== null} @click=${() => actions.leave(false)}>${logo}<span>Diptych</span><span class="hidden">: to the start page</span></button>
    ${onDesk(state) ? html`${cards(state, actions)}${searchField(state, actions)}${pageActions(state, actions, desk)}` : html`<span class="spring"></span>`}
    <button
      class="quiet square"
      aria-label="Theme: ${THEME_WORDS[state.view.theme]}. Change the theme"
      title="Theme: ${THEME_WORDS[state.view.theme]}"
      @click=${() => actions.run("theme")}
    >
      ${themeIcon}
    </button>
    <button class="quiet square" aria-label="Help and settings" title=${hint("help")} @click=${() => actions.run("help")}>${helpIcon}</button>
  </header>`;
}

function cards(state: PageState, actions: HeaderActions): TemplateResult {
  const busy = SIDES.some((side: SideName) => state.sides[side].reading !== null);
  const noCalls = withoutCalls(state);
  return sideCards(
    state,
    actions,
    html`<button
      class="swap square"
      aria-label="Swap sides"
      title=${busy ? `Wait until ${letter("a")} and ${letter("b")} are read` : (noCalls ?? hint("swap"))}
      ?disabled=${busy || noCalls !== null}
      @click=${() => actions.run("swap")}
    >
      ${swapIcon}
    </button>`,
  );
}

function pageActions(state: PageState, actions: HeaderActions, desk: RunningDesk): TemplateResult {
  return html`${notesPopover(state, actions)}<button class="iconed" title="Copy a link to this view" @click=${() => actions.run("copy-link")}>
      ${shareIcon}<span class="label">Share</span>
    </button>
    ${menu(state, actions, {
      name: "export",
      label: html`${exportIcon}<span class="label">Export</span>`,
      title: "Export",
      className: "iconed",
      items: [
        state.graphics === "none" ? null : { label: "PNG (picture)", run: () => actions.run("export-png") },
        hasWriters() ? { label: "SVG (vector)", run: () => actions.run("export-svg") } : null,
        { label: "CSV (data)", run: () => actions.run("export-csv") },
        ...(withoutCalls(state) === null ? (desk.exports?.() ?? []) : []),
        ...savings(state, actions),
        hasWriters()
          ? { label: "Add a caption to pictures", run: () => actions.exports.switchCaption(), checked: state.captions }
          : null,
      ],
    })}${nothing}`;
}

/** Returns whether files can be written: a report without traces lacks the code that does. */
function hasWriters(): boolean {
  return !isLeftOut(ARTIFACTS.compute);
}

/** A pair can be saved as a file; its traces only where they are open. */
function savings(state: PageState, { run, exports }: HeaderActions): MenuItem[] {
  if (!bothLoaded(state) || !hasWriters()) {
    return [];
  }
  const comparison = { label: "Comparison (.diptych)", run: () => run("save-comparison") };
  const traces = { label: "Comparison with traces (.diptych)", run: () => run("save-with-traces") };
  const report = (extent: ReportExtent) => () => exports.report(extent);
  const text = { label: "Report: verdict and picture (.html)", run: report("none") };
  const calls = { label: "Report with calls (.html)", run: report("calls") };
  const whole = { label: "Report with traces (.html)", run: report("traces") };
  // A report holds no page that another one could start.
  const withPage = (items: MenuItem[]) => (isReport() ? [] : items);
  if (withoutPairs(state) === null) {
    return [comparison, traces, text, ...withPage([calls, whole])];
  }
  return keptIn(state) === null ? [] : [comparison, text, ...withPage([calls])];
}
