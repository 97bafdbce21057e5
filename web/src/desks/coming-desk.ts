// A desk whose scripts are on their way, or could not be fetched: its picture is laid out and drawn, and nothing more can be
// done with it yet.

import { html, nothing } from "lit";

import { box } from "../components/bits.js";
import { learnMore } from "../components/docs-link.js";
import type { Desk, RunningDesk } from "./desk.js";

export class ComingDesk implements RunningDesk {
  readonly #desk: Desk;
  readonly #retry: (() => void) | null;

  /** `retry` fetches the scripts again, where they could not be fetched. */
  constructor(desk: Desk, retry: (() => void) | null = null) {
    this.#desk = desk;
    this.#retry = retry;
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

  labels(): { picture: string; table: string } {
    return { picture: "Being fetched", table: "Being fetched" };
  }
}
