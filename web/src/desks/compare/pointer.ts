// Pointers over the picture: hover, selection, zoom and drag in the panes, grips in the minimap.

import type { GestureTarget, Point } from "../../canvas/gestures.js";
import {
  gripAt,
  type Grip,
  inMinimap,
  onWindow,
  shareAround,
  shareOfGrip,
  sideAt,
  tickOf,
} from "../../canvas/minimap.js";
import { inScene, onScreen, sameWindow, shareOf, type Transform, UNMOVED } from "../../canvas/viewport.js";
import type { Minimap, Pane } from "../../generated/protocol.js";
import type { DeskHost } from "../desk.js";
import { type Box, Hover } from "../hover.js";
import { axisOf, between, type RangeAxis, RangeDrag } from "../range-drag.js";
import type { Navigation } from "./navigation.js";
import type { ZoomAndPan } from "./zoom-and-pan.js";
import { paneAt, paneOf, paneUnder, shareAt, transformOf, type Viewports, windowOf } from "./pane-windows.js";

export class Pointer implements GestureTarget {
  readonly #host: DeskHost;
  readonly #zoomAndPan: ZoomAndPan;
  readonly #navigation: Navigation;
  readonly #hover: Hover;
  readonly #range: RangeDrag;
  /** The grip on the minimap. */
  #grip: Grip | null = null;
  /** The start of a drag over the minimap and the viewports at that time. The drag zooms to its time. */
  #zoomFrom: { pane: Pane; tick: number; views: Viewports } | null = null;

