// Finds the item under a point of the picture on a click, to select it or to do more.

import type { Point } from "../canvas/gestures.js";
import type { PickReply } from "../generated/protocol.js";
import type { ChoiceReply } from "../session/selection.js";
import { CONTEXT_MENU } from "../state/page-state.js";
import { isInRange } from "../state/ranges.js";
import type { DeskHost } from "./desk.js";

export class Picking {
  readonly #host: DeskHost;

  constructor(host: DeskHost) {
    this.#host = host;
  }

  /** `go`: what is done with it. */
  at({ x, y }: Point, go: (chosen: ChoiceReply<PickReply>) => void): void {
    const { engine, selection, picture } = this.#host;
    engine.follow(async () => {
      const chosen = await selection.choose(engine.ask("pick", { desk: picture.desk, point: [x, y] }));
      if (chosen !== null) {
        go(chosen);
      }
    });
  }

  selectAt(point: Point): void {
    this.at(point, ({ reply }) => this.#host.selection.take(reply, "push"));
  }

  /** Selects it, and opens a menu of what can be done with it. In the selected time range, the menu is of the range. */
  menuAt(point: Point): void {
    if (isInRange(this.#host.store.state, point, (pane) => pane.window)) {
      this.#openMenuAt(point);
      return;
    }
    this.at(point, ({ reply, isNewest }) => {
      this.#host.selection.take(reply, "push");
      if (isNewest) {
        this.#openMenuAt(point);
      }
    });
  }

  /** Opens the menu of the selection, in the middle of the picture. */
  openMenu(): void {
    const { scene } = this.#host.store.state;
    if (scene !== null) {
      this.#openMenuAt({ x: scene.width / 2, y: scene.height / 2 });
    }
  }

  #openMenuAt(at: Point): void {
    this.#host.store.set({ contextMenu: at, menu: CONTEXT_MENU, hover: null });
  }
}
