// The lanes at the left of the picture: both sides in one list, in the order in which the picture has them.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import type { ComparisonController } from "../../comparison/comparisons.js";
import { paired } from "../../comparison/lane-pairs.js";
import { isolated, letter, properties, yesNo } from "../../components/bits.js";
import { calls, count } from "../../format.js";
import type { LaneRow, SideName } from "../../generated/protocol.js";
import { bothLoaded, other, type PageState, SIDES } from "../../state/page-state.js";
import { middleOut, pathEnds } from "../../telling-names.js";
import type { Settings } from "./settings.js";

type RailActions = {
  run: Run;
  settings: Pick<Settings, "foldLane" | "hideLane" | "holdLanes" | "showAllLanes">;
  comparisons: Pick<ComparisonController, "change">;
};

/** Lanes of both sides at one place: a pair, or one alone. */
export type RailRow = { place: number; process: string; lanes: Record<SideName, LaneRow | null> };

/** The data type of the place of a dragged row. */
const DRAGGED = "text/x-lane-row";

/** More are in the list of all lanes only. */
const MOST_ROWS = 300;
/** Characters of the name of a process. */
const PROCESS_CHARACTERS = 20;

/** Returns whether a side has several lanes with calls. */
export function hasSeveralLanes({ sides }: PageState): boolean {
  return SIDES.some((side) => (sides[side].summary?.lanes.filter(({ calls }) => calls > 0).length ?? 0) > 1);
}

/** Lanes of both sides by their place. */
export function railRows(lanes: PageState["lanes"]): RailRow[] {
  const rows = new Map<number, RailRow>();
  for (const side of SIDES) {
    for (const lane of lanes[side] ?? []) {
      const row = rows.get(lane.place) ?? { place: lane.place, process: lane.process, lanes: { a: null, b: null } };
      row.lanes[side] = lane;
      rows.set(lane.place, row);
    }
  }
  return [...rows.entries()].toSorted(([x], [y]) => x - y).map(([, row]) => row);
}

export function laneRail(state: PageState, actions: RailActions): TemplateResult | typeof nothing {
  if (!hasSeveralLanes(state)) {
    return nothing;
  }
  const rows = railRows(state.lanes);
  const shown = rows.slice(0, MOST_ROWS);
  const hidden = rows.filter(isHidden).length;
  const processes = pathEnds(shown.map(({ process }) => process));
  return html`<nav class="lane-rail" aria-label="Lanes">
    <div class="rail-rows" tabindex="0" role="group" aria-label="Lanes, the one that changed most first">
      ${shown.map((row, at) => html`${row.process === "" || row.process === shown[at - 1]?.process ? nothing : html`<h2 title=${row.process}>${isolated(middleOut(processes.get(row.process) ?? row.process, PROCESS_CHARACTERS))}</h2>`} ${rail(row, rows, state, actions)}`)}
    </div>
    <div class="rail-foot">
      <button class="quiet" title="Show all lanes as lists" @click=${() => actions.run("lanes")}>
        ${rows.length > MOST_ROWS ? `${count(MOST_ROWS)} of ${count(rows.length)}` : count(rows.length)} lanes…
      </button>
      ${hidden === 0 ? nothing : html`<button class="quiet" @click=${() => actions.settings.showAllLanes()}>Show ${count(hidden)} hidden</button>`}
    </div>
  </nav>`;
}

function isHidden({ lanes }: RailRow): boolean {
  return SIDES.every((side) => lanes[side]?.hidden ?? true);
}

/** The lanes that become a pair where a row is put onto another: a lane of one side, and one of the other. */
export function meeting({ lanes: from }: RailRow, { lanes: onto }: RailRow): { a: number; b: number } | null {
  if (from.a !== null && onto.b !== null) {
    return { a: from.a.lane, b: onto.b.lane };
  }
  return from.b !== null && onto.a !== null ? { a: onto.a.lane, b: from.b.lane } : null;
}

