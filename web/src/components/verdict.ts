// The pair strip: what the comparison says in one line, and the largest differences.

import { html, nothing, type TemplateResult } from "lit";

import { certainParts, shownDoubt } from "../comparison/comparison-page.js";
import type { DifferencesController } from "../comparison/differences.js";
import { besideA, change, delta } from "../format.js";
import type { RunningDesk } from "../desks/desk.js";
import type { DifferenceList, VerdictPart } from "../generated/protocol.js";
import type { PageControls } from "../page-controls.js";
import { type ComparedRanges, isInRanges, whyNot } from "../session/compared-ranges.js";
import { rangesInWords } from "../state/compared-ranges.js";
import { isLocked } from "../state/lock.js";
import { bothLoaded, type PageState } from "../state/page-state.js";
import { numbersApart } from "../words.js";
import { chips, type ChipsActions } from "./chips.js";
import { comparingNote, type ComparingActions } from "./comparing.js";
import { isolated } from "./bits.js";
import { closeIcon, warnIcon } from "./icons.js";

export type VerdictActions = ChipsActions &
  ComparingActions & {
    differences: Pick<DifferencesController, "show">;
    page: Pick<PageControls, "showPanel">;
    comparedRanges: Pick<ComparedRanges, "end">;
  };

export function verdict(
  state: PageState,
  actions: VerdictActions,
  desk: Pick<RunningDesk, "verdict">,
): TemplateResult | typeof nothing {
  if (!bothLoaded(state)) {
    return nothing;
  }
  const { summary } = state.comparison;
  const own = desk.verdict?.(state) ?? null;
  if (summary === null) {
    const text = extents(state);
    return html`<div class="verdict">${rangesChip(state, actions)} ${text} ${own?.sentence} ${comparingNote(state, actions)} ${own?.chips}</div>`;
  }
  const doubt = shownDoubt(state.comparison);
  return html`<section class="verdict" aria-label="Verdict">
    ${rangesChip(state, actions)}
    ${doubt === null ? sentence(summary.verdict, true, actions) : html`${sentence(certainParts(summary.verdict), false, actions)}<p class="doubtful">${warnIcon} <strong>${doubt.title}</strong></p>`}
    ${own?.sentence} ${comparingNote(state, actions)} ${doubt !== null ? nothing : own === null ? chips(summary.chips, state, actions) : own.chips}
  </section>`;
}

/** Says that only time ranges are compared. A press compares the whole runs again. */
function rangesChip(state: PageState, actions: VerdictActions): TemplateResult | typeof nothing {
  if (!isInRanges(state.view)) {
    return nothing;
  }
  const problem = whyNot(state);
  if (problem !== null) {
    return html`<p class="doubtful">${warnIcon} <strong title=${problem}>Whole runs compared: the ranges cannot be.</strong></p>`;
  }
  const label = `Compared: ${rangesInWords(state)}`;
  if (isLocked(state)) {
    return html`<span class="chip ranges-chip">${isolated(label)}</span>`;
  }
  const end = () => actions.comparedRanges.end();
  return html`<button class="chip ranges-chip" aria-label="${label}. Compare the whole runs again" title="Compare the whole runs again" @click=${end}>${isolated(label)}${closeIcon}</button>`;
}

/** `praises`: false if no colour may say that B is faster. */
function sentence(all: readonly VerdictPart[], praises: boolean, actions: VerdictActions): TemplateResult {
  const [warnings, parts] = [all.filter(({ warns }) => warns), all.filter(({ warns }) => !warns)];
  // With something missing nothing is praised either.
  const toned = praises && warnings.length === 0;
  return html`${warnings.map(({ text }) => html`<p class="doubtful">${warnIcon} <strong>${capitalised(text)}.</strong></p>`)}
    <p class="sentence">${parts.map((part, at) => html`${at === 0 ? "" : between(parts[at - 1], part)}${set(at === 0 ? { ...part, text: capitalised(part.text) } : part, toned, actions)}`)}</p>`;
}

/** Each part is written to stand in the middle of a sentence. */
function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** New and gone belong together. */
function between(before: VerdictPart | undefined, part: VerdictPart): string {
  return before?.list === "new" && part.list === "gone" ? ", " : "; ";
}

/** A part whose number counts a list opens it. */
function set({ text, list }: VerdictPart, toned: boolean, actions: VerdictActions): TemplateResult {
  const strongly = (piece: string) => html`<strong class=${toned ? tone(piece) : ""}>${piece}</strong>`;
  const pieces = numbersApart(text).map(({ text: piece, strong }) => (strong ? strongly(piece) : piece));
  const open = (of: DifferenceList) => () => {
    actions.differences.show(of);
    actions.page.showPanel();
  };
  return list === null
    ? html`${pieces}`
    : html`<button class="counted" title="Show this list" @click=${open(list)}>${pieces}</button>`;
}

function tone(piece: string): string {
  return piece.startsWith("▲") ? "slower" : piece.startsWith("▼") ? "faster" : "";
}

/** Renders the duration of B against A, which is known before anything is compared. */
function extents(state: PageState): TemplateResult | typeof nothing {
  const [a, b] = [state.sides.a.summary, state.sides.b.summary];
  if (a === null || b === null || a.axis !== "time" || b.axis !== "time" || a.extent === 0) {
    return nothing;
  }
  const longer = b.extent - a.extent;
  const mark = longer > 0 ? "▲ " : longer < 0 ? "▼ " : "";
  const of = besideA(b.extent / a.extent);
  return html`<p>
    B ${of.verb} <strong>${of.ratio}</strong> ${of.rest}
    <strong class=${tone(mark)}>${mark}${delta(longer)}</strong>
    <span class="quiet-text">(${change(a.extent, b.extent)}), from the first call to the last</span>
  </p>`;
}
