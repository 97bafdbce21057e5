// The rows of a list of differences. Only those in sight are on the page: a list may hold hundreds of thousands.

import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";

import { listWord, rowsOf } from "../comparison/comparison-page.js";
import type { DifferencesController } from "../comparison/differences.js";
import { count, pathEnd } from "../format.js";
import type { DifferenceRow } from "../generated/protocol.js";
import { type NumberedNote, notesOfFunction } from "../state/notes.js";
import type { PageState } from "../state/page-state.js";
import { tellingNames } from "../telling-names.js";
import { GLYPHS, sign } from "./chips.js";
import { noteNumbers } from "./notes.js";
import { dotted, isolated, properties, yesNo } from "./bits.js";

export type DifferenceListActions = { differences: Pick<DifferencesController, "goTo" | "see"> };

/** Height of a row, as the style sheet has it. */
const ROW_PX = 52;
/** Rows put on the page beyond those in sight. */
const MORE = 8;
const FILE_CHARACTERS = 34;
const NAME_CHARACTERS = 28;
/** Browsers lose places in what is higher than some 10⁷ pixels. */
const MOST_ROWS = 150_000;

export function differenceList(state: PageState, actions: DifferenceListActions): TemplateResult {
  const { summary, differences } = state.comparison;
  const { list, current, sight } = differences;
  const { sort } = state.view.comparison;
  const { standing, shown: all } = rowsOf(state.comparison);
  const total = Math.min(all, MOST_ROWS);
  const [from, to] = [Math.max(0, sight[0] - MORE), Math.min(total, sight[1] + MORE)];
  const places = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  const names = tellingNames(
    [...differences.rows.values()].map(({ name }) => name),
    NAME_CHARACTERS,
  );
  const active = current !== null && current >= from && current < to ? `difference-${current}` : nothing;
  // Another list begins at its top: it is another element.
  const rows = keyed(
    summary,
    keyed(
      `${list} ${sort}`,
      html`<div
    class="difference-rows"
    role="listbox"
    tabindex="0"
    aria-label="${listWord(list, summary?.gaps)}, ${count(all)}"
    aria-activedescendant=${active}
    @scroll=${(event: Event) => scrolled(event, actions)}
    @keydown=${(event: KeyboardEvent) => walk(event, current, total, actions)}
  >
    <div class="difference-height" role="presentation" ${properties({ "--rows": String(total) })}>
      ${places.map((at) => row(at, named(differences.rows.get(at), names), { current: at === current, first: at === standing, total: all, notes: notesOf(state, differences.rows.get(at)) }, actions))}
    </div>
  </div>`,
    ),
  );
  return html`${rows}${all > total ? html`<p class="empty-text">The first ${count(total)} of ${count(all)} differences.</p>` : nothing}`;
}

/** `first`: of those that do not stand out. */
type Place = { current: boolean; first: boolean; total: number; notes: readonly NumberedNote[] };

/** With the form of its name that tells it from the others. */
type NamedRow = DifferenceRow & { short: string };

/** Returns the notes about the function of a row. Rows have names after the rules for matching names, notes those of traces. */
function notesOf(state: PageState, row: DifferenceRow | undefined): readonly NumberedNote[] {
  if (row === undefined || state.view.notes.length === 0) {
    return [];
  }
  const { name, file } = row;
  const listed = state.totals?.functions.find((of) => of.name === name && of.file === file);
  return notesOfFunction(state, listed?.function ?? { name, file });
}

function named(row: DifferenceRow | undefined, names: ReadonlyMap<string, string>): NamedRow | undefined {
  return row === undefined ? undefined : { ...row, short: names.get(row.name) ?? row.name };
}

function row(
  at: number,
  words: NamedRow | undefined,
  { current, first, total, notes }: Place,
  actions: DifferenceListActions,
): TemplateResult {
  return html`<div
    class="difference ${current ? "current" : ""} ${first ? "first-below" : ""}"
    role="option"
    id="difference-${at}"
    aria-selected=${yesNo(current)}
    aria-posinset=${at + 1}
    aria-setsize=${total}
    title=${words === undefined ? nothing : whole(words)}
    ${properties({ "--at": String(at) })}
    @click=${() => actions.differences.goTo(at)}
  >
    <span class="rank">${count(at + 1)}</span>
    ${words === undefined ? html`<span class="quiet-text">…</span>` : filled(words, notes)}
  </div>`;
}

