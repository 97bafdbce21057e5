// The cards of the sides in the header: badge, name, facts, problems in the file, menu, close.

import { html, nothing, type TemplateResult } from "lit";

import { cardWidths } from "../card-fit.js";
import { type CardText, type CardWords, cardWords } from "../card-words.js";
import type { Run } from "../commands.js";
import type { MenuItem } from "../desks/desk.js";
import { count } from "../format.js";
import type { SideName } from "../generated/protocol.js";
import type { Sides } from "../sides/sides.js";
import { whyFilesAreFixed } from "../state/lock.js";
import { type PageState, shownSource, type Side } from "../state/page-state.js";
import { copy } from "../files-out.js";
import type { Toasts } from "../toasts.js";
import { badge, dotted, isolated, letter, when } from "./bits.js";
import { closeIcon, moreIcon, warnIcon } from "./icons.js";
import { menu, type MenuActions } from "./menu.js";
import { runsButton, type RunListActions } from "./run-list.js";

export type SideCardActions = MenuActions &
  RunListActions & { run: Run; sides: Pick<Sides, "close">; toasts: Pick<Toasts, "show"> };

/** The cards of both sides in the room they have; between them stands what exchanges them. */
export function sideCards(state: PageState, actions: SideCardActions, between: TemplateResult): TemplateResult {
  const texts = { a: textOf(state.sides.a), b: textOf(state.sides.b) };
  const words =
    state.cardRoom === null
      ? { a: unmeasured(texts.a), b: unmeasured(texts.b) }
      : cardWords(texts, state.cardRoom, cardWidths());
  const card = (side: SideName) =>
    words[side] === null ? emptyCard(actions, side) : sideCard(state, actions, side, words[side]);
  return html`<div class="cards">${card("a")} ${between} ${card("b")}</div>`;
}

/** All that there is to say of a side; `null` of an empty one. */
function textOf({ summary, structure: beside, reading }: Side): CardText | null {
  if (summary !== null) {
    const from = summary.keptIn === "" ? [] : [`from ${summary.keptIn}`];
    const structure = beside === null ? [] : [beside.headline];
    return {
      name: summary.name,
      facts: [...structure, ...summary.headline.split(" · "), ...from],
      duration: summary.duration,
    };
  }
  return reading === null ? null : { name: reading.source.name, facts: ["reading"], duration: "" };
}

function unmeasured(text: CardText | null): CardWords | null {
  return text && { name: text.name, facts: "" };
}

function emptyCard(actions: SideCardActions, side: SideName): TemplateResult {
  return html`<section class="card empty" aria-label="Side ${letter(side)}, empty" data-side=${side}>
    ${badge(side)}
    <button class="quiet grow" @click=${() => actions.run(side === "a" ? "open-a" : "open-b")}>Drop ${letter(side)} or choose a file</button>
  </section>`;
}

function sideCard(
  state: PageState,
  actions: SideCardActions,
  side: SideName,
  { name, facts }: CardWords,
): TemplateResult {
  const { summary, structure: beside, reading, servedBy } = state.sides[side];
  // Screen readers also read the facts without room.
  const whole = {
    name: summary?.name ?? reading?.source.name ?? "",
    facts:
      summary === null
        ? "reading"
        : dotted([
            summary.headline,
            beside?.whole ?? "",
            summary.keptIn && `from ${summary.keptIn}`,
            servedBy === null ? "" : `sent by ${servedBy}`,
          ]),
  };
  const report = () => actions.page.openDialog({ kind: "report", side });
  return html`<section class="card" aria-label="Side ${letter(side)}" data-side=${side}>
    ${badge(side)}
    <strong class="name" title=${whole.name} aria-hidden="true">${isolated(name)}</strong>
    <span class="hidden">${isolated(whole.name)} ${whole.facts}</span>
    ${runsButton(state, actions, side)}
    ${when(facts !== "", () => html`<span class="in-short" title=${whole.facts} aria-hidden="true">${facts}</span>`)}
    ${problemsBadge(state, side, report)}
    ${whyFilesAreFixed(state) !== null ? nothing : closing(state, actions, side, report)}
  </section>`;
}

/** Problems that changed or lost a call are counted and yellow. Others, such as unread events, have a plain mark. */
function problemsBadge({ sides }: PageState, side: SideName, report: () => void): TemplateResult | typeof nothing {
  const { report: entries = [], warnings = 0 } = sides[side].summary ?? {};
  return entries.length === 0
    ? nothing
    : html`<button class="warnings ${warnings === 0 ? "quiet" : ""}" title="Show the problems in the file" @click=${report}>
        ${warnIcon}${warnings === 0 ? html`<span class="hidden">problems</span>` : html`<span>${count(warnings)} ${warnings === 1 ? "problem" : "problems"}</span>`}<span class="hidden"> in the file of ${letter(side)}</span>
      </button>`;
}

/** The menu of a side, and the button that closes it. A locked view has neither. */
function closing(state: PageState, actions: SideCardActions, side: SideName, report: () => void): TemplateResult {
  const { summary } = state.sides[side];
  return html`${menu(state, actions, {
    name: `side-${side}`,
    label: moreIcon,
    title: `More actions for ${letter(side)}`,
    className: "quiet square",
    items: entries(state, actions, side, report),
  })}
    <button
      class="quiet square"
      aria-label="Close ${letter(side)}"
      title="Close ${letter(side)}"
      @click=${() => (summary === null ? actions.sides.cancel(side) : actions.sides.close(side))}
    >
      ${closeIcon}
    </button>`;
}

function entries(state: PageState, actions: SideCardActions, side: SideName, report: () => void): (MenuItem | null)[] {
  const { summary } = state.sides[side];
  const bytes = shownSource(state.sides[side])?.bytes;
  const link = bytes?.kind === "link" ? bytes.url : null;
  return [
    { label: "Replace with a file…", run: () => actions.run(side === "a" ? "open-a" : "open-b") },
    several(state, actions, side),
    summary === null || summary.keptIn + summary.sums !== ""
      ? null
      : { label: "Add a run…", run: () => void actions.files.chooseRuns(side) },
    (summary?.report.length ?? 0) === 0
      ? null
      : { label: `Show problems in the file (${count(summary?.report.length ?? 0)})`, run: report },
    link === null ? null : { label: "Copy link to the file", run: () => void copyFileLink(actions, link) },
    state.sides[side].structure?.close ?? null,
    { label: `Close ${letter(side)}`, run: () => actions.sides.close(side) },
  ];
}

/** Returns the menu entry that offers the other traces of a file with several. */
function several(state: PageState, actions: SideCardActions, side: SideName): MenuItem | null {
  const traces = state.sides[side].summary?.ofFile ?? [];
  const open = () => actions.page.openDialog({ kind: "traces", side });
  return traces.length < 2 ? null : { label: `Choose another trace in the file (${count(traces.length)})…`, run: open };
}

async function copyFileLink(actions: SideCardActions, link: string): Promise<void> {
  actions.toasts.show((await copy(link)) ? "Link to the file copied." : link);
}
