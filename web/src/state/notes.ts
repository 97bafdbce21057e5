// The places that notes are about. A place is text of its own: a subject with the paths of its lanes, or `desk,` and the
// name of a desk. So notes hold no row numbers, and a note stays whole when its place does not exist.

import { LINK_FIELDS } from "../generated/link-table.js";
import type { DeskId, FunctionRef, Note, NotePlace, Subject } from "../generated/protocol.js";
import { namesLanes, type SideLanes, writtenLanes } from "./link-lanes.js";
import { isLocked } from "./lock.js";
import type { PageState } from "./page-state.js";
import { subjectText } from "./subject.js";

const SELECTION = LINK_FIELDS.find(({ key }) => key === "sel");

/** Writes the place of a subject; `null` if a side that it names lanes of is not open, or lacks such lanes. */
export function placeOf(subject: Subject, lanes: SideLanes): string | null {
  const text = subjectText(subject);
  return SELECTION !== undefined && namesLanes(SELECTION, text) ? writtenLanes(SELECTION, text, lanes) : text;
}

/** Writes the place of a desk. */
export function deskPlace(desk: DeskId): string {
  return `desk,${desk}`;
}

/** Returns notes for exchanged sides. */
export function mirroredNotes(notes: readonly Note[]): Note[] {
  return notes.map(({ place, text }) => ({ place: mirroredPlace(place), text }));
}

function mirroredPlace(place: string): string {
  const words = place.split(",");
  const turned = (word: string) => (word === "a" ? "b" : word === "b" ? "a" : word);
  switch (words[0]) {
    case "a":
    case "b":
      return [turned(words[0]), ...words.slice(1)].join();
    case "match":
      return ["match", ...words.slice(5), ...words.slice(1, 5)].join();
    case "lane":
    case "area":
    case "time":
      return words.map((word, at) => (at === 1 ? turned(word) : word)).join();
    default:
      return place;
  }
}

/** A note with its number in the list, and its place as far as the engine has found it. */
export type NumberedNote = { number: number; note: Note; found: NotePlace | null };

/** Returns the notes of the view in order, from number 1. */
export function numberedNotes({ view, scene }: Pick<PageState, "view" | "scene">): NumberedNote[] {
  const places = new Map((scene?.notes ?? []).map((found) => [found.place, found]));
  return view.notes.map((note, at) => ({ number: at + 1, note, found: places.get(note.place) ?? null }));
}

/** Returns the notes about a place. */
export function notesAt(state: Pick<PageState, "view" | "scene">, place: string | null): NumberedNote[] {
  return place === null ? [] : numberedNotes(state).filter(({ note }) => note.place === place);
}

/** Returns whether notes can be read but not changed: in frames, and in views that a link locks. */
export function areNotesFixed(state: PageState): boolean {
  return state.isEmbed || isLocked(state);
}

/** Returns the notes about a function, or about a path that ends in it. */
export function notesOfFunction(state: Pick<PageState, "view" | "scene">, of: FunctionRef): NumberedNote[] {
  const own = subjectText({ function: of });
  const end = own.slice("function".length);
  const isOf = ({ place }: Note) => place === own || (place.startsWith("path,") && place.endsWith(end));
  return numberedNotes(state).filter(({ note }) => isOf(note));
}
