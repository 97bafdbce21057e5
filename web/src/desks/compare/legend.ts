// The colours of the picture in one line that is always there. Each entry isolates its calls. The filters stand
// before it.

import { html, nothing, type TemplateResult } from "lit";

import type { ComparisonController } from "../../comparison/comparisons.js";
import { properties, yesNo } from "../../components/bits.js";
import { beginsScale } from "../../components/legend-line.js";
import { popover, type PopoverActions } from "../../components/popover.js";
import type { LegendEntry, LegendMark } from "../../generated/protocol.js";
import { bothLoaded, type PageState } from "../../state/page-state.js";
import { filterChips } from "./filter-chips.js";
import { hiding, isHidden, type Kind, KINDS } from "./match-controls.js";
import type { Settings } from "./settings.js";

type LegendActions = PopoverActions & {
  settings: Pick<Settings, "setMatches" | "setSteps">;
  comparisons: Pick<ComparisonController, "change">;
};

export function legend(state: PageState, actions: LegendActions): TemplateResult {
  const entries = state.scene?.legend ?? [];
  const steps = entries.filter(({ step }) => step !== null).length;
  const list = (some: readonly LegendEntry[]) =>
    html`<ul>
      ${some.map((entry, at) => html`<li class="mark-${entry.mark} ${beginsScale(some, at) ? "scale-start" : entry.label === "" ? "step" : ""}">${toggled(entry, steps, state, actions)}</li>`)}
    </ul>`;
  // What grey stands for is the rule of the scale. It comes first, because every colour is read against it.
  const scale = entries.findLastIndex(({ step }) => step !== null) + 1;
  const grey = state.view.compare.icicle.color === "change" ? greyPoint(state, actions) : nothing;
  const bounds = namesSteps(state, steps)
    ? html`<span class="step-bounds" title="Each colour step begins at one of these ratios, measured from grey">colour steps begin at ${STEP_BOUNDS.join(", ")}</span>`
    : nothing;
  // Where the line is short, marks of calls matter more than where steps begin, which each step also says.
  const all = () => html`${grey} ${list(entries.slice(0, scale))} ${list(entries.slice(scale))} ${bounds}`;
  const whole = popover(state, actions, { name: "legend", label: "Legend ▾", title: "Full legend", content: all });
  return html`<div class="legend" role="group" aria-label="Legend" tabindex="0">
    ${bothLoaded(state) ? filterChips(state, actions) : nothing}
    <div class="legend-line">${all()}</div>
    ${state.legendCut ? whole : nothing}
  </div>`;
}

/** The ratios to the grey point at which the steps of the change colours begin, in both directions. */
const STEP_BOUNDS: readonly string[] = ["1.05×", "1.25×", "1.5×", "2×"];

/** Returns whether the colours are the steps of a change: as many on both sides of grey as there are bounds. */
function namesSteps({ view }: PageState, steps: number): boolean {
  return view.compare.icicle.color === "change" && steps === 2 * STEP_BOUNDS.length + 1;
}

/** A step in words, relative to the grey point: `1.25× to 1.5×` of longer calls, `0.67× to 0.8×` of shorter ones. */
export function stepWords(step: number): string {
  const away = Math.abs(step - STEP_BOUNDS.length);
  const isLess = step < STEP_BOUNDS.length;
  const [from, to] = [STEP_BOUNDS[away - 1], STEP_BOUNDS[away]].map((bound) =>
    bound === undefined || !isLess ? bound : `${+(1 / parseFloat(bound)).toFixed(2)}×`,
  );
  if (from === undefined) {
    return `within ${STEP_BOUNDS[0] ?? ""}`;
  }
  if (to === undefined) {
    return `${isLess ? "under" : "over"} ${from}`;
  }
  return isLess ? `${to} to ${from}` : `${from} to ${to}`;
}

/** The kind that a press on an entry isolates. */
const KIND_OF: Partial<Record<LegendMark, Kind>> = { matched: "matched", moved: "moved", "only-a": "a", "only-b": "b" };

/** An entry that is of a kind of calls, or a step of the colours, shows that alone, and all again. */
function toggled(entry: LegendEntry, steps: number, state: PageState, actions: LegendActions): TemplateResult {
  const kind = KIND_OF[entry.mark];
  if (entry.step !== null) {
    return stepToggle(entry, entry.step, steps, state, actions);
  }
  if (kind === undefined) {
    return words(entry);
  }
  const { matches } = state.view.compare;
  const alone = KINDS.every((other) => isHidden(matches, other) === (other !== kind));
  const show = () => actions.settings.setMatches(hiding((other) => !alone && other !== kind));
  return html`<button class="quiet" aria-pressed=${yesNo(alone)} title=${alone ? "Show all kinds again" : "Show only this kind"} @click=${show}>${words(entry)}</button>`;
}

/** With Shift a step joins those that are shown, or leaves them. */
function stepToggle(
  entry: LegendEntry,
  step: number,
  count: number,
  state: PageState,
  actions: LegendActions,
): TemplateResult {
  const { steps } = state.view.compare.icicle;
  const said = namesSteps(state, count) ? stepWords(step) : "";
  const on = steps.includes(step);
  const press = ({ shiftKey }: MouseEvent) => {
    const others = steps.filter((other) => other !== step);
    const alone = on && others.length === 0 ? [] : [step];
    actions.settings.setSteps(shiftKey ? (on ? others : [...others, step].sort((x, y) => x - y)) : alone);
  };
  const name = `step ${step + 1} of ${count}${said === "" ? "" : `: ${said}`}`;
  return html`<button
    class="quiet ${steps.length > 0 && !on ? "off" : ""}"
    data-step
    tabindex=${step === (steps[0] ?? 0) ? 0 : -1}
    aria-pressed=${yesNo(on)}
    aria-label=${entry.label === "" ? name : `${entry.label}, ${name}`}
    title="${said === "" ? "" : `${said}. `}${on && steps.length === 1 ? "Show all steps again" : "Show only this step; Shift+click adds it"}"
    @click=${press}
    @keydown=${walkSteps}
  >
    ${words(entry)}${said === "" ? nothing : html`<span class="step-words" aria-hidden="true">${said}</span>`}
  </button>`;
}

/** Steps are one stop; arrows walk them. */
function walkSteps(event: KeyboardEvent): void {
  const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  const button = event.currentTarget as HTMLElement;
  const all = [...(button.closest("ul")?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
  const next = way === 0 ? undefined : all[all.indexOf(button) + way];
  if (next !== undefined) {
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }
}

function words({ label, color, share, mark }: LegendEntry): TemplateResult {
  return html`<span class="swatch swatch-${mark}" ${properties({ "--swatch": color })}></span><bdi>${label}</bdi>
    ${share === "" ? null : html`<span class="share">${share}</span>`}`;
}

/** Renders the meaning of grey: no change, or the change of a typical function. A press selects the other one. */
function greyPoint({ comparison, view }: PageState, actions: LegendActions): TemplateResult | typeof nothing {
  const grey = comparison.summary?.grey ?? "";
  const { greyIsEqual } = view.comparison;
  return grey === ""
    ? nothing
    : html`<button
        class="quiet grey-point"
        aria-pressed=${yesNo(greyIsEqual)}
        title="Colours are relative to grey. ${grey}. Click to make grey mean ${greyIsEqual ? "the change of a typical function" : "no change"}"
        @click=${() => actions.comparisons.change({ greyIsEqual: !greyIsEqual })}
      >
        ${grey}
      </button>`;
}
