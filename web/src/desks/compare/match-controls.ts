// The tools for matches, on two sides.

import { html, nothing, type TemplateResult } from "lit";

import { LEAST, type ComparisonController } from "../../comparison/comparisons.js";
import { box, yesNo } from "../../components/bits.js";
import type { CompareParts, MatchesState, Measure, SideName } from "../../generated/protocol.js";
import { keyOf } from "../../keys.js";
import { quantity } from "../../quantity.js";
import type { PageState } from "../../state/page-state.js";
import type { Settings } from "./settings.js";

export type MatchActions = {
  settings: Pick<Settings, "setLines" | "setMatches" | "setParts">;
  comparisons: Pick<ComparisonController, "ask" | "change" | "slide">;
};

const PARTS: Record<CompareParts, string> = { both: "Overview + matches", overview: "Overview", matches: "Matches" };

const measures = (taken: string): Record<Measure, string> => ({
  plain: "callees",
  multiset: "callees and counts",
  time: `callees and self ${taken}`,
});

/** The kind of a call: matched, moved, or on one side alone. */
export type Kind = "matched" | "moved" | SideName;

export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  matched: "matched",
  moved: "moved",
  a: "only A",
  b: "only B",
};

export const KINDS = Object.keys(KIND_WORDS) as readonly Kind[];

export function isHidden({ hideMatched, hideMoved, hideOnly }: MatchesState, kind: Kind): boolean {
  return { matched: hideMatched, moved: hideMoved, ...hideOnly }[kind];
}

/** Hides just those kinds. */
export function hiding(hidden: (kind: Kind) => boolean): Pick<MatchesState, "hideMatched" | "hideMoved" | "hideOnly"> {
  return { hideMatched: hidden("matched"), hideMoved: hidden("moved"), hideOnly: { a: hidden("a"), b: hidden("b") } };
}

const VIEWPOINTS: Record<SideName | "pointer", string> = { pointer: "the side under the pointer", a: "A", b: "B" };

/** Renders the choice of the desk's parts. */
export function parts({ view }: PageState, actions: MatchActions): TemplateResult {
  const chosen = (event: Event) => actions.settings.setParts(valueOf(event) as CompareParts);
  return html`<label class="field"><span class="tool-word">View</span>
    <select .value=${view.compare.parts} @change=${chosen}>
      ${options(PARTS, view.compare.parts)}
    </select>
  </label>`;
}

/** One to one, or by similarity. */
export function mode({ view }: PageState, actions: MatchActions): TemplateResult {
  const similar = view.compare.matches.mode === "similarity";
  return html`<div class="segmented" role="group" aria-label="Matches">
    <button aria-pressed=${yesNo(!similar)} title="Link each call with its one match" @click=${() => actions.settings.setMatches({ mode: "one-to-one" })}>Matched calls</button>
    <button aria-pressed=${yesNo(similar)} title="Link all calls whose callees are similar" @click=${() => actions.settings.setMatches({ mode: "similarity" })}>Similarity</button>
  </div>`;
}

/** From which similarity on calls match, and of what. */
export function similarity(state: PageState, actions: MatchActions): TemplateResult {
  const { tau, measure } = state.view.comparison;
  return html`<div class="row">
    ${slider({
      label: tau === 100 ? "Similarity =" : "Similarity >",
      title: `Smallest similarity of calls that are linked (${keyOf("finer")} and ${keyOf("coarser")})`,
      value: tau,
      ...LEAST,
      step: 1,
      shown: (tau / 100).toFixed(2),
      moved: (to) => actions.comparisons.slide({ tau: to }),
      released: () => actions.comparisons.ask(),
    })}
    <label class="field">of
      <select aria-label="Similarity of" @change=${(event: Event) => actions.comparisons.change({ measure: valueOf(event) as Measure })}>
        ${options(measures(quantity(state)), measure)}
      </select>
    </label>
  </div>`;
}

/** Whose places the colours are of. */
export function viewpoint({ view }: PageState, actions: MatchActions): TemplateResult {
  const from = (event: Event) => {
    const value = valueOf(event);
    actions.settings.setMatches({ viewpoint: value === "a" || value === "b" ? value : null });
  };
  return html`<label class="field">seen from
    <select @change=${from}>${options(VIEWPOINTS, view.compare.matches.viewpoint ?? "pointer")}</select>
  </label>`;
}

/** Tubes or lines; `more` stands beside them. */
export function links({ view }: PageState, actions: MatchActions, more: unknown): TemplateResult {
  const { lines } = view.compare.matches;
  return html`<div class="field" role="group" aria-label="Links">
    <span class="tool-word">Links</span>
    <span class="segmented">
      <button aria-pressed=${yesNo(!lines)} @click=${() => actions.settings.setLines(false)}>Tubes</button>
      <button aria-pressed=${yesNo(lines)} @click=${() => actions.settings.setLines(true)}>Lines</button>
      ${more}
    </span>
  </div>`;
}

