// What pointers mean to the desk: hover, selection, zoom to what lies there, rows that scroll.

import type { GestureTarget, Point } from "../../canvas/gestures.js";
import { Latest } from "../../engine/latest.js";
import type { HoverReply } from "../../generated/protocol.js";
import type { DeskHost } from "../desk.js";
import type { Navigation } from "./navigation.js";

/** A notch of the wheel zooms elsewhere by `exp(0.15)`: here it is three rows. */
const ROWS_PER_ZOOM = 340;

export class Pointer implements GestureTarget {
  readonly #host: DeskHost;
  readonly #navigation: Navigation;
  readonly #hovered: Latest<[number, number] | null, HoverReply>;
  /** Where the pointer hovers. */
  #at: Point | null = null;

  constructor(host: DeskHost, navigation: Navigation) {
    this.#host = host;
    this.#navigation = navigation;
    this.#hovered = new Latest(
      host.engine,
      (point) => host.engine.ask("hover", { desk: host.picture.desk, point }),
      (reply) => this.#arrived(reply),
    );
  }

  hover(point: Point | null): void {
    this.#at = point;
    if (point === null) {
      this.#host.store.set({ hover: null });
    }
    this.#ask();
  }

  /** The picture has changed under the pointer. */
  sceneChanged(): void {
    if (this.#at !== null) {
      this.#ask();
    }
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

  #ask(): void {
    if (this.#host.store.state.scene !== null) {
      this.#hovered.ask(this.#at === null ? null : [this.#at.x, this.#at.y]);
    }
  }

  #arrived({ tooltip, redraw }: HoverReply): void {
    if (redraw) {
      this.#host.picture.layout();
    }
    if (tooltip === null || this.#at === null) {
      this.#host.store.set({ hover: null });
      return;
    }
    const [x0, y0, x1, y1] = tooltip.rect;
    this.#host.store.set({ hover: { tooltip, box: { x0, y0, x1, y1 }, ...this.#at } });
  }
}
