// Notes: added, changed, deleted and gone to. They are part of the view, so every change is a step of the history.

import type { DeskId, Note, NotePlace, Window } from "../generated/protocol.js";
import type { PageControls } from "../page-controls.js";
import { deskOf } from "../desks/registry.js";
import type { DeskInFront } from "../desks/front.js";
import { inWholeRuns } from "../state/compared-ranges.js";
import { areNotesFixed, deskPlace, mirroredNotes, type NumberedNote, notesAt, placeOf } from "../state/notes.js";
import type { PageState } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import { isInRanges, whyNot } from "./compared-ranges.js";
import { lanesOf } from "./link-follower.js";
import type { Selection } from "./selection.js";
import type { ViewChanges } from "./view-changes.js";

type Parts = {
  store: Store;
  view: ViewChanges;
  selection: Pick<Selection, "select">;
  desks: Pick<DeskInFront, "show">;
  page: Pick<PageControls, "openDialog" | "openMenu" | "focusView">;
  toasts: Pick<Toasts, "show">;
};

/** Why nothing can be changed. */
const FIXED = "Notes of this view can be read, but not changed.";

/** Room around a place that is gone to, as a share of its length. */
const ROOM = 1 / 4;

export class Notes {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Opens the editor for the selection, or for the desk if nothing is selected. */
  addHere(): void {
    const { store } = this.#parts;
    const { view } = store.state;
    const place = placeOfSelection(store.state);
    if (view.selection !== null && place === null) {
      store.set({ polite: "Open the trace of the selection first" });
    } else {
      this.#open(place ?? deskPlace(view.desk), nameOfSelection(store.state));
    }
  }

  /** Opens the editor for the desk in front. */
  addToDesk(): void {
    const { desk } = this.#parts.store.state.view;
    this.#open(deskPlace(desk), deskName(desk));
  }

  /** Opens the editor for a note. */
  edit({ number, note, found }: NumberedNote): void {
    this.#open(note.place, found?.desk == null ? placeName(found) : deskName(found.desk), number - 1);
  }

  /** Opens or closes the list. */
  toggleList(): void {
    const { store, page } = this.#parts;
    page.openMenu(store.state.menu === NOTES_MENU ? null : NOTES_MENU);
  }

  /** Sets the text of a note, or adds one about a place if `at` is `null`. A blank text deletes the note. */
  save(place: string, at: number | null, text: string): void {
    const { store, page } = this.#parts;
    const { notes } = store.state.view;
    const trimmed = text.trim();
    page.openDialog(null);
    page.focusView();
    if (trimmed === "") {
      if (at !== null) {
        this.remove(at);
      }
      return;
    }
    const note = { place, text: trimmed };
    // A step back in the history may have taken the note away while it was edited.
    this.#change(at === null || notes[at] === undefined ? [...notes, note] : notes.with(at, note));
  }

  /** Deletes a note by its place in the list, and offers to bring it back. */
  remove(at: number): void {
    const { store, toasts } = this.#parts;
    const { view, swaps } = store.state;
    const note = view.notes[at];
    if (note !== undefined && this.#change(view.notes.toSpliced(at, 1))) {
      const undo = () => {
        const isTurned = (store.state.swaps - swaps) % 2 === 1;
        const again = isTurned ? mirroredNotes([note]) : [note];
        this.#change(store.state.view.notes.toSpliced(at, 0, ...again));
      };
      toasts.show(`Note ${at + 1} deleted.`, { label: "Undo", run: undo });
    }
  }

  /** Shows the place of a note: its desk, or its time with the subject selected. */
  goTo({ found }: NumberedNote): void {
    const { view, selection, desks, page } = this.#parts;
    page.openMenu(null);
    if (found?.status !== "found") {
      return;
    }
    if (found.desk !== null) {
      desks.show(found.desk);
      return;
    }
    const { time } = view.state;
    const windows = windowsAround(found);
    if (windows !== null) {
      const b = time.apart ? (windows.b ?? time.windows.b) : windows.either;
      view.change(
        { time: { ...time, windows: { a: time.apart ? (windows.a ?? time.windows.a) : windows.either, b } } },
        "push",
      );
    }
    selection.select(found.subject);
    page.focusView();
  }

  /** Opens the editor for the note at a place of the list, or for the first one about a place. */
  #open(place: string, name: string, at?: number): void {
    const { store, page } = this.#parts;
    const first = store.state.view.notes.findIndex((note) => note.place === place);
    if (areNotesFixed(store.state)) {
      store.set({ polite: FIXED });
    } else {
      page.openDialog({ kind: "note", place, name, at: at ?? (first < 0 ? null : first) });
    }
  }

  /** Replaces the notes, unless they are fixed. */
  #change(notes: Note[]): boolean {
    const { store, view } = this.#parts;
    if (areNotesFixed(store.state)) {
      store.set({ polite: FIXED });
      return false;
    }
    view.change({ notes }, "push");
    return true;
  }
}

/** The list of notes, as an open menu is named. */
export const NOTES_MENU = "notes";

/** Returns the place of the selection; `null` without one, or while its trace is not open. */
export function placeOfSelection(state: PageState): string | null {
  const { selection } = state.view;
  if (selection === null) {
    return null;
  }
  // Ranges that cannot be compared leave the whole runs in view.
  const isInRange = isInRanges(state.view) && whyNot(state) === null;
  return placeOf(isInRange ? inWholeRuns(selection, state) : selection, lanesOf(state));
}

/** Returns the notes about the selection. */
export function notesOfSelection(state: PageState): NumberedNote[] {
  return notesAt(state, placeOfSelection(state));
}

/** Names a place in words: its name, or its kind if it has none. */
export function placeName(found: NotePlace | null): string {
  const { kind, name } = found ?? { kind: "place", name: "" };
  return name === "" ? `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}` : name;
}

function deskName(desk: DeskId): string {
  return `the desk ${deskOf(desk).title}`;
}

function nameOfSelection({ view, details }: PageState): string {
  if (view.selection === null) {
    return deskName(view.desk);
  }
  const name = details === null ? "" : "call" in details ? details.call.name : details.calls.name;
  return name === "" ? "the selection" : name;
}

/** Returns the time of a place with room around it, on each side and on either; `null` if it has no time. */
function windowsAround({
  windows: { a, b },
}: NotePlace): { a: Window | null; b: Window | null; either: Window } | null {
  const around = ({ start, end }: Window): Window => {
    const room = Math.max(1, Math.round((end - start) * ROOM));
    return { start: start - room, end: end + room };
  };
  const first = a ?? b;
  if (first === null) {
    return null;
  }
  const union = b === null ? first : { start: Math.min(first.start, b.start), end: Math.max(first.end, b.end) };
  return { a: a && around(a), b: b && around(b), either: around(union) };
}
