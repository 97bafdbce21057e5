// Changes of the panes' windows by gestures and keys. Pure: viewports in, viewports out.
//
// Coupled sides move alike: what happens to the window under the pointer, in shares of it, happens to the other.

import type {
  Counterparts,
  Framed,
  NearestMatch,
  Pane,
  SideName,
  Sides,
  ViewState,
  Window,
} from "../../generated/protocol.js";
import { bySide, WHOLE, type Windows, windowsOf, withWindows } from "../../state/windows.js";
import {
  between,
  limited,
  sameWindow,
  type Share,
  shareOf,
  windowAfter,
  transformTo,
  type Transform,
  UNMOVED,
} from "../../canvas/viewport.js";

/** The windows of the panes of both sides, and whether each moves by itself; `null`: the whole of both runs. */
export type Viewports = { windows: Windows; scroll: Sides<number>; apart: boolean };

/** Reads the viewports from a view state. */
export function viewportsOf(view: ViewState): Viewports {
  return { windows: windowsOf(view), scroll: view.compare.icicle.scroll, apart: view.time.apart };
}

/** The parts of a state that change when its panes show this. */
export function showing(view: ViewState, { windows, scroll, apart }: Viewports): Pick<ViewState, "time" | "compare"> {
  const { compare } = view;
  return {
    time: { ...withWindows(view, bySide(windows)).time, apart },
    compare: { ...compare, icicle: { ...compare.icicle, scroll } },
  };
}

/** Returns the window of a pane. */
export function windowOf({ windows }: Viewports, pane: Pane): Window {
  return windows[pane.shows] ?? pane.whole;
}

/** Returns the scroll of a pane: no further than it goes now, even if an earlier, taller content asked for more. */
function shownScroll({ scroll }: Viewports, pane: Pane): number {
  const of = scroll[pane.side];
  return of === 0 ? pane.rest : Math.min(of, pane.scrollMax);
}

/** Returns the scroll position of the state at which a pane is scrolled so far; 0 is where the pane rests. */
function scrollAt(pane: Pane, px: number): number {
  const scroll = Math.min(Math.max(Math.round(px), 0), pane.scrollMax);
  return scroll === pane.rest ? 0 : Math.max(scroll, 1);
}

export function paneOf(panes: readonly Pane[], side: SideName): Pane | undefined {
  return panes.find((pane) => pane.side === side);
}

/** The pane at a height; above or below all of them the nearest, so that a drag may leave the picture. */
export function paneAt(panes: readonly Pane[], y: number): Pane | undefined {
  const away = (pane: Pane) => Math.max(pane.y0 - y, y - pane.y1, 0);
  return panes.reduce<Pane | undefined>(
    (best, pane) => (best === undefined || away(pane) < away(best) ? pane : best),
    undefined,
  );
}

/** The pane that a point lies in. */
export function paneUnder(panes: readonly Pane[], { y }: { y: number }): Pane | undefined {
  return panes.find((pane) => pane.y0 <= y && y <= pane.y1);
}

/** Returns the place of an x coordinate in the window of a pane, 0 at its left edge and 1 at its right one. */
export function shareAt(pane: Pane, x: number): number {
  return (x - pane.x0) / (pane.x1 - pane.x0);
}

/** Shows a share of what `side` shows; the other side follows if coupled. */
export function showShare(views: Viewports, panes: readonly Pane[], side: SideName, share: Share): Viewports {
  const windows = { ...views.windows };
  for (const pane of followers(views, panes, side)) {
    const window = windowAfter(windowOf(views, pane), share, pane.whole);
    windows[pane.shows] = sameWindow(window, pane.whole) ? null : window;
  }
  return { ...views, windows };
}

/** The least distance from either edge, as a part of the width, of a call and its match that a zoom keeps in view. */
const INSET = 0.05;

/**
 * Zooms into both sides about a matched call of `side` and its match. Each stays where it is in its pane. A match that is
 * out of view comes under the call, so that both are in view afterwards.
 */
export function zoomedOnMatch(
  views: Viewports,
  panes: readonly Pane[],
  side: SideName,
  { own, matching }: NearestMatch,
  factor: number,
): Viewports {
  const pane = paneOf(panes, side);
  if (pane === undefined) {
    return views;
  }
  const shareIn = ({ start, end }: Window, tick: number) => (tick - start) / (end - start);
  const possible = limited(factor, windowOf(views, pane), pane.whole);
  const under = shareIn(windowOf(views, pane), own);
  const windows = { ...views.windows };
  for (const of of panes) {
    const window = windowOf(views, of);
    const at = shareIn(window, of.side === side ? own : matching);
    const inView = at >= 0 && at < 1;
    const to = Math.min(Math.max(inView ? at : under, INSET), 1 - INSET);
    const after = windowAfter(window, { from: at - to / possible, to: at + (1 - to) / possible }, of.whole);
    windows[of.shows] = sameWindow(after, of.whole) ? null : after;
  }
  return { ...views, windows };
}

/** Scrolled just so far that rows from `from` to `to`, in pixels of content, are in view; `null` if they are. */
export function scrollTo(views: Viewports, pane: Pane, from: number, to: number): Viewports | null {
  const now = shownScroll(views, pane);
  const least = to - (pane.y1 - pane.y0);
  const scroll = scrollAt(pane, Math.min(Math.max(now, least), from));
  const there = { ...views, scroll: { ...views.scroll, [pane.side]: scroll } };
  return shownScroll(there, pane) === now ? null : there;
}