/** Dragging a row onto another, or Shift+Enter on one and then on the other, pairs their lanes anew. */
function pairing(
  row: RailRow,
  rows: readonly RailRow[],
  { heldLanes, view }: PageState,
  actions: RailActions,
): Pairing {
  const put = (place: number) => {
    const from = rows.find((one) => one.place === place);
    const pair = from === undefined || from === row ? null : meeting(from, row);
    if (pair !== null) {
      actions.comparisons.change({ chosenLanes: paired(view.comparison.chosenLanes, pair.a, pair.b) });
    }
    actions.settings.holdLanes(null);
  };
  return {
    key: (event) => {
      if (event.key === "Enter" && event.shiftKey) {
        event.preventDefault();
        event.stopPropagation();
        return heldLanes === null ? actions.settings.holdLanes(row.place) : put(heldLanes);
      }
    },
    dragged: (event) => event.dataTransfer?.setData(DRAGGED, String(row.place)),
    over: (event) => {
      if (event.dataTransfer?.types.includes(DRAGGED) === true) {
        event.preventDefault();
      }
    },
    dropped: (event) => {
      const place = event.dataTransfer?.getData(DRAGGED) ?? "";
      if (place !== "") {
        event.preventDefault();
        event.stopPropagation();
        put(Number(place));
      }
    },
  };
}

type Pairing = {
  key: (event: KeyboardEvent) => void;
  dragged: (event: DragEvent) => void;
  over: (event: DragEvent) => void;
  dropped: (event: DragEvent) => void;
};

function rail(row: RailRow, rows: readonly RailRow[], state: PageState, actions: RailActions): TemplateResult {
  const { a, b } = row.lanes;
  const [side, lane]: [SideName, LaneRow | null] = a === null ? ["b", b] : ["a", a];
  if (lane === null) {
    return html``;
  }
  const partner = row.lanes[other(side)];
  const hidden = isHidden(row);
  const open = !lane.folded && !hidden;
  const { key, dragged, over, dropped } = pairing(row, rows, state, actions);
  const both = bothLoaded(state);
  const ways = both ? "\nTo pair lanes, drag one row onto another, or press Shift+Enter on both" : "";
  return html`<div class="rail-row ${lane.within === null ? "" : "inner"} ${hidden ? "off" : ""} ${open ? "open" : ""} ${state.heldLanes === row.place ? "held" : ""}" @dragover=${over} @drop=${dropped}>
    <button
      class="quiet rail-name"
      aria-expanded=${yesNo(open)}
      title="${words(row)}\n${open ? "Click to collapse" : "Click to expand"}${ways}"
      ?disabled=${hidden}
      draggable=${both ? "true" : "false"}
      @dragstart=${dragged}
      @keydown=${both ? key : null}
      @click=${() => actions.settings.foldLane(side, lane.lane)}
    >
      <span class="rail-arrow" aria-hidden="true">${open ? "▾" : "▸"}</span>
      <span class="rail-names">
        <span class="rail-own ${partner === null ? `only-${side}` : ""}">${isolated(lane.name)}</span>
        ${partner === null || partner.name === lane.name ? nothing : html`<span class="rail-partner">${isolated(partner.name)}</span>`}
        ${SIDES.map((of) => bar(of, row.lanes[of]))}
      </span>
    </button>
    <button class="quiet rail-eye" aria-label="${hidden ? "Show" : "Hide"} ${lane.name}" title=${hidden ? "Show in the picture" : "Hide from the picture"} @click=${() => actions.settings.hideLane(side, lane)}>
      ${hidden ? "+" : "×"}
    </button>
  </div>`;
}

/** Share of the run that the lane is busy. */
function bar(side: SideName, lane: LaneRow | null): TemplateResult | typeof nothing {
  return lane === null
    ? nothing
    : html`<span class="rail-bar rail-bar-${side}" ${properties({ "--share": String(lane.share) })}></span>`;
}

function words({ lanes }: RailRow): string {
  return SIDES.flatMap((side) => {
    const lane = lanes[side];
    const alone = lane?.partner === null ? `, no match in ${letter(other(side))}` : "";
    return lane === null
      ? []
      : [`${letter(side)}: ${lane.path}, busy for ${lane.busy} of the run, ${calls(lane.calls)}${alone}`];
  }).join("\n");
}
