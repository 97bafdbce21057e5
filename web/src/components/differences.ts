// The differences: the largest of all kinds, and one tab a kind.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { LISTS, listWord, rowsOf, saysNone, shownDoubt } from "../comparison/comparison-page.js";
import type { ComparisonController } from "../comparison/comparisons.js";
import type { DifferencesController } from "../comparison/differences.js";
import type { IdentityEditor } from "../comparison/identity-editor.js";
import { bytes, count } from "../format.js";
import type { ComparisonSummary, DifferenceList, DifferenceOrder } from "../generated/protocol.js";
import { hint, keyOf } from "../keys.js";
import { quantity } from "../quantity.js";
import type { PageState } from "../state/page-state.js";
import { firstSentence } from "../words.js";
import { yesNo, properties } from "./bits.js";
import { cause } from "./cause.js";
import { differenceList, type DifferenceListActions } from "./difference-list.js";
import { floorOf, floors, lowered } from "./floors.js";
import { moreIcon, warnIcon } from "./icons.js";
import { menu, type MenuActions } from "./menu.js";
import { NORMALISE_WORDS } from "./pair-settings.js";
import { phases, type PhasesActions } from "./phases.js";
import { walk } from "./tabs.js";

export type DifferencesActions = DifferenceListActions &
  MenuActions &
  PhasesActions & {
    run: Run;
    comparisons: Pick<ComparisonController, "again" | "change" | "clearKept" | "measureKept">;
    differences: Pick<DifferencesController, "fold" | "show">;
    identity: Pick<IdentityEditor, "open">;
  };

const ORDERS: Record<DifferenceOrder, string> = {
  self: "by change",
  inclusive: "by change with callees",
  "per-call": "by change per call",
  relative: "by % of A",
  run: "relative to the run",
  calls: "by calls",
};

/** Texts of empty lists. */
const NOTHING: Record<DifferenceList, string> = {
  largest: "Nothing changed",
  slower: "No function is slower in B",
  faster: "No function is faster in B",
  new: "No function is new in B",
  gone: "No function of A is gone",
  moved: "No call moved",
  waiting: "No function waits longer or less",
  pauses: "No call is an outlier",
};

/** Warns that names which don't match make differences. */
const UNMATCHED = html`<p class="list-note doubtful">${warnIcon} Most rows may only be renamed code: a function with another name on each side counts as <em>gone</em> and <em>new</em>.</p>`;

/** The lists, or why there are none. */
export function differences(state: PageState, actions: DifferencesActions): TemplateResult {
  const { summary, comparing, cancelled } = state.comparison;
  if (summary === null) {
    const why = cancelled
      ? "The two sides are not compared."
      : comparing === null
        ? "Differences appear once both sides are compared."
        : `${comparing.stage}…`;
    return html`<p class="empty-text">${why}</p>
      ${cancelled ? html`<div class="actions"><button @click=${() => actions.comparisons.again()}>Compare</button></div>` : nothing}`;
  }
  return html`${shownDoubt(state.comparison) === null ? nothing : UNMATCHED}
    ${summary.cause === "" ? nothing : cause(summary.cause)}
    ${phases(summary.phases, quantity(state), actions)}${tabs(summary, state, actions)}
    ${summary.drift === "" ? nothing : html`<p class="list-note" title=${summary.drift}>${withoutSpread(summary.drift)}</p>`}
    ${head(state, actions)}
    ${saysNone(state.comparison) ? noDifference(summary, state, actions) : body(summary, state, actions)}`;
}

/** The sentence on a typical function without the range of most functions, which its title has. */
function withoutSpread(sentence: string): string {
  return sentence.replace(/ \([^)]*\)/, "");
}

/** To walk the list, and what else can be done about it. */
export function differencesActions(state: PageState, actions: DifferencesActions): TemplateResult {
  const { kept } = state.comparison;
  const items = [
    { label: "Edit matching names", run: () => actions.identity.open("names") },
    { label: "Edit lane pairs", run: () => actions.identity.open("lanes") },
    kept === null || kept === 0
      ? null
      : { label: `Delete stored comparisons (${bytes(kept)})`, run: () => void actions.comparisons.clearKept() },
  ];
  return html`${place(state)}<button class="quiet step-button" aria-label="Previous difference" title=${hint("previous-difference")} @click=${() => actions.run("previous-difference")}>↑<kbd>${keyOf("previous-difference")}</kbd></button>
    <button class="quiet step-button" aria-label="Next difference" title=${hint("next-difference")} @click=${() => actions.run("next-difference")}>↓<kbd>${keyOf("next-difference")}</kbd></button>
    <span @click=${() => void actions.comparisons.measureKept()}>
      ${menu(state, actions, { name: "differences", label: moreIcon, title: "More actions", className: "quiet square", items })}
    </span>`;
}

/** Where the list is read: `3 of 22`. */
function place({ comparison }: PageState): TemplateResult | typeof nothing {
  const { current } = comparison.differences;
  const { shown } = rowsOf(comparison);
  const only = shown === 1 ? ", the only one" : "";
  return current === null || shown === 0
    ? nothing
    : html`<span class="quiet-text list-place" data-testid="difference-place">${count(current + 1)} of ${count(shown)}${only}</span>`;
}

/** Says how many rows of a list are significant, and how many are not. */
function listed({ counts, below }: ComparisonSummary, at: number): string {
  return `${count(counts[at] ?? 0)} significant, ${count(below[at] ?? 0)} not significant`;
}

