// Arithmetic of windows, without a page: a window is a stretch of a side's axis in whole ticks, shown between the
// left and the right edge of a pane. Also how the last scene is drawn under a newer window.

import type { Pane, Window } from "../generated/protocol.js";

/** A window that a pane cannot be zoomed further into, in ticks. */
export const SMALLEST_SPAN = 16;

/** A stretch of a window in shares of it: the old window's 0 to 1 becomes `from` to `to`. */
export type Share = { from: number; to: number };

/** Zooms by `factor` (over 1: closer) about the point at `share` of the window. */
export function zoomShare(factor: number, share: number): Share {
  return { from: share - share / factor, to: share + (1 - share) / factor };
}

/** Moves by a part of the window's span; positive shows what comes later. */
export function panShare(part: number): Share {
  return { from: part, to: 1 + part };
}

/** Returns the place of `to` within `from`. Applied to another window, it moves that one in the same way. */
export function shareOf(from: Window, to: Window): Share {
  const span = from.end - from.start;
  return { from: (to.start - from.start) / span, to: (to.end - from.start) / span };
}

/** Limits a zoom to the room there is: no closer than the smallest span, no wider than the whole. */
export function limited(factor: number, window: Window, whole: Window): number {
  const span = window.end - window.start;
  const most = whole.end - whole.start;
  return Math.min(Math.max(factor, span / most), Math.max(1, span / Math.min(SMALLEST_SPAN, most)));
}

/** The window that shows a share of `window`, kept inside `whole`. */
export function windowAfter(window: Window, share: Share, whole: Window): Window {
  const span = window.end - window.start;
  return clamp(window.start + share.from * span, window.start + share.to * span, whole);
}

/** Keeps a window inside the whole, as wide as it is where that fits, and its ends whole ticks. */
function clamp(start: number, end: number, whole: Window): Window {
  const most = whole.end - whole.start;
  const span = Math.min(Math.max(Math.round(end - start), Math.min(SMALLEST_SPAN, most)), most);
  // A window that became wider or narrower than requested grows and shrinks about its middle.
  const centred = Math.round((start + end - span) / 2);
  const from = Math.min(Math.max(centred, whole.start), whole.end - span);
  return { start: from, end: from + span };
}

/** A call's window with a little of what surrounds it. */
export function withMargin(window: Window, part = 0.04): Window {
  const margin = Math.max(1, Math.round((window.end - window.start) * part));
  return { start: window.start - margin, end: window.end + margin };
}

export function sameWindow(one: Window, other: Window): boolean {
  return one.start === other.start && one.end === other.end;
}

/** The window on the way from one to another; spans change by equal factors in equal times. */
export function between(from: Window, to: Window, progress: number): Window {
  if (progress >= 1) {
    return to;
  }
  const [spanFrom, spanTo] = [from.end - from.start, to.end - to.start];
  const span = spanFrom * (spanTo / spanFrom) ** progress;
  // The span shrinks exponentially, and the edge moves so that no point turns back.
  const moved = spanFrom === spanTo ? progress : (span - spanFrom) / (spanTo - spanFrom);
  const start = from.start + (to.start - from.start) * moved;
  return { start: Math.round(start), end: Math.max(Math.round(start + span), Math.round(start) + 1) };
}

/** x′ = x·scaleX + shiftX, y′ = y·scaleY + shiftY, in CSS pixels. */
export type Transform = { scaleX: number; scaleY: number; shiftX: number; shiftY: number };

export const UNMOVED: Transform = { scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0 };

/** Returns the transform that makes a pane, as laid out, show `window` and `scroll`. */
export function transformTo(pane: Pane, window: Window, scroll: number): Transform {
  const [laidOut, wanted] = [pane.window.end - pane.window.start, window.end - window.start];
  const width = pane.x1 - pane.x0;
  const scaleX = laidOut / wanted;
  // Subtracting first: both starts may be large, their difference is what counts.
  const shift = ((pane.window.start - window.start) / wanted) * width;
  return {
    scaleX,
    scaleY: 1,
    shiftX: pane.x0 + shift - pane.x0 * scaleX,
    shiftY: noNegativeZero((scroll - pane.scroll) * pane.scrollSign),
  };
}

/** Returns the place in the scene as laid out of a point on screen. */
export function inScene(transform: Transform, x: number, y: number): [number, number] {
  return [(x - transform.shiftX) / transform.scaleX, (y - transform.shiftY) / transform.scaleY];
}

/** Returns the place on screen of a point of the scene as laid out. */
export function onScreen(transform: Transform, x: number, y: number): [number, number] {
  return [x * transform.scaleX + transform.shiftX, y * transform.scaleY + transform.shiftY];
}

function noNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}
