// The canvas of the page: one for the GPU, one above it for text, in an element that the page puts where it likes.
//
// It keeps the last scene and draws it again, under the transforms of the moment, whenever asked. A lost context
// means a new canvas, a new renderer and the last scene again; no renderer at all leaves the element empty.

import type { Busy } from "./idle.js";
import { type Backend, backendsToTry, type Renderer, start } from "./renderer.js";
import type { Transform } from "./viewport.js";

export type Words = Uint32Array<ArrayBuffer>;

export interface CanvasListener {
  resized(width: number, height: number): void;
  /** The transforms of A and B to draw the last scene under. */
  transforms(): [Transform, Transform];
  started(backend: Backend | null): void;
  lost(): void;
}

export class CanvasHost {
  readonly element = document.createElement("div");
  readonly #text = document.createElement("canvas");
  readonly #busy: Busy;
  readonly #listener: CanvasListener;
  readonly #asked: string | null;
  #gpu = document.createElement("canvas");
  #renderer: Renderer | null = null;
  #words: Words | null = null;
  #frame: (() => void) | null = null;
  #width = 0;
  #height = 0;

  /** `asked`: the backend that the address asks for. */
  constructor(busy: Busy, asked: string | null, listener: CanvasListener) {
    this.#busy = busy;
    this.#asked = asked;
    this.#listener = listener;
    this.element.className = "picture";
    this.#text.className = "text-layer";
    this.#text.ariaHidden = "true";
    this.element.append(this.#gpu, this.#text);
    new ResizeObserver(() => this.#measure()).observe(this.element);
  }

  /** The words of the last scene. */
  get words(): Words | null {
    return this.#words;
  }

  get size(): { width: number; height: number } {
    return { width: this.#width, height: this.#height };
  }

  /** Finds a backend and starts it; `null` reaches the listener if there is none. */
  async start(): Promise<void> {
    const end = this.#busy.begin("renderer");
    this.#renderer = null;
    for (const backend of await backendsToTry(this.#asked)) {
      const canvas = this.#freshCanvas();
      const lost = () => this.#lost(canvas);
      const renderer = await start(backend, canvas, lost).catch((error: unknown) => {
        console.warn(`${backend}:`, error);
        return null;
      });
      if (renderer !== null) {
        this.#renderer = renderer;
        if (this.#words !== null) {
          renderer.set_scene(this.#words);
        }
        this.#listener.started(backend);
        this.invalidate();
        end();
        return;
      }
    }
    this.#listener.started(null);
    end();
  }

  /** Shows a scene; returns the words of the one before, which nobody needs any more. */
  show(words: Words): Words | null {
    const before = this.#words;
    this.#words = words;
    this.#renderer?.set_scene(words);
    this.element.classList.remove("blank");
    this.invalidate();
    return before;
  }

  /** Forgets the scene and hides the picture until the next one; returns the words of the scene. */
  clear(): Words | null {
    const before = this.#words;
    this.#words = null;
    this.element.classList.add("blank");
    return before;
  }

  /** Draws with the next frame. */
  invalidate(): void {
    if (this.#frame === null) {
      this.#frame = this.#busy.begin("frame");
      requestAnimationFrame(() => {
        const end = this.#frame;
        this.#frame = null;
        this.#draw();
        end?.();
      });
    }
  }

  /** The picture as it is now, read back from the GPU, with its texts. */
  async image(): Promise<Blob | null> {
    const renderer = this.#renderer;
    if (renderer === null || this.#words === null) {
      return null;
    }
    const { width, height, dpr, transforms } = this.#frameSize();
    const pixels = await renderer.read_pixels(transforms, width, height, dpr);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    context?.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
    if (context) {
      renderer.draw_text(context, transforms, width, height, dpr);
    }
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }

  #freshCanvas(): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.className = "gpu-layer";
    canvas.ariaHidden = "true";
    this.#gpu.replaceWith(canvas);
    this.#gpu = canvas;
    return canvas;
  }

  #lost(canvas: HTMLCanvasElement): void {
    // A canvas that was replaced may lose its context at any time.
    if (canvas === this.#gpu && this.#renderer !== null) {
      this.#renderer = null;
      this.#listener.lost();
      void this.start();
    }
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth > 0 && clientHeight > 0 && (clientWidth !== this.#width || clientHeight !== this.#height)) {
      this.#width = clientWidth;
      this.#height = clientHeight;
      this.#listener.resized(clientWidth, clientHeight);
      this.invalidate();
    }
  }

  #frameSize(): { width: number; height: number; dpr: number; transforms: Float32Array } {
    const dpr = devicePixelRatio;
    const [a, b] = this.#listener.transforms();
    const transforms = Float32Array.of(a.scale, a.shiftX, a.shiftY, b.scale, b.shiftX, b.shiftY);
    return { width: Math.round(this.#width * dpr), height: Math.round(this.#height * dpr), dpr, transforms };
  }

  #draw(): void {
    if (this.#renderer === null || this.#words === null || this.#width === 0) {
      return;
    }
    const { width, height, dpr, transforms } = this.#frameSize();
    this.#renderer.draw(transforms, width, height, dpr);
    if (this.#text.width !== width || this.#text.height !== height) {
      this.#text.width = width;
      this.#text.height = height;
    }
    const context = this.#text.getContext("2d");
    if (context) {
      context.clearRect(0, 0, width, height);
      this.#renderer.draw_text(context, transforms, width, height, dpr);
    }
  }
}
