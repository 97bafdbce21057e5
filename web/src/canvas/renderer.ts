// The renderer behind the canvas: one of two wasm artifacts, loaded on demand.
//
// WebGPU where an adapter answers, else WebGL2. `?renderer=webgl` or `?renderer=webgpu` in the address asks for one
// of them, for tests and for users whose driver misbehaves.

import { compile } from "../engine/artifacts.js";

/** Exports of crates/render-wasm, with the types that wasm-bindgen cannot express. Sizes in device pixels. */
export interface Renderer {
  /** Sets the scene. Returns whether its texts changed. */
  setScene(words: Uint32Array): boolean;
  /** `transforms`: scale x, scale y, shift x, shift y of space 1, then of the next ones. */
  draw(transforms: Float32Array, width: number, height: number, dpr: number): void;
  /**
   * Draws where drawing is slow: everything but marks of pointer and selection is drawn once and kept. With `coarse`,
   * a picture that has to be drawn anew has half as many pixels each way. Returns whether it was drawn so.
   */
  drawSlowly(transforms: Float32Array, width: number, height: number, dpr: number, coarse: boolean): boolean;
  /** Returns whether the GPU still draws the last picture that it was given. */
  isDrawing(): boolean;
  /** Clears the 2D canvas first. */
  drawText(context: CanvasRenderingContext2D, transforms: Float32Array, dpr: number): void;
  /** RGBA from the upper left corner of what `draw` would show, without texts. */
  readPixels(transforms: Float32Array, width: number, height: number, dpr: number): Promise<Uint8Array>;
  /** Resolves with the reason when the context or the device is lost; from then on all else fails. */
  lost(): Promise<string>;
}

interface RendererArtifact {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  Renderer: { create(canvas: HTMLCanvasElement): Promise<Renderer> };
}

export type Backend = "webgpu" | "webgl";

/** The backends to try, in order. */
export async function backendsToTry(asked: string | null): Promise<Backend[]> {
  if (ARTIFACTS.render_gpu === "") {
    return ["webgl"]; // A report has one renderer.
  }
  if (asked === "webgl" || asked === "webgpu") {
    return [asked];
  }
  return (await adapterAnswers()) ? ["webgpu", "webgl"] : ["webgl"];
}

async function adapterAnswers(): Promise<boolean> {
  const gpu = (navigator as { gpu?: { requestAdapter(): Promise<unknown> } }).gpu;
  return gpu === undefined
    ? false
    : gpu.requestAdapter().then(
        (adapter) => adapter !== null,
        () => false,
      );
}

/** Starts a renderer on a canvas that nothing else draws on. */
export async function start(backend: Backend, canvas: HTMLCanvasElement): Promise<Renderer> {
  const artifact = await load(backend);
  return artifact.Renderer.create(canvas);
}

const loaded = new Map<Backend, Promise<RendererArtifact>>();

function load(backend: Backend): Promise<RendererArtifact> {
  const before = loaded.get(backend);
  if (before !== undefined) {
    return before;
  }
  const loading = instantiate(backend).catch((error: unknown) => {
    loaded.delete(backend); // The next start tries again.
    throw error;
  });
  loaded.set(backend, loading);
  return loading;
}

async function instantiate(backend: Backend): Promise<RendererArtifact> {
  const [glue, wasm] =
    backend === "webgpu"
      ? [await import("../../wasm/render_gpu.js"), ARTIFACTS.render_gpu]
      : [await import("../../wasm/render_gl.js"), ARTIFACTS.render_gl];
  const artifact = glue as unknown as RendererArtifact;
  await artifact.default({ module_or_path: await compile(wasm) });
  return artifact;
}
