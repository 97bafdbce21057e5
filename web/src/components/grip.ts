// A bar between two parts of the page: dragging or arrows move it, a double click puts it back.

import { html, type TemplateResult } from "lit";

export type Grip = {
  /** What it divides, in words. */
  label: string;
  /** Share of the first part, in per cent; `null`: as the style sheet has it. */
  percent: number | null;
  /** What it is by itself. */
  usual: number;
  moved: (percent: number | null) => void;
};

const LEAST = 15;
const MOST = 85;
const STEP = 5;

/** A bar that lies across: its parts are above and below. */
export function grip({ label, percent, usual, moved }: Grip): TemplateResult {
  const to = (wanted: number) => moved(Math.min(Math.max(Math.round(wanted), LEAST), MOST));
  const drag = (event: PointerEvent) => {
    const bar = event.currentTarget as HTMLElement;
    const box = bar.parentElement?.getBoundingClientRect();
    if (bar.hasPointerCapture(event.pointerId) && box !== undefined && box.height > 0) {
      to(((event.clientY - box.top) / box.height) * 100);
    }
  };
  const hold = (event: PointerEvent) => {
    event.preventDefault();
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  };
  const key = (event: KeyboardEvent) => {
    const now = percent ?? usual;
    const target = { ArrowUp: now - STEP, ArrowDown: now + STEP, Home: LEAST, End: MOST }[event.key];
    if (target !== undefined || event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      target === undefined ? moved(null) : to(target);
    }
  };
  return html`<div
    class="grip"
    role="separator"
    aria-orientation="horizontal"
    aria-label=${label}
    aria-valuemin=${LEAST}
    aria-valuemax=${MOST}
    aria-valuenow=${percent ?? usual}
    tabindex="0"
    title="Drag to divide; double-click to put back"
    @pointerdown=${hold}
    @pointermove=${drag}
    @dblclick=${() => moved(null)}
    @keydown=${key}
  ></div>`;
}
