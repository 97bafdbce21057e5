// What pointers mean to the desk: hover, selection, opening elements, moving along the calls.

import type { GestureTarget, Point } from "../../canvas/gestures.js";
import type { DeskHost } from "../desk.js";
import { Hover } from "../hover.js";
import type { Navigation } from "./navigation.js";

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
    // A drag moves along the calls wherever it begins in them.
  }

  click(point: Point): void {
    this.#navigation.selectAt(point);
  }

  doubleClick(point: Point): void {
    this.#navigation.openAt(point);
  }

  menu(point: Point): void {
    this.#navigation.menuAt(point);
  }

  zoom(point: Point, factor: number): void {
    this.#navigation.zoomAbout(point, factor);
  }

  drag(point: Point, _dx: number, dy: number): void {
    this.#navigation.drag(point, dy);
  }
}
