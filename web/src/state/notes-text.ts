// Notes as text in links. The Rust codec (`protocol/src/link/notes.rs`) reads and writes the same; both are held to the
// same examples.

import type { Note } from "../generated/protocol.js";

/** Writes notes one a line: the text, a comma, and the place. */
export function notesText(notes: readonly Note[]): string {
  const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("\n", "~2");
  return notes.map(({ place, text }) => `${escaped(text).replaceAll(",", "~1")},${escaped(place)}`).join("\n");
}

/**
 * Reads notes; `null` if the text holds none. A line that was cut or damaged is a note with its whole text and no place,
 * so that one bad line costs no other note and nothing is lost.
 */
export function notesOf(text: string): Note[] | null {
  const lines = text.split("\n").filter((line) => line !== "");
  const notes = lines.map((line) => {
    const [, own = line, place = ""] = /^([^,]*),(.*)$/su.exec(line) ?? [];
    return { place: unescaped(place), text: unescaped(own) };
  });
  return notes.length === 0 ? null : notes;
}

/** Undoes the escapes of a line. A tilde without one of their digits after it stays. */
function unescaped(text: string): string {
  return text.replaceAll("~2", "\n").replaceAll("~1", ",").replaceAll("~0", "~");
}
