// Checks the renderer besides its pictures: redraws, text, errors as values, and the end of a context or device.

import { env } from "node:process";

import { expect, test } from "@playwright/test";

import { artifactOf, openRenderer } from "./corpus/artifact.js";

const folder = env["DIPTYCH_CORPUS"] ?? "";
const STILL = [1, 1, 0, 0, 1, 1, 0, 0] as const;

test.beforeEach(async ({ page }, info) => {
  expect(folder, "DIPTYCH_CORPUS is set by `npm test` and `npm run xtask browser`").not.toBe("");
  await openRenderer(page, info.project.name, folder);
  await page.evaluate(() => {
    globalThis.scene = async (name) => {
      const response = await fetch(`${name}.scene`);
      return new Uint32Array(await response.arrayBuffer());
    };
    globalThis.outcome = (action) => {
      try {
        action();
        return "done";
      } catch (error) {
        return (error as { kind?: string }).kind ?? String(error);
      }
    };
  });
});

declare global {
  /** The words of a corpus scene. */
  var scene: (name: string) => Promise<Uint32Array>;
  /** The kind of the error an action ends with, or `done`. */
  var outcome: (action: () => void) => string;
}

test("says which backend it is", async ({ page }, info) => {
  const name = await page.evaluate(() => globalThis.renderer.backendName);
  expect(name).toBe(artifactOf(info.project.name) === "render_gpu" ? "WebGPU" : "WebGL2");
});

test("shows on its canvas what it reads back", async ({ page }) => {
  const same = await page.evaluate(async (still) => {
    const canvas = document.createElement("canvas");
    const renderer = await globalThis.artifact.Renderer.create(canvas);
    renderer.setScene(await globalThis.scene("rect-styles-dpr-2"));
    const transforms = Float32Array.from(still);
    const read = await renderer.readPixels(transforms, 960, 600, 2);
    const copy = document.createElement("canvas");
    copy.width = 960;
    copy.height = 600;
    const context = copy.getContext("2d", { willReadFrequently: true });
    if (context === null) {
      throw new Error("no 2D context");
    }
    renderer.draw(transforms, 960, 600, 2);
    // In the same task: the drawing buffer is not kept.
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (blob === null) {
      throw new Error("the canvas gives no picture");
    }
    context.drawImage(await createImageBitmap(blob), 0, 0);
    const shown = context.getImageData(0, 0, 960, 600).data;
    return { size: [canvas.width, canvas.height], same: read.every((byte, at) => byte === shown[at]) };
  }, STILL);
  expect(same).toEqual({ size: [960, 600], same: true });
});

test("draws the same scene under other transforms and back", async ({ page }) => {
  const same = await page.evaluate(async (still) => {
    const { renderer } = globalThis;
    renderer.setScene(await globalThis.scene("spaces"));
    const draw = (transforms: readonly number[]): Promise<Uint8Array> =>
      renderer.readPixels(Float32Array.from(transforms), 480, 300, 1);
    const [first, moved, again] = [await draw(still), await draw([2, 1, -50, 3, 0.5, 1, 9, 0]), await draw(still)];
    const equal = (one: Uint8Array, other: Uint8Array): boolean => one.every((byte, at) => byte === other[at]);
    return { moved: equal(first, moved), again: equal(first, again) };
  }, STILL);
  expect(same).toEqual({ moved: false, again: true });
});

test("keeps its scene when the next one is no scene", async ({ page }) => {
  const result = await page.evaluate(async (still) => {
    const BLEND = 11; // Where the first layer's blend lies: after the header and the clip.
    const { renderer } = globalThis;
    const draw = (): Promise<Uint8Array> => renderer.readPixels(Float32Array.from(still), 480, 300, 1);
    const words = await globalThis.scene("rect-fills");
    renderer.setScene(words);
    const before = await draw();
    const kinds = [
      globalThis.outcome(() => renderer.setScene(new Uint32Array(0))),
      globalThis.outcome(() => renderer.setScene(words.subarray(0, words.length - 1))),
      globalThis.outcome(() => renderer.setScene(words.map((word, at) => (at === BLEND ? 0xffff_ffff : word)))),
    ];
    const after = await draw();
    return { kinds, kept: before.every((byte, at) => byte === after[at]) };
  }, STILL);
  expect(result).toEqual({ kinds: ["scene", "scene", "scene"], kept: true });
});

test("says which arguments it cannot take", async ({ page }) => {
  const kinds = await page.evaluate(async () => {
    const { renderer, artifact } = globalThis;
    const five = new Float32Array(5);
    const creation = artifact.Renderer.create(document.createElement("div") as unknown as HTMLCanvasElement);
    return [
      globalThis.outcome(() => renderer.draw(five, 10, 10, 1)),
      globalThis.outcome(() => void renderer.readPixels(five, 10, 10, 1)),
      await creation.then(
        () => "done",
        (error: { kind?: string }) => error.kind,
      ),
    ];
  });
  expect(kinds).toEqual(["argument", "argument", "argument"]);
});

