// Laying the other side so that what matches a call begins under it: for the command, and for a click.

import type { EngineClient } from "./engine-client.js";
import type { CallRef, Event, Pane } from "./generated/protocol.js";
import { other } from "./page-state.js";
import { alignedWindow, framed, paneOf, type Viewports, windowOf } from "./pair-view.js";
import type { Store } from "./store.js";
import type { Toasts } from "./toasts.js";
import { sameWindow } from "./viewport.js";

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
  readonly #engine: EngineClient;
  readonly #toasts: Toasts;
  readonly #view: Aligned;
  /** The last question where the matches of a call lie, and whether a click asked it. */
  #asked: { epoch: number | null; call: CallRef; byClick: boolean } | null = null;

  constructor(store: Store, engine: EngineClient, toasts: Toasts, view: Aligned) {
    this.#store = store;
    this.#engine = engine;
    this.#toasts = toasts;
    this.#view = view;
  }

  /** Only the command says why nothing moves: a click has selected a call in any case. */
  ask(call: CallRef, byClick: boolean): void {
    const { mode } = this.#store.state.view.compare.matches;
    this.#asked = { epoch: this.#engine.request({ type: "counterparts", call, mode }), call, byClick };
  }

  arrived({ counterparts }: Extract<Event, { type: "counterparts" }>, epoch: number): void {
    const asked = this.#asked;
    if (asked === null || asked.epoch !== epoch) {
      return;
    }
    this.#asked = null;
    const [views, panes] = [this.#view.viewports(), this.#view.panes()];
    const [own, theirs] = [paneOf(panes, asked.call.side), paneOf(panes, other(asked.call.side))];
    const say = (text: string) => (asked.byClick ? undefined : this.#toasts.show(text));
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
