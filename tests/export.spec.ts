// Pictures that leave the page, with WebGL2 and with WebGPU: what is saved is what is seen.

import { readFileSync } from "node:fs";

import { expect, type Page, test } from "@playwright/test";

import { canvasSize, commandLine, NEW, OLD, open, PAIR } from "./support/diptych.js";

async function save(page: Page, entry: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: entry }).click();
  const saved = await download;
  return { name: saved.suggestedFilename(), content: readFileSync(await saved.path()) };
}

/** Mean difference of two PNG files in steps of 255, on squares of 8 × 8 pixels: fonts differ, pictures may not. */
function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (urls) => {
      const images = await Promise.all(
        urls.map(async (url) => {
          const image = new Image();
          image.src = url;
          await image.decode();
          return image;
        }),
      );
      const [first, second] = images;
      if (!first || !second || first.width !== second.width || first.height !== second.height) {
        return Number.POSITIVE_INFINITY;
      }
      const [width, height] = [Math.floor(first.width / 8), Math.floor(first.height / 8)];
      const [a, b] = [first, second].map((image) => {
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context?.drawImage(image, 0, 0, width, height);
        return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      });
      let sum = 0;
      a?.forEach((value, index) => {
        sum += Math.abs(value - (b?.[index] ?? 0));
      });
      return sum / (a?.length ?? 1);
    },
    [one, other].map((png) => `data:image/png;base64,${png.toString("base64")}`),
  );
}

test("the PNG is the picture that the command line draws", async ({ page }, { project }) => {
  await open(page, PAIR);
  expect(await page.evaluate(() => window.diptych.backend())).toBe(project.name);
  const { name, content } = await save(page, "PNG (picture)");
  expect(name).toBe("diptych-jinja2-3.0.3-jinja2-3.1.6.png");
  const drawn = commandLine(["render", OLD.file, NEW.file, "--view", "pair", "--size", await canvasSize(page)], "png");
  expect(await difference(page, content, drawn)).toBeLessThan(3);
  // And the measure does tell pictures apart.
  const turned = commandLine(["render", NEW.file, OLD.file, "--view", "pair", "--size", await canvasSize(page)], "png");
  expect(await difference(page, content, turned)).toBeGreaterThan(6);
});

test("the SVG is the one that the command line writes", async ({ page }) => {
  await open(page, PAIR);
  const { name, content } = await save(page, "SVG (vector)");
  expect(name).toBe("diptych-jinja2-3.0.3-jinja2-3.1.6.svg");
  const drawn = commandLine(["render", OLD.file, NEW.file, "--view", "pair", "--size", await canvasSize(page)], "svg");
  expect(content.length).toBeGreaterThan(10_000);
  expect(content.equals(drawn)).toBe(true);
});

test("a picture says under itself what it shows, unless that is switched off", async ({ page }) => {
  await open(page, PAIR);
  const verdict = await page.locator(".verdict .sentence").innerText();
  const [first = ""] = verdict.split(";");
  const { content: whole } = await save(page, "SVG (vector)");
  expect(whole.toString()).toContain(`>${first.trim()}`);
  const png = await save(page, "PNG (picture)");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Add a caption to pictures", checked: true }).click();
  const { content: bare } = await save(page, "SVG (vector)");
  expect(bare.toString()).not.toContain(`>${first.trim()}`);
  const size = await canvasSize(page);
  expect(
    bare.equals(commandLine(["render", OLD.file, NEW.file, "--view", "pair", "--size", size, "--bare"], "svg")),
  ).toBe(true);
  // Width and height stand at bytes 16 to 24 of every PNG.
  const plain = await save(page, "PNG (picture)");
  expect(plain.content.readUInt32BE(16)).toBe(png.content.readUInt32BE(16));
  expect(plain.content.readUInt32BE(20)).toBeLessThan(png.content.readUInt32BE(20) - 60);
  expect(`${plain.content.readUInt32BE(16)}x${plain.content.readUInt32BE(20)}`).toBe(size);
});

test("either renderer can be asked for in the address", async ({ page }, { project }) => {
  await open(page, `?renderer=webgl&${PAIR.slice(1)}`);
  expect(await page.evaluate(() => window.diptych.backend())).toBe("webgl");
  expect(page.url()).toContain("?renderer=webgl#");
  await open(page, `?renderer=webgpu&${PAIR.slice(1)}`);
  expect(await page.evaluate(() => window.diptych.backend())).toBe(project.name === "webgpu" ? "webgpu" : null);
});
