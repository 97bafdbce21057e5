// The canvas of the page: one for the GPU, one above it for text, in an element that the page puts where it likes.
//
// It keeps the last scene and draws it again, under the transforms of the moment, whenever asked. A lost context
// means a new canvas, a new renderer and the last scene again; no renderer at all leaves the element empty.
//
// Slow frames, as without a GPU, are drawn one at a time. Moving pictures are drawn coarsely until
// they rest. Marks of pointer and selection are drawn over a kept picture of everything else.

import type { Busy } from "../idle.js";
import { Pace } from "./pace.js";
import { type Backend, backendsToTry, type Renderer, start } from "./renderer.js";
import type { Transform } from "./viewport.js";

export type Words = Uint32Array<ArrayBuffer>;

/** The state that a picture depends on beside its scene. */
type Frame = { width: number; height: number; dpr: number; transforms: Float32Array };

export interface CanvasListener {
  resized(width: number, height: number): void;
  /** Returns the transform of each space of the last scene, by its number. */
  transforms(): readonly Transform[];
  started(backend: Backend | null): void;
  lost(): void;
}

/** Pixels a side that graphics devices draw, without the largest ones. A larger view is drawn coarser. */
const MOST_PX = 8_192;

/** A coarse picture that did not change for so long is drawn sharply. */
const REST_MS = 100;

export class CanvasHost {
  readonly element = document.createElement("div");
  readonly #text = document.createElement("canvas");
  readonly #busy: Busy;
  readonly #listener: CanvasListener;
  readonly #requested: string | null;
  #gpu = document.createElement("canvas");
  #renderer: Renderer | null = null;
  #words: Words | null = null;
  /** The renderer has not got them yet: of scenes that come between two frames it gets the last one. */
  #isNew = false;
  #frame: (() => void) | null = null;
  readonly #pace = new Pace();
  #isTiming = false;
  /** The picture is to be sharp, whatever that takes. */
  #rested = false;
  /** Ends the wait for a sharp picture, with the timer that draws it, while a coarse one is on screen. */
  #coarse: { end: () => void; timer: number } | null = null;
  /** Describes the scene and the texts on screen as they were drawn; empty when they have to be drawn anew. */
  #drawnAs = "";
  #textsAs = "";
  #width = 0;
  #height = 0;

