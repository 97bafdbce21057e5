// Says how both time axes are aligned and why, and offers the other alignment.

import { html, nothing, type TemplateResult } from "lit";

import type { TimeAxis } from "../../generated/protocol.js";
import { withKey } from "../../keys.js";
import { withoutPairs } from "../../sides/without-traces.js";
import { bothLoaded, type PageState, SIDES } from "../../state/page-state.js";
import { foldedCalls } from "../../state/folded.js";
import { hasOwnClocks } from "../../state/windows.js";
import type { AreasState } from "./areas.js";
import type { Navigation } from "./navigation.js";
import type { Settings } from "./settings.js";
import { percent } from "./verdict.js";

/** The basis of the choice of the axis. */
export type AxisFacts = {
  /** The user's choice. */
  chosen: TimeAxis;
  /** The axis as drawn. */
  drawn: TimeAxis;
  /** The share of time in matched calls; `null` before calls are matched. */
  matched: number | null;
  severalRuns: boolean;
  /** Why calls cannot be matched; `null` where they can. */
  noCalls: string | null;
};

const ALIGNED: Record<TimeAxis, string> = {
  auto: "",
  zero: "at the start of each run",
  chosen: "at a selected call",
  matched: "by matched calls",
};

/** Returns the sentence about the axis, and the alignment that is offered instead; `null` for none. */
export function axisSentence(facts: AxisFacts): { text: string; instead: TimeAxis | null } {
  const { chosen, drawn, matched, severalRuns, noCalls } = facts;
  const aligned = `Time is aligned ${ALIGNED[drawn]}`;
  if (chosen !== "auto") {
    return { text: `${aligned}, as chosen.`, instead: "auto" };
  }
  if (drawn === "matched") {
    return { text: `${aligned}: at least ${percent(matched ?? 1)} of each run’s time is in them.`, instead: "zero" };
  }
  if (noCalls !== null) {
    return { text: `${aligned}. ${noCalls}`, instead: null };
  }
  if (severalRuns) {
    return { text: `${aligned}, because a side has several runs.`, instead: "matched" };
  }
  if (matched === null) {
    return { text: `${aligned} until calls are matched.`, instead: null };
  }
  return { text: `${aligned}: only ${percent(matched)} of a run’s time is in matched calls.`, instead: "matched" };
}

const OFFERS: Record<TimeAxis, string> = {
  auto: "Align automatically",
  zero: "Align at the start",
  chosen: "",
  matched: "Align matched calls",
};

/** Renders the sentence with a button for the other alignment; nothing for one side. */
export function axisNote(
  state: PageState,
  areas: AreasState | null,
  { settings, navigation }: { settings: Pick<Settings, "setAxis">; navigation: Pick<Navigation, "whole"> },
): TemplateResult | typeof nothing {
  if (!bothLoaded(state) || state.scene === null || areas === null) {
    return nothing;
  }
  if (hasOwnClocks(state.view)) {
    const showWhole = (): void => {
      // The button is about to go. Without this, the focus would fall to the page's body.
      document.querySelector<HTMLElement>("#lists")?.focus();
      navigation.whole();
    };
    return html`<p class="list-note" data-testid="time-axis">Each panel shows its own interval, in its own time. The difference compares the same shares of both intervals. <button class="quiet" title=${withKey("Leaves the zoom and draws both runs on one time axis again", "whole")} @click=${showWhole}>Show whole runs</button></p>`;
  }
  const { text, instead } = axisSentence({
    chosen: state.view.time.axis,
    drawn: state.scene.axis,
    matched: areas.reply.matched,
    severalRuns: SIDES.some((side) => (state.sides[side].summary?.runs.length ?? 1) > 1),
    noCalls:
      withoutPairs(state) ??
      (foldedCalls(state) !== "" ? "Short calls are summed here, so they have no moments to match." : null),
  });
  const offer =
    instead === null
      ? nothing
      : html` <button class="quiet" @click=${() => settings.setAxis(instead)}>${OFFERS[instead]}</button>`;
  return html`<p class="list-note" data-testid="time-axis">${text}${offer}</p>`;
}
