// How gestures and keys change the state of the pair view. Pure: state in, state out.
//
// Coupled sides move alike: what happens to the window under the pointer, in shares of it, happens to the other.

import type { CallRef, Counterparts, Framed, Pane, PairState, SideName, ViewState, Window } from "./generated/protocol.js";
import { mirroredLanes } from "./lane-pairs.js";
import { other } from "./page-state.js";
import { mirroredRules } from "./rules-text.js";
import { between, sameWindow, type Share, shareOf, shown, transformTo, type Transform, UNMOVED } from "./viewport.js";

/** What a pane shows under a state. */
export function windowOf(pair: PairState, pane: Pane): Window {
  return pair[pane.side] ?? pane.whole;
}

/** How far a pane is scrolled: no further than it goes now, whatever was wished for when it was smaller. */
function shownScroll(pair: PairState, pane: Pane): number {
  return Math.min(pane.side === "a" ? pair.scrollA : pair.scrollB, pane.scrollMax);
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

/** Where an x coordinate lies in the window of a pane, 0 at its left edge and 1 at its right one. */
export function shareAt(pane: Pane, x: number): number {
  return (x - pane.x0) / (pane.x1 - pane.x0);
}

/** Shows a share of what `side` shows; the other side follows if coupled. */
export function showShare(pair: PairState, panes: readonly Pane[], side: SideName, share: Share): PairState {
  const next = { ...pair };
  for (const pane of followers(pair, panes, side)) {
    const window = shown(windowOf(pair, pane), share, pane.whole);
    next[pane.side] = sameWindow(window, pane.whole) ? null : window;
  }
  return next;
}

/** Scrolled just so far that rows from `from` to `to`, in pixels of content, are in view; `null` if they are. */
export function scrollTo(pair: PairState, pane: Pane, from: number, to: number): PairState | null {
  const now = shownScroll(pair, pane);
  const least = to - (pane.y1 - pane.y0);
  const scroll = Math.min(Math.max(Math.round(Math.min(Math.max(now, least), from)), 0), pane.scrollMax);
  return scroll === now ? null : { ...pair, [pane.side === "a" ? "scrollA" : "scrollB"]: scroll };
}

/** The same for a row that was stepped to; the other side goes along if coupled, where the partner's row is. */
export function revealed(pair: PairState, panes: readonly Pane[], pane: Pane, row: { from: number; to: number }): PairState | null {
  const there = scrollTo(pair, pane, row.from, row.to);
  return there === null ? null : scrollBy(pair, panes, pane.side, shownScroll(there, pane) - shownScroll(pair, pane));
}

/** Scrolls the rows of `side` by this many CSS pixels towards deeper calls; the other side follows if coupled. */
export function scrollBy(pair: PairState, panes: readonly Pane[], side: SideName, dy: number): PairState {
  const next = { ...pair };
  for (const pane of followers(pair, panes, side)) {
    const scroll = Math.min(Math.max(Math.round(shownScroll(pair, pane) + dy), 0), pane.scrollMax);
    next[pane.side === "a" ? "scrollA" : "scrollB"] = scroll;
  }
  return next;
}

/** Everything from zero, at the root row. */
export function whole(pair: PairState): PairState {
  return { ...pair, a: null, b: null, scrollA: 0, scrollB: 0 };
}

/** The same view after the sides were exchanged. */
export function mirrored(view: ViewState): ViewState {
  const { pair, selection, comparison, matches } = view;
  const seenFrom = matches.viewpoint;
  const side = (call: CallRef): SideName => (call.side === "a" ? "b" : "a");
  return {
    ...view,
    selection: selection === null ? null : { ...selection, side: side(selection) },
    pair: { ...pair, a: pair.b, b: pair.a, scrollA: pair.scrollB, scrollB: pair.scrollA, foldsA: pair.foldsB, foldsB: pair.foldsA },
    comparison: {
      ...comparison,
      rules: mirroredRules(comparison.rules),
      chosenLanes: mirroredLanes(comparison.chosenLanes),
      anchorA: comparison.anchorB,
      anchorB: comparison.anchorA,
    },
    matches: {
      ...matches,
      hideOnlyA: matches.hideOnlyB,
      hideOnlyB: matches.hideOnlyA,
      viewpoint: seenFrom === null ? null : other(seenFrom),
    },
  };
}

/** Both sides at what a difference looks like on each; a side without it goes along if coupled, and not `alone`. */
export function framed(pair: PairState, panes: readonly Pane[], where: Framed, alone = false): PairState {
  // Where both sides have it each goes to its own place.
  const apart = alone || pair.apart || (where.a !== null && where.b !== null);
  const there = panes.reduce<PairState>(
    (moved, pane) => {
      const window = where[pane.side];
      return window === null ? moved : showShare(moved, panes, pane.side, shareOf(windowOf(moved, pane), window));
    },
    { ...pair, apart },
  );
  return { ...there, apart: pair.apart };
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
 * What the other side shows where the best match of a call begins under it: as much time as the own side shows, or,
 * of several matches, as much more as brings all of them into view.
 */
export function alignedWindow(shows: Window, { own, best, all, count }: Counterparts): Window {
  const span = shows.end - shows.start;
  const share = (own.start - shows.start) / span;
  const reaches = count > 1 && share > 0 && share < 1;
  const wide = reaches ? Math.ceil(Math.max(span, (best.start - all.start) / share, (all.end - best.start) / (1 - share))) : span;
  const start = Math.round(best.start - share * wide);
  return { start, end: start + wide };
}

/** The middle of a call's box on the canvas, if that is in view. */
export function middleOf(pair: PairState, pane: Pane, row: { from: number; to: number }, call: Window): { x: number; y: number } | null {
  const { from, to } = shareOf(windowOf(pair, pane), call);
  const share = (Math.max(from, 0) + Math.min(to, 1)) / 2;
  const away = (row.from + row.to) / 2 - shownScroll(pair, pane);
  const y = pane.side === "a" ? pane.y0 + away : pane.y1 - away;
  const inView = to > 0 && from < 1 && pane.y0 <= y && y <= pane.y1;
  return inView ? { x: pane.x0 + share * (pane.x1 - pane.x0), y } : null;
}

/** The state on the way from one to another. */
export function onTheWay(from: PairState, to: PairState, panes: readonly Pane[], progress: number): PairState {
  const next = { ...to };
  if (progress < 1) {
    for (const pane of panes) {
      next[pane.side] = between(windowOf(from, pane), windowOf(to, pane), progress);
    }
    next.scrollA = Math.round(from.scrollA + (to.scrollA - from.scrollA) * progress);
    next.scrollB = Math.round(from.scrollB + (to.scrollB - from.scrollB) * progress);
  }
  return next;
}

/** How the last scene's part of a side is drawn under a state. */
export function transformOf(pair: PairState, panes: readonly Pane[], side: SideName): Transform {
  const pane = paneOf(panes, side);
  return pane === undefined ? UNMOVED : transformTo(pane, windowOf(pair, pane), shownScroll(pair, pane));
}

function followers(pair: PairState, panes: readonly Pane[], side: SideName): readonly Pane[] {
  return pair.apart ? panes.filter((pane) => pane.side === side) : panes;
}
