// The tools of the desk.

import { html, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { yesNo } from "../../components/bits.js";
import { choice, segmented } from "../../components/choice.js";
import { tableIcon } from "../../components/icons.js";
import { zoomTool } from "../../components/zoom-tool.js";
import { count } from "../../format.js";
import type {
  AreaFill,
  AreaGain,
  DifferenceHue,
  PartitionOf,
  SpaceTimePanels,
  SpaceTimeState,
  StateBy,
} from "../../generated/protocol.js";
import { hint, keyOf } from "../../keys.js";
import { bothLoaded, type PageState } from "../../state/page-state.js";
import type { Tool } from "../desk.js";
import type { Areas, AreasState } from "./areas.js";
import type { Settings } from "./settings.js";

export type ToolActions = { run: Run; settings: Pick<Settings, "set" | "zoom">; areas: Pick<Areas, "state"> };

const PANELS: Record<SpaceTimePanels, string> = {
  a: "A",
  b: "B",
  difference: "Difference",
  all: "All three",
  states: "States",
};
const STATES: Record<StateBy, string> = {
  auto: "auto",
  innermost: "innermost call",
  depth: "call at depth",
  package: "package",
};
const HUES: Record<DifferenceHue, string> = {
  gained: "state that gained",
  state: "one state, signed",
  divergence: "divergence",
};
const FILLS: Record<AreaFill, string> = { mode: "most frequent state", stack: "all states" };
const GAINS: Record<AreaGain, string> = { sum: "sums (Ocelotl)", mean: "means (Eq. 3)" };
const PARTITIONS: Record<PartitionOf, string> = {
  best: "best areas",
  product: "lanes and time separately",
  lanes: "lanes only",
  time: "time only",
  grid: "uniform grid",
};
const SLICES: readonly number[] = [30, 60, 96, 200];
/** Explanations of the tools that need one, by name. */
const ABOUT: Readonly<Record<string, string | undefined>> = {
  panels: "Pictures to show: run A, run B, their difference, all three, or only the states of single lanes",
  lanes: "Lanes with a row of their own, for example hosts or ranks; “auto” chooses a level with few rows",
  states: "Meaning of “state”: the function or the package in which a lane is; it gives an area its colour",
  depth: "Depth of the call whose function is the state",
  slices: "Number of equal intervals of time; more slices show shorter changes",
  fill: "Colour an area by the state that takes most of its time, or by all its states in proportion",
  hue: "Meaning of the colours of the difference",
  state: "State whose share is compared",
  idle: "Time without a call: leave it out, or count it as a state",
  top: "Number of states with a colour of their own; all other states share one",
  partition: "How lanes and slices are merged into areas; “best areas” merges both together",
  gain: "Formula that weighs fewer areas against hidden detail (for experts)",
};
/** Depths that are offered. */
const DEPTHS = 12;

export function tools(state: PageState, { settings, areas: { state: areas }, run }: ToolActions): readonly Tool[] {
  const both = bothLoaded(state);
  const of = state.view.spaceTime;
  const set = (patch: Partial<SpaceTimeState>) => settings.set(patch);
  const panels: readonly SpaceTimePanels[] = both ? ["a", "b", "difference", "all", "states"] : ["all", "states"];
  const words = both ? PANELS : { ...PANELS, all: "Areas" };
  const depths = Object.fromEntries(Array.from({ length: DEPTHS }, (_, depth) => [depth, String(depth)]));
  const showsDifference = both && (of.panels === "all" || of.panels === "difference");
  const idle = html`<div class="field" role="group" aria-label="Idle"><span class="tool-word">Idle</span><span class="segmented">
    <button aria-pressed=${yesNo(!of.idle)} title="Leave out time without a state" @click=${() => set({ idle: false })}>not a state</button>
    <button aria-pressed=${yesNo(of.idle)} title="Count time without a state as a state" @click=${() => set({ idle: true })}>a state</button>
  </span></div>`;
  return [
    alike(
      "panels",
      segmented("Panels", words, panels, panels.includes(of.panels) ? of.panels : "all", (next) =>
        set({ panels: next }),
      ),
    ),
    ...(of.within === ""
      ? []
      : [
          alike(
            "within",
            html`<button title="Show all lanes again" @click=${() => settings.zoom(state.view.time.windows, "", "push")}>${of.within} ✕</button>`,
          ),
        ]),
    alike("lanes", lanes(of, areas, settings)),
    ...((areas?.reply.rest ?? "") === "" ? [] : [alike("rest", restLanes(of, areas?.reply.rest ?? "", run))]),
    alike(
      "states",
      choice("State", stateWords(areas), of.states, (states) => set({ states })),
    ),
    ...(of.states === "depth"
      ? [
          alike(
            "depth",
            choice("Depth", depths, String(of.depth), (depth) => set({ depth: Number(depth) })),
          ),
        ]
      : []),
    alike(
      "slices",
      choice("Slices", offered(SLICES, of.slices), String(of.slices), (slices) => set({ slices: Number(slices) })),
    ),
    alike(
      "fill",
      choice("Fill", FILLS, of.fill, (fill) => set({ fill })),
    ),
    ...(showsDifference
      ? [
          alike(
            "hue",
            choice("Colour of the difference", HUES, of.hue, (hue) => set({ hue })),
          ),
        ]
      : []),
    ...(showsDifference && of.hue === "state" ? [alike("state", oneState(of, areas, set))] : []),
    alike("idle", idle),
    alike(
      "top",
      choice("Distinct states", offered([5, 11, 20, 30], of.top), String(of.top), (top) => set({ top: Number(top) })),
    ),
    alike(
      "partition",
      choice("Partition", PARTITIONS, of.partition, (partition) => set({ partition })),
    ),
    alike(
      "gain",
      choice("Gain from", GAINS, of.gain, (gain) => set({ gain })),
    ),
    alike("zoom", zoomTool({ run })),
    alike(
      "table",
      html`<button class="square" aria-label="Table" aria-pressed=${yesNo(state.table !== null)} title=${hint("table")} @click=${() => run("table")}>${tableIcon}</button>`,
    ),
  ];
}

/** Returns a tool with one template in the line and in the menu. */
function alike(name: string, template: TemplateResult): Tool {
  return { name, inLine: template, inMenu: template, about: ABOUT[name] };
}

/** Returns the choices of states. The automatic one names its current state. */
function stateWords(areas: AreasState | null): Record<StateBy, string> {
  return areas === null || areas.reply.by === "auto"
    ? STATES
    : { ...STATES, auto: `${STATES.auto}: ${STATES[areas.reply.by]}` };
}

/** Renders the choice of the level of lanes, with their number. */
function lanes(of: SpaceTimeState, areas: AreasState | null, settings: Pick<Settings, "set">): TemplateResult {
  const levels = areas?.reply.perLevel ?? [];
  const auto = areas === null || of.levels > 0 ? "auto" : `auto: ${count(levels[areas.reply.level] ?? 1)}`;
  const words: Record<string, string> = { 0: auto };
  levels.forEach((lanesThere, level) => {
    if (level > 0) {
      words[level] = level === levels.length - 1 ? `all ${count(lanesThere)}` : `${count(lanesThere)}, level ${level}`;
    }
  });
  words[of.levels] ??= `level ${of.levels}`;
  return choice("Lanes", words, String(of.levels), (levels_) => settings.set({ levels: Number(levels_) }));
}

/** Renders the switch for lanes with little busy time: rows of their own, or one row together. */
function restLanes({ allLanes }: SpaceTimeState, rest: string, run: Run): TemplateResult {
  const title = `${allLanes ? "Fold these lanes into one row" : "Give each of these lanes a row"} (${keyOf("lanes")})`;
  return html`<button aria-pressed=${yesNo(allLanes)} title=${title} @click=${() => run("lanes")}>${rest}</button>`;
}

function oneState(
  of: SpaceTimeState,
  areas: AreasState | null,
  set: (patch: Partial<SpaceTimeState>) => void,
): TemplateResult {
  const names = areas?.reply.states ?? [];
  const now = names.includes(of.state) ? of.state : (names[0] ?? "");
  return choice("State of the difference", Object.fromEntries(names.map((name) => [name, name])), now, (state) =>
    set({ state }),
  );
}

function offered(all: readonly number[], now: number): Record<string, string> {
  return Object.fromEntries([...new Set([...all, now])].map((value) => [String(value), String(value)]));
}
