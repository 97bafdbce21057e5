// The renderer behind the canvas: one of two wasm artifacts, loaded on demand.
//
// WebGPU where an adapter answers, else WebGL2. `?renderer=webgl` or `?renderer=webgpu` in the address asks for one
// of them, for tests and for users whose driver misbehaves.

/** What crates/render-wasm exports, with the types that wasm-bindgen cannot say. Sizes in device pixels. */
export interface Renderer {
  /** Whether its texts are others than before. */
  setScene(words: Uint32Array): boolean;
  /** `transforms`: scale x, scale y, shift x, shift y of space 1, then of the next ones. */
  draw(transforms: Float32Array, width: number, height: number, dpr: number): void;
  /**
   * The same where drawing is slow: all but marks of pointer and selection is drawn once and kept. With `coarse` what would
   * have to be drawn anew is drawn in half as many pixels each way; whether that was so.
   */
  drawSlowly(transforms: Float32Array, width: number, height: number, dpr: number, coarse: boolean): boolean;
  /** Whether the GPU still draws what was last handed to it. */
  isDrawing(): boolean;
  /** Clears the 2D canvas first. */
  drawText(context: CanvasRenderingContext2D, transforms: Float32Array, dpr: number): void;
  /** RGBA from the upper left corner of what `draw` would show, without texts. */
  readPixels(transforms: Float32Array, width: number, height: number, dpr: number): Promise<Uint8Array>;
  /** Resolves with the reason when the context or the device is lost; from then on all else fails. */
  lost(): Promise<string>;
}

interface RendererArtifact {
  default(options: { module_or_path: string }): Promise<unknown>;
  Renderer: { create(canvas: HTMLCanvasElement): Promise<Renderer> };
}

export type Backend = "webgpu" | "webgl";

/** The backends to try, in order. */
export async function backendsToTry(asked: string | null): Promise<Backend[]> {
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
  await artifact.default({ module_or_path: wasm });
  return artifact;
}
