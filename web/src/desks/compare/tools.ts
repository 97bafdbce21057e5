// The tools of the desk: what its toolbar holds between the two ends that every desk has.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { yesNo } from "../../components/bits.js";
import { lanesIcon, tableIcon } from "../../components/icons.js";
import { popover, type PopoverActions } from "../../components/popover.js";
import { zoomTool } from "../../components/zoom-tool.js";
import type { ColorBy } from "../../generated/protocol.js";
import { hint } from "../../keys.js";
import { keptIn, withoutAnyCalls } from "../../sides/without-traces.js";
import { bothLoaded, type PageState } from "../../state/page-state.js";
import type { Tool } from "../desk.js";
import {
  filters,
  filtersOn,
  kinds,
  linkDetails,
  links,
  type MatchActions,
  mode,
  parts,
  similarity,
  viewpoint,
} from "./match-controls.js";
import type { Settings } from "./settings.js";
import { timeMarks } from "./time-marks.js";

export type ToolActions = MatchActions &
  PopoverActions & {
    run: Run;
    settings: Pick<
      Settings,
      "setColor" | "setTimeMarks" | "setSteps" | "foldLane" | "hideLane" | "holdLanes" | "showAllLanes"
    >;
  };

const COLORS: Record<ColorBy, string> = {
  change: "Duration change",
  shift: "Start shift (order)",
  place: "Position of the match",
  similarity: "Similarity",
  match: "Match",
  package: "Package",
  file: "File",
  function: "Function",
  duration: "Duration",
};

/** Explanations of the tools that need one, by name. */
const ABOUT: Readonly<Record<string, string | undefined>> = {
  parts: "Pictures to show: both runs as a whole (overview), calls joined with their matches, or both",
  colour: "Meaning of the colour of a call and its links",
  links: "Bands (tubes) or thin lines between matching calls",
  kinds: "Kinds of calls that are drawn",
  filter: "Matches that are drawn: those of some functions, or long ones",
};

/** Colours that need two sides. */
const OF_PAIRS: ReadonlySet<string> = new Set<ColorBy>(["match", "change", "shift", "place", "similarity"]);

export function tools(state: PageState, actions: ToolActions): readonly Tool[] {
  const both = bothLoaded(state);
  const ofBoth = both ? matchTools(state, actions) : { before: [], after: [] };
  return [
    ...ofBoth.before,
    { ...colorTool(state, actions), traces: 1 },
    ...ofBoth.after,
    { ...timeMarks(state, actions), traces: 1 },
    { ...alike("zoom", zoomTool(actions)), traces: 1 },
    { ...alike("ways", ways(state, actions)), traces: 0 },
    { ...alike("rows", rows(state, actions)), traces: 1 },
  ];
}

/** Returns the tools before and after the colours that need matches. */
function matchTools(state: PageState, actions: ToolActions): Record<"before" | "after", Tool[]> {
  const { matches } = state.view.compare;
  const on = filtersOn(matches);
  const before = [alike("parts", parts(state, actions)), alike("mode", mode(state, actions))];
  if (matches.mode === "similarity") {
    before.push(alike("similarity", similarity(state, actions)));
  }
  const title = "How links are drawn";
  const drawn = popover(state, actions, {
    name: "links",
    label: "▾",
    title,
    className: "square",
    content: () => linkDetails(state, actions),
  });
  const filter = popover(state, actions, {
    name: "filter",
    label: on === 0 ? "Filter ▾" : `Filter · ${on} ▾`,
    title: on === 0 ? "Filter matches" : `Filter matches, ${on} on`,
    content: () => filters(state, actions),
  });
  return {
    before,
    after: [
      {
        name: "links",
        inLine: links(state, actions, drawn),
        inMenu: html`${links(state, actions, nothing)}${linkDetails(state, actions)}`,
        about: ABOUT["links"],
      },
      alike("kinds", kinds(state, actions)),
      {
        name: "filter",
        inLine: filter,
        inMenu: html`<strong>Filter</strong>${filters(state, actions)}`,
        about: ABOUT["filter"],
      },
    ],
  };
}

/** Returns a tool with one template in the line and in the menu. */
function alike(name: string, template: TemplateResult): Tool {
  return { name, inLine: template, inMenu: template, about: ABOUT[name] };
}

function colorTool(state: PageState, actions: ToolActions): Tool {
  const both = bothLoaded(state) && keptIn(state) === null;
  const now = state.view.compare.icicle.color;
  // A colour that needs two sides waits for the second one. Until then colours are by file.
  const shown = both || !OF_PAIRS.has(now) ? now : "file";
  const color = (event: Event) =>
    actions.settings.setColor((event.currentTarget as HTMLSelectElement).value as ColorBy);
  const select = html`<label class="field"><span class="tool-word">Colour</span>
    <select @change=${color}>
      ${Object.entries(COLORS)
        .filter(([value]) => both || !OF_PAIRS.has(value))
        .map(([value, words]) => html`<option value=${value} ?selected=${value === shown}>${words}</option>`)}
    </select>
  </label>`;
  return alike("colour", both && now === "place" ? html`${select} ${viewpoint(state, actions)}` : select);
}

function rows(state: PageState, actions: ToolActions): TemplateResult {
  const { tall } = state.view.compare.icicle;
  const title = tall
    ? "Row height: only rows with names are readable"
    : "Row height: all rows are tall (scroll to see all)";
  return html`<button aria-pressed=${yesNo(tall)} title=${title} @click=${() => actions.run("tall-rows")}>Tall rows</button>`;
}

/** The lanes, and the table in place of the picture. */
function ways(state: PageState, actions: ToolActions): TemplateResult {
  const noCalls = withoutAnyCalls(state);
  return html`<div class="group">
    <button class="square" aria-label="Lanes" ?disabled=${noCalls !== null} title=${noCalls ?? hint("lanes")} @click=${() => actions.run("lanes")}>${lanesIcon}</button>
    <button class="square" aria-label="Table" aria-pressed=${yesNo(state.table !== null)} title=${hint("table")} @click=${() => actions.run("table")}>
      ${tableIcon}
    </button>
  </div>`;
}
