// The page in a frame of a page that its deployer does not allow.

import { html, render, type TemplateResult } from "lit";

/** Puts a refusal into `root` in place of the page. `origin`: of the framing page, if it is known. */
export function drawForbiddenFrame(origin: string | null, root: HTMLElement): void {
  root.replaceChildren();
  render(refusal(origin), root);
}

function refusal(origin: string | null): TemplateResult {
  const who = origin === null ? html`A page that the browser does not name` : html`<bdi class="code">${origin}</bdi>`;
  return html`<main class="not-started">
    <h1>Diptych cannot be shown in this page</h1>
    <p>
      ${who} is not in the list of pages that may show Diptych. The owner of this copy of Diptych keeps the list:
      <code>frameAncestors</code> in <code>diptych.json</code>.
    </p>
    <p><a href=${location.href} target="_blank" rel="noopener">Open Diptych in a tab of its own ↗</a></p>
  </main>`;
}
