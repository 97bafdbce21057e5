// The tools of the desk.

import { html, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { yesNo } from "../../components/bits.js";
import { choice, segmented } from "../../components/choice.js";
import { tableIcon } from "../../components/icons.js";
import { popover, type PopoverActions } from "../../components/popover.js";
import { zoomTool } from "../../components/zoom-tool.js";
import type {
  ProfileColor,
  ProfileGold,
  ProfileParts,
  ProfileSides,
  ProfileState,
  ProfileWidth,
  RecursionFolding,
  SiblingOrder,
  SideName,
} from "../../generated/protocol.js";
import { hint } from "../../keys.js";
import { quantity } from "../../quantity.js";
import { bothLoaded, type PageState, SIDES } from "../../state/page-state.js";
import type { Tool } from "../desk.js";
import type { HeadActions } from "./heads.js";
import type { FunctionTableActions } from "./function-table.js";
import { laneChoice } from "./lane-choice.js";
import type { Settings } from "./settings.js";

export type ToolActions = PopoverActions & FunctionTableActions & HeadActions & { run: Run; settings: Settings };

const PARTS: Record<ProfileParts, string> = { both: "Flame + funky graph", flame: "Flame graph", funky: "Funky graph" };
const SIDE_WORDS: Record<ProfileSides, string> = {
  a: "A",
  b: "B",
  difference: "Difference",
  "side-by-side": "Side by side",
};
const ORDERS: Record<SiblingOrder, string> = {
  weight: "by weight",
  name: "by name",
  "first-call": "by first call",
  time: "in time",
};
const WIDTHS: Record<ProfileWidth, string> = {
  larger: "larger of A, B",
  a: "A",
  b: "B",
  changes: "increases + decreases",
};
const COLORS: Record<ProfileColor, string> = { own: "relative to A", absolute: "absolute", share: "share of total" };
const GOLDS: Record<ProfileGold, string> = { total: "by inclusive weight", self: "by self weight" };
const FOLDINGS: Record<RecursionFolding, string> = {
  direct: "fold direct",
  full: "fold all",
  "as-called": "as called",
};

/** Explanations of the tools that need one, by name. */
const ABOUT: Readonly<Record<string, string | undefined>> = {
  sides: "One run, the change in one graph, or a graph of each run",
  parts: "Graphs to show: call paths (flame), functions with their callers and callees (funky), or both",
  order: "Order of the boxes below one caller",
  way: "Callees below their callers, or above them",
  width: "Meaning of the width of a box",
  colour: "Change that colours show: in proportion to A’s time, in time, or in the share of the whole run",
  only: "Hatch the paths that only B (new) or only A (gone) has",
  gold: "Time that makes a box golden: with its callees (inclusive), or its own (self)",
  folding: "Calls of a function within itself: one box if directly nested, always one box, or a box each",
  weight: "Quantity that the graphs add up",
  time: "Calls of the whole run, or only those in the time that other desks show",
  least: "Functions below this width share one bar of the funky graph",
};

/** Weights that every trace has; those of a file have names of their own. */
const weightWords = (taken: string): Record<string, string> => ({ "": taken, self: `self ${taken}`, calls: "calls" });

export function tools(state: PageState, actions: ToolActions): readonly Tool[] {
  const both = bothLoaded(state);
  const { profile } = state.view;
  const { settings } = actions;
  const compares = both && profile.sides !== "a" && profile.sides !== "b";
  const set = (patch: Partial<ProfileState>) => settings.setProfile(patch);
  const ofPair = [
    alike(
      "sides",
      segmented("Side", SIDE_WORDS, ["a", "b", "difference", "side-by-side"], profile.sides, (sides) => set({ sides })),
    ),
  ];
  // Side by side, each side's widths are its own weights.
  const width = alike(
    "width",
    choice("Width", WIDTHS, profile.flame.width, (width) => settings.setFlame({ width })),
  );
  const ofBoth = [
    ...(profile.sides === "difference" ? [width] : []),
    alike(
      "colour",
      choice("Colour", COLORS, profile.color, (color) => set({ color })),
    ),
    alike("only", newAndGone(profile, settings)),
  ];
  const gold = choice("Gold", GOLDS, profile.gold, (of) => set({ gold: of }));
  const root = html`<button aria-pressed=${yesNo(profile.root)} title="Colour by the square root of the share, so that small shares differ visibly" @click=${() => set({ root: !profile.root })}>√ scale</button>`;
  // Calls by themselves have their places in time on one side.
  const orders: readonly SiblingOrder[] = compares
    ? ["weight", "name", "first-call"]
    : ["weight", "name", "first-call", "time"];
  const order = orders.includes(profile.flame.order) ? profile.flame.order : "first-call";
  return [
    ...(both ? ofPair : []),
    alike(
      "parts",
      choice("Graphs", PARTS, profile.parts, (parts) => set({ parts })),
    ),
    alike(
      "order",
      choice("Order", ORDERS, order, (next) => settings.setFlame({ order: next }), orders),
    ),
    alike(
      "way",
      segmented(
        "Direction",
        { down: "Icicle ↓", up: "Flame ↑" },
        ["down", "up"],
        profile.flame.upward ? "up" : "down",
        (way) => settings.setFlame({ upward: way === "up" }),
      ),
    ),
    alike(
      "invert",
      html`<button aria-pressed=${yesNo(profile.flame.inverted)} title="Show functions with their callers instead of their callees" @click=${() => settings.setFlame({ inverted: !profile.flame.inverted, zoom: null })}>Invert</button>`,
    ),
    ...(compares ? ofBoth : [alike("gold", gold), alike("root", root)]),
    alike(
      "folding",
      choice("Recursion", FOLDINGS, profile.flame.folding, (folding) => settings.setFlame({ folding })),
    ),
    alike(
      "weight",
      choice("Weight", weights(state), state.view.paths.weight, (weight) => settings.setPaths({ weight })),
    ),
    alike("time", time(state, settings)),
    alike("lanes", lanes(state, actions)),
    alike("least", leastWidth(profile, settings)),
    alike("zoom", zoomTool(actions)),
    alike("ways", ways(state, actions)),
  ];
}

/** Returns a tool with one template in the line and in the menu. */
function alike(name: string, template: TemplateResult): Tool {
  return { name, inLine: template, inMenu: template, about: ABOUT[name] };
}

/** Renders the switch that gives functions on one side alone a colour of their own. */
function newAndGone({ plain }: ProfileState, settings: Settings): TemplateResult {
  const toggle = (side: SideName, words: string) =>
    html`<button aria-pressed=${yesNo(!plain[side])} title="Hatch paths that only ${side.toUpperCase()} has (otherwise they are grey)" @click=${() => settings.setProfile({ plain: { ...plain, [side]: !plain[side] } })}>${words}</button>`;
  return html`<div class="field" role="group" aria-label="New and gone">
    <span class="segmented">${toggle("b", "new")}${toggle("a", "gone")}</span>
  </div>`;
}

/** All weights of the sides that are open, and the one that a link names. */
function weights(state: PageState): Record<string, string> {
  const columns = SIDES.flatMap((side) => state.sides[side].summary?.weights ?? []);
  const words = weightWords(quantity(state));
  return {
    ...words,
    ...Object.fromEntries([...columns, state.view.paths.weight].map((name) => [name, words[name] ?? name])),
  };
}

function time({ view }: PageState, settings: Settings): TemplateResult {
  const words = { whole: "whole run", shown: "shown range" };
  return choice("Time", words, view.paths.inWindows ? "shown" : "whole", (value) =>
    settings.setPaths({ inWindows: value === "shown" }),
  );
}

function lanes(state: PageState, actions: ToolActions): TemplateResult {
  const { apart, lanes: chosen } = state.view.paths;
  const some = chosen.a.length + chosen.b.length > 0;
  const label = apart ? "Lanes separate ▾" : some ? "Some lanes ▾" : "Lanes ▾";
  return popover(state, actions, {
    name: "path-lanes",
    label,
    title: "Choose the lanes to count, together or separately",
    content: () => laneChoice(state, actions),
  });
}

function leastWidth({ funky }: ProfileState, settings: Settings): TemplateResult {
  const widths: Record<string, string> = { 1: "1 px", 3: "3 px", 10: "10 px", 30: "30 px" };
  const now = String(funky.leastPx);
  const offered = { ...widths, [now]: `${now} px` };
  return choice("Min. width", offered, now, (value) => settings.setFunky({ leastPx: Number(value) }));
}

/** The functions below the picture, and the picture as a table. */
function ways(state: PageState, actions: ToolActions): TemplateResult {
  const { table } = state.view.profile;
  return html`<div class="group">
    <button aria-pressed=${yesNo(!table.hidden)} title="Show the table of functions below the picture" @click=${() => actions.settings.setTable({ hidden: !table.hidden })}>Functions</button>
    <button class="square" aria-label="Table" aria-pressed=${yesNo(state.table !== null)} title=${hint("table")} @click=${() => actions.run("table")}>${tableIcon}</button>
  </div>`;
}
