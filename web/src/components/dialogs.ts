// The dialog of the moment, if any. The browser keeps the focus inside and closes it on Escape.

import { html, nothing, type TemplateResult } from "lit";

import type { App } from "../app.js";
import type { PageState } from "../state/page-state.js";
import { closeIcon } from "./icons.js";
import { fileTraces } from "./file-traces.js";
import { helpDialog } from "./help-dialog.js";
import { identityDialog } from "./identity-dialog.js";
import { lanesDialog } from "./lanes-dialog.js";
import { palette } from "./palette.js";
import { reportDialog } from "./report-dialog.js";
import { runList } from "./run-list.js";
import { runSheet } from "./run-sheet-dialog.js";

export function dialogs(state: PageState, app: App): TemplateResult | typeof nothing {
  const { dialog } = state;
  switch (dialog?.kind) {
    case undefined:
      return nothing;
    case "help":
      return frame(app, "Help", "wide", helpDialog(state, app));
    case "palette":
      return frame(app, "Run a command", "palette", palette(app));
    case "lanes":
      return frame(app, "Lanes", "wide", lanesDialog(state, app));
    case "identity": {
      const { draft } = state.comparison;
      return draft === null ? nothing : identityDialog(draft, dialog.tab, state, app);
    }
    case "report":
      return frame(app, `What was odd in ${dialog.side.toUpperCase()}`, "wide", reportDialog(state, dialog.side));
    case "runs":
      return frame(app, `Runs of ${dialog.side.toUpperCase()}`, "wide", runList(state, app, dialog.side));
    case "traces":
      return frame(app, `Traces in the file of ${dialog.side.toUpperCase()}`, "wide", fileTraces(state, app, dialog.side));
    case "sheet":
      return frame(app, "Which runs are A, which are B?", "wide", runSheet(dialog.sheet, app));
    case "leave":
      return frame(app, "Close both traces?", "", leave(app));
  }
}

function frame(app: App, title: string, className: string, content: TemplateResult): TemplateResult {
  const close = () => app.store.set({ dialog: null });
  // A click on the backdrop has the dialog itself as its target.
  const outside = (event: MouseEvent) => event.target === event.currentTarget && close();
  return html`<dialog class="dialog ${className}" aria-labelledby="dialog-head" @close=${close} @click=${outside}>
    <div class="dialog-head">
      <h2 id="dialog-head">${title}</h2>
      <button class="quiet square" aria-label="Close" @click=${close}>${closeIcon}</button>
    </div>
    <div class="dialog-body">${content}</div>
  </dialog>`;
}

function leave(app: App): TemplateResult {
  return html`<p>They were read from this disk. To see them again, drop them again.</p>
    <div class="actions">
      <button class="main" @click=${() => app.leave(true)}>Close both</button>
      <button @click=${() => app.store.set({ dialog: null })}>Stay</button>
    </div>`;
}

/** Opens what was just put on the page as a modal dialog. */
export function openDialog(root: ParentNode): void {
  const dialog = root.querySelector<HTMLDialogElement>("dialog");
  if (dialog !== null && !dialog.open) {
    dialog.showModal();
  }
}
