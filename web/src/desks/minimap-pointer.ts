// The pointer over the strip of both whole runs: it moves, resizes and chooses the windows of the sides.
//
// The window of one side follows the pointer. The other side shows the calls that match, as far as they are known.

import type { Point } from "../canvas/gestures.js";
import { gripAt, type Grip, inMinimap, onWindow, shareAround, shareOfGrip, sideAt, tickOf } from "../canvas/minimap.js";
import { sameWindow, type Share, shareOf, windowAfter } from "../canvas/viewport.js";
import { Latest } from "../engine/latest.js";
import type { Minimap, SideName, Sides, Window } from "../generated/protocol.js";
import { other } from "../state/page-state.js";
import type { DeskHost } from "./desk.js";
import { axisOf, between, type RangeAxis } from "./range-drag.js";

/** The windows of both sides; `null`: the whole. */
type SideWindows = Sides<Window | null>;

/** The windows that the strip marks. */
export type MinimapWindows = {
  /** The sides with a window. */
  sides(): readonly SideName[];
  /** Returns whether each side moves by itself. */
  apart(): boolean;
  show(windows: SideWindows): void;
};

/** A moved window, and the window of the other side if no matches are known. */
type Move = { side: SideName; window: Window; otherwise: Window; whole: Window };

export class MinimapPointer {
  readonly #host: DeskHost;
  readonly #windows: MinimapWindows;
  /** The grip that is held. */
  #grip: Grip | null = null;
  /** The start of a drag outside of the window, which zooms to its time. */
  #zoomFrom: { side: SideName; tick: number; windows: SideWindows } | null = null;
  readonly #matching: Latest<Move, Window | null>;

  constructor(host: DeskHost, windows: MinimapWindows) {
    this.#host = host;
    this.#windows = windows;
    this.#matching = new Latest(
      host.engine,
      ({ side, window }) => host.engine.ask("matching-window", { side, window }),
      (window, move) => this.#follow(move, window),
    );
  }

  /** Returns the side whose half of the strip a point lies in; `null` outside of the strip. */
  sideAt(point: Point): SideName | null {
    const minimap = this.#under(point);
    return minimap === null ? null : this.#sideIn(minimap, point);
  }

  /** Returns whether a point lies on the strip. */
  has(point: Point): boolean {
    return this.#under(point) !== null;
  }

  /** Returns the time axis of the half under a point. */
  axisAt(point: Point): RangeAxis | null {
    const minimap = this.#under(point);
    const side = minimap === null ? null : this.#sideIn(minimap, point);
    return minimap === null || side === null ? null : axisOf({ ...minimap, side }, minimap.whole);
  }

  /** A drag begins; with Shift it selects a range, which is not for the strip to do. */
  press(point: Point, shift: boolean): void {
    this.release();
    const minimap = this.#under(point);
    const side = minimap === null ? null : this.#sideIn(minimap, point);
    if (minimap === null || side === null || shift) {
      return;
    }
    const window = this.#windowOf(minimap, side);
    const grip = gripAt(minimap, side, window, point);
    // A window that shows everything has no room to move.
    if (onWindow(minimap, window, point) && (grip.part !== "whole" || !sameWindow(window, minimap.whole))) {
      this.#grip = grip;
    } else {
      this.#zoomFrom = { side, tick: tickOf(minimap, point.x), windows: this.#now };
    }
  }

  release(): void {
    this.#grip = null;
    this.#zoomFrom = null;
  }

  /** The drag has come to a point; false if it did not begin on the strip. */
  drag(point: Point, dx: number): boolean {
    const minimap = this.#host.store.state.scene?.minimap ?? null;
    if (minimap === null) {
      return false;
    }
    if (this.#zoomFrom !== null) {
      const { side, tick, windows } = this.#zoomFrom;
      const wanted = between(tick, axisOf({ ...minimap, side }, minimap.whole).tickAt(point.x));
      this.#showShare(minimap, side, shareOf(windows[side] ?? minimap.whole, wanted), windows);
      return true;
    }
    if (this.#grip !== null) {
      const { side } = this.#grip;
      this.#showShare(minimap, side, shareOfGrip(minimap, this.#grip, this.#windowOf(minimap, side), point, dx));
      return true;
    }
    return false;
  }

  /** Moves the window under a click outside of it. */
  click(point: Point): void {
    const minimap = this.#under(point);
    const side = minimap === null ? null : this.#sideIn(minimap, point);
    if (minimap !== null && side !== null && !onWindow(minimap, this.#windowOf(minimap, side), point)) {
      this.#showShare(minimap, side, shareAround(minimap, this.#windowOf(minimap, side), point));
    }
  }

  /** Lets the shape of the pointer say what it would take hold of. */
  showGrip(point: Point | null): void {
    const minimap = point === null ? null : this.#under(point);
    const side = point === null || minimap === null ? null : this.#sideIn(minimap, point);
    if (point === null || minimap === null || side === null) {
      this.#host.canvas.pointer = "plain";
      return;
    }
    const window = this.#windowOf(minimap, side);
    const held = gripAt(minimap, side, window, point).part;
    const whole = sameWindow(window, minimap.whole) || !onWindow(minimap, window, point);
    this.#host.canvas.pointer = held !== "whole" ? "edge" : whole ? "plain" : "move";
  }

  get #now(): SideWindows {
    return this.#host.view.state.time.windows;
  }

  #windowOf({ whole }: Minimap, side: SideName): Window {
    return this.#now[side] ?? whole;
  }

  /** Shows a share of what a side showed in `windows`. The other side shows the matches, unless it moves by itself. */
  #showShare({ whole }: Minimap, side: SideName, share: Share, windows: SideWindows = this.#now): void {
    const after = (of: SideName) => windowAfter(windows[of] ?? whole, share, whole);
    const window = after(side);
    const follows = this.#windows.sides().length > 1 && !this.#windows.apart();
    if (follows && sameWindow(window, whole)) {
      this.#windows.show({ a: null, b: null });
      return;
    }
    this.#show(side, window, whole);
    if (follows) {
      this.#matching.ask({ side, window, otherwise: after(other(side)), whole });
    }
  }

  /** Shows the matches of a window on the other side, if the window is still shown. */
  #follow({ side, window, otherwise, whole }: Move, matching: Window | null): void {
    if (sameWindow(this.#now[side] ?? whole, window)) {
      const there = matching === null ? otherwise : windowAfter(matching, { from: 0, to: 1 }, whole);
      this.#show(other(side), there, whole);
    }
  }

  #show(side: SideName, window: Window, whole: Window): void {
    this.#windows.show({ ...this.#now, [side]: sameWindow(window, whole) ? null : window });
  }

  #under(point: Point): Minimap | null {
    const minimap = this.#host.store.state.scene?.minimap ?? null;
    return inMinimap(minimap, point) ? minimap : null;
  }

  #sideIn(minimap: Minimap, point: Point): SideName | null {
    const [first, second] = this.#windows.sides();
    const side = sideAt(minimap, point, second === undefined ? (first ?? null) : null);
    return this.#windows.sides().includes(side) ? side : null;
  }
}
