// Laying the other side so that what matches a call begins under it: for the command, and for a click.

import { sameWindow } from "../../canvas/viewport.js";
import { Newest } from "../../engine/latest.js";
import type { CallRef, Counterparts } from "../../generated/protocol.js";
import { other } from "../../state/page-state.js";
import type { DeskHost } from "../desk.js";
import type { ZoomAndPan } from "./zoom-and-pan.js";
import { alignedWindow, framed, paneOf, windowOf } from "./pane-windows.js";

export class Alignment {
  readonly #host: DeskHost;
  readonly #zoomAndPan: ZoomAndPan;
  readonly #asked = new Newest();

  constructor(host: DeskHost, zoomAndPan: ZoomAndPan) {
    this.#host = host;
    this.#zoomAndPan = zoomAndPan;
  }

  /** Only the command says why nothing moves: a click has selected a call in any case. */
  lay(call: CallRef, byClick: boolean): void {
    const { engine, view } = this.#host;
    const { mode } = view.state.compare.matches;
    const isNewest = this.#asked.begin();
    engine.follow(async () => {
      const counterparts = await engine.ask("counterparts", { call, mode });
      if (isNewest()) {
        this.#layUnder(call, counterparts, byClick);
      }
    });
  }

  #layUnder(call: CallRef, counterparts: Counterparts | null, byClick: boolean): void {
    const { viewports: views, panes } = this.#zoomAndPan;
    const [own, theirs] = [paneOf(panes, call.side), paneOf(panes, other(call.side))];
    const say = (text: string) => (byClick ? undefined : this.#host.toasts.show(text));
    if (counterparts === null || own === undefined || theirs === undefined) {
      this.#host.view.push();
      say("The selected call has no partner to be laid under it.");
      return;
    }
    const wanted = alignedWindow(windowOf(views, own), counterparts);
    const where = theirs.side === "a" ? { a: wanted, b: null } : { a: null, b: wanted };
    const to = framed(views, panes, { ...where, call: null }, true);
    const there = windowOf(to, theirs);
    if (sameWindow(there, windowOf(views, theirs))) {
      this.#host.view.push();
    } else {
      this.#zoomAndPan.animateTo(to);
    }
    if (!sameWindow(there, wanted)) {
      say("So far out there is no room to move a side. Zoom in first.");
    }
  }
}
