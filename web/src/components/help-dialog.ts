// Help: settings and what this device keeps, keys and commands from their one table, pointer gestures, what can be read.
// Settings come first, because the foot of the page leads here.

import { html, nothing, type TemplateResult } from "lit";

import { deskOf } from "../desks/registry.js";
import { COMMAND_GROUPS, COMMANDS } from "../generated/commands.js";
import { bytes } from "../format.js";
import { keyCap } from "../keys.js";
import type { PageControls } from "../page-controls.js";
import type { PageState } from "../state/page-state.js";
import type { Trust } from "../trust/trust.js";
import { FORMATS } from "../generated/formats.js";
import { VERSION } from "../generated/version.js";
import { prose, when } from "./bits.js";
import { docsLink, HELP_DOCS } from "./docs-link.js";

export type HelpActions = { page: Pick<PageControls, "setLetters" | "setKeeping">; trust: Pick<Trust, "forget"> };

export function helpDialog(state: PageState, actions: HelpActions): TemplateResult {
  const letters = (event: Event) => actions.page.setLetters((event.currentTarget as HTMLInputElement).checked);
  const keeping = (event: Event) => void actions.page.setKeeping((event.currentTarget as HTMLInputElement).checked);
  const desk = deskOf(state.view.desk);
  return html`<p class="help-docs">
      ${HELP_DOCS.map(([page, words]) => docsLink(page, words))} ${docsLink(desk.guide, `How to read ${desk.title}`)}
    </p>
    <div class="help">
    <section>
      <h3>Settings</h3>
      <label class="check"><input type="checkbox" ?checked=${state.letters} @change=${letters} /> Single letters run commands</label>
      <label class="check">
        <input type="checkbox" .checked=${state.isKeeping} @change=${keeping} /> Keep comparisons and recent pairs on this device
      </label>
      <p>${keptText(state)}</p>
      ${when(
        Object.values(state.trustedOrigins).some((origins) => origins.length > 0),
        () => trustedSites(state, actions),
      )}
    </section>
    ${COMMAND_GROUPS.map(
      (group) => html`<section>
        <h3>${group}</h3>
        <dl class="keys">
          ${COMMANDS.filter((command) => command.group === group && command.keys.length > 0).map(
            ({ title, keys }) =>
              html`<dt>${keys.map((key, at) => html`${at === 0 ? nothing : " or "}<kbd>${keyCap(key)}</kbd>`)}</dt><dd>${title}</dd>`,
          )}
        </dl>
      </section>`,
    )}
    <section>
      <h3>Pointer on ${desk.title}</h3>
      <dl class="keys">${desk.hints.map(([gesture, does]) => html`<dt>${gesture}</dt><dd>${does}</dd>`)}</dl>
    </section>
    <section>
      <h3>Formats that can be read</h3>
      <ul class="formats">${FORMATS.map(({ name, written }) => html`<li><strong>${name}</strong> ${prose(written)}</li>`)}</ul>
      <p>Files are recognised by their content, not by their name. Nothing is uploaded.</p>
    </section>
    <section>
      <h3>About</h3>
      <p>Diptych ${VERSION}, licensed under MIT or Apache 2.0. It contains open-source components. <a href="notices.txt" target="_blank" rel="noopener">Their licences</a></p>
      <p>To report a bug, say what you did, what you expected and what you saw. Add the version above, your browser, and a link to the view (Share).</p>
    </section>
  </div>`;
}

/** Renders the origins that are trusted on this device. */
function trustedSites({ trustedOrigins }: PageState, { trust }: HelpActions): TemplateResult {
  const list = (origins: readonly string[]) =>
    html`<ul>${origins.map((origin) => html`<li><bdi class="code">${origin}</bdi></li>`)}</ul>`;
  const { show, fetch, source } = trustedOrigins;
  return html`${when(show.length > 0, () => html`<p>Sites that may show traces here, and see what is shown, without asking:</p>${list(show)}`)}
    ${when(fetch.length > 0, () => html`<p>Sites from which links may load traces without asking:</p>${list(fetch)}`)}
    ${when(source.length > 0, () => html`<p>Sites on which source files may be opened without asking:</p>${list(source)}`)}
    <button @click=${() => trust.forget()}>Forget these sites</button>`;
}

/** Says which data this device keeps, and what switching that off does. */
function keptText({ isKeeping, recent, comparison: { kept } }: PageState): string {
  if (!isKeeping) {
    return "Kept on this device: only settings. All data stays in this tab.";
  }
  const comparisons = kept === null ? "" : `${bytes(kept)} of comparisons (names, times and matches, no traces), `;
  const full = kept === null ? " This browser keeps no comparisons now: its storage is full or blocked." : "";
  return `Kept on this device: ${comparisons}the names and links of ${recent.length} recent pairs, and settings.${full} Nothing is uploaded. Switching this off deletes the comparisons and the recent pairs.`;
}