test("a picture larger than the device's largest is refused, and nothing else suffers", async ({ page }) => {
  const kinds = await page.evaluate(async (still) => {
    const { renderer } = globalThis;
    const read = (width: number, height: number): string =>
      globalThis.outcome(() => void renderer.readPixels(Float32Array.from(still), width, height, 1));
    const before = read(480, 300);
    renderer.setScene(await globalThis.scene("rect-fills"));
    const kinds = [before, read(1_000_000, 10), read(0, 10), read(480, 300)];
    const pixels = await renderer.readPixels(Float32Array.from(still), 480, 300, 1);
    return [...kinds, pixels.length];
  }, STILL);
  expect(kinds).toEqual(["scene", "resource", "argument", "done", 480 * 300 * 4]);
});

test("a canvas with another kind of context is refused", async ({ page }) => {
  const kind = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.getContext("2d");
    return globalThis.artifact.Renderer.create(canvas).then(
      () => "done",
      (error: { kind?: string }) => error.kind,
    );
  });
  expect(kind).toBe("unavailable");
});

/** Columns and rows that hold text, and how many pixels: device pixels of the text canvas. */
interface Ink {
  readonly pixels: number;
  readonly left: number;
  readonly right: number;
}

test("draws text on the canvas above, inside the clips, and moves it with its space", async ({ page }) => {
  const inks = await page.evaluate(async (still) => {
    const { renderer } = globalThis;
    const canvas = document.createElement("canvas");
    canvas.width = 480;
    canvas.height = 300;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (context === null) {
      throw new Error("no 2D context");
    }
    const ink = (transforms: readonly number[]): Ink => {
      renderer.drawText(context, Float32Array.from(transforms), 1);
      const alpha = context.getImageData(0, 0, 480, 300).data.filter((_, at) => at % 4 === 3);
      const columns = Array.from(alpha, (value, at) => (value > 0 ? at % 480 : -1)).filter((x) => x >= 0);
      return { pixels: columns.length, left: Math.min(...columns), right: Math.max(...columns) };
    };
    renderer.setScene(await globalThis.scene("text"));
    const text = [ink(still), ink(still)];
    renderer.setScene(await globalThis.scene("text-sticky-moved"));
    const sticky = [ink(still), ink([1.7, 1, -130.4, 6, 0.6, 1, 90.3, -4])];
    renderer.setScene(await globalThis.scene("rect-fills"));
    return { text, sticky, none: ink(still).pixels };
  }, STILL);
  expect(inks.text[0]?.pixels).toBeGreaterThan(500);
  expect(inks.text[1], "drawn anew, not over the last text").toEqual(inks.text[0]);
  expect(inks.sticky[0]?.pixels).toBeGreaterThan(100);
  expect(inks.sticky[1]).not.toEqual(inks.sticky[0]);
  for (const ink of inks.sticky) {
    expect(ink.left, "the clips begin here").toBeGreaterThanOrEqual(60);
    expect(ink.right, "the clips end here").toBeLessThan(400);
  }
  expect(inks.none, "a scene without text clears the canvas").toBe(0);
});

test("a lost context or device is told, fails as a value, and another renderer draws on", async ({ page }, info) => {
  const result = await page.evaluate(
    async ({ still, isGpu }) => {
      const { artifact } = globalThis;
      const words = await globalThis.scene("rect-fills");
      // The device is not reachable from outside: it is caught as it is made.
      const devices: { destroy(): void }[] = [];
      if (isGpu) {
        const adapters = (globalThis as unknown as { GPUAdapter: { prototype: GpuAdapterLike } }).GPUAdapter;
        const request = adapters.prototype.requestDevice;
        adapters.prototype.requestDevice = async function (descriptor) {
          const device = await request.call(this, descriptor);
          devices.push(device);
          return device;
        };
      }
      const draw = async (renderer: typeof globalThis.renderer): Promise<Uint8Array> => {
        renderer.setScene(words);
        return renderer.readPixels(Float32Array.from(still), 480, 300, 1);
      };
      const canvas = document.createElement("canvas");
      const renderer = await artifact.Renderer.create(canvas);
      const before = await draw(renderer);
      const lost = renderer.lost();
      if (isGpu) {
        devices.forEach((device) => device.destroy());
      } else {
        canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
      }
      const reason = await lost;
      const kinds = [
        globalThis.outcome(() => renderer.setScene(words)),
        globalThis.outcome(() => renderer.draw(Float32Array.from(still), 480, 300, 1)),
      ];
      renderer.free();
      const after = await draw(await artifact.Renderer.create(document.createElement("canvas")));
      return { reason, kinds, same: before.every((byte, at) => byte === after[at]) };
    },
    { still: STILL, isGpu: artifactOf(info.project.name) === "render_gpu" },
  );
  expect(result.reason).not.toBe("");
  expect(result.kinds).toEqual(["lost", "lost"]);
  expect(result.same).toBe(true);
});

interface GpuAdapterLike {
  requestDevice(descriptor: unknown): Promise<{ destroy(): void }>;
}
