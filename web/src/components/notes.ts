// The list of notes: a click goes to the place of a note.

import { html, nothing, type TemplateResult } from "lit";

import { hint, withKey } from "../keys.js";
import { deskOf } from "../desks/registry.js";
import type { NotePlace, NoteStatus } from "../generated/protocol.js";
import { NOTES_MENU, type Notes, notesOfSelection, placeName } from "../session/notes.js";
import { areNotesFixed, type NumberedNote, numberedNotes } from "../state/notes.js";
import type { PageState } from "../state/page-state.js";
import { dotted, isolated, when } from "./bits.js";
import { noteIcon } from "./icons.js";
import { popover, type PopoverActions } from "./popover.js";

export type NotesActions = PopoverActions & {
  notes: Pick<Notes, "addHere" | "addToDesk" | "edit" | "goTo" | "remove">;
};

/** Says why a place cannot be gone to. */
const LOST: Record<Exclude<NoteStatus, "found">, string> = {
  missing: "These traces do not have this place.",
  "not-open": "Open its trace to go there.",
  unknown: "A newer version of Diptych may know this place.",
};

/** Renders the button with the number of notes, and their list. */
export function notesPopover(state: PageState, actions: NotesActions): TemplateResult {
  const { length } = state.view.notes;
  return popover(state, actions, {
    name: NOTES_MENU,
    label: html`${noteIcon}<span class="label">Notes</span>${when(length > 0, () => html`<span class="note-count">${length}</span>`)}`,
    title: length === 0 ? "Notes" : length === 1 ? "Notes: 1" : `Notes: ${length}`,
    className: "iconed",
    content: () => content(state, actions),
  });
}

function content(state: PageState, actions: NotesActions): TemplateResult {
  const isFixed = areNotesFixed(state);
  const list = numberedNotes(state);
  return html`<div class="notes">
    ${
      list.length === 0
        ? html`<p class="empty-text">No notes yet. Select a call, a function or a time range and add one. Notes travel with the link and with the saved file.</p>`
        : html`<ol class="note-list">${list.map((note) => item(note, isFixed, actions))}</ol>`
    }
    ${when(!isFixed, () => additions(state, actions))}
  </div>`;
}

function additions(state: PageState, { notes }: NotesActions): TemplateResult {
  const { selection, desk } = state.view;
  const hasNote = notesOfSelection(state).length > 0;
  return html`<div class="actions">
    ${
      selection === null
        ? nothing
        : html`<button title=${hint("add-note")} @click=${() => notes.addHere()}>${hasNote ? "Edit the note about the selection" : "Add a note to the selection"}</button>`
    }
    <button
      title=${selection === null ? withKey("Write about this desk", "add-note") : "Write about this desk"}
      @click=${() => notes.addToDesk()}
    >
      ${state.view.notes.some(({ place }) => place === `desk,${desk}`) ? "Edit the note about" : "Add a note to"} ${deskOf(desk).title}
    </button>
  </div>`;
}

function item(numbered: NumberedNote, isFixed: boolean, { notes }: NotesActions): TemplateResult {
  const { number, note, found } = numbered;
  const status = found?.status ?? "unknown";
  return html`<li class="note">
    <button
      class="note-place"
      title=${status === "found" ? "Go there" : LOST[status]}
      ?disabled=${status !== "found"}
      @click=${() => notes.goTo(numbered)}
    >
      <span class="note-number">${number}</span><span class="note-where">${where(found)}</span>
    </button>
    <p class="note-text" dir="auto">${note.text}</p>
    ${status === "found" || found === null ? nothing : html`<p class="quiet-text note-lost">${LOST[status]}</p>`}
    ${when(
      !isFixed,
      () => html`<span class="note-changes">
        <button class="quiet" aria-label="Edit note ${number}" @click=${() => notes.edit(numbered)}>Edit</button>
        <button class="quiet" aria-label="Delete note ${number}" @click=${() => notes.remove(number - 1)}>Delete</button>
      </span>`,
    )}
  </li>`;
}

function where(found: NotePlace | null): TemplateResult {
  return found === null
    ? html`…`
    : html`${isolated(placeName(found), "code")} <span class="quiet-text">${isolated(dotted([found.name === "" ? "" : found.kind, found.context]))}</span>`;
}

/** Renders the numbers of notes beside a name. */
export function noteNumbers(list: readonly NumberedNote[]): readonly TemplateResult[] {
  return list.map(
    ({ number, note }) =>
      html`<span class="note-number" role="img" aria-label="Note ${number}" title=${note.text}>${number}</span>`,
  );
}