/** The form of tubes, the room they have, and the palettes. */
export function linkDetails({ view }: PageState, actions: MatchActions): TemplateResult {
  const { lambda, band, beta, published, mode, sums, root, raw, brush } = view.compare.matches;
  const set = (patch: Partial<MatchesState>) => actions.settings.setMatches(patch);
  const bar = (
    label: string,
    name: "lambda" | "band" | "beta",
    value: number,
    [min, max]: [number, number],
    shown: string,
  ) =>
    slider({
      label,
      title: label,
      value,
      min,
      max,
      step: 1,
      shown,
      moved: (to) => actions.settings.setMatches({ [name]: to }, "rest"),
      released: () => undefined,
    });
  return html`${bar("Thickness in the middle, λ", "lambda", lambda, [0, 100], (lambda / 100).toFixed(2))}
    ${bar("Band between the icicles", "band", band, [30, 70], `${band}\u202f%`)}
    ${bar("Bundling, β", "beta", beta, [0, 100], (beta / 100).toFixed(2))}
    ${check("Paper’s colours (not colour-blind safe)", published, (on) => set({ published: on }))}
    ${mode === "similarity" ? check("Bars as high as the sum of similarities (Σ s)", sums, (on) => set({ sums: on })) : nothing}
    ${check("Square roots of bar heights", root, (on) => set({ root: on }))}
    ${check("Start shift in time, not in shares of the group", raw, (on) => set({ raw: on }))}
    ${check("Point at a call to grey all others, in every colour", brush, (on) => set({ brush: on }))}`;
}

/** Renders a switch for each kind of calls. */
export function kinds({ view }: PageState, actions: MatchActions): TemplateResult {
  const { matches } = view.compare;
  return html`<div class="field" role="group" aria-label="Show">
    <span class="tool-word">Show</span>
    <span class="segmented">
      ${KINDS.map((kind) => {
        const toggle = () =>
          actions.settings.setMatches(hiding((other) => isHidden(matches, other) !== (other === kind)));
        return html`<button aria-pressed=${yesNo(!isHidden(matches, kind))} @click=${toggle}>${KIND_WORDS[kind]}</button>`;
      })}
    </span>
  </div>`;
}

/** Returns the number of active filters. */
export function filtersOn({ function: name, leastUs, implied }: MatchesState): number {
  return [name.trim() !== "", leastUs > 0, implied].filter(Boolean).length;
}

/** Renders the filters for calls of the visible kinds, and for the links of their matches. */
export function filters({ view }: PageState, actions: MatchActions): TemplateResult {
  const { function: name, leastUs, implied } = view.compare.matches;
  const typed = (event: Event) => actions.settings.setMatches({ function: valueOf(event) }, "rest");
  const least = (event: Event) => actions.settings.setMatches({ leastUs: wholeNumber(valueOf(event)) }, "rest");
  const none = () => actions.settings.setMatches({ function: "", leastUs: 0, implied: false });
  return html`<label class="field">Function
      <input type="text" autocomplete="off" spellcheck="false" placeholder="name or file contains …" .value=${name} @input=${typed} />
    </label>
    <label class="field">Calls of at least
      <input type="number" min="0" step="1" .value=${String(leastUs)} @change=${least} aria-label="Least duration, µs" /> µs
    </label>
    ${check("Also draw tubes inside the tube of a caller", implied, (on) => actions.settings.setMatches({ implied: on }))}
    <button ?disabled=${filtersOn(view.compare.matches) === 0} @click=${none}>Clear filters</button>`;
}

/** Renders a message with a way back when all matches are hidden. */
export function allHidden(
  { comparison, view }: PageState,
  actions: Pick<MatchActions, "settings">,
): TemplateResult | typeof nothing {
  if (comparison.summary === null || !KINDS.every((kind) => isHidden(view.compare.matches, kind))) {
    return nothing;
  }
  const matched = comparison.summary.facts.find(({ label }) => label === "Calls matched")?.value ?? "";
  const show = () => actions.settings.setMatches(hiding(() => false));
  return html`<section class="notice" aria-label="Everything is filtered out">
    ${box("plain", "Everything is filtered out.", `“Show” hides all ${matched} matched calls.`)}
    <button class="main" @click=${show}>Show all</button>
  </section>`;
}

type Slider = {
  label: string;
  title: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value in words. */
  shown: string;
  moved: (value: number) => void;
  released: () => void;
};

function slider({ label, title, value, min, max, step, shown, moved, released }: Slider): TemplateResult {
  return html`<span class="slider" title=${title}>
    <span aria-hidden="true">${label}</span>
    <input
      type="range"
      aria-label=${title}
      aria-valuetext=${shown}
      min=${min}
      max=${max}
      step=${step}
      .value=${String(value)}
      @input=${(event: Event) => moved(wholeNumber(valueOf(event)))}
      @change=${released}
    />
    <output aria-hidden="true">${shown}</output>
  </span>`;
}

function check(label: string, on: boolean, set: (on: boolean) => void): TemplateResult {
  return html`<label class="check">
    <input type="checkbox" .checked=${on} @change=${(event: Event) => set((event.currentTarget as HTMLInputElement).checked)} />
    ${label}
  </label>`;
}

function options(words: Readonly<Record<string, string>>, now: string): TemplateResult[] {
  return Object.entries(words).map(
    ([value, text]) => html`<option value=${value} ?selected=${value === now}>${text}</option>`,
  );
}

function valueOf(event: Event): string {
  return (event.currentTarget as HTMLInputElement | HTMLSelectElement).value;
}

/** Returns a number as the state keeps it: whole, not negative, of 32 bits. */
function wholeNumber(text: string): number {
  const value = Math.round(Number(text));
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), 2 ** 32 - 1) : 0;
}
