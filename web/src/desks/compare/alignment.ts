// Lining up the other side so that the match of a call begins under the call: by the command, by Alt+click, and on a walk
// through all matches.

import { sameWindow, shareOf } from "../../canvas/viewport.js";
import { NewestStart } from "../../engine/latest.js";
import { count as grouped } from "../../format.js";
import type { CallRef, Counterparts, Subject } from "../../generated/protocol.js";
import { other } from "../../state/page-state.js";
import type { DeskHost } from "../desk.js";
import { NARROW_PX, type ZoomAndPan } from "./zoom-and-pan.js";
import { alignedWindow, framed, onPair, paneOf, windowOf } from "./pane-windows.js";

/** The reasons why two calls cannot be lined up. */
const BOTH_WHOLE = "Both runs are shown whole, so the sides can’t be moved. Zoom in to line up the two calls.";
const AT_THE_END =
  "One of the runs begins or ends here, so its side can’t be moved further. Zoom in to line up the two calls.";
const NO_MATCH = "This call has no match to line up with.";
/** A pair that was too narrow to be seen is then this part of the width. */
const SEEN_SHARE = 0.1;

/**
 * The trigger of an alignment. A walk has to show the next match in any case, and says nothing when a side cannot
 * move.
 */
type AlignmentTrigger = "command" | "click" | "walk";

/** The place of a walk through the matches of a call; `subject` is selected meanwhile. */
type Walk = { call: CallRef; at: CallRef; rank: number; count: number; subject: Subject };

export class Alignment {
  readonly #host: DeskHost;
  readonly #zoomAndPan: ZoomAndPan;
  readonly #asked = new NewestStart();
  #walk: Walk | null = null;

  constructor(host: DeskHost, zoomAndPan: ZoomAndPan) {
    this.#host = host;
    this.#zoomAndPan = zoomAndPan;
  }

  /** Moves the other side so that the best match of a call begins under it. */
  alignWith(call: CallRef, asked: AlignmentTrigger): void {
    const { engine, view } = this.#host;
    const { mode } = view.state.compare.matches;
    const isNewest = this.#asked.begin();
    engine.follow(async () => {
      const counterparts = await engine.ask("counterparts", { call, mode, at: null, forward: true });
      if (isNewest()) {
        this.#lineUp(call, counterparts, asked);
        if (counterparts !== null && counterparts.matches > 1) {
          this.#sayRank(counterparts);
        }
      }
    });
  }

  /**
   * Goes to the next of the calls that are similar to the selected one, best first, or back. Selects both and lines them
   * up. Returns false where there is no further match.
   */
  step(forward: boolean): boolean {
    const { engine, view, selection } = this.#host;
    const { mode } = view.state.compare.matches;
    const walk = this.#walk !== null && same(selection.subject, this.#walk.subject) ? this.#walk : null;
    const call = walk?.call ?? selection.call;
    if (
      mode !== "similarity" ||
      call === null ||
      (walk === null ? !forward : forward ? walk.rank >= walk.count : walk.rank <= 1)
    ) {
      return false;
    }
    const isNewest = this.#asked.begin();
    engine.follow(async () => {
      const found = await engine.ask("counterparts", { call, mode, at: walk?.at ?? null, forward });
      if (found === null || !isNewest()) {
        return;
      }
      const subject: Subject = { match: call.side === "a" ? [call, found.call] : [found.call, call] };
      const chosen = await selection.choose(engine.ask("select", { subject }));
      if (chosen?.isNewest === true) {
        this.#walk = { call, at: found.call, rank: found.rank, count: found.count, subject };
        selection.take(chosen.reply, "none");
        this.#sayRank(found);
        this.#lineUp(call, { ...found, all: found.best, count: 1 }, "walk");
      }
    });
    return true;
  }

  /** Shows where a walk through the matches is. The tooltip counts all matches, and a walk stops at outermost ones. */
  #sayRank({ rank, count, matches }: Counterparts): void {
    const all = matches > count ? ` outermost matches (${grouped(matches)} in all)` : " matches";
    const more = rank < count ? " · . for the next" : "";
    this.#host.toasts.show(`${grouped(rank)} of ${grouped(count)}${all}${more}`);
  }

  #lineUp(call: CallRef, counterparts: Counterparts | null, asked: AlignmentTrigger): void {
    const { viewports: views, panes } = this.#zoomAndPan;
    const [own, theirs] = [paneOf(panes, call.side), paneOf(panes, other(call.side))];
    if (counterparts === null || own === undefined || theirs === undefined) {
      this.#host.view.push();
      this.#host.toasts.show(NO_MATCH);
      return;
    }
    const wanted = alignedWindow(windowOf(views, own), counterparts);
    const where = theirs.side === "a" ? { a: wanted, b: null } : { a: null, b: wanted };
    const to = framed(views, panes, { ...where, call: null }, true);
    const there = windowOf(to, theirs);
    const hasRoom = sameWindow(there, wanted);
    const { from, to: end } = shareOf(windowOf(views, own), counterparts.own);
    const isNarrow = !hasRoom && (end - from) * (own.x1 - own.x0) < NARROW_PX;
    // The match of a call that began before the view may end before it, too.
    const isOutside = counterparts.best.end <= there.start || counterparts.best.start >= there.end;
    if (asked !== "command" && (isNarrow || isOutside)) {
      this.#zoomToPair(call, counterparts);
      return;
    }
    if (sameWindow(there, windowOf(views, theirs))) {
      this.#host.view.push();
    } else {
      this.#zoomAndPan.animateTo(to);
    }
    if (!hasRoom && asked !== "walk") {
      const isWhole = panes.every((pane) => sameWindow(windowOf(views, pane), pane.whole));
      this.#sayWhy(isWhole ? BOTH_WHOLE : AT_THE_END, asked);
    }
  }

  /** The name of the call that a click has selected is announced as well. */
  #sayWhy(why: string, asked: AlignmentTrigger): void {
    const { store, toasts } = this.#host;
    const selected = asked === "click" ? `${store.state.polite}. ` : "";
    toasts.show(why);
    store.set({ polite: selected + why });
  }

  /** Both sides so near that the pair is seen, with what is around it. */
  #zoomToPair({ side }: CallRef, { own, best }: Counterparts): void {
    const around = Math.round((Math.max(own.end - own.start, best.end - best.start, 1) * (1 / SEEN_SHARE - 1)) / 2);
    const [a, b] = (side === "a" ? [own, best] : [best, own]).map(({ start, end }) => ({
      start: start - around,
      end: end + around,
    }));
    if (a !== undefined && b !== undefined) {
      this.#zoomAndPan.frame({ ...onPair(a, b), call: null });
    }
  }
}

function same(one: Subject | null, other: Subject): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
