// `window.diptych`: what the browser tests ask the page. Not an interface for anybody else; it may change any day.

import type { App } from "./app.js";
import type { ItemPlace } from "./generated/protocol.js";

export interface TestHook {
  /** Resolves when no request, file or frame is under way and the address says what the page shows. */
  idle(): Promise<void>;
  /** Returns the work under way, in words. */
  busy(): string[];
  /** A copy of the words of the scene on screen. */
  sceneWords(): number[];
  /** The windows, panes and texts that came with it. */
  sceneInfo(): unknown;
  /** Returns the places of everything on the picture that can be aimed at, in CSS pixels of the canvas. */
  items(): Promise<ItemPlace[]>;
  /** Returns the graphics that draw the canvas: `webgl`, `webgpu` or `null`. */
  backend(): string | null;
  /** The picture with its texts, read back from the GPU, as a PNG in a data URL. */
  image(): Promise<string>;
  /** Draws the whole picture anew, whatever the pace of the device. */
  redraw(): void;
  /** Makes the engine's worker throw, as a panic would. */
  breakEngine(): void;
}

declare global {
  interface Window {
    diptych: TestHook;
  }
}

export function install(app: App): void {
  window.diptych = {
    idle: () => app.settled(),
    busy: () => app.busy.reasons,
    sceneWords: () => [...(app.canvas.words ?? [])],
    sceneInfo: () => app.store.state.scene,
    items: () => app.engine.ask("items", { desk: app.store.state.view.desk }),
    backend: () => app.backend,
    image: async () => dataUrl(await app.canvas.image()),
    redraw: () => app.canvas.redraw(),
    breakEngine: () => app.engine.breakForTest(),
  };
}

function dataUrl(image: Blob | null): Promise<string> {
  return new Promise((resolve, reject) => {
    if (image === null) {
      reject(new Error("there is no picture"));
      return;
    }
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("the picture could not be read"));
    reader.readAsDataURL(image);
  });
}
