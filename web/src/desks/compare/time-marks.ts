// The choice of instants and of a counter, which the time axes show.

import { html, type TemplateResult } from "lit";

import { popover, type PopoverActions } from "../../components/popover.js";
import type { IcicleState, SideName } from "../../generated/protocol.js";
import { type PageState, SIDES } from "../../state/page-state.js";
import type { Tool } from "../desk.js";
import type { Settings } from "./settings.js";

export type TimeMarkActions = PopoverActions & { settings: Pick<Settings, "setTimeMarks"> };

const NONE_OF_THEM = "The open files have no instants and no counters";

/** Renders the tool. It is disabled if no side has instants or counters. */
export function timeMarks(state: PageState, actions: TimeMarkActions): Tool {
  if (instantsOf(state).every(({ count }) => count === 0) && counters(state).length === 0) {
    const off = html`<button disabled title=${NONE_OF_THEM}>Marks ▾</button>`;
    return { name: "marks", inLine: off, inMenu: off, about: `${NONE_OF_THEM}.` };
  }
  const on = switchedOn(state.view.compare.icicle);
  const content = () => html`${instants(state, actions)}${counter(state, actions)}`;
  const inLine = popover(state, actions, {
    name: "marks",
    label: on === 0 ? "Marks ▾" : `Marks · ${on} ▾`,
    title: "Show instants and a counter at the time axes",
    content,
  });
  return { name: "marks", inLine, inMenu: html`<strong>Marks</strong>${content()}` };
}

/** Returns the number of marks that are switched on. */
export function switchedOn({ instants: shown, counter: title }: Pick<IcicleState, "instants" | "counter">): number {
  return [shown, title !== ""].filter(Boolean).length;
}

/** A counter by its title, with the sides that have it. */
export type CounterChoice = { title: string; sides: readonly SideName[] };

/** Returns the counters of both sides: first those that both have, each once, in the order of the files. */
export function counterChoices(titles: Readonly<Record<SideName, readonly string[]>>): CounterChoice[] {
  const all = [...new Set(SIDES.flatMap((side) => titles[side]))];
  const sets = { a: new Set(titles.a), b: new Set(titles.b) };
  const choices = all.map((title) => ({ title, sides: SIDES.filter((side) => sets[side].has(title)) }));
  return [...choices.filter(({ sides }) => sides.length === 2), ...choices.filter(({ sides }) => sides.length === 1)];
}

function counters({ sides }: PageState): CounterChoice[] {
  return counterChoices({ a: sides.a.summary?.counters ?? [], b: sides.b.summary?.counters ?? [] });
}

function instantsOf({ sides }: PageState): { side: SideName; count: number }[] {
  return SIDES.flatMap((side) => {
    const { summary } = sides[side];
    return summary === null ? [] : [{ side, count: summary.instants }];
  });
}

function instants(state: PageState, actions: TimeMarkActions): TemplateResult {
  const counts = instantsOf(state);
  const words = counts.map(({ side, count }) => `${side.toUpperCase()} ${count.toLocaleString("en")}`).join(" · ");
  const set = (event: Event) =>
    actions.settings.setTimeMarks({ instants: (event.currentTarget as HTMLInputElement).checked });
  const none = counts.every(({ count }) => count === 0);
  return html`<label class="check">
    <input type="checkbox" ?disabled=${none} .checked=${state.view.compare.icicle.instants} @change=${set} />
    Instants (${words})
  </label>`;
}

function counter(state: PageState, actions: TimeMarkActions): TemplateResult {
  const now = state.view.compare.icicle.counter;
  const known = counters(state);
  // A link may name a counter that no open file has: the choice says so in place of showing another one.
  const missing = now !== "" && known.every(({ title }) => title !== now) ? [{ title: now, sides: [] }] : [];
  const set = (event: Event) =>
    actions.settings.setTimeMarks({ counter: (event.currentTarget as HTMLSelectElement).value });
  const isPair = state.sides.a.summary !== null && state.sides.b.summary !== null;
  return html`<label class="field">Counter
    <select ?disabled=${known.length === 0 && now === ""} @change=${set}>
      <option value="" ?selected=${now === ""}>none</option>
      ${[...missing, ...known].map(
        (choice) =>
          html`<option value=${choice.title} ?selected=${choice.title === now}>${choice.title}${owner(choice, isPair)}</option>`,
      )}
    </select>
  </label>`;
}

/** Returns the words for a counter that not every open side has. */
function owner({ sides }: CounterChoice, isPair: boolean): string {
  const [side] = sides;
  if (side === undefined) {
    return " (in no open file)";
  }
  return isPair && sides.length === 1 ? ` (only ${side.toUpperCase()})` : "";
}