function filled(words: NamedRow, notes: readonly NumberedNote[]): TemplateResult {
  const tone = words.kind === "new" || words.kind === "gone" || words.kind === "moved" ? "" : toneOf(words.delta);
  const times = words.list === "new" ? words.b : words.list === "gone" ? words.a : "";
  // The sign before the change says it already.
  const oneSided = words.kind === "new" || words.kind === "gone";
  const own = words.list === "largest" && (oneSided || words.own === GLYPHS[words.kind]) ? "" : words.own;
  // A counterpart on the other side is the finding itself.
  const counterpart = oneSided && words.own !== words.kind ? words.reason : "";
  // Such a row has another measure than the list, which its head names.
  const measure = words.list === "largest" && words.selfTime !== "" ? "with callees" : "";
  return html`<span class="difference-line">
      <span class="difference-name">${isolated(words.short, "code")}${noteNumbers(notes)}</span>
      <strong class="difference-delta ${tone}">${words.list === "largest" ? sign(words) : nothing} ${words.delta}</strong>
    </span>
    <span class="difference-line">
      ${words.file === "" || counterpart !== "" || (words.list === "largest" && words.kind === "pauses") ? nothing : html`<span class="difference-file">${isolated(pathEnd(words.file, FILE_CHARACTERS))}</span>`}
      <span class="difference-own">${dotted([counterpart, times, own, measure, words.over.replace(/^summed /, ""), words.selfTime === "" || words.selfTime === times ? "" : `self ${words.selfTime}`, ...(words.standsOut ? [words.few, words.overweight, words.confidence] : [counterpart === "" ? words.reason : "", words.few])])}</span>
    </span>
    <span class="side-bars" aria-hidden="true">
      <span class="bar-a" ${properties({ "--share": String(words.barA) })}></span><span class="bar-b" ${properties({ "--share": String(words.barB) })}></span>
    </span>
    <span class="hidden">A ${words.a}, B ${words.b}</span>`;
}

/** Returns the tone of a change, from its sign. */
function toneOf(delta: string): string {
  return delta.startsWith("+") ? "slower" : delta.startsWith("\u2212") ? "faster" : "";
}

/** All that is shortened in a row. */
function whole({ name, file, callers, a, b, over, details, reason, confidence }: DifferenceRow): string {
  const lines = [
    name,
    file,
    `A ${a} · B ${b}${over === "" ? "" : `, ${over}`}`,
    ...details,
    callers.length === 0 ? "" : `under ${callers.join(" › ")}`,
    reason,
    confidence === "" ? "" : `over all runs ${confidence}`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

/** Why the current row says what it says, where what is selected is a call of its function. */
export function whyListed({ comparison }: PageState, selected: string): TemplateResult | typeof nothing {
  const { current, rows } = comparison.differences;
  const row = current === null ? undefined : rows.get(current);
  if (row === undefined || row.name !== selected || row.details.length === 0) {
    return nothing;
  }
  const { name, details } = row;
  return html`<ul class="difference-details" aria-label="Why ${name} is listed">
    ${details.map((line) => html`<li>${line}</li>`)}
  </ul>`;
}

function scrolled(event: Event, actions: DifferenceListActions): void {
  const list = event.currentTarget as HTMLElement;
  actions.differences.see(
    Math.floor(list.scrollTop / ROW_PX),
    Math.ceil((list.scrollTop + list.clientHeight) / ROW_PX),
  );
}

function walk(event: KeyboardEvent, current: number | null, total: number, actions: DifferenceListActions): void {
  const page = Math.max(1, Math.floor((event.currentTarget as HTMLElement).clientHeight / ROW_PX) - 1);
  const now = current ?? -1;
  const targets: Record<string, number> = {
    ArrowDown: now + 1,
    ArrowUp: Math.max(now, 0) - 1,
    PageDown: now + page,
    PageUp: now - page,
    Home: 0,
    End: total - 1,
    Enter: Math.max(now, 0),
  };
  const target = targets[event.key];
  if (target !== undefined && total > 0) {
    event.preventDefault();
    event.stopPropagation();
    actions.differences.goTo(Math.min(Math.max(target, 0), total - 1));
  }
}

/** Brings the current row into sight when it has become another, and when the list has become lower, as by opened details. */
export function revealCurrent(state: PageState, root: ParentNode): void {
  const list = root.querySelector<HTMLElement>(".difference-rows");
  const { current } = state.comparison.differences;
  const seen = `${current} in ${list?.clientHeight}`;
  if (list === null || current === null || list.dataset["seen"] === seen) {
    return;
  }
  list.dataset["seen"] = seen;
  const top = current * ROW_PX;
  if (top < list.scrollTop) {
    list.scrollTop = top;
  } else if (top + ROW_PX > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + ROW_PX - list.clientHeight;
  }
}
