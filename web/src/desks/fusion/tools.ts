// The tools of the desk.

import { html, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { isolated, yesNo } from "../../components/bits.js";
import { choice, segmented } from "../../components/choice.js";
import { tableIcon } from "../../components/icons.js";
import { popover, type PopoverActions } from "../../components/popover.js";
import { zoomTool } from "../../components/zoom-tool.js";
import { count } from "../../format.js";
import type {
  ElementColor,
  ElementCushion,
  ElementSize,
  ElementTiling,
  FusionLink,
  FusionSides,
  FusionState,
  FusionTarget,
  SideName,
  StructureLevel,
} from "../../generated/protocol.js";
import { hint } from "../../keys.js";
import { bothLoaded, type PageState } from "../../state/page-state.js";
import type { Tool } from "../desk.js";
import type { Elements, ElementsState } from "./elements.js";
import { MOST_HEIGHT, type Settings } from "./settings.js";

export type ToolActions = {
  run: Run;
  settings: Pick<Settings, "set">;
  elements: Pick<Elements, "state">;
  page: PopoverActions["page"];
};

const SIDES: Record<FusionSides, string> = { a: "A", b: "B", both: "both" };
const TARGETS: Record<FusionTarget, string> = { calls: "calls", elements: "cells" };
const SIZES: Record<ElementSize, string> = {
  calls: "calls (square root)",
  self: "self time",
  bytes: "file size",
  equal: "equal",
};
const COLORS: Record<ElementColor, string> = {
  auto: "automatic",
  "self-change": "Δ self time",
  "calls-change": "Δ calls",
  package: "package",
  depth: "depth",
  deepest: "deepest call",
  calls: "calls",
  self: "self time",
  time: "time",
  first: "first start",
  coverage: "coverage",
};
const LINKS: Record<FusionLink, string> = { focus: "in focus", rest: "all but focus" };
const TILINGS: Record<ElementTiling, string> = {
  strip: "strip, busy at the bottom",
  names: "strip, by name",
  squarified: "squarified",
};
const CUSHIONS: Record<ElementCushion, string> = { calm: "calm", published: "as published", flat: "none" };
const LEVELS: Record<StructureLevel, string> = {
  auto: "auto",
  package: "packages",
  module: "modules",
  class: "classes",
  function: "functions",
};

/** Explanations of the tools that need one, by name. */
const ABOUT: Readonly<Record<string, string | undefined>> = {
  sides: "Run whose calls hang over the cells",
  target:
    "What the pointer puts in focus: the calls over the cells, or the cells (code) below them; hold Ctrl for the other",
  color: "Meaning of the colour of a cell; Δ is the change from A to B",
  link: "Cells with a colour: those that the pointer or the selection puts in focus, or all others",
  size: "Meaning of the size of a cell: the square root of its number of calls (so that rare ones stay visible), its self time, its file size, or nothing",
  height: "Levels of code around the element under the pointer that are in focus too (keys [ and ], or the wheel)",
  level: "Size of the cells’ elements: packages, modules (files), classes or functions",
  tiling: "Order of the cells: in rows with the busiest at the bottom, in rows by name, or as square as possible",
  lane: "Lane whose calls are drawn",
  "more-colours": "Colours of calls, reach of the scales, relief of cells (cushions), and links",
};

export function tools(
  state: PageState,
  { settings, elements: { state: elements }, run, page }: ToolActions,
): readonly Tool[] {
  const both = bothLoaded(state);
  const of = state.view.fusion;
  const set = (patch: Partial<FusionState>) => settings.set(patch);
  const colors = both
    ? keysOf(COLORS).filter((color) => color !== "auto")
    : keysOf(COLORS).filter((color) => !["auto", "self-change", "calls-change"].includes(color));
  const color = colors.includes(of.color) ? of.color : both ? "self-change" : "self";
  const callColors: readonly ElementColor[] = ["auto", ...colors];
  const words = { ...COLORS, auto: "same as elements" };
  const sizes = keysOf(SIZES).filter(
    (size) => size !== "bytes" || elements?.reply.hasBytes === true || of.size === "bytes",
  );
  return [
    ...(both
      ? [
          alike(
            "sides",
            segmented("Calls of", SIDES, ["a", "b", "both"], of.sides, (sides) => set({ sides, scroll: 0 })),
          ),
        ]
      : []),
    alike(
      "target",
      html`<div class="field" role="group" aria-label="Point at"><span class="tool-word">Point at</span>${segmented("Point at", TARGETS, ["calls", "elements"], of.target, (target) => set({ target }))}<kbd title=${`Hold Ctrl to point at ${TARGETS[of.target === "calls" ? "elements" : "calls"]} instead`}>Ctrl</kbd></div>`,
    ),
    ...root(of, elements, set),
    alike(
      "color",
      choice("Colour", COLORS, color, (next) => set({ color: next }), colors),
    ),
    alike(
      "link",
      html`<div class="field" role="group" aria-label="Coloured"><span class="tool-word">Coloured</span>${segmented("Coloured", LINKS, ["focus", "rest"], of.link, (link) => set({ link }))}</div>`,
    ),
    alike(
      "size",
      choice("Cells", SIZES, of.size, (size) => set({ size }), sizes),
    ),
    alike("height", height(of, settings)),
    alike("level", level(of, elements, set)),
    alike(
      "tiling",
      choice("Layout", TILINGS, of.tiling, (tiling) => set({ tiling })),
    ),
    ...lane(state, set),
    {
      name: "more-colours",
      inLine: popover(
        state,
        { page },
        {
          name: "scales",
          label: "Scales ▾",
          title: "Colours of calls, scales, cushions, links",
          content: () => scales(of, set, words, callColors),
        },
      ),
      inMenu: html`<strong>Scales</strong>${scales(of, set, words, callColors)}`,
      about: ABOUT["more-colours"],
    },
    alike("zoom", zoomTool({ run })),
    alike(
      "table",
      html`<button class="square" aria-label="Table" aria-pressed=${yesNo(state.table !== null)} title=${hint("table")} @click=${() => run("table")}>${tableIcon}</button>`,
    ),
  ];
}

function scales(
  of: FusionState,
  set: (patch: Partial<FusionState>) => void,
  words: Record<ElementColor, string>,
  callColors: readonly ElementColor[],
): TemplateResult {
  const toggle = (label: string, title: string, isOn: boolean, patch: Partial<FusionState>) =>
    html`<button aria-pressed=${yesNo(isOn)} title=${title} @click=${() => set(patch)}>${label}</button>`;
  return html`<div class="fusion-scales">
    ${choice("Colour of calls", words, callColors.includes(of.callColor) ? of.callColor : "auto", (callColor) => set({ callColor }), callColors)}
    ${choice("Cushions", CUSHIONS, of.cushion, (cushion) => set({ cushion }))}
    ${toggle("One scale for all elements", "Scales cover all elements in view, not only those in focus", of.wholeScale, { wholeScale: !of.wholeScale })}
    ${toggle("Linear scale", "Show calls and times on a linear scale, as in the paper, instead of a logarithmic one", of.linear, { linear: !of.linear })}
    ${toggle("Paper’s colours", "Colour amounts from green over yellow to red, as in the paper (not safe for colour-blind readers)", of.published, { published: !of.published })}
    ${toggle("Show links of the pinned item", "Draw up to 200 lines from the pinned item to related items", !of.linksHidden, { linksHidden: !of.linksHidden })}
  </div>`;
}

/** Returns a tool with one template in the line and in the menu. */
function alike(name: string, template: TemplateResult): Tool {
  return { name, inLine: template, inMenu: template, about: ABOUT[name] };
}

/** Returns the element that fills the picture, with the way out. */
function root(of: FusionState, elements: ElementsState | null, set: (patch: Partial<FusionState>) => void): Tool[] {
  if (of.root === "") {
    return [];
  }
  const around = elements?.reply.root ?? [];
  const way = around.map(
    ({ name, path }, at) =>
      html`<button class="quiet" aria-current=${yesNo(at + 1 === around.length)} title=${path} @click=${() => set({ root: path })}>${isolated(name)}</button>`,
  );
  return [
    alike(
      "root",
      html`<div class="field" role="group" aria-label="Way to the element that fills the picture"><button class="quiet" title="Show the whole structure" @click=${() => set({ root: "" })}>All ›</button>${way}</div>`,
    ),
  ];
}

function height({ height: now }: FusionState, { set }: Pick<Settings, "set">): TemplateResult {
  const to = (event: Event) => Number((event.currentTarget as HTMLInputElement).value);
  const shown = String(now);
  return html`<label class="field"><span class="tool-word">Levels around hover</span>
    <input type="range" min="0" max=${MOST_HEIGHT} step="1" .value=${String(now)} aria-valuetext=${shown} @input=${(event: Event) => set({ height: to(event) }, "rest")} @change=${(event: Event) => set({ height: to(event) }, "push")} />
    <output>${shown}</output>
  </label>`;
}

/** The levels that show something of their own, with how many elements. */
function level(
  of: FusionState,
  elements: ElementsState | null,
  set: (patch: Partial<FusionState>) => void,
): TemplateResult {
  const words: Partial<Record<StructureLevel, string>> = {};
  const now = elements?.reply.level ?? null;
  words.auto = now === null || of.level !== "auto" ? LEVELS.auto : `${LEVELS.auto}: ${LEVELS[now]}`;
  for (const row of elements?.reply.levels ?? []) {
    words[row.level] = `${count(row.elements)} ${LEVELS[row.level]}`;
  }
  words[of.level] ??= LEVELS[of.level];
  return choice("Level", words as Record<StructureLevel, string>, of.level, (next) => set({ level: next }));
}

/** Returns the choice of a lane of the visible side, where there are several. */
function lane(state: PageState, set: (patch: Partial<FusionState>) => void): Tool[] {
  const { fusion } = state.view;
  const side: SideName =
    fusion.sides !== "a" && state.sides.b.summary !== null ? "b" : state.sides.a.summary === null ? "b" : "a";
  const lanes = state.sides[side].summary?.lanes ?? [];
  if (lanes.length < 2) {
    return [];
  }
  // The number of a lane is one more than its row; 0 is the one that leads.
  const words: Record<string, string> = { 0: "main lane" };
  for (const [row, { name, calls, busy }] of lanes.entries()) {
    if (calls > 0) {
      words[row + 1] = `${name} · ${busy}`;
    }
  }
  const chosen = String(fusion.lane[side]);
  return [
    alike(
      "lane",
      choice("Lane", words, chosen in words ? chosen : "0", (lane) =>
        set({ lane: { ...fusion.lane, [side]: Number(lane) }, scroll: 0 }),
      ),
    ),
  ];
}

function keysOf<Value extends string>(all: Readonly<Record<Value, string>>): readonly Value[] {
  return Object.keys(all) as Value[];
}