function tabs(summary: ComparisonSummary, state: PageState, actions: DifferencesActions): TemplateResult {
  const { list } = state.comparison.differences;
  const { counts } = summary;
  return html`<div class="list-tabs" role="tablist" aria-label="Lists of differences" @keydown=${walk}>
    ${LISTS.map((of, at) => {
      const front = of === list;
      if ((of === "pauses" || of === "waiting") && !front && (counts[at] ?? 0) === 0) {
        return nothing;
      }
      return html`<button
        role="tab"
        id="list-${of}"
        aria-selected=${yesNo(front)}
        aria-controls=${front ? "difference-list" : nothing}
        tabindex=${front ? 0 : -1}
        title=${listed(summary, at)}
        @click=${() => actions.differences.show(of)}
      >
        ${listWord(of, summary.gaps)} <span>${count(counts[at] ?? 0)}</span>
      </button>`;
    })}
  </div>`;
}

/** Measures of the lists and of their floors. The measures of calls stand behind them. */
const MEASURES: Record<DifferenceList, string> = {
  largest: "self ",
  slower: "self ",
  faster: "self ",
  new: "inclusive ",
  gone: "inclusive ",
  moved: "calls",
  waiting: "self ",
  pauses: "self ",
};

/** The measure of a list. Sorted by inclusive time, the rows show that, and the menu beside it says so. */
function measureOf(list: DifferenceList, sort: DifferenceOrder): string {
  return sort === "inclusive" && MEASURES[list] === "self " ? "" : MEASURES[list];
}

/** Renders the measure, the floor and the order of a list. */
function head(state: PageState, actions: DifferencesActions): TemplateResult {
  const { list } = state.comparison.differences;
  const { normalise, sort } = state.view.comparison;
  const chosen = (event: Event) =>
    actions.comparisons.change({ sort: (event.currentTarget as HTMLSelectElement).value as DifferenceOrder });
  return html`<div class="list-head">
      <span class="quiet-text">${measureOf(list, sort)}${list === "moved" ? "" : quantity(state)}${normalise === "absolute" ? "" : `, ${NORMALISE_WORDS[normalise]}`}</span>
      ${floor(state, actions)}
      <span class="spring"></span>
      <label class="field">
        <span class="hidden">Order of the differences</span>
        <select @change=${chosen} ?disabled=${rowsOf(state.comparison).shown === 0}>
          ${Object.entries(ORDERS).map(([value, words]) => html`<option value=${value} ?selected=${value === sort}>${words}</option>`)}
        </select>
      </label>
    </div>`;
}

function body(summary: ComparisonSummary, state: PageState, actions: DifferencesActions): TemplateResult {
  const { list } = state.comparison.differences;
  const any = rowsOf(state.comparison).shown > 0;
  const rows = String(rowsOf(state.comparison).shown);
  return html`<div class="list-body" id="difference-list" role="tabpanel" aria-labelledby="list-${list}" ${properties({ "--rows": rows })}>
      ${any ? differenceList(state, actions) : html`<p class="empty-text">${rowsOf(state.comparison).below > 0 ? `${NOTHING[list]} by a significant amount. Other changes above the noise floor of ${summary.floor} are listed below` : `${NOTHING[list]} above the noise floor of ${summary.floor}`}.</p>`}
      ${below(summary, state, actions)}
    </div>`;
}

/** Renders the number of rows that are not significant, and a button that shows them. The reasons stand there with the rows, and where no row is significant. */
function below(
  summary: ComparisonSummary,
  state: PageState,
  actions: DifferencesActions,
): TemplateResult | typeof nothing {
  const { list, unfolded } = state.comparison.differences;
  const { standing, below: rows } = rowsOf(state.comparison);
  if (rows === 0) {
    return nothing;
  }
  const reasons = summary.belowReasons[LISTS.indexOf(list)] ?? "";
  return html`<button class="quiet below" title=${`${count(rows)} more are not significant: ${reasons}`} aria-expanded=${yesNo(unfolded)} @click=${() => actions.differences.fold(!unfolded)}>
    ${unfolded ? "▾" : "▸"} ${count(rows)} more, not significant${unfolded || standing === 0 ? `: ${reasons}` : ""}
  </button>`;
}

function noDifference(summary: ComparisonSummary, state: PageState, actions: DifferencesActions): TemplateResult {
  const [title, rest] = firstSentence(summary.none);
  const lower = lowered(state.view.comparison);
  return html`<div class="list-body no-difference" id="difference-list" role="tabpanel" aria-labelledby="list-${state.comparison.differences.list}">
    <p><strong>${title}</strong> ${rest}</p>
    <div class="actions">
      ${lower === null ? nothing : html`<button @click=${() => actions.comparisons.change(lower)}>Lower the noise floor</button>`}
      ${state.table === null ? html`<button @click=${() => actions.run("table")}>Show the table</button>` : nothing}
    </div>
    ${below(summary, state, actions)}
  </div>`;
}

/** Renders the floor below which differences are in no list. */
function floor(state: PageState, actions: DifferencesActions): TemplateResult {
  // Sides with different axes are not compared.
  const unit = state.sides.a.summary?.unit ?? "ns";
  const now = floorOf(state.view.comparison, unit);
  const offered = floors(unit);
  const all = offered.some(({ words }) => words === now.words) ? offered : [now, ...offered];
  const chosen = (event: Event) => {
    const picked = all.find(({ words }) => words === (event.currentTarget as HTMLSelectElement).value);
    if (picked !== undefined) {
      actions.comparisons.change(picked.limits);
    }
  };
  return html`<label class="field" title="Noise floor: smaller changes are not listed">
    <span class="hidden">Noise floor</span>
    <span aria-hidden="true">over</span>
    <select @change=${chosen}>
      ${all.map(({ words }) => html`<option value=${words} ?selected=${words === now.words}>${words}</option>`)}
    </select>
  </label>`;
}
