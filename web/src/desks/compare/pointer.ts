// Pointers over the picture: hover, selection, zoom and drag in the panes, grips in the minimap.

import type { GestureTarget, Point } from "../../canvas/gestures.js";
import { inScene, onScreen, type Transform, UNMOVED } from "../../canvas/viewport.js";
import type { Pane } from "../../generated/protocol.js";
import type { DeskHost } from "../desk.js";
import { type Box, Hover } from "../hover.js";
import { MinimapPointer } from "../minimap-pointer.js";
import { axisOf, type RangeAxis, RangeDrag } from "../range-drag.js";
import type { Navigation } from "./navigation.js";
import type { ZoomAndPan } from "./zoom-and-pan.js";
import { paneAt, paneOf, paneUnder, shareAt, transformOf, windowOf } from "./pane-windows.js";

export class Pointer implements GestureTarget {
  readonly #zoomAndPan: ZoomAndPan;
  readonly #navigation: Navigation;
  readonly #hover: Hover;
  readonly #range: RangeDrag;
  readonly #minimap: MinimapPointer;

  constructor(host: DeskHost, zoomAndPan: ZoomAndPan, navigation: Navigation) {
    this.#zoomAndPan = zoomAndPan;
    this.#navigation = navigation;
    this.#range = new RangeDrag(host);
    this.#minimap = new MinimapPointer(host, {
      sides: () => zoomAndPan.panes.map(({ side }) => side),
      apart: () => zoomAndPan.viewports.apart,
      show: (windows) => zoomAndPan.showWindows(windows),
    });
    this.#hover = new Hover(host, {
      inScene: (point) => this.#sceneAt(point),
      onCanvas: (box, at) => this.#onCanvas(box, at),
    });
  }

  hover(point: Point | null): void {
    if (point === null) {
      this.#zoomAndPan.focusSide(null, null);
    } else {
      this.#zoomAndPan.focusSide(this.#paneNear(point)?.side ?? null, this.#minimap.has(point) ? null : point.x);
    }
    this.#minimap.showGrip(point);
    this.#hover.move(point);
  }

  /** The picture has changed under the pointer. */
  sceneChanged(): void {
    this.#hover.sceneChanged();
  }

  press(point: Point, shift: boolean): void {
    this.#range.begin(shift ? this.#axisAt(point) : null, point);
    this.#minimap.press(point, shift);
  }

  release(): void {
    this.#minimap.release();
    this.#range.end();
  }

  click(point: Point, alt: boolean): void {
    if (this.#minimap.has(point)) {
      this.#minimap.click(point);
    } else {
      // Between the panes lie the tubes: each belongs to both sides.
      const side = alt ? paneUnder(this.#zoomAndPan.panes, point)?.side : undefined;
      this.#navigation.clickAt(this.#sceneAt(point), side ?? null);
    }
  }

  doubleClick(point: Point): void {
    if (!this.#minimap.has(point)) {
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
    const pane = this.#paneNear(point);
    if (pane !== undefined) {
      this.#zoomAndPan.zoomAbout(pane, this.#minimap.has(point) ? 0.5 : shareAt(pane, point.x), factor);
    }
  }

  drag(point: Point, dx: number, dy: number): void {
    if (this.#range.follow(point) || this.#minimap.drag(point, dx)) {
      return;
    }
    const pane = paneAt(this.#zoomAndPan.panes, point.y);
    if (pane !== undefined) {
      this.#zoomAndPan.dragPane(pane, dx, dy);
    }
  }

  /** The time axis under a point: of the half of the minimap, or of the nearest pane. */
  #axisAt(point: Point): RangeAxis | null {
    if (this.#minimap.has(point)) {
      return this.#minimap.axisAt(point);
    }
    const pane = paneAt(this.#zoomAndPan.panes, point.y);
    return pane === undefined ? null : axisOf(pane, windowOf(this.#zoomAndPan.viewports, pane));
  }

  /** The pane of the half of the minimap under a point, or the nearest pane. */
  #paneNear(point: Point): Pane | undefined {
    const { panes } = this.#zoomAndPan;
    const side = this.#minimap.sideAt(point);
    if (side !== null) {
      return paneOf(panes, side);
    }
    return this.#minimap.has(point) ? undefined : paneAt(panes, point.y);
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

  #sceneAt(point: Point): [number, number] {
    return inScene(this.#transformAt(point), point.x, point.y);
  }

  /** Returns the transform of the part of the scene under a point. */
  #transformAt(point: Point): Transform {
    const inside = paneUnder(this.#zoomAndPan.panes, point);
    return inside === undefined ? UNMOVED : transformOf(this.#zoomAndPan.viewports, inside);
  }
}
