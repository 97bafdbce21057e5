// The lists of elements: how they changed, what never ran. Each row is a way there.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../../commands.js";
import { isolated, properties, yesNo } from "../../components/bits.js";
import { causeOf } from "../../components/cause.js";
import { walk } from "../../components/tabs.js";
import { count, middle } from "../../format.js";
import type { ElementList, ElementRow, ElementsReply } from "../../generated/protocol.js";
import { hint, keyOf } from "../../keys.js";
import { withoutAnyCalls } from "../../sides/without-traces.js";
import { bothLoaded, type PageState } from "../../state/page-state.js";
import { type Elements, type ElementsState, notSignificant, shownRows } from "./elements.js";
import type { Navigation } from "./navigation.js";

/** Characters of a path for which there is room beside its numbers. */
const PLACE_CHARACTERS = 30;

export type ListActions = {
  run: Run;
  elements: Pick<Elements, "state" | "show" | "showAll" | "fold">;
  navigation: Pick<Navigation, "goTo" | "fillWith">;
};

const TITLES: Record<ElementList, string> = {
  largest: "Largest",
  most: "Most",
  "only-b": "Only B",
  "only-a": "Only A",
  "not-in-b": "Never in B",
  "not-in-a": "Never in A",
  never: "Never ran",
  unmapped: "Unmapped",
};

/** By which rule something is in a list, and how that is sorted. */
const RULES: Record<ElementList, string> = {
  largest:
    "Functions whose self time (all calls, without callees) changed significantly, largest change first. Point at something to list only functions around it.",
  most: "Functions by self time (the time without callees), largest first. Point at something to list only functions around it.",
  "only-b":
    "Functions that only B calls in the visible time, largest self time in B first. Point at something to list only functions around it.",
  "only-a":
    "Functions that only A calls in the visible time, largest self time in A first. Point at something to list only functions around it.",
  "not-in-b":
    "Functions that A calls and B never calls in the whole run, at any time and wherever you point. Largest self time in A first.",
  "not-in-a":
    "Functions that B calls and A never calls in the whole run, at any time and wherever you point. Largest self time in B first.",
  never: "Elements that no open trace calls.",
  unmapped: "Functions whose file is not in the list of files, or matches several files of the list.",
};

export function lists(state: PageState, actions: ListActions): TemplateResult {
  const elements = actions.elements.state;
  const reply = elements?.reply ?? null;
  const list = reply?.list ?? null;
  return html`<section class="lists" id="lists" aria-labelledby="lists-head" tabindex="-1">
    <div class="panel-head">
      <h2 id="lists-head">Elements</h2>
      <span class="quiet-text fusion-focus" title=${reply?.focus ?? ""}>${reply === null ? "" : isolated(reply.focus)}</span>
      <span class="spring"></span>
      <button class="quiet square" aria-label="Previous element" title=${hint("previous-difference")} @click=${() => actions.run("previous-difference")}><kbd>${keyOf("previous-difference")}</kbd></button>
      <button class="quiet square" aria-label="Next element" title=${hint("next-difference")} @click=${() => actions.run("next-difference")}><kbd>${keyOf("next-difference")}</kbd></button>
    </div>
    <div class="list-tabs" role="tablist" aria-label="Lists of elements" @keydown=${walk}>
      ${(reply?.lists ?? []).map(
        ({
          list: of,
          rows,
          notSignificant: others,
        }) => html`<button role="tab" id="list-${of}" aria-selected=${yesNo(of === list)} aria-controls=${of === list ? "element-list" : nothing} tabindex=${of === list ? 0 : -1} @click=${() => actions.elements.show(of)}>
        ${TITLES[of]} <span>${count(rows - others)}</span>
      </button>`,
      )}
    </div>
    ${causeOf(state)}${list === null ? nothing : html`<p class="list-note">${RULES[list]}</p>`}
    <div class="list-body" id="element-list" role="tabpanel" aria-labelledby=${list === null ? nothing : `list-${list}`}>
      ${body(elements, withoutAnyCalls(state), actions)}
    </div>
    ${reply === null ? nothing : coverage(reply, bothLoaded(state))}
  </section>`;
}

