// Laying the other side so that what matches a call begins under it: for the command, for a click, and for a walk through
// all that match.

import { sameWindow, shareOf } from "../../canvas/viewport.js";
import { Newest } from "../../engine/latest.js";
import type { CallRef, Counterparts, Subject } from "../../generated/protocol.js";
import { other } from "../../state/page-state.js";
import type { DeskHost } from "../desk.js";
import { NARROW_PX, type ZoomAndPan } from "./zoom-and-pan.js";
import { alignedWindow, framed, onPair, paneOf, windowOf } from "./pane-windows.js";

const NO_ROOM = "Both runs are shown whole, so the sides can’t be moved. Zoom in to line up the two calls.";
/** A pair that was too narrow to be seen is then this part of the width. */
const SEEN_SHARE = 0.1;

/** Where a walk through the matches of a call is; `subject` is selected meanwhile. */
type Walk = { call: CallRef; at: CallRef; rank: number; count: number; subject: Subject };

export class Alignment {
  readonly #host: DeskHost;
  readonly #zoomAndPan: ZoomAndPan;
  readonly #asked = new Newest();
  #walk: Walk | null = null;
  /** Whether a click has been told why nothing moved: once is enough. */
  #saidNoRoom = false;

  constructor(host: DeskHost, zoomAndPan: ZoomAndPan) {
    this.#host = host;
    this.#zoomAndPan = zoomAndPan;
  }

  /** Only the command says every time why nothing moves: a click has selected a call in any case. */
  lay(call: CallRef, byClick: boolean): void {
    const { engine, view } = this.#host;
    const { mode } = view.state.compare.matches;
    const isNewest = this.#asked.begin();
    engine.follow(async () => {
      const counterparts = await engine.ask("counterparts", { call, mode, at: null, forward: true });
      if (isNewest()) {
        this.#layUnder(call, counterparts, byClick);
      }
    });
  }

  /**
   * Goes to the next of the calls that are similar to the selected one, best first, or back: both are selected, and it
   * is laid under. False where there is none, so that the key leads on as it does elsewhere.
   */
  step(forward: boolean): boolean {
    const { engine, view, selection } = this.#host;
    const { mode } = view.state.compare.matches;
    const walk = this.#walk !== null && same(selection.subject, this.#walk.subject) ? this.#walk : null;
    const call = walk?.call ?? selection.call;
    if (mode !== "similarity" || call === null || (walk === null ? !forward : forward ? walk.rank >= walk.count : walk.rank <= 1)) {
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
        this.#host.store.set({ polite: `Match ${found.rank} of ${found.count}` });
        this.#layUnder(call, { ...found, all: found.best, count: 1 }, true);
      }
    });
    return true;
  }

  #layUnder(call: CallRef, counterparts: Counterparts | null, byClick: boolean): void {
    const { viewports: views, panes } = this.#zoomAndPan;
    const [own, theirs] = [paneOf(panes, call.side), paneOf(panes, other(call.side))];
    if (counterparts === null || own === undefined || theirs === undefined) {
      this.#host.view.push();
      if (!byClick) {
        this.#host.toasts.show("The selected call has no match to line up with.");
      }
      return;
    }
    const wanted = alignedWindow(windowOf(views, own), counterparts);
    const where = theirs.side === "a" ? { a: wanted, b: null } : { a: null, b: wanted };
    const to = framed(views, panes, { ...where, call: null }, true);
    const there = windowOf(to, theirs);
    const hasRoom = sameWindow(there, wanted);
    const { from, to: end } = shareOf(windowOf(views, own), counterparts.own);
    if (byClick && !hasRoom && (end - from) * (own.x1 - own.x0) < NARROW_PX) {
      this.#zoomToPair(call, counterparts);
      return;
    }
    if (sameWindow(there, windowOf(views, theirs))) {
      this.#host.view.push();
    } else {
      this.#zoomAndPan.animateTo(to);
    }
    if (!hasRoom && !(byClick && this.#saidNoRoom)) {
      this.#saidNoRoom = byClick || this.#saidNoRoom;
      // Which call a click has selected is to be heard all the same.
      const { store, toasts } = this.#host;
      const selected = byClick ? `${store.state.polite}. ` : "";
      toasts.show(NO_ROOM);
      store.set({ polite: selected + NO_ROOM });
    }
  }

  /** Both sides so near that the pair is seen, with what is around it. */
  #zoomToPair({ side }: CallRef, { own, best }: Counterparts): void {
    const around = Math.round((Math.max(own.end - own.start, best.end - best.start, 1) * (1 / SEEN_SHARE - 1)) / 2);
    const [a, b] = (side === "a" ? [own, best] : [best, own]).map(({ start, end }) => ({ start: start - around, end: end + around }));
    if (a !== undefined && b !== undefined) {
      this.#zoomAndPan.frame({ ...onPair(a, b), call: null });
    }
  }
}

function same(one: Subject | null, other: Subject): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
