// The renderer under test: one of the two wasm artifacts, on an empty page of the test server's own origin.
//
// The files come from `web/wasm/`, where the build leaves them, through routes: no page of `dist/` is needed.

import { fileURLToPath } from "node:url";

import type { Page } from "@playwright/test";

/** The artifact a browser of this project loads. */
export function artifactOf(project: string): "render_gl" | "render_gpu" {
  return project === "webgpu" ? "render_gpu" : "render_gl";
}

/** Exports of crates/render-wasm. */
export interface Renderer {
  readonly backendName: string;
  setScene(words: Uint32Array): void;
  draw(transforms: Float32Array, width: number, height: number, dpr: number): void;
  drawText(context: CanvasRenderingContext2D, transforms: Float32Array, dpr: number): void;
  readPixels(transforms: Float32Array, width: number, height: number, dpr: number): Promise<Uint8Array>;
  lost(): Promise<string>;
  free(): void;
}

declare global {
  /** On the test page only: the artifact, and one renderer. */
  var artifact: { Renderer: { create(canvas: HTMLCanvasElement): Promise<Renderer> } };
  var renderer: Renderer;
}

type Glue = typeof artifact & { default(options: { module_or_path: string }): Promise<unknown> };

const WASM = fileURLToPath(new URL("../../web/wasm/", import.meta.url));
const PAGE = "renderer-under-test/";

/** Opens the empty page and makes `globalThis.renderer`; files of `folder` are reachable beside the page. */
export async function openRenderer(page: Page, project: string, folder: string): Promise<void> {
  const name = artifactOf(project);
  await page.route(`**/${PAGE}**`, async (route) => {
    const file = new URL(route.request().url()).pathname.split(PAGE)[1] ?? "";
    if (file === "") {
      await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>renderer</title>" });
    } else {
      await route.fulfill({ path: (file.startsWith("render_") ? WASM : `${folder}/`) + file });
    }
  });
  await page.goto(PAGE);
  await page.evaluate(async (artifactName) => {
    const glue = (await import(new URL(`${artifactName}.js`, location.href).href)) as Glue;
    await glue.default({ module_or_path: `${artifactName}.wasm` });
    globalThis.artifact = glue;
    globalThis.renderer = await glue.Renderer.create(document.createElement("canvas"));
  }, name);
}
