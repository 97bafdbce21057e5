// Renames that look right, and the heaviest names without a partner, to be paired by hand.

import { html, nothing, type TemplateResult } from "lit";

import type { IdentityDraft, PickedName } from "../comparison/comparison-page.js";
import type { IdentityEditor } from "../comparison/identity-editor.js";
import { count } from "../format.js";
import type { IdentityReport, RenameProposal, SideName, UnmatchedName } from "../generated/protocol.js";
import { withKey } from "../keys.js";
import { other, SIDES } from "../state/page-state.js";
import { middleOut, tellingNames } from "../telling-names.js";
import { badge, dotted, isolated, letter, yesNo } from "./bits.js";

export type RenamesActions = {
  identity: Pick<IdentityEditor, "accept" | "acceptAll" | "decline" | "pair" | "pick" | "proposals">;
};

export function proposals(report: IdentityReport | null, actions: RenamesActions): TemplateResult {
  const left = actions.identity.proposals;
  return html`<section class="proposals" aria-labelledby="proposals-head">
    <div class="names-head">
      <h3 id="proposals-head">Proposed renames</h3>
      <span class="quiet-text">${report === null ? "" : `${count(left.length)} left`}</span>
      <span class="spring"></span>
      ${left.length > 1 ? html`<button class="quiet" @click=${() => actions.identity.acceptAll()}>Accept all</button>` : nothing}
    </div>
    ${left.length === 0 && report !== null ? html`<p class="empty-text">No unmatched names look like renames.</p>` : nothing}
    <ul>
      ${left.map((proposal, at) => proposed(proposal, at === 0, actions))}
    </ul>
  </section>`;
}

function proposed(proposal: RenameProposal, first: boolean, actions: RenamesActions): TemplateResult {
  const { a, b, reason, gain } = proposal;
  const named = html`<span class="hidden"> ${spoken(a, b)}</span>`;
  return html`<li class="proposal">
    <div class="proposal-names">
      ${longName("a", a)}
      ${longName("b", b)}
      <p class="quiet-text">${dotted([gain, reason])}</p>
    </div>
    <button title=${first ? withKey("Accept", "accept-rename") : "Accept"} @click=${() => actions.identity.accept(proposal)}>Accept${named}</button>
    <button class="quiet" @click=${() => actions.identity.decline(proposal)}>Reject${named}</button>
  </li>`;
}

/** Characters of a name in the name of a button: with two of them and its verb it stays under 120. */
const SPOKEN = 52;

/** Both names of a rename for the name of a button. Names of C++ templates take thousands of characters. */
export function spoken(a: string, b: string): string {
  return `${middleOut(a, SPOKEN)} as ${middleOut(b, SPOKEN)}`;
}

/** Characters of a name that is shown whole; longer ones are shortened in their middle, and open to the whole. */
const WHOLE = 90;

function longName(side: SideName, name: string): TemplateResult {
  const mark = html`${side === "b" ? "→ " : nothing}<span class="hidden">${letter(side)} </span>`;
  return [...name].length <= WHOLE
    ? html`<p class="of-${side}">${mark}${isolated(name, "code")}</p>`
    : html`<details class="long-name of-${side}">
        <summary title="Show the full name">${mark}${isolated(middleOut(name, WHOLE), "code")}</summary>
        ${isolated(name, "code")}
      </details>`;
}

/** Characters of a name in the columns. */
const COLUMN = 26;

/** `what`: what calls take, `time` or another quantity. */
export function unmatched(draft: IdentityDraft, what: string, actions: RenamesActions): TemplateResult {
  const { picked, report } = draft;
  const there = (side: SideName, at: number) =>
    report?.unmatched[at]?.some(({ key }) => key === picked[side]?.key) === true;
  const both =
    picked.a !== null && picked.b !== null && there("a", 0) && there("b", 1) ? { a: picked.a, b: picked.b } : null;
  return html`<section class="unmatched" aria-labelledby="unmatched-head">
    <div class="names-head">
      <h3 id="unmatched-head">Unmatched names with the most time</h3>
    </div>
    <div class="unmatched-sides">
      ${SIDES.map((side, at) => column(side, report?.unmatched[at] ?? [], report?.unmatched_of[at] ?? 0, picked[side], what, actions))}
    </div>
    <div class="pair-names">
      ${
        both === null
          ? html`<span class="quiet-text">Select one name on each side, or drag one onto the other, to match them.</span>`
          : html`<button @click=${() => actions.identity.pair(both.a, both.b)}>
            Match <bdi class="code of-a" title=${both.a.name}>${middleOut(both.a.name, WHOLE)}</bdi> with <bdi class="code of-b" title=${both.b.name}>${middleOut(both.b.name, WHOLE)}</bdi>
          </button>`
      }
    </div>
  </section>`;
}

function column(
  side: SideName,
  names: readonly UnmatchedName[],
  of: number,
  picked: PickedName | null,
  what: string,
  actions: RenamesActions,
): TemplateResult {
  const shorts = tellingNames(
    names.map(({ name }) => name),
    COLUMN,
  );
  return html`<section aria-label="Unmatched names of ${letter(side)}">
    <p class="unmatched-head">${badge(side, "small")} <span class="quiet-text">${of > names.length ? `${count(names.length)} of ${count(of)}` : count(of)}, self ${what}</span></p>
    <ul>
      ${names.map((name) => html`<li>${nameButton(side, name, shorts.get(name.name) ?? name.name, picked?.key === name.key, actions)}</li>`)}
    </ul>
  </section>`;
}

function nameButton(
  side: SideName,
  name: UnmatchedName,
  short: string,
  picked: boolean,
  actions: RenamesActions,
): TemplateResult {
  const kind = (of: SideName) => `text/x-name-${of}`;
  const held = (event: DragEvent) => event.dataTransfer?.setData(kind(side), JSON.stringify(name));
  const over = (event: DragEvent) => event.dataTransfer?.types.includes(kind(other(side))) && event.preventDefault();
  const dropped = (event: DragEvent) => {
    const text = event.dataTransfer?.getData(kind(other(side))) ?? "";
    if (text !== "") {
      event.preventDefault();
      event.stopPropagation();
      const theirs = JSON.parse(text) as PickedName;
      actions.identity.pair(side === "a" ? name : theirs, side === "a" ? theirs : name);
    }
  };
  return html`<button
    class="unmatched-name"
    draggable="true"
    aria-pressed=${yesNo(picked)}
    title="${name.name}\n${name.file}\n${count(name.calls)} ${name.calls === 1 ? "call" : "calls"}"
    @click=${() => actions.identity.pick(side, name)}
    @dragstart=${held}
    @dragover=${over}
    @drop=${dropped}
  >
    <span class="unmatched-text">${isolated(short, "code")}</span><span>${name.time}</span>
  </button>`;
}
