// The editor of identity rules and lane pairs.

import { html, type TemplateResult } from "lit";

import type { App } from "../app.js";
import type { IdentityDraft } from "../comparison-page.js";

export function identityDialog(draft: IdentityDraft, app: App): TemplateResult {
  const typed = (event: Event) => app.identity.write((event.currentTarget as HTMLTextAreaElement).value, "text");
  return html`<textarea class="code" aria-label="Identity rules" spellcheck="false" rows="20" .value=${draft.edit.rules} @input=${typed}></textarea>
    <div class="actions">
      <button ?disabled=${draft.before.length === 0} @click=${() => app.identity.undo()}>Undo this edit</button>
      <button class="main" @click=${() => app.identity.done()}>Done</button>
    </div>`;
}
