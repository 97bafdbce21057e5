// The difference between both sides in one sentence, and the areas where it is largest.

import { html } from "lit";

import { isolated } from "../../components/bits.js";
import { type Chip, chipLine } from "../../components/chips.js";
import type { MenuActions } from "../../components/menu.js";
import { middle, pathEnd } from "../../format.js";
import type { RunningDesk } from "../desk.js";
import type { PageState } from "../../state/page-state.js";
import { type Areas, rowsOf } from "./areas.js";
import type { Navigation } from "./navigation.js";

export type VerdictActions = MenuActions & {
  areas: Pick<Areas, "state" | "show">;
  navigation: Pick<Navigation, "goTo">;
};

/** So many areas have a chip, and so many characters of a path are in it. */
const CHIPS = 3;
const CHARACTERS = 18;

/** `null` of one side, and before its slices are there. */
export function verdict(state: PageState, actions: VerdictActions): ReturnType<NonNullable<RunningDesk["verdict"]>> {
  const areas = actions.areas.state;
  if (areas === null || areas.reply.differ === null) {
    return null;
  }
  const { differ } = areas.reply;
  const rule =
    "Share of all lanes’ time that B spends in other states than A, compared slice by slice and row by row. A shift in time counts as a difference.";
  const rows = rowsOf(areas.reply, "areas").slice(0, CHIPS);
  const all: Chip[] = rows.map((row, at) => ({
    label: html`<span class="sign">${at + 1}</span>${isolated(pathEnd(row.lanes, CHARACTERS), "code")} ${isolated(middle(row.state, CHARACTERS), "code")}<strong>${row.change}</strong>`,
    title: `${row.lanes}, ${row.time}: ${row.state} ${row.shares}${inPoints(row.change)}`,
    run: () => {
      actions.areas.show("areas");
      actions.navigation.goTo(at);
    },
  }));
  if (areas.reply.same) {
    return {
      sentence: html`<p class="desk-sentence">A and B hold the same calls at the same times: nothing differs</p>`,
      chips: html``,
    };
  }
  return {
    sentence: html`<p class="desk-sentence" title=${rule}>states differ <strong>${percent(differ)}</strong> of the time${areas.reply.inView.length > 0 ? " in this view" : ""}${all.length === 0 && !areas.reply.rowsPending ? ", nowhere beyond noise" : ""}</p>`,
    chips: all.length === 0 ? html`` : chipLine(all, "areas", state, actions),
  };
}

/** Explains the unit of a change in points. */
function inPoints(change: string): string {
  return change.endsWith("points") ? " of the lanes’ time, in percentage points" : "";
}

export function percent(share: number): string {
  const of = share * 100;
  return `${of >= 10 || of === 0 ? Math.round(of) : of.toFixed(1)} %`;
}