  constructor(host: DeskHost, zoomAndPan: ZoomAndPan, navigation: Navigation) {
    this.#host = host;
    this.#zoomAndPan = zoomAndPan;
    this.#navigation = navigation;
    this.#range = new RangeDrag(host);
    this.#hover = new Hover(host, {
      inScene: (point) => this.#sceneAt(point),
      onCanvas: (box, at) => this.#onCanvas(box, at),
    });
  }

  hover(point: Point | null): void {
    if (point === null) {
      this.#zoomAndPan.focusSide(null, null);
    } else {
      const minimap = this.#minimapUnder(point);
      const pane = minimap === null ? paneAt(this.#zoomAndPan.panes, point.y) : this.#paneOfHalf(minimap, point);
      this.#zoomAndPan.focusSide(pane?.side ?? null, minimap === null ? point.x : null);
    }
    this.#showGrip(point);
    this.#hover.move(point);
  }

  /** The picture has changed under the pointer. */
  sceneChanged(): void {
    this.#hover.sceneChanged();
  }

  press(point: Point, shift: boolean): void {
    const minimap = this.#minimapUnder(point);
    const pane = minimap === null ? undefined : this.#paneOfHalf(minimap, point);
    this.#grip = null;
    this.#zoomFrom = null;
    this.#range.begin(shift ? this.#axisAt(point) : null, point);
    if (minimap !== null && pane !== undefined && !shift) {
      const views = this.#zoomAndPan.viewports;
      const window = windowOf(views, pane);
      const grip = gripAt(minimap, pane.side, window, point);
      // A window that shows everything has no room to move.
      if (onWindow(minimap, window, point) && (grip.part !== "whole" || !sameWindow(window, pane.whole))) {
        this.#grip = grip;
      } else {
        this.#zoomFrom = { pane, tick: tickOf(minimap, point.x), views };
      }
    }
  }

  release(): void {
    this.#grip = null;
    this.#zoomFrom = null;
    this.#range.end();
  }

  click(point: Point, alt: boolean): void {
    const minimap = this.#minimapUnder(point);
    if (minimap !== null) {
      this.#centreAt(minimap, point);
    } else {
      // Between the panes lie the tubes: each belongs to both sides.
      const side = alt ? paneUnder(this.#zoomAndPan.panes, point)?.side : undefined;
      this.#navigation.clickAt(this.#sceneAt(point), side ?? null);
    }
  }

  doubleClick(point: Point): void {
    if (this.#minimapUnder(point) === null) {
      // Between the panes lie the tubes: each belongs to both sides.
      const one = this.#zoomAndPan.viewports.apart && paneUnder(this.#zoomAndPan.panes, point) !== undefined;
      this.#navigation.goToAt(this.#sceneAt(point), one ? "call" : "pair");
    } else {
      this.#zoomAndPan.whole();
    }
  }

  menu(point: Point): void {
    this.#navigation.menuAt(this.#sceneAt(point), point);
  }

  zoom(point: Point, factor: number): void {
    const minimap = this.#minimapUnder(point);
    const pane = minimap === null ? paneAt(this.#zoomAndPan.panes, point.y) : this.#paneOfHalf(minimap, point);
    if (pane !== undefined) {
      this.#zoomAndPan.zoomAbout(pane, minimap === null ? shareAt(pane, point.x) : 0.5, factor);
    }
  }

  drag(point: Point, dx: number, dy: number): void {
    if (this.#range.follow(point)) {
      return;
    }
    const minimap = this.#host.store.state.scene?.minimap ?? null;
    if (this.#zoomFrom !== null && minimap !== null) {
      const { pane, tick, views } = this.#zoomFrom;
      const dragged = between(tick, axisOf({ ...minimap, side: pane.side }, minimap.whole).tickAt(point.x));
      this.#zoomAndPan.showShareOf(views, pane.side, shareOf(windowOf(views, pane), dragged));
      return;
    }
    const held = this.#grip && paneOf(this.#zoomAndPan.panes, this.#grip.side);
    if (this.#grip !== null && minimap !== null && held) {
      const share = shareOfGrip(minimap, this.#grip, windowOf(this.#zoomAndPan.viewports, held), point, dx);
      this.#zoomAndPan.showShare(held.side, share);
      return;
    }
    const pane = paneAt(this.#zoomAndPan.panes, point.y);
    if (pane !== undefined) {
      this.#zoomAndPan.dragPane(pane, dx, dy);
    }
  }

  /** Moves the window of a half of the minimap under a point outside of it. */
  #centreAt(minimap: Minimap, point: Point): void {
    const pane = this.#paneOfHalf(minimap, point);
    const window = pane && windowOf(this.#zoomAndPan.viewports, pane);
    if (pane !== undefined && window !== undefined && !onWindow(minimap, window, point)) {
      this.#zoomAndPan.showShare(pane.side, shareAround(minimap, window, point));
    }
  }

  /** The time axis under a point: of the half of the minimap, or of the nearest pane. */
  #axisAt(point: Point): RangeAxis | null {
    const minimap = this.#minimapUnder(point);
    const pane = minimap === null ? paneAt(this.#zoomAndPan.panes, point.y) : this.#paneOfHalf(minimap, point);
    if (pane === undefined) {
      return null;
    }
    return minimap === null
      ? axisOf(pane, windowOf(this.#zoomAndPan.viewports, pane))
      : axisOf({ ...minimap, side: pane.side }, minimap.whole);
  }

  #onCanvas(box: Box, at: Point): Box {
    const transform = this.#transformAt(at);
    const [left, upper] = onScreen(transform, box.x0, box.y0);
    const [right, lower] = onScreen(transform, box.x1, box.y1);
    // Items of a pane are cut off where it ends; bars and tubes lie outside of panes.
    const pane = paneUnder(this.#zoomAndPan.panes, at);
    return {
      x0: Math.max(left, pane?.x0 ?? left),
      y0: Math.max(upper, pane?.y0 ?? upper),
      x1: Math.min(right, pane?.x1 ?? right),
      y1: Math.min(lower, pane?.y1 ?? lower),
    };
  }

  /** The shape of the pointer says what it would take hold of. */
  #showGrip(point: Point | null): void {
    const minimap = point === null ? null : this.#minimapUnder(point);
    const pane = point === null || minimap === null ? undefined : this.#paneOfHalf(minimap, point);
    if (point === null || minimap === null || pane === undefined) {
      this.#host.canvas.pointer = "plain";
      return;
    }
    const window = windowOf(this.#zoomAndPan.viewports, pane);
    const held = gripAt(minimap, pane.side, window, point).part;
    const whole = sameWindow(window, pane.whole) || !onWindow(minimap, window, point);
    this.#host.canvas.pointer = held !== "whole" ? "edge" : whole ? "plain" : "move";
  }

  #minimapUnder(point: Point): Minimap | null {
    const minimap = this.#host.store.state.scene?.minimap ?? null;
    return inMinimap(minimap, point) ? minimap : null;
  }

  #paneOfHalf(minimap: Minimap, point: Point): Pane | undefined {
    const [first, second] = this.#zoomAndPan.panes;
    const only = second === undefined ? (first?.side ?? null) : null;
    return paneOf(this.#zoomAndPan.panes, sideAt(minimap, point, only));
  }

  #sceneAt(point: Point): [number, number] {
    return inScene(this.#transformAt(point), point.x, point.y);
  }

  /** Returns the transform of the part of the scene under a point. */
  #transformAt(point: Point): Transform {
    const inside = paneUnder(this.#zoomAndPan.panes, point);
    return inside === undefined ? UNMOVED : transformOf(this.#zoomAndPan.viewports, inside);
  }
}
