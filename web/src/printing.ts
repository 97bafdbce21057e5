// The page on paper: light, and with an image in place of the canvas, which prints as a black rectangle.

import type { CanvasHost } from "./canvas/canvas-host.js";
import type { ThemeChoice } from "./generated/protocol.js";
import type { Busy } from "./idle.js";
import type { Picture } from "./session/picture.js";
import { onDesk } from "./state/page-state.js";
import type { Store } from "./state/store.js";
import { resolved, show as showTheme } from "./theme.js";

/** CSS pixels across a sheet: A4 and Letter across, with the style sheet's margins. */
const SHEET_PX = 940;

export function isPrintKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "p" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

export class Printing {
  readonly #store: Store;
  readonly #picture: Pick<Picture, "layout">;
  readonly #canvas: Pick<CanvasHost, "element" | "still">;
  readonly #busy: Busy;
  #image: HTMLImageElement | null = null;
  #isPrinting = false;

  constructor(
    store: Store,
    picture: Pick<Picture, "layout">,
    canvas: Pick<CanvasHost, "element" | "still">,
    busy: Busy,
  ) {
    this.#store = store;
    this.#picture = picture;
    this.#canvas = canvas;
    this.#busy = busy;
  }

  listen(): void {
    addEventListener("beforeprint", () => this.#prepare());
    addEventListener("afterprint", () => this.#restore());
  }

  /** Puts a theme in force: the light one while the page is being printed. */
  showTheme(theme: ThemeChoice): void {
    showTheme(this.#isPrinting ? "light" : theme);
  }

  /**
   * Prints with a picture laid out in light colours; false where the picture has them already and the browser may print by
   * itself. A browser's own menu does not wait for another layout, so only the key gets here.
   */
  printLight(): boolean {
    const { view } = this.#store.state;
    if (!onDesk(this.#store.state) || resolved(view.theme) === "light" || resolved("light") !== "light") {
      return false;
    }
    void this.#printAs("light", view.theme);
    return true;
  }

  async #printAs(theme: ThemeChoice, before: ThemeChoice): Promise<void> {
    this.#setTheme(theme);
    await this.#busy.idle();
    print();
    this.#setTheme(before);
  }

  #setTheme(theme: ThemeChoice): void {
    this.#store.set({ view: { ...this.#store.state.view, theme } });
    this.#picture.layout();
  }

  /** The parts of the picture keep their sizes on screen, and are scaled together to the width of the sheet. */
  #prepare(): void {
    this.#restore();
    this.#isPrinting = true;
    showTheme("light");
    const { element } = this.#canvas;
    const frame = element.closest<HTMLElement>(".rail-and-view");
    const still = this.#canvas.still();
    if (frame === null || still === null) {
      return;
    }
    const { width, height } = frame.getBoundingClientRect();
    const { style } = document.documentElement;
    style.setProperty("--print-width", `${width}px`);
    style.setProperty("--print-height", `${height}px`);
    style.setProperty("--print-zoom", String(Math.min(1, SHEET_PX / width)));
    const image = new Image();
    image.src = still.toDataURL();
    image.alt = "";
    image.className = "printed";
    element.append(image);
    this.#image = image;
  }

  #restore(): void {
    this.#image?.remove();
    this.#image = null;
    this.#isPrinting = false;
    showTheme(this.#store.state.view.theme);
  }
}
