// The dialog of the moment, if any. The browser keeps the focus inside and closes it on Escape.

import { html, nothing, type TemplateResult } from "lit";

import type { Leave } from "../commands.js";
import type { RunningDesk } from "../desks/desk.js";
import type { PageControls } from "../page-controls.js";
import type { PageState } from "../state/page-state.js";
import { closeIcon } from "./icons.js";
import { fileTraces, type FileTracesActions } from "./file-traces.js";
import { noteEditor, type NoteEditorActions } from "./note-editor.js";
import { helpDialog, type HelpActions } from "./help-dialog.js";
import { identityDialog, type IdentityDialogActions } from "./identity-dialog.js";
import { palette, type PaletteActions } from "./palette.js";
import { reportDialog } from "./report-dialog.js";
import { runList, type RunListActions } from "./run-list.js";
import { runSheet, type RunSheetActions } from "./run-sheet-dialog.js";

export type DialogActions = HelpActions &
  PaletteActions &
  IdentityDialogActions &
  RunListActions &
  FileTracesActions &
  NoteEditorActions &
  RunSheetActions & { leave: Leave; page: Pick<PageControls, "openDialog"> };

export function dialogs(
  state: PageState,
  actions: DialogActions,
  desk: Pick<RunningDesk, "lanes">,
): TemplateResult | typeof nothing {
  const { dialog } = state;
  switch (dialog?.kind) {
    case undefined:
      return nothing;
    case "help":
      return frame(actions, "Help and settings", "wide", helpDialog(state, actions));
    case "palette":
      return frame(actions, "Run a command", "palette", palette(actions));
    case "lanes":
      return frame(actions, "Lanes", "wide", desk.lanes?.(state) ?? html``);
    case "identity": {
      const { draft } = state.comparison;
      return draft === null ? nothing : identityDialog(draft, dialog.tab, state, actions);
    }
    case "report":
      return frame(
        actions,
        `Problems in the file of ${dialog.side.toUpperCase()}`,
        "wide",
        reportDialog(state, dialog.side),
      );
    case "runs":
      return frame(actions, `Runs of ${dialog.side.toUpperCase()}`, "wide", runList(state, actions, dialog.side));
    case "traces":
      return frame(
        actions,
        `Traces in the file of ${dialog.side.toUpperCase()}`,
        "wide",
        fileTraces(state, actions, dialog.side),
      );
    case "note": {
      return frame(
        actions,
        dialog.at === null ? "Add a note" : "Edit the note",
        "",
        noteEditor(state, dialog, actions),
      );
    }
    case "sheet":
      return frame(actions, "Assign files to A and B", "wide", runSheet(dialog.sheet, actions));
    case "leave":
      return frame(actions, "Close both traces?", "", leave(actions));
  }
}

function frame(actions: DialogActions, title: string, className: string, content: TemplateResult): TemplateResult {
  const close = () => actions.page.openDialog(null);
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

function leave(actions: DialogActions): TemplateResult {
  return html`<p>They were read from your disk. To see them again, drop the files again.</p>
    <div class="actions">
      <button class="main" @click=${() => actions.leave(true)}>Close both</button>
      <button @click=${() => actions.page.openDialog(null)}>Keep them open</button>
    </div>`;
}

/** Opens what was just put on the page as a modal dialog. */
export function openDialog(root: ParentNode): void {
  const dialog = root.querySelector<HTMLDialogElement>("dialog");
  if (dialog !== null && !dialog.open) {
    dialog.showModal();
  }
}
