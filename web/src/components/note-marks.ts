// Notes over the picture: a number at the box that a note is about, a bracket over the time that it is about.

import { html, type TemplateResult } from "lit";

import type { RunningDesk } from "../desks/desk.js";
import type { NoteMark, Pane, SideName, Window } from "../generated/protocol.js";
import type { Notes } from "../session/notes.js";
import { placeName } from "../session/notes.js";
import { type NumberedNote, numberedNotes } from "../state/notes.js";
import type { PageState } from "../state/page-state.js";
import { properties } from "./bits.js";

export type NoteMarksActions = { notes: Pick<Notes, "goTo"> };

/** Half the width of a number, and the height of a bracket over a time range; the style sheet has the same. */
const HALF_PX = 8;
const BRACKET_PX = 18;

export function noteMarks(
  state: PageState,
  actions: NoteMarksActions,
  desk: Pick<RunningDesk, "paneWindow">,
): readonly TemplateResult[] {
  const panes = desk.paneWindow === undefined ? [] : (state.scene?.panes ?? []);
  const window = (pane: Pane) => desk.paneWindow?.(pane) ?? pane.window;
  return firstOfEachPlace(state).flatMap((numbered) => {
    const { found } = numbered;
    if (found === null) {
      return [];
    }
    const isStretch = found.subject !== null && ("time" in found.subject || "area" in found.subject);
    const boxes = found.marks.flatMap((mark) => atBox(mark, panes, window));
    const stretches = panes.flatMap((pane) => {
      const own = found.windows[pane.side];
      // A call that is too short for a box of its own has its number on the edge of its pane.
      const isDrawn = boxes.some(({ side }) => side === null || side === pane.side);
      return own === null || (!isStretch && isDrawn) ? [] : atTime(own, pane, window(pane), isStretch);
    });
    return [...boxes, ...stretches].map((place) => mark(numbered, place, actions));
  });
}

function firstOfEachPlace(state: PageState): NumberedNote[] {
  const all = numberedNotes(state);
  return all.filter(({ note }, at) => all.findIndex((other) => other.note.place === note.place) === at);
}

/** A place on the canvas, CSS pixels. `width`: of a bracket. */
type MarkPlace = { side: SideName | null; x: number; y: number; width: number | null };

/** Returns the place at a box, where its pane shows it now. */
function atBox({ x0, x1, y0 }: NoteMark, panes: readonly Pane[], window: (pane: Pane) => Window): MarkPlace[] {
  const pane = panes.find((of) => y0 >= of.y0 - 1 && y0 <= of.y1 && x1 >= of.x0 && x0 <= of.x1);
  if (pane === undefined) {
    return [{ side: null, x: x0, y: y0, width: null }];
  }
  const [laid, now] = [pane.window, window(pane)];
  const tickAt = (x: number) => laid.start + ((x - pane.x0) / (pane.x1 - pane.x0)) * (laid.end - laid.start);
  const [from, to] = [xOf(tickAt(x0), pane, now), xOf(tickAt(x1), pane, now)];
  return to < pane.x0 || from > pane.x1 ? [] : [{ side: pane.side, x: Math.max(from, pane.x0), y: y0, width: null }];
}

/** Returns the place of a stretch of time at the upper edge of its pane. */
function atTime({ start, end }: Window, pane: Pane, now: Window, isStretch: boolean): MarkPlace[] {
  if (end <= now.start || start >= now.end) {
    return [];
  }
  const [from, to] = [Math.max(xOf(start, pane, now), pane.x0), Math.min(xOf(end, pane, now), pane.x1)];
  return [{ side: pane.side, x: from, y: pane.y0, width: isStretch ? Math.max(to - from, 2) : null }];
}

function xOf(tick: number, { x0, x1 }: Pane, { start, end }: Window): number {
  return x0 + ((tick - start) / (end - start)) * (x1 - x0);
}

function mark(numbered: NumberedNote, { side, x, y, width }: MarkPlace, { notes }: NoteMarksActions): TemplateResult {
  const { number, note, found } = numbered;
  const place =
    width === null
      ? { "--x": `${Math.max(x - HALF_PX / 2, 0)}px`, "--y": `${Math.max(y - HALF_PX, 0)}px` }
      : { "--x": `${x}px`, "--y": `${y}px`, "--w": `${width}px`, "--h": `${BRACKET_PX}px` };
  const words = `Note ${number}, ${placeName(found)}: ${note.text}`;
  return html`<button
    class=${width === null ? "note-mark" : "note-mark note-bracket"}
    data-side=${side ?? ""}
    tabindex="-1"
    aria-label=${words}
    title="${note.text}"
    @click=${() => notes.goTo(numbered)}
    ${properties(place)}
  >
    <span class="note-number">${number}</span>${width === null ? "" : html`<span class="note-label">${note.text}</span>`}
  </button>`;
}
