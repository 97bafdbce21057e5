// Pointers over a picture that is laid out anew wherever it moves: hover and selection are alike in all of these.

import type { GestureTarget, Point } from "../canvas/gestures.js";
import type { DeskHost } from "./desk.js";
import { Hover } from "./hover.js";
import type { Picking } from "./picking.js";
import { type RangeAxis, RangeDrag } from "./range-drag.js";

/** The gestures that differ from desk to desk. */
export type PointerActions = {
  /** Does what a click there does; without this, the item there is selected. */
  click?: (point: Point) => void;
  /** The pointer moved there; `null`: away. */
  hover?: (point: Point | null) => void;
  /** To what lies there, or opens it. */
  open: (point: Point) => void;
  zoom: (point: Point, factor: number) => void;
  drag: (point: Point, dx: number, dy: number) => void;
  /** A drag begins there; `shift`: that key is held. */
  press?: (point: Point, shift: boolean) => void;
  /** The press ended. */
  release?: () => void;
  /** The time axis under a point, where Shift + drag selects a time range. */
  axisAt?: (point: Point) => RangeAxis | null;
};

export class ScenePointer implements GestureTarget {
  readonly #picking: Picking;
  readonly #meanings: PointerActions;
  readonly #hover: Hover;
  readonly #range: RangeDrag;

  constructor(host: DeskHost, picking: Picking, meanings: PointerActions) {
    this.#picking = picking;
    this.#meanings = meanings;
    this.#hover = new Hover(host);
    this.#range = new RangeDrag(host);
  }

  hover(point: Point | null): void {
    this.#meanings.hover?.(point);
    this.#hover.move(point);
  }

  /** The picture has changed under the pointer. */
  sceneChanged(): void {
    this.#hover.sceneChanged();
  }

  press(point: Point, shift: boolean): void {
    this.#range.begin(shift ? (this.#meanings.axisAt?.(point) ?? null) : null, point);
    this.#meanings.press?.(point, shift);
  }

  release(): void {
    this.#range.end();
    this.#meanings.release?.();
  }

  click(point: Point): void {
    if (this.#meanings.click === undefined) {
      this.#picking.selectAt(point);
    } else {
      this.#meanings.click(point);
    }
  }

  doubleClick(point: Point): void {
    this.#meanings.open(point);
  }

  menu(point: Point): void {
    this.#picking.menuAt(point);
  }

  zoom(point: Point, factor: number): void {
    this.#meanings.zoom(point, factor);
  }

  drag(point: Point, dx: number, dy: number): void {
    if (!this.#range.follow(point)) {
      this.#meanings.drag(point, dx, dy);
    }
  }
}
