// A desk whose scripts are on their way, or could not be fetched: its picture is laid out and drawn, and nothing more can be
// done with it yet.

import { html, nothing, type TemplateResult } from "lit";

import type { Point } from "../canvas/gestures.js";
import type { DeskLayout } from "../session/picture.js";
import { box } from "../components/bits.js";
import { learnMore } from "../components/docs-link.js";
import type { Desk, RunningDesk } from "./desk.js";

const ignore = (): void => undefined;

export class ComingDesk implements RunningDesk {
  readonly pointer = {
    press: ignore,
    release: ignore,
    hover: ignore,
    click: ignore,
    doubleClick: ignore,
    menu: ignore,
    zoom: ignore,
    drag: (_: Point) => undefined,
  };
  readonly commands = {};
  readonly #desk: Desk;
  readonly #retry: (() => void) | null;

  readonly drawn = ignore;
  readonly selected = ignore;
  readonly reveal = ignore;
  readonly revealHit = ignore;
  readonly frame = ignore;
  readonly stop = ignore;
  readonly analysesChanged = ignore;
  readonly gaveUp = ignore;
  readonly dispose = ignore;

  /** `retry` fetches the scripts again, where they could not be fetched. */
  constructor(desk: Desk, retry: (() => void) | null = null) {
    this.#desk = desk;
    this.#retry = retry;
  }

  deskLayout(): DeskLayout {
    return { desk: this.#desk.id, tubes: null };
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
    return this.#retry === null
      ? nothing
      : html`<section class="notice" aria-label="${this.#desk.title} is missing">
          ${box("warn", `${this.#desk.title} could not be fetched.`, "Both traces stay, and the other desks work. Check the connection, then retry. If Diptych was updated on its server since, reload the page.")}
          <button class="main" @click=${this.#retry}>Retry</button>
          <button @click=${() => location.reload()}>Reload</button>
          ${learnMore("hosting#caching-and-updates")}
        </section>`;
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
