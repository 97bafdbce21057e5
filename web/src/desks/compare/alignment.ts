// Laying the other side so that what matches a call begins under it: for the command, and for a click.

import type { Engine } from "../../engine/client.js";
import { Newest } from "../../engine/latest.js";
import type { CallRef, Counterparts, Pane } from "../../generated/protocol.js";
import { other } from "../../state/page-state.js";
import { alignedWindow, framed, paneOf, type Viewports, windowOf } from "./pair-view.js";
import type { Store } from "../../state/store.js";
import type { Toasts } from "../../toasts.js";
import { sameWindow } from "../../canvas/viewport.js";

/** What is moved. */
export interface Aligned {
  viewports(): Viewports;
  panes(): readonly Pane[];
  /** Goes there; one step of the history. */
  way(to: Viewports): void;
  /** Nothing moves: a step of the history all the same, for the selection. */
  stay(): void;
}

export class Alignment {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #toasts: Toasts;
  readonly #view: Aligned;
  readonly #asked = new Newest();

  constructor(store: Store, engine: Engine, toasts: Toasts, view: Aligned) {
    this.#store = store;
    this.#engine = engine;
    this.#toasts = toasts;
    this.#view = view;
  }

  /** Only the command says why nothing moves: a click has selected a call in any case. */
  lay(call: CallRef, byClick: boolean): void {
    const { mode } = this.#store.state.view.compare.matches;
    const isNewest = this.#asked.begin();
    this.#engine.follow(async () => {
      const counterparts = await this.#engine.ask("counterparts", { call, mode });
      if (isNewest()) {
        this.#layUnder(call, counterparts, byClick);
      }
    });
  }

  #layUnder(call: CallRef, counterparts: Counterparts | null, byClick: boolean): void {
    const [views, panes] = [this.#view.viewports(), this.#view.panes()];
    const [own, theirs] = [paneOf(panes, call.side), paneOf(panes, other(call.side))];
    const say = (text: string) => (byClick ? undefined : this.#toasts.show(text));
    if (counterparts === null || own === undefined || theirs === undefined) {
      this.#view.stay();
      say("The selected call has no partner to be laid under it.");
      return;
    }
    const wanted = alignedWindow(windowOf(views, own), counterparts);
    const where = theirs.side === "a" ? { a: wanted, b: null } : { a: null, b: wanted };
    const to = framed(views, panes, { ...where, call: null }, true);
    const there = windowOf(to, theirs);
    if (sameWindow(there, windowOf(views, theirs))) {
      this.#view.stay();
    } else {
      this.#view.way(to);
    }
    if (!sameWindow(there, wanted)) {
      say("So far out there is no room to move a side. Zoom in first.");
    }
  }
}
