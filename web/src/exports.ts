// What leaves the page by a command: the link, the picture, the drawing.

import type { CanvasHost } from "./canvas-host.js";
import type { EngineClient } from "./engine-client.js";
import { copy, fileName, save } from "./files-out.js";
import type { ViewHistory } from "./history.js";
import { SIDES } from "./page-state.js";
import type { Store } from "./store.js";
import type { Toasts } from "./toasts.js";

export class Exports {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #canvas: CanvasHost;
  readonly #history: ViewHistory;
  readonly #toasts: Toasts;

  constructor(store: Store, engine: EngineClient, canvas: CanvasHost, history: ViewHistory, toasts: Toasts) {
    this.#store = store;
    this.#engine = engine;
    this.#canvas = canvas;
    this.#history = history;
    this.#toasts = toasts;
  }

  async copyLink(): Promise<void> {
    this.#history.replace();
    const copied = await copy(location.href);
    const { sides } = this.#store.state;
    const local = SIDES.some((side) => sides[side].runs.some(({ source }) => source.link === null));
    const files = local ? " It holds the view; the files stay on this disk." : "";
    this.#toasts.show(`${copied ? "Link copied." : "Copy the link from the address bar."}${files}`);
  }

  async png(): Promise<void> {
    const image = await this.#canvas.image();
    if (image === null) {
      this.#toasts.show("There is no picture to export.");
    } else {
      save(this.#fileName("png"), image);
    }
  }

  /** Asks the engine, which answers with the text. */
  svg(): void {
    if (this.#store.state.scene !== null) {
      this.#engine.request({ type: "svg", view: "pair" });
    }
  }

  svgArrived(text: string): void {
    save(this.#fileName("svg"), new Blob([text], { type: "image/svg+xml" }));
  }

  /** The same; a row for every box. */
  csv(): void {
    if (this.#store.state.scene !== null) {
      this.#engine.request({ type: "csv", view: "pair" });
    }
  }

  csvArrived(text: string): void {
    save(this.#fileName("csv"), new Blob([text], { type: "text/csv" }));
  }

  #fileName(extension: string): string {
    const names = SIDES.flatMap((side) => this.#store.state.sides[side].summary?.name ?? []);
    return fileName(names, extension);
  }
}
