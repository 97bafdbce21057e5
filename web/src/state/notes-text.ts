// Notes as text in links. The Rust codec (`protocol/src/link/notes.rs`) reads and writes the same; both are held to the
// same examples.

import type { Note } from "../generated/protocol.js";

/** Writes notes one a line: the text, a comma, and the place. */
export function notesText(notes: readonly Note[]): string {
  const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("\n", "~2");
  return notes.map(({ place, text }) => `${escaped(text).replaceAll(",", "~1")},${escaped(place)}`).join("\n");
}

/** Reads notes; `null` if the text holds none. */
export function notesOf(text: string): Note[] | null {
  const notes = text.split("\n").map((line) => {
    const cut = line.indexOf(",");
    const [text, place] = [unescaped(line.slice(0, Math.max(cut, 0))), unescaped(line.slice(cut + 1))];
    return cut < 0 || text === null || place === null ? null : { place, text };
  });
  return notes.every((note) => note !== null) ? notes : null;
}

/** Undoes the escapes of a line; `null` where a tilde stands alone. */
function unescaped(text: string): string | null {
  return /~(?![012])/.test(text) ? null : text.replaceAll("~2", "\n").replaceAll("~1", ",").replaceAll("~0", "~");
}
