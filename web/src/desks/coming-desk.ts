// A desk whose scripts are on their way: its picture is laid out and drawn, and nothing more can be done with it yet.

import { html, nothing, type TemplateResult } from "lit";

import type { Point } from "../canvas/gestures.js";
import type { DeskId } from "../generated/protocol.js";
import type { DeskLayout } from "../session/picture.js";
import type { RunningDesk } from "./desk.js";

const ignore = (): void => undefined;

export class ComingDesk implements RunningDesk {
  readonly pointer = { press: ignore, hover: ignore, click: ignore, doubleClick: ignore, menu: ignore, zoom: ignore, drag: (_: Point) => undefined };
  readonly commands = {};
  readonly #id: DeskId;

  readonly drawn = ignore;
  readonly selected = ignore;
  readonly reveal = ignore;
  readonly revealHit = ignore;
  readonly frame = ignore;
  readonly stop = ignore;
  readonly analysesChanged = ignore;
  readonly gaveUp = ignore;
  readonly dispose = ignore;

  constructor(id: DeskId) {
    this.#id = id;
  }

  deskLayout(): DeskLayout {
    return { desk: this.#id, tubes: null };
  }

  transforms(): [] {
    return [];
  }

  tools(): [] {
    return [];
  }

  legend(): TemplateResult {
    return html``;
  }

  exports(): [] {
    return [];
  }

  messages(): unknown {
    return nothing;
  }

  callMenu(): [] {
    return [];
  }

  labels(): { picture: string; table: string } {
    return { picture: "Being fetched", table: "Being fetched" };
  }

  rail(): unknown {
    return nothing;
  }

  heads(): unknown {
    return nothing;
  }

  below(): unknown {
    return nothing;
  }

  lanes(): TemplateResult {
    return html``;
  }
}
