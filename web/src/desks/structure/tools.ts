// The tools of the desk.

import { html, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { yesNo } from "../../components/bits.js";
import { choice, segmented } from "../../components/choice.js";
import { tableIcon } from "../../components/icons.js";
import { zoomTool } from "../../components/zoom-tool.js";
import { count } from "../../format.js";
import type { RelationBlend, RelationColor, RelationWidth, SequenceRows, StructureLevel, StructureParts, StructureSides, StructureState } from "../../generated/protocol.js";
import { hint } from "../../keys.js";
import { bothLoaded, type PageState } from "../../state/page-state.js";
import type { Tool } from "../desk.js";
import type { Settings } from "./settings.js";

export type ToolActions = { run: Run; settings: Pick<Settings, "set"> };

const PARTS: Record<StructureParts, string> = { both: "Relations + calls", radial: "Relations", sequence: "Calls" };
const SIDES: Record<StructureSides, string> = { a: "A", b: "B", pair: "A : B" };
const LEVELS: Record<StructureLevel, string> = { auto: "as many as are readable", package: "packages", module: "modules", class: "classes", function: "functions" };
const COLORS: Record<RelationColor, string> = { change: "change in calls", direction: "direction", time: "time", package: "package" };
const WIDTHS: Record<RelationWidth, string> = { root: "root of calls", log: "logarithm of calls" };
const BLENDS: Record<RelationBlend, string> = { strongest: "strongest shows", over: "last on top" };
const ROWS: Record<SequenceRows, string> = { matched: "matching calls", own: "each by itself" };
/** Of β hundredths, of p tenths. */
const BETA = { min: 0, max: 100, step: 5 };
const P = { min: -50, max: 50, step: 5 };

export function tools(state: PageState, { settings, run }: ToolActions): readonly Tool[] {
  const both = bothLoaded(state);
  const of = state.view.structure;
  const set = (patch: Partial<StructureState>) => settings.set(patch);
  const { radial, sequence } = { radial: of.parts !== "sequence", sequence: of.parts !== "radial" };
  const colors = both && of.sides === "pair" ? COLORS : { direction: COLORS.direction, time: COLORS.time, package: COLORS.package };
  const color = of.color in colors ? of.color : "direction";
  return [
    ...(both ? [alike("sides", segmented("Sides", SIDES, ["a", "b", "pair"], of.sides, (sides) => set({ sides })))] : []),
    alike("parts", choice("", PARTS, of.parts, (parts) => set({ parts }), "Views")),
    alike("level", level(state, set)),
    ...(of.opened !== "" || of.closed !== "" ? [alike("toggled", html`<button title="Shows all elements as the level has them" @click=${() => set({ opened: "", closed: "" })}>${count(toggled(of))} opened or closed ✕</button>`)] : []),
    ...(radial ? [alike("beta", slider("Bundling β", "How far relations follow the tree; 0 is straight", of.beta, BETA, (of.beta / 100).toFixed(2), (beta, mode) => settings.set({ beta }, mode)))] : []),
    ...(sequence ? [alike("p", slider("Outliers p", "How much rare calls stand out; 0: all weigh the same", of.p, P, signed(of.p / 10), (p, mode) => settings.set({ p }, mode)))] : []),
    ...(radial ? [alike("color", choice("Colour", colors as Record<RelationColor, string>, color, (next) => set({ color: next })))] : []),
    ...(sequence && both && of.sides === "pair" ? [alike("rows", choice("Side by side", ROWS, of.rows, (rows) => set({ rows })))] : []),
    ...(radial
      ? [
          alike("width", choice("Width", WIDTHS, of.width, (width) => set({ width }))),
          alike("blend", choice("Crossing", BLENDS, of.blend, (blend) => set({ blend }))),
          alike("ancestor", html`<button aria-pressed=${yesNo(of.throughAncestor)} title="Relations bend towards the element around both ends, too" @click=${() => set({ throughAncestor: !of.throughAncestor })}>Through ancestor</button>`),
        ]
      : []),
    alike("source", source(of, set)),
    alike("zoom", zoomTool({ run })),
    alike("table", html`<button class="square" aria-label="Table" aria-pressed=${yesNo(state.table !== null)} title=${hint("table")} @click=${() => run("table")}>${tableIcon}</button>`),
  ];
}

/** The same in the line and in the menu. */
function alike(name: string, template: TemplateResult): Tool {
  return { name, inLine: template, inMenu: template };
}

function toggled({ opened, closed }: StructureState): number {
  return [opened, closed].filter((paths) => paths !== "").reduce((sum, paths) => sum + paths.split("\n").length, 0);
}

/** The levels that show something of their own, with how many elements. */
function level({ relations, view }: PageState, set: (patch: Partial<StructureState>) => void): TemplateResult {
  const words: Partial<Record<StructureLevel, string>> = {};
  const now = relations?.reply.level ?? null;
  words.auto = now === null || view.structure.level !== "auto" ? LEVELS.auto : `${LEVELS.auto}: ${LEVELS[now]}`;
  for (const row of relations?.reply.levels ?? []) {
    words[row.level] = `${count(row.elements)} ${LEVELS[row.level]}`;
  }
  words[view.structure.level] ??= LEVELS[view.structure.level];
  return choice("Level", words as Record<StructureLevel, string>, view.structure.level, (next) => set({ level: next, opened: "", closed: "" }));
}

type Range = { min: number; max: number; step: number };

function slider(word: string, title: string, value: number, { min, max, step }: Range, shown: string, move: (to: number, mode: "rest" | "push") => void): TemplateResult {
  const to = (event: Event) => Number((event.currentTarget as HTMLInputElement).value);
  return html`<label class="field" title=${title}><span class="tool-word">${word}</span>
    <input type="range" min=${min} max=${max} step=${step} .value=${String(value)} aria-valuetext=${shown} @input=${(event: Event) => move(to(event), "rest")} @change=${(event: Event) => move(to(event), "push")} />
    <output>${shown}</output>
  </label>`;
}

/** Where sources are: `https://host/{path}#L{line}`. */
function source({ source: template }: StructureState, set: (patch: Partial<StructureState>) => void): TemplateResult {
  const changed = (event: Event) => set({ source: (event.currentTarget as HTMLInputElement).value.trim() });
  return html`<label class="field"><span class="tool-word">Source</span><input type="url" size="14" placeholder="https://host/{path}#L{line}" title="Where the source of a selected call is: {path} and {line} are put in" .value=${template} @change=${changed} /></label>`;
}

function signed(p: number): string {
  return p < 0 ? `−${-p}` : String(p);
}
