// The pointer over the strip of both whole runs: it moves, resizes and chooses the windows of the sides.

import type { Point } from "../canvas/gestures.js";
import { gripAt, type Grip, inMinimap, onWindow, shareAround, shareOfGrip, sideAt, tickOf } from "../canvas/minimap.js";
import { sameWindow, type Share, shareOf } from "../canvas/viewport.js";
import type { Minimap, SideName, Window } from "../generated/protocol.js";
import type { DeskHost } from "./desk.js";
import { axisOf, between, type RangeAxis } from "./range-drag.js";

/** The changes of the windows that the strip marks. */
export type MinimapWindows = {
  /** The sides with a window. */
  sides(): readonly SideName[];
  /** Shows a share of what a side shows. */
  showShare(side: SideName, share: Share): void;
  /** Keeps the windows of now. The result shows a share of them. */
  hold(): (side: SideName, share: Share) => void;
};

export class MinimapPointer {
  readonly #host: DeskHost;
  readonly #windows: MinimapWindows;
  /** The grip that is held. */
  #grip: Grip | null = null;
  /** The start of a drag outside of the window, which zooms to its time. */
  #zoomFrom: { side: SideName; tick: number; window: Window; show: (side: SideName, share: Share) => void } | null =
    null;

  constructor(host: DeskHost, windows: MinimapWindows) {
    this.#host = host;
    this.#windows = windows;
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
      this.#zoomFrom = { side, tick: tickOf(minimap, point.x), window, show: this.#windows.hold() };
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
      const { side, tick, window, show } = this.#zoomFrom;
      show(side, shareOf(window, between(tick, axisOf({ ...minimap, side }, minimap.whole).tickAt(point.x))));
      return true;
    }
    if (this.#grip !== null) {
      const { side } = this.#grip;
      this.#windows.showShare(side, shareOfGrip(minimap, this.#grip, this.#windowOf(minimap, side), point, dx));
      return true;
    }
    return false;
  }

  /** Moves the window under a click outside of it. */
  click(point: Point): void {
    const minimap = this.#under(point);
    const side = minimap === null ? null : this.#sideIn(minimap, point);
    if (minimap !== null && side !== null && !onWindow(minimap, this.#windowOf(minimap, side), point)) {
      this.#windows.showShare(side, shareAround(minimap, this.#windowOf(minimap, side), point));
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

  #windowOf({ whole }: Minimap, side: SideName): Window {
    return this.#host.view.state.time.windows[side] ?? whole;
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
