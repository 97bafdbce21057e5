// The tooltip: asked for whenever the pointer moves or the picture changes under it.

import type { Point } from "../canvas/gestures.js";
import { Latest } from "../engine/latest.js";
import type { HoverReply } from "../generated/protocol.js";
import type { Hover as Shown } from "../state/page-state.js";
import type { DeskHost } from "./desk.js";

/** A box on the canvas, CSS pixels. */
export type Box = Shown["box"];

/** The placement of a desk's picture on the canvas, where it moves without a new layout. */
export type Placement = {
  /** Returns the place of a point in the scene. */
  inScene(point: Point): [number, number];
  /** Returns the place on the canvas of a box of the scene, given the point over it. */
  onCanvas(box: Box, at: Point): Box;
};

const AS_LAID_OUT: Placement = { inScene: ({ x, y }) => [x, y], onCanvas: (box) => box };

export class Hover {
  readonly #host: DeskHost;
  readonly #placement: Placement;
  readonly #replies: Latest<[number, number] | null, HoverReply>;
  /** The place of the hovering pointer. */
  #at: Point | null = null;

  constructor(host: DeskHost, placement: Placement = AS_LAID_OUT) {
    this.#host = host;
    this.#placement = placement;
    this.#replies = new Latest(
      host.engine,
      (point) => host.engine.ask("hover", { desk: host.picture.desk, point }),
      (reply) => this.#arrived(reply),
    );
  }

  /** The pointer is here now; `null`: nowhere. */
  move(point: Point | null): void {
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

  #ask(): void {
    if (this.#host.store.state.scene !== null) {
      this.#replies.ask(this.#at === null ? null : this.#placement.inScene(this.#at));
    }
  }

  #arrived({ tooltip, redraw }: HoverReply): void {
    if (redraw) {
      // The new picture asks again what lies here; that is the same then, and asks for no other.
      this.#host.picture.layout();
    }
    if (tooltip === null || this.#at === null) {
      this.#host.store.set({ hover: null });
      return;
    }
    const [x0, y0, x1, y1] = tooltip.rect;
    const box = this.#placement.onCanvas({ x0, y0, x1, y1 }, this.#at);
    this.#host.store.set({ hover: { tooltip, box, ...this.#at } });
  }
}
