// The tools of the desk.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { isolated, yesNo } from "../../components/bits.js";
import { choice, segmented } from "../../components/choice.js";
import { tableIcon } from "../../components/icons.js";
import { popover, type PopoverActions } from "../../components/popover.js";
import { zoomTool } from "../../components/zoom-tool.js";
import { count } from "../../format.js";
import type {
  RelationBlend,
  RelationColor,
  RelationWidth,
  SequenceRows,
  StructureLevel,
  StructureParts,
  StructureSides,
  StructureState,
} from "../../generated/protocol.js";
import { hint } from "../../keys.js";
import { bothLoaded, type PageState } from "../../state/page-state.js";
import type { Tool } from "../desk.js";
import type { Relations, RelationsState } from "./relations.js";
import type { Settings } from "./settings.js";

export type ToolActions = {
  run: Run;
  settings: Pick<Settings, "set">;
  relations: Pick<Relations, "state" | "setMarking">;
  page: PopoverActions["page"];
};

const PARTS: Record<StructureParts, string> = { both: "Relations + calls", radial: "Relations", sequence: "Calls" };
const SIDES: Record<StructureSides, string> = { a: "A", b: "B", pair: "Both" };
const LEVELS: Record<StructureLevel, string> = {
  auto: "auto",
  package: "packages",
  module: "modules",
  class: "classes",
  function: "functions",
};
const COLORS: Record<RelationColor, string> = {
  change: "change in calls",
  direction: "direction",
  published: "green to red (as published)",
  time: "time",
  package: "package",
};
/** With one side there is no change. */
const COLORS_OF_ONE: Partial<typeof COLORS> = (({ change: _, ...others }) => others)(COLORS);
const WIDTHS: Record<RelationWidth, string> = { root: "root of calls", log: "logarithm of calls" };
const BLENDS: Record<RelationBlend, string> = { strongest: "strongest on top", over: "last on top" };
const ROWS: Record<SequenceRows, string> = { matched: "matching calls", own: "each separately" };
/** Explanations of the tools that need one, by name. */
const ABOUT: Readonly<Record<string, string | undefined>> = {
  sides: "Calls of A, of B, or of both with their differences",
  parts: "Pictures to show: relations around a circle, calls in their order, or both",
  level:
    "Size of the elements: packages, modules (files), classes or functions; “auto” chooses the finest that is readable",
  beta: "How closely curves keep together (β): 0 draws straight lines, 1 bundles all curves between the same packages",
  p: "Calls that stand out in the colours of “Calls in order” (p): left of 0 rare calls, at 0 all alike, right of 0 frequent ones",
  color: "Meaning of the colour of a curve",
  rows: "Put matching calls at the same height, or spread each run over the whole height",
  width: "Width of a curve: the square root or the logarithm of the number of calls",
  blend: "Curve on top where curves cross",
  labels: "Size of the names around the circle",
  source: "Web address of the source code. Menus of calls then open the source there",
};
/** Ranges of the sliders: β in hundredths, p in tenths. */
const BETA = { min: 0, max: 100, step: 5 };
const LABELS = { min: 50, max: 200, step: 10 };
const P = { min: -50, max: 50, step: 5 };

export function tools(state: PageState, actions: ToolActions): readonly Tool[] {
  const { settings, run } = actions;
  const both = bothLoaded(state);
  const of = state.view.structure;
  const set = (patch: Partial<StructureState>) => settings.set(patch);
  const { radial, sequence } = { radial: of.parts !== "sequence", sequence: of.parts !== "radial" };
  const colors = both && of.sides === "pair" ? COLORS : COLORS_OF_ONE;
  const color = of.color in colors ? of.color : "direction";
  return [
    ...(both
      ? [
          alike(
            "sides",
            segmented("Sides", SIDES, ["a", "b", "pair"], of.sides, (sides) => set({ sides })),
          ),
        ]
      : []),
    alike(
      "parts",
      choice("Views", PARTS, of.parts, (parts) => set({ parts })),
    ),
    alike("level", level(of, actions.relations.state, set)),
    ...(of.root === ""
      ? []
      : [
          alike(
            "root",
            html`<button title="Show all elements again (now only ${of.root} is expanded)" @click=${() => set({ root: "" })}>${isolated(lastOf(of.root))} alone ✕</button>`,
          ),
        ]),
    ...(of.opened !== "" || of.closed !== ""
      ? [
          alike(
            "toggled",
            html`<button title="Show elements as the chosen level has them" @click=${() => set({ opened: "", closed: "" })}>${count(toggled(of))} opened or closed ✕</button>`,
          ),
        ]
      : []),
    ...(radial
      ? [
          alike(
            "beta",
            slider("Bundling", of.beta, BETA, (of.beta / 100).toFixed(2), (beta, mode) => settings.set({ beta }, mode)),
          ),
        ]
      : []),
    ...(sequence
      ? [
          alike(
            "p",
            slider("Emphasis", of.p, P, emphasis(of.p / 10), (p, mode) => settings.set({ p }, mode)),
          ),
        ]
      : []),
    ...(radial
      ? [
          alike(
            "color",
            choice("Colour", colors as Record<RelationColor, string>, color, (next) => set({ color: next })),
          ),
        ]
      : []),
    ...(sequence ? [alike("pattern", marking(actions.relations))] : []),
    ...(sequence && both && of.sides === "pair"
      ? [
          alike(
            "rows",
            choice("Side by side", ROWS, of.rows, (rows) => set({ rows })),
          ),
        ]
      : []),
    ...(radial ? [...curves(of, set), labels(of, settings)] : []),
    {
      name: "layers",
      inLine: layers(state, actions),
      inMenu: html`<strong>Layers</strong>${layersText(state, actions)}`,
    },
    alike("source", source(of, set)),
    alike("zoom", zoomTool({ run })),
    alike(
      "table",
      html`<button class="square" aria-label="Table" aria-pressed=${yesNo(state.table !== null)} title=${hint("table")} @click=${() => run("table")}>${tableIcon}</button>`,
    ),
  ];
}

