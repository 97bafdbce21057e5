// The dialog in which a note is written.

import { html, nothing, type TemplateResult } from "lit";

import { count } from "../format.js";
import { MAX_NOTE_CHARS } from "../generated/link-table.js";
import type { PageControls } from "../page-controls.js";
import type { Notes } from "../session/notes.js";
import type { PageState } from "../state/page-state.js";
import { isolated } from "./bits.js";

export type NoteEditorActions = { notes: Pick<Notes, "save">; page: Pick<PageControls, "openDialog"> };

/** Texts that were typed and not saved, by place and number of the note. Escape closes the dialog and keeps them. */
const drafts = new Map<string, string>();

export function noteEditor(
  { view }: PageState,
  { place, name, at }: { place: string; name: string; at: number | null },
  { notes, page }: NoteEditorActions,
): TemplateResult {
  const text = at === null ? "" : (view.notes[at]?.text ?? "");
  const draft = `${at ?? "new"} ${place}`;
  const save = (form: HTMLFormElement) => {
    if (form.reportValidity()) {
      drafts.delete(draft);
      notes.save(place, at, form.querySelector("textarea")?.value ?? "");
    }
  };
  const typed = ({ currentTarget }: InputEvent) => {
    const area = currentTarget as HTMLTextAreaElement;
    drafts.set(draft, area.value);
    area.setCustomValidity(tooLong(area.value));
  };
  const discard = (leave: () => void) => () => {
    drafts.delete(draft);
    leave();
  };
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    save(event.currentTarget as HTMLFormElement);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save(event.currentTarget as HTMLFormElement);
    }
  };
  return html`<form class="note-editor" @submit=${submitted} @keydown=${key}>
    <label for="note-text">About <strong>${isolated(name)}</strong></label>
    <textarea id="note-text" rows="5" autofocus dir="auto" .value=${drafts.get(draft) ?? text} @input=${typed}></textarea>
    <p class="quiet-text">Plain text of up to ${count(MAX_NOTE_CHARS)} characters. Everybody who gets the link or the file can read it.</p>
    <div class="actions">
      <button class="main" title="Save the note (Ctrl+Enter)">Save</button>
      ${text === "" ? nothing : html`<button type="button" @click=${discard(() => notes.save(place, at, ""))}>Delete</button>`}
      <button type="button" @click=${discard(() => page.openDialog(null))}>Cancel</button>
    </div>
  </form>`;
}

/** Says that a text has too many characters; empty if it has not. A silent cut would lose what was pasted. */
function tooLong(text: string): string {
  const length = [...text].length;
  return length > MAX_NOTE_CHARS
    ? `The note has ${count(length)} characters. Shorten it to ${count(MAX_NOTE_CHARS)}.`
    : "";
}