/** A row of a pane's content, in pixels from its root edge. */
export type Row = { from: number; to: number };

/**
 * Scrolls to a row that was stepped to; `null` if it is in view. A coupled side scrolls to the row of the match, or goes
 * along by as much if there is none.
 */
export function revealed(
  views: Viewports,
  panes: readonly Pane[],
  pane: Pane,
  row: Row,
  match: (Row & { side: SideName }) | null = null,
): Viewports | null {
  const there = scrollTo(views, pane, row.from, row.to);
  const other = match === null || views.apart ? undefined : paneOf(panes, match.side);
  if (match !== null && other !== undefined) {
    return scrollTo(there ?? views, other, match.from, match.to) ?? there;
  }
  return there === null ? null : scrollBy(views, panes, pane.side, shownScroll(there, pane) - shownScroll(views, pane));
}

/** Scrolls the rows of `side` by this many CSS pixels towards deeper calls; the other side follows if coupled. */
export function scrollBy(views: Viewports, panes: readonly Pane[], side: SideName, dy: number): Viewports {
  const scroll = { ...views.scroll };
  for (const pane of followers(views, panes, side)) {
    scroll[pane.side] = scrollAt(pane, shownScroll(views, pane) + dy);
  }
  return { ...views, scroll };
}

/** Everything from zero, at the root row. */
export function whole({ apart }: Viewports): Viewports {
  return { windows: WHOLE, scroll: { a: 0, b: 0 }, apart };
}

/** Both sides at what a difference looks like on each; a side without it goes along if coupled, and not `alone`. */
export function framed(views: Viewports, panes: readonly Pane[], where: Framed, alone = false): Viewports {
  // A call on both sides takes each side to its own place.
  const apart = alone || views.apart || (where.a !== null && where.b !== null);
  const there = panes.reduce<Viewports>(
    (moved, pane) => {
      const window = where[pane.side];
      return window === null ? moved : showShare(moved, panes, pane.side, shareOf(windowOf(moved, pane), window));
    },
    { ...views, apart },
  );
  return { ...there, apart: views.apart };
}

/** Windows of equal width about a stretch of each side, both in view. */
export function onPair(a: Window, b: Window): Record<SideName, Window> {
  const widest = Math.max(a.end - a.start, b.end - b.start);
  const about = ({ start, end }: Window): Window => {
    const from = Math.round((start + end - widest) / 2);
    return { start: from, end: from + widest };
  };
  return { a: about(a), b: about(b) };
}

/**
 * Returns the window of the other side in which the best match of a call begins below the call. It spans as much time
 * as the own side's window, or as much more as brings all of several matches into view.
 */
export function alignedWindow(shows: Window, { own, best, all, count }: Omit<Counterparts, "call" | "rank">): Window {
  const span = shows.end - shows.start;
  const share = (own.start - shows.start) / span;
  const reaches = count > 1 && share > 0 && share < 1;
  const wide = reaches
    ? Math.ceil(Math.max(span, (best.start - all.start) / share, (all.end - best.start) / (1 - share)))
    : span;
  const start = Math.round(best.start - share * wide);
  return { start, end: start + wide };
}

/** The middle of a call's box on the canvas, if that is in view. */
export function middleOf(
  views: Viewports,
  pane: Pane,
  row: { from: number; to: number },
  call: Window,
): { x: number; y: number } | null {
  const { from, to } = shareOf(windowOf(views, pane), call);
  const share = (Math.max(from, 0) + Math.min(to, 1)) / 2;
  const away = (row.from + row.to) / 2 - shownScroll(views, pane);
  const y = pane.scrollSign < 0 ? pane.y0 + away : pane.y1 - away;
  const inView = to > 0 && from < 1 && pane.y0 <= y && y <= pane.y1;
  return inView ? { x: pane.x0 + share * (pane.x1 - pane.x0), y } : null;
}

/** Returns the viewports on the way from one to another. */
export function onTheWay(from: Viewports, to: Viewports, panes: readonly Pane[], progress: number): Viewports {
  if (progress >= 1) {
    return to;
  }
  const windows = { ...to.windows };
  const scroll = { ...to.scroll };
  for (const pane of panes) {
    windows[pane.shows] = between(windowOf(from, pane), windowOf(to, pane), progress);
    const [before, after] = [shownScroll(from, pane), shownScroll(to, pane)];
    scroll[pane.side] = scrollAt(pane, before + (after - before) * progress);
  }
  return { ...to, windows, scroll };
}

/** Returns the transform of the part of the last scene that lies in a pane. */
export function transformOf(views: Viewports, pane: Pane): Transform {
  return transformTo(pane, windowOf(views, pane), shownScroll(views, pane));
}

/** Returns the transforms of all panes, by the numbers of their spaces. Parts outside of panes stay as laid out. */
export function transformsOf(views: Viewports, panes: readonly Pane[]): Transform[] {
  const spaces = Math.max(0, ...panes.map(({ space }) => space));
  const own = (space: number) => panes.find((pane) => pane.space === space);
  return Array.from({ length: spaces + 1 }, (_, space) => {
    const pane = own(space);
    return pane === undefined ? UNMOVED : transformOf(views, pane);
  });
}

function followers(views: Viewports, panes: readonly Pane[], side: SideName): readonly Pane[] {
  return views.apart ? panes.filter((pane) => pane.side === side) : panes;
}
