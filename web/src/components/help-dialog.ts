// Help: keys and commands from their one table, pointer gestures, what can be read.

import { html, nothing, type TemplateResult } from "lit";

import { deskOf } from "../desks/registry.js";
import { COMMAND_GROUPS, COMMANDS } from "../generated/commands.js";
import { keyCap } from "../keys.js";
import type { PageControls } from "../page-controls.js";
import type { PageState } from "../state/page-state.js";
import { FORMATS } from "../generated/formats.js";

export type HelpActions = { page: Pick<PageControls, "setLetters"> };

export function helpDialog(state: PageState, actions: HelpActions): TemplateResult {
  const letters = (event: Event) => actions.page.setLetters((event.currentTarget as HTMLInputElement).checked);
  return html`<div class="help">
    ${COMMAND_GROUPS.map(
      (group) => html`<section>
        <h3>${group}</h3>
        <dl class="keys">
          ${COMMANDS.filter((command) => command.group === group && command.keys.length > 0).map(
            ({ title, keys }) => html`<dt>${keys.map((key, at) => html`${at === 0 ? nothing : " or "}<kbd>${keyCap(key)}</kbd>`)}</dt><dd>${title}</dd>`,
          )}
        </dl>
      </section>`,
    )}
    <section>
      <h3>Pointer</h3>
      <dl class="keys">${deskOf(state.view.desk).hints.map(([gesture, does]) => html`<dt>${gesture}</dt><dd>${does}</dd>`)}</dl>
    </section>
    <section>
      <h3>What can be read</h3>
      <ul class="formats">${FORMATS.map(({ name, written }) => html`<li><strong>${name}</strong> ${written}</li>`)}</ul>
      <p>Files are recognised by their content, not by their name. Nothing is uploaded.</p>
    </section>
    <section>
      <h3>Settings</h3>
      <label class="check"><input type="checkbox" ?checked=${state.letters} @change=${letters} /> Single letters are commands</label>
    </section>
  </div>`;
}