function body(elements: ElementsState | null, reason: string | null, actions: ListActions): TemplateResult {
  if (elements === null) {
    return html`<p class="empty-text">${reason ?? "Placing functions…"}</p>`;
  }
  const { reply, current, unfolded } = elements;
  const rows = shownRows(elements);
  const others = notSignificant(reply);
  const all = (reply.lists.find(({ list }) => list === reply.list)?.rows ?? 0) - (unfolded ? 0 : others);
  const none =
    reply.list === "largest"
      ? "No element in focus changed significantly."
      : "No elements in this list. Try another list or a wider focus.";
  return html`${rows.length === 0 ? html`<p class="empty-text">${none}</p>` : html`<ol class="area-rows">${rows.map((row, at) => entry(row, at, at >= all - (unfolded ? others : 0), current, actions))}</ol>`}
    ${all > rows.length && rows.length > 0 ? html`<p class="list-note">The first ${count(rows.length)} of ${count(all)}. <button class="quiet" @click=${() => actions.elements.showAll()}>Show all</button></p>` : nothing}
    ${others === 0 ? nothing : html`<button class="quiet below" title="The comparison explains these changes by noise, by the change of the whole run, or by another function" aria-expanded=${yesNo(unfolded)} @click=${() => actions.elements.fold(!unfolded)}>${unfolded ? "▾" : "▸"} ${count(others)} more, not significant</button>`}
    ${reply.note === "" ? nothing : html`<p class="list-note">${reply.note}.</p>`}`;
}

function entry(
  row: ElementRow,
  at: number,
  isPale: boolean,
  current: number | null,
  actions: ListActions,
): TemplateResult {
  return html`<li class=${[at === current ? "current" : "", isPale ? "not-significant" : ""].join(" ").trim()}>
    <button class="area-row" aria-pressed=${yesNo(at === current)} title=${`${row.place}: ${row.values} of self time in all calls`} @click=${() => actions.navigation.goTo(at)}>
      <span class="rank">${at + 1}</span>
      <strong class="area-what">${isolated(row.name, "code")}</strong>
      <strong class="number">${row.change}</strong>
      <span class="area-state area-shares">${row.place === "" ? nothing : html`${isolated(middle(row.place, PLACE_CHARACTERS), "code")} `}<span>${row.values} ${row.own}</span></span>
      <span class="side-bars" aria-hidden="true">${row.shares.map((share, side) => (share > 0 ? html`<span class=${side === 0 ? "bar-a" : "bar-b"} ${properties({ "--share": String(share) })}></span>` : nothing))}</span>
    </button>
    ${at === current ? html`<div class="actions"><button @click=${() => actions.navigation.fillWith(row.subject)}>Fill the picture</button></div>` : nothing}
  </li>`;
}

/** Renders how many visible elements ran, by side. */
function coverage({ coverage: [both, onlyA, onlyB, never] }: ElementsReply, isPair: boolean): TemplateResult {
  const all = both + onlyA + onlyB + never;
  const rows: readonly (readonly [string, number])[] = isPair
    ? [
        ["Ran in both", both],
        ["Only in A", onlyA],
        ["Only in B", onlyB],
        ["Never ran", never],
      ]
    : [
        ["Ran", both + onlyA + onlyB],
        ["Never ran", never],
      ];
  const share = (of: number) => (all === 0 ? "" : `${((of / all) * 100).toFixed(of > 0 && of / all < 0.1 ? 1 : 0)} %`);
  return html`<div class="coverage" role="group" aria-label="Coverage">
    <div class="panel-head"><h2>Coverage</h2><span class="quiet-text">of ${count(all)} elements, in the whole ${isPair ? "runs" : "run"}</span></div>
    <table><tbody>${rows.map(([label, of]) => html`<tr><th scope="row">${label}</th><td class="number">${count(of)}</td><td class="number">${share(of)}</td></tr>`)}</tbody></table>
  </div>`;
}