/** Sets how the curves between elements are drawn. */
function curves(of: StructureState, set: (patch: Partial<StructureState>) => void): Tool[] {
  return [
    alike(
      "width",
      choice("Width", WIDTHS, of.width, (width) => set({ width })),
    ),
    alike(
      "blend",
      choice("Crossing", BLENDS, of.blend, (blend) => set({ blend })),
    ),
    alike(
      "ancestor",
      html`<button aria-pressed=${yesNo(of.throughAncestor)} title="Also bend lines towards the element that contains both ends" @click=${() => set({ throughAncestor: !of.throughAncestor })}>Through ancestor</button>`,
    ),
    alike(
      "rare",
      html`<button aria-pressed=${yesNo(of.rare)} title="Mark relations of at most three calls with a ring" @click=${() => set({ rare: !of.rare })}>Mark rare</button>`,
    ),
  ];
}

/** Sets the size of the names around the circle. */
function labels(of: StructureState, settings: ToolActions["settings"]): Tool {
  return alike(
    "labels",
    slider("Names", of.labels, LABELS, `${of.labels} %`, (next, mode) => settings.set({ labels: next }, mode)),
  );
}

/** The name at the end of a path. */
function lastOf(path: string): string {
  return /[^/.:]+(?:\.[^/.:]+)?$/.exec(path)?.[0] ?? path;
}

/** Returns a tool with one template in the line and in the menu. */
function alike(name: string, template: TemplateResult): Tool {
  return { name, inLine: template, inMenu: template, about: ABOUT[name] };
}

function toggled({ opened, closed }: StructureState): number {
  return [opened, closed].filter((paths) => paths !== "").reduce((sum, paths) => sum + paths.split("\n").length, 0);
}

/** The levels that show something of their own, with how many elements. */
function level(
  of: StructureState,
  relations: RelationsState | null,
  set: (patch: Partial<StructureState>) => void,
): TemplateResult {
  const words: Partial<Record<StructureLevel, string>> = {};
  const now = relations?.reply.level ?? null;
  words.auto = now === null || of.level !== "auto" ? LEVELS.auto : `${LEVELS.auto}: ${LEVELS[now]}`;
  for (const row of relations?.reply.levels ?? []) {
    words[row.level] = `${count(row.elements)} ${LEVELS[row.level]}`;
  }
  words[of.level] ??= LEVELS[of.level];
  return choice("Level", words as Record<StructureLevel, string>, of.level, (next) =>
    set({ level: next, opened: "", closed: "" }),
  );
}

type Range = { min: number; max: number; step: number };

function slider(
  word: string,
  value: number,
  { min, max, step }: Range,
  shown: string,
  move: (to: number, mode: "rest" | "push") => void,
): TemplateResult {
  const to = (event: Event) => Number((event.currentTarget as HTMLInputElement).value);
  return html`<label class="field"><span class="tool-word">${word}</span>
    <input class="short" type="range" min=${min} max=${max} step=${step} .value=${String(value)} aria-valuetext=${shown} @input=${(event: Event) => move(to(event), "rest")} @change=${(event: Event) => move(to(event), "push")} />
    <output>${shown}</output>
  </label>`;
}

/** Drags mark calls while it is pressed. */
function marking(relations: ToolActions["relations"]): TemplateResult {
  const isOn = relations.state?.marking === true;
  return html`<button aria-pressed=${yesNo(isOn)} ?disabled=${relations.state === null} title="Drag over calls to find where they repeat (the same as Shift+drag)" @click=${() => relations.setMarking(!isOn)}>Find pattern</button>`;
}

/** Renders the layers that may not call each other. */
function layers(state: PageState, actions: ToolActions): TemplateResult {
  const label = state.view.structure.layers.trim() === "" ? "Layers ▾" : "Layers ✓ ▾";
  return popover(
    state,
    { page: actions.page },
    { name: "layers", label, title: "Layers that may not call each other", content: () => layersText(state, actions) },
  );
}

function layersText(state: PageState, actions: ToolActions): TemplateResult {
  const { layers: text } = state.view.structure;
  const problem = actions.relations.state?.reply.layersProblem ?? "";
  const changed = (event: Event) =>
    actions.settings.set({ layers: (event.currentTarget as HTMLTextAreaElement).value });
  return html`<label class="layers"><span>One layer per line, the uppermost first: element paths with spaces between them. A layer may call itself and the layers next to it.</span>
    <textarea class="code" rows="6" spellcheck="false" autocomplete="off" placeholder="ui cli&#10;core&#10;store" aria-invalid=${problem === "" ? nothing : "true"} .value=${text} @change=${changed}></textarea></label>
    ${problem === "" ? nothing : html`<p class="layers-problem" role="alert">${problem}.</p>`}`;
}

/** Renders the address template of sources: `https://host/{path}#L{line}`. */
function source({ source: template }: StructureState, set: (patch: Partial<StructureState>) => void): TemplateResult {
  const changed = (event: Event) => set({ source: (event.currentTarget as HTMLInputElement).value.trim() });
  return html`<label class="field"><span class="tool-word">Source</span><input type="url" size="14" placeholder="https://host/{path}#L{line}" .value=${template} @change=${changed} /></label>`;
}

/** Says in words which calls p lets stand out, and how much. */
function emphasis(p: number): string {
  return p === 0 ? "none" : p < 0 ? `rare ${-p}` : `frequent ${p}`;
}
