// The largest differences, one press away.

import { html, nothing, type TemplateResult } from "lit";

import type { DifferencesController } from "../comparison/differences.js";
import type { DifferenceList, DifferenceRow } from "../generated/protocol.js";
import type { PageState } from "../state/page-state.js";
import { middleOut, tellingNames } from "../telling-names.js";
import { lastSegment } from "../words.js";
import { quantity } from "../quantity.js";
import { isolated } from "./bits.js";
import { menu, type MenuActions } from "./menu.js";

export type ChipsActions = MenuActions & { differences: Pick<DifferencesController, "frame"> };

/** Signs before differences, so that colour is not the only mark. */
export const GLYPHS: Record<DifferenceList, string> = {
  largest: "",
  slower: "▲",
  faster: "▼",
  new: "new",
  gone: "gone",
  moved: "⤭",
  waiting: "waits",
  pauses: "outlier",
};

/** Words for the signs, for screen readers. */
const SPOKEN: Record<DifferenceList, string> = {
  largest: "",
  slower: "slower",
  faster: "faster",
  new: "new",
  gone: "gone",
  moved: "moved",
  waiting: "waiting",
  pauses: "outlier",
};

export function chips(
  rows: readonly DifferenceRow[],
  state: PageState,
  actions: ChipsActions,
): TemplateResult | typeof nothing {
  if (rows.length === 0) {
    return nothing;
  }
  const names = chipNames(rows);
  const measure = state.view.comparison.sort === "inclusive" ? "inclusive" : "self";
  const all = rows.map((row) => ({
    label: html`${sign(row)}${isolated(names(row), "code")}<strong>${row.delta}</strong>${sumOf(row)}`,
    title: [
      `${row.name}${row.file === "" ? "" : `, ${row.file}`}: ${row.kind === "pauses" ? "time of one call beyond its usual time. All calls of the function together may change by another amount" : `${measure} ${quantity(state)}`}`,
      row.over.startsWith("over ") ? `summed ${row.over}` : row.over,
      row.reason,
    ]
      .filter((part) => part !== "")
      .join(", "),
    run: () => actions.differences.frame(row),
  }));
  return chipLine(all, `by ${measure} ${quantity(state)}`, state, actions, `${measure} ${quantity(state)}`);
}

/**
 * A sum over lanes says so: it may be longer than the run. So does a sum over the calls of one caller. An outlier is about one
 * call, so its time is no self time of the function.
 */
function sumOf({ over, kind }: DifferenceRow): TemplateResult | typeof nothing {
  if (kind === "pauses") {
    return html` <span class="quiet-text">beyond usual, 1 call</span>`;
  }
  // How much of it lies on how many lanes is in the tooltip.
  const short = over.startsWith("summed ") ? over.split(", ", 1).join() : over;
  return over === "" ? nothing : html` <span class="quiet-text">${isolated(middleOut(short, SUM_CHARACTERS))}</span>`;
}

/** A difference: what stands in its chip, what it says at a closer look, and what a press does. */
export type Chip = { label: TemplateResult; title: string; run: () => void };

/** Chips in a line, behind their measure. Where the line has no room for one, the style sheet shows a menu instead. */
export function chipLine(
  all: readonly Chip[],
  what: string,
  state: PageState,
  actions: MenuActions,
  measure = "",
): TemplateResult {
  return html`<div class="chips-room"><ul class="chips" aria-label="Largest differences: ${what}">
      ${measure === "" ? nothing : html`<li class="chips-measure quiet-text" aria-hidden="true">${measure}</li>`}
      ${all.map(({ label, title, run }) => html`<li><button class="chip" title=${title} @click=${run}>${label}</button></li>`)}
    </ul>
    <div class="chips-narrow">
      ${menu(state, actions, {
        name: "chips",
        label: `${all.length} largest ▾`,
        title: `${all.length} largest differences`,
        className: "",
        items: all.map(({ label, run }) => ({ label, run })),
      })}
    </div></div>`;
}

/** Characters of a name in a chip. */
const CHARACTERS = 22;
/** Characters of what a chip's time is summed over. */
const SUM_CHARACTERS = 28;

/** The last segments of names, unless several have the same: those say what differs. */
function chipNames(rows: readonly DifferenceRow[]): (row: DifferenceRow) => string {
  const last = rows.map(({ name }) => lastSegment(name));
  const isShared = (at: number) =>
    last.some((other, there) => other === last[at] && rows[there]?.name !== rows[at]?.name);
  const shared = tellingNames(
    rows.flatMap(({ name }, at) => (isShared(at) ? [name] : [])),
    CHARACTERS,
  );
  return ({ name }) => shared.get(name) ?? middleOut(lastSegment(name), CHARACTERS);
}

/** The sign of a row's kind. A new or gone function that has a counterpart on the other side says so: it `moved`, or `replaces` one. */
export function sign({ kind, own }: DifferenceRow): TemplateResult {
  const says = kind === "new" || kind === "gone" ? own : "";
  return html`<span class="sign sign-${kind}"><span aria-hidden="true">${says || GLYPHS[kind]}</span><span class="hidden">${says || SPOKEN[kind]} </span></span>`;
}
