// Checks the page where the system or paper decides its looks: forced colours, print, the theme of this device.

import { expect, test } from "@playwright/test";

import { address, idle, open, PAIR } from "./support/diptych.js";

test("forced colours: what tells by its colour keeps it, and what is on or in front stays marked", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await open(page, PAIR);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "contrast");
  const ground = (selector: string, part?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, pseudo) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(element, pseudo);
        return `${backgroundColor} ${backgroundImage}`;
      }, part);
  const pressed = await ground('.segmented button[aria-pressed="true"]');
  expect(pressed).not.toBe(await ground('.segmented button[aria-pressed="false"]'));
  expect(await ground('button[role="tab"][aria-selected="true"]', "::after")).toContain(pressed.split(" none")[0]);
  expect(await ground(".badge-a")).toContain("repeating-linear-gradient");
  const swatches = await page
    .locator(".legend .swatch")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(swatches).size).toBeGreaterThan(5);
});

test("forced colours: pictures are as light or dark as the palette, whatever theme was chosen", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "light" });
  await open(page, `${PAIR}#theme=dark`);
  await idle(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const ground = () => page.locator("html").evaluate((root) => getComputedStyle(root).getPropertyValue("--bg").trim());
  const light = await ground();
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "contrast");
  expect(await ground()).not.toBe(light);
});

for (const desk of ["compare", "structure", "space-time", "fusion", "profile"]) {
  test(`forced colours: all text beside the picture of ${desk} can be read`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page, `${PAIR}#desk=${desk}`);
    await idle(page);
    const unreadable = await page.evaluate(() => {
      const luminance = (colour: string) => {
        const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/gu) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const groundOf = (element: Element | null): string | null => {
        for (let at = element; at !== null; at = at.parentElement) {
          const { backgroundColor, backgroundImage } = getComputedStyle(at);
          if (at.matches("#view, .picture, .pane-head") || backgroundImage !== "none") {
            return null; // A picture, whose colours are its own.
          }
          if (!/^rgba\(.*, 0\)$/u.test(backgroundColor)) {
            return backgroundColor;
          }
        }
        return "rgb(255, 255, 255)";
      };
      const texts = [...document.querySelectorAll("body *")].filter(
        (element) =>
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== ""),
      );
      return texts.flatMap((element) => {
        const ground = groundOf(element);
        const [one, other] = [luminance(getComputedStyle(element).color), luminance(ground ?? "")];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        return ground !== null && ratio < 3
          ? [`${element.className}: ${element.textContent?.trim().slice(0, 40)}`]
          : [];
      });
    });
    expect(unreadable).toEqual([]);
  });
}

test("print: an image takes the place of the canvas, and goes again", async ({ page }) => {
  await open(page, `${PAIR}#theme=dark`);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const image = page.locator(".picture img");
  await expect(image).toBeVisible();
  await expect(page.locator(".gpu-layer")).toBeHidden();
  await expect(page.getByRole("toolbar")).toBeHidden();
  const colours = await image.evaluate(async (element) => {
    const printed = element as HTMLImageElement;
    await printed.decode();
    const canvas = new OffscreenCanvas(printed.naturalWidth, printed.naturalHeight);
    const context = canvas.getContext("2d");
    context?.drawImage(printed, 0, 0);
    return new Set(
      new Uint32Array(context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? new ArrayBuffer(0)),
    ).size;
  });
  expect(colours).toBeGreaterThan(20);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(image).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("print by key: a dark picture is laid out in light colours first, and is dark again afterwards", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset["printed"] = document.documentElement.dataset["theme"] ?? "";
    };
  });
  await open(page, `${PAIR}#theme=dark`);
  await page.keyboard.press("Control+p");
  await expect(page.locator("body")).toHaveAttribute("data-printed", "light");
  await idle(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the theme is kept on this device and stays out of links", async ({ page }) => {
  await open(page, PAIR);
  await page.getByRole("button", { name: /^Theme: system/ }).click();
  await page.getByRole("button", { name: /^Theme: light/ }).click();
  await idle(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await address(page)).not.toHaveProperty("theme");
  await page.reload();
  await idle(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await open(page, "#theme=contrast");
  await page.reload();
  await idle(page);
  expect(await address(page)).not.toHaveProperty("theme");
});
