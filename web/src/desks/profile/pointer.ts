// What pointers mean to the desk: hover, selection, zoom to what lies there, rows that scroll.

import type { GestureTarget, Point } from "../../canvas/gestures.js";
import type { DeskHost } from "../desk.js";
import { Hover } from "../hover.js";
import type { Navigation } from "./navigation.js";

/** A notch of the wheel zooms elsewhere by `exp(0.15)`: here it is three rows. */
const ROWS_PER_ZOOM = 340;

export class Pointer implements GestureTarget {
  readonly #navigation: Navigation;
  readonly #hover: Hover;

  constructor(host: DeskHost, navigation: Navigation) {
    this.#navigation = navigation;
    this.#hover = new Hover(host);
  }

  hover(point: Point | null): void {
    this.#hover.move(point);
  }

  /** The picture has changed under the pointer. */
  sceneChanged(): void {
    this.#hover.sceneChanged();
  }

  press(): void {
    // A drag scrolls wherever it begins.
  }

  click(point: Point): void {
    this.#navigation.selectAt(point);
  }

  doubleClick(point: Point): void {
    this.#navigation.zoomAt(point);
  }

  menu(point: Point): void {
    this.#navigation.menuAt(point);
  }

  zoom(point: Point, factor: number): void {
    this.#navigation.dragRows(point, Math.round(Math.log(factor) * ROWS_PER_ZOOM));
  }

  drag(point: Point, _dx: number, dy: number): void {
    this.#navigation.dragRows(point, dy);
  }
}
