// Any command by its name.

import { html, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { type Command, type CommandId, COMMANDS } from "../generated/commands.js";
import { keyCap } from "../keys.js";
import type { PageControls } from "../page-controls.js";
import { when } from "./bits.js";

export type PaletteActions = { run: Run; page: Pick<PageControls, "openDialog" | "flush"> };

export function palette(actions: PaletteActions): TemplateResult {
  return html`<input
      class="palette-field"
      type="text"
      role="combobox"
      aria-label="Name of a command"
      aria-expanded="true"
      aria-controls="palette-list"
      aria-autocomplete="list"
      autocomplete="off"
      spellcheck="false"
      placeholder="Type a command"
      autofocus
      @input=${(event: Event) => filter(event.currentTarget as HTMLInputElement)}
      @keydown=${(event: KeyboardEvent) => walk(event, actions)}
    />
    <ul class="palette-list" id="palette-list" role="listbox" aria-label="Commands">
      ${COMMANDS.filter(({ id }) => id !== "palette").map((command, index) => entry(command, index === 0, actions))}
    </ul>`;
}

function entry({ id, title, keys }: Command, first: boolean, actions: PaletteActions): TemplateResult {
  const key = keys[0];
  return html`<li
    role="option"
    id="palette-${id}"
    data-command=${id}
    aria-selected=${first ? "true" : "false"}
    @click=${() => run(actions, id)}
  >
    <span>${title}</span>${when(key !== undefined, () => html`<kbd>${keyCap(key ?? "")}</kbd>`)}
  </li>`;
}

/** Words in any order: `side swap` finds `Swap sides`. */
export function matches(title: string, typed: string): boolean {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.every((word) => title.toLowerCase().includes(word));
}

function run(actions: PaletteActions, id: CommandId): void {
  actions.page.openDialog(null);
  actions.page.flush();
  actions.run(id);
}

/** Filters the entries. The list alone knows the visible entries and the chosen one; the page's state does not. */
function filter(field: HTMLInputElement): void {
  for (const option of options(field)) {
    option.hidden = !matches(option.firstElementChild?.textContent ?? "", field.value);
  }
  choose(
    field,
    options(field).find((option) => !option.hidden),
  );
}

function walk(event: KeyboardEvent, actions: PaletteActions): void {
  const field = event.currentTarget as HTMLInputElement;
  const shown = options(field).filter((option) => !option.hidden);
  const now = shown.findIndex((option) => option.ariaSelected === "true");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : shown.length - 1;
    choose(field, shown[(now + step) % Math.max(shown.length, 1)]);
  } else if (event.key === "Enter") {
    event.preventDefault();
    const id = COMMANDS.find((command) => command.id === shown[now]?.dataset["command"])?.id;
    if (id !== undefined) {
      run(actions, id);
    }
  }
}

function choose(field: HTMLInputElement, chosen: HTMLElement | undefined): void {
  for (const option of options(field)) {
    option.ariaSelected = option === chosen ? "true" : "false";
  }
  field.setAttribute("aria-activedescendant", chosen?.id ?? "");
  chosen?.scrollIntoView({ block: "nearest" });
}

function options(field: HTMLInputElement): HTMLElement[] {
  return [...(field.closest("dialog")?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];
}