  /** `requested`: the backend that the address names. */
  constructor(busy: Busy, requested: string | null, listener: CanvasListener) {
    this.#busy = busy;
    this.#requested = requested;
    this.#listener = listener;
    this.element.className = "picture blank";
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

  /** Sets the shape of the pointer over the picture. */
  set pointer(shape: "plain" | "move" | "edge") {
    this.element.dataset["pointer"] = shape;
  }

  /** Finds a backend and starts it; `null` reaches the listener if there is none. */
  async start(): Promise<void> {
    const end = this.#busy.begin("renderer");
    const started = await this.#startFirst(await backendsToTry(this.#requested));
    this.#listener.started(started);
    this.invalidate();
    end();
  }

  /** Shows a scene; returns the words of the one before, which nobody needs any more. */
  show(words: Words): Words | null {
    const before = this.#words;
    this.#words = words;
    this.#isNew = true;
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

  /** Draws the whole picture anew, as on a device whose pace is not known. A kept picture may differ by a rounding. */
  redraw(): void {
    this.#pace.reset();
    this.invalidate();
  }

  /** Draws with the next frame. */
  invalidate(): void {
    this.#rested = false;
    this.#request();
  }

  /** Draws with the next frame, if the scene is to be drawn elsewhere than it was last. */
  moved(): void {
    if (this.#drawnAs !== drawnAs(this.#frameSize())) {
      this.invalidate();
    }
  }

  #request(): void {
    if (this.#frame === null) {
      this.#frame = this.#busy.begin("frame");
      requestAnimationFrame(() => {
        const end = this.#frame;
        this.#frame = null;
        try {
          this.#draw();
        } catch (error) {
          console.warn("not drawn:", error); // A lost device also says so by itself, and is replaced.
        }
        end?.();
      });
    }
  }

  /** The picture as it is now, read back from the GPU, with its texts. `other`: this scene in its place, so high. */
  async image(other: { words: Words; height: number } | null = null): Promise<Blob | null> {
    const renderer = this.#renderer;
    const shown = this.#words;
    if (renderer === null || shown === null) {
      return null;
    }
    this.#handOver(renderer, shown);
    const { width, height: shownHeight, dpr, transforms } = this.#frameSize();
    const height = other === null ? shownHeight : Math.round(other.height * dpr);
    const [picture, text] = [canvasOf(width, height), canvasOf(width, height)];
    // The renderer holds one scene: the other one is drawn between two frames, and the one that is shown comes back.
    if (other !== null) {
      renderer.setScene(other.words);
    }
    const reading = renderer.readPixels(transforms, width, height, dpr);
    renderer.drawText(text.context, transforms, dpr);
    if (other !== null) {
      renderer.setScene(shown);
    }
    const image = new ImageData(new Uint8ClampedArray(await reading), width, height);
    picture.context.putImageData(image, 0, 0);
    picture.context.drawImage(text.canvas, 0, 0);
    return new Promise((resolve) => picture.canvas.toBlob(resolve, "image/png"));
  }

  /** The picture as it is now, drawn before this returns: a browser that is about to print waits for nothing. */
  still(): HTMLCanvasElement | null {
    const [renderer, words] = [this.#renderer, this.#words];
    if (renderer === null || words === null || this.#width === 0) {
      return null;
    }
    const { width, height, dpr, transforms } = this.#frameSize();
    this.#handOver(renderer, words);
    renderer.draw(transforms, width, height, dpr);
    const { canvas, context } = canvasOf(width, height);
    // Only in this task does the canvas hold what was just drawn on it.
    context.drawImage(this.#gpu, 0, 0);
    context.drawImage(this.#text, 0, 0);
    return canvas;
  }

  /** Starts the first backend that will. */
  async #startFirst(backends: readonly Backend[]): Promise<Backend | null> {
    for (const backend of backends) {
      const canvas = this.#freshCanvas();
      try {
        const renderer = await start(backend, canvas);
        void renderer.lost().then((why) => this.#lost(renderer, why));
        this.#isNew = this.#words !== null;
        this.#renderer = renderer;
        this.#pace.reset();
        this.#textsAs = "";
        return backend;
      } catch (error) {
        console.warn(`${backend}:`, error);
      }
    }
    return null;
  }

  /** A canvas keeps the kind of its first context, and a lost one for good. */
  #freshCanvas(): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.className = "gpu-layer";
    canvas.ariaHidden = "true";
    this.#gpu.replaceWith(canvas);
    this.#gpu = canvas;
    return canvas;
  }

  #lost(renderer: Renderer, why: string): void {
    console.warn("graphics lost:", why);
    if (renderer === this.#renderer) {
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

  #frameSize(): Frame {
    const dpr = Math.min(devicePixelRatio, MOST_PX / Math.max(this.#width, this.#height));
    // Space 0 is the canvas itself.
    const moving = this.#listener.transforms().slice(1);
    const transforms = Float32Array.from(
      moving.flatMap(({ scaleX, scaleY, shiftX, shiftY }) => [scaleX, scaleY, shiftX, shiftY]),
    );
    return { width: Math.round(this.#width * dpr), height: Math.round(this.#height * dpr), dpr, transforms };
  }

  #draw(): void {
    const renderer = this.#renderer;
    if (renderer === null || this.#words === null || this.#width === 0) {
      this.#sharpen(false);
      return;
    }
    const frame = this.#frameSize();
    const { width, height, dpr, transforms } = frame;
    const isDrawing = renderer.isDrawing();
    this.#pace.look(performance.now(), isDrawing);
    if (this.#pace.isSlow && isDrawing) {
      this.#request(); // One at a time: those that queue up would show what is long past.
      return;
    }
    this.#handOver(renderer, this.#words);
    if (!this.#pace.isSlow) {
      renderer.draw(transforms, width, height, dpr);
      this.#sharpen(false);
      this.#time();
    } else {
      this.#sharpen(renderer.drawSlowly(transforms, width, height, dpr, !this.#rested));
      if (this.#rested) {
        this.#time();
      }
    }
    this.#drawnAs = drawnAs(frame);
    this.#drawTexts(renderer, frame);
  }

  /** Gives the renderer the scene, if it has another. */
  #handOver(renderer: Renderer, words: Words): void {
    if (this.#isNew) {
      this.#isNew = false;
      if (renderer.setScene(words)) {
        this.#textsAs = "";
      }
    }
  }

  /** Measures until the GPU has drawn what it was handed last. */
  #time(): void {
    this.#pace.begin(performance.now());
    if (this.#isTiming) {
      return;
    }
    this.#isTiming = true;
    const look = () => {
      this.#isTiming = this.#pace.look(performance.now(), this.#renderer?.isDrawing() ?? false);
      if (this.#isTiming) {
        requestAnimationFrame(look);
      }
    };
    requestAnimationFrame(look);
  }

  /** Has what is coarse drawn sharply once nothing moved for a while; nothing where it is not coarse any more. */
  #sharpen(isCoarse: boolean): void {
    clearTimeout(this.#coarse?.timer);
    if (!isCoarse) {
      this.#coarse?.end();
      this.#coarse = null;
      return;
    }
    const end = this.#coarse?.end ?? this.#busy.begin("sharpening");
    this.#coarse = { end, timer: window.setTimeout(() => this.#drawSharply(), REST_MS) };
  }

  #drawSharply(): void {
    this.#rested = true;
    this.#request();
  }

  #drawTexts(renderer: Renderer, frame: Frame): void {
    if (this.#drawnAs === this.#textsAs) {
      return;
    }
    this.#textsAs = this.#drawnAs;
    const { width, height, dpr, transforms } = frame;
    if (this.#text.width !== width || this.#text.height !== height) {
      this.#text.width = width;
      this.#text.height = height;
    }
    const context = this.#text.getContext("2d");
    if (context !== null) {
      renderer.drawText(context, transforms, dpr);
    }
  }
}

function drawnAs({ width, height, dpr, transforms }: Frame): string {
  return [width, height, dpr, ...transforms].join(" ");
}

function canvasOf(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) {
    throw new Error(`the browser gives no canvas of ${width} × ${height} pixels`);
  }
  return { canvas, context };
}
