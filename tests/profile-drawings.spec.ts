// Drawings of call paths to explore, as the page and the command write them: opened, clicked, searched, in light and dark.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type BrowserContext, expect, type Page, test } from "@playwright/test";

import { WIDE } from "./support/compare-desk.js";
import { commandLine, idle } from "./support/diptych.js";
import { madeTrace, openMade } from "./support/made-traces.js";
import { A, B, toolbar } from "./support/profile-desk.js";
import { functions } from "./support/recounted.js";

/** Both sides as files, in a folder. */
function files(): [string, string] {
  const folder = mkdtempSync(join(tmpdir(), "diptych-"));
  const [a, b] = [join(folder, "a.json"), join(folder, "b.json")];
  writeFileSync(a, madeTrace(A));
  writeFileSync(b, madeTrace(B));
  return [a, b];
}

/** Opens the drawing that the command makes of both. */
async function drawnBy(context: BrowserContext, options: readonly string[]): Promise<Page> {
  const path = test.info().outputPath("drawing.svg");
  writeFileSync(path, commandLine(["flame", ...files(), ...options], "svg"));
  const page = await context.newPage();
  await page.goto(`file://${path}`);
  return page;
}

const cells = (page: Page) => page.locator(".n");
const cell = (page: Page, name: string) =>
  cells(page).filter({ has: page.locator("title", { hasText: new RegExp(`^${name}`) }) });

/** The names of the cells that are shown. */
async function shown(page: Page): Promise<string[]> {
  const names = await cells(page).evaluateAll((all) =>
    all
      .filter((one) => (one as SVGElement).style.display !== "none")
      .map((one) => (one.querySelector("title")?.textContent ?? "").split("\n")[0] ?? ""),
  );
  return names.sort();
}

async function search(page: Page, part: string): Promise<void> {
  page.once("dialog", (dialog) => void dialog.accept(part));
  await page.locator("#search").click();
}

const style = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((one, of) => getComputedStyle(one).getPropertyValue(of), name);

/** The contrast of two colours as computed styles have them (WCAG 2). */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? [])
      .map((part) => Number(part) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (more + 0.05) / (less + 0.05);
}

test("the flame graph of the command zooms, finds, and goes back", async ({ context }) => {
  const page = await drawnBy(context, ["--fold", "none"]);
  const all = ["fresh", "lex", "lex", "main", "old", "parse", "walk", "walk"];
  expect(await shown(page)).toEqual(all);
  await cell(page, "parse").locator("rect").first().click();
  expect(await shown(page)).toEqual(["lex", "main", "parse"]);
  await expect(cell(page, "main")).toHaveClass(/faded/);
  await page.keyboard.press("Backspace");
  expect(await shown(page)).toEqual(all);
  await search(page, "lex");
  await expect(page.locator("#found")).toContainText("2 found");
  await expect(page.locator(".hit")).toHaveCount(2);
  await cell(page, "old").hover();
  await expect(page.locator("#told")).toContainText("gone, \u2212100\u202f%");
  await page.close();
});

test("labels on hatched boxes stand on a ground, and all can be read in light and in dark", async ({ context }) => {
  const page = await drawnBy(context, ["--fold", "none"]);
  const grounds: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    grounds.push(await style(page, "path.ground", "fill"));
    for (const only of ["new", "gone"]) {
      expect(await style(page, `.${only} text`, "paint-order")).toMatch(/^stroke/);
      const [label, ground] = [
        await style(page, `.${only} text`, "fill"),
        await style(page, `.${only} text`, "stroke"),
      ];
      expect(ground).toBe(await style(page, `.${only}-ground`, "fill"));
      expect(contrast(label, ground), `${only} in ${colorScheme}`).toBeGreaterThan(4.5);
    }
    const fills = await cells(page).evaluateAll((all) =>
      all
        .filter((one) => !one.classList.contains("only"))
        .map((one) =>
          [one.querySelector("rect"), one.querySelector("text")].map((part) => part && getComputedStyle(part).fill),
        ),
    );
    expect(fills.length).toBeGreaterThan(0);
    for (const [fill, label] of fills) {
      expect(contrast(fill ?? "", label ?? ""), `${label} on ${fill} in ${colorScheme}`).toBeGreaterThan(4.5);
    }
    expect(contrast(await style(page, "#told", "fill"), grounds.at(-1) ?? "")).toBeGreaterThan(4.5);
  }
  expect(new Set(grounds).size).toBe(2);
  await page.close();
});

test("the funky graph is saved as a drawing in which a function's column is gone to", async ({ page, context }) => {
  await page.setViewportSize({ ...WIDE, width: 2000 }); // Recursion is in the line.
  await openMade(page, A, B);
  await page.getByRole("tab", { name: "Profile" }).click();
  await idle(page);
  await toolbar(page).getByRole("combobox", { name: "Recursion" }).selectOption("as-called");
  await idle(page);
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Funky graph (interactive SVG)" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("diptych-a-b.funky.svg");
  const path = test.info().outputPath(saved.suggestedFilename());
  await saved.saveAs(path);
  const file = await context.newPage();
  await file.goto(`file://${path}`);
  const roots = file.locator(".n[data-r='0']");
  const widths = await roots.evaluateAll((all) =>
    all.map(
      (one) =>
        [
          (one.querySelector("title")?.textContent ?? "").split("\n")[0] ?? "",
          Number(one.querySelector("rect")?.getAttribute("width")),
        ] as const,
    ),
  );
  const [a, b] = [functions(A), functions(B)];
  const own = (name: string) => Math.max(a.get(name)?.own ?? 0, b.get(name)?.own ?? 0);
  const names = new Set([...a.keys(), ...b.keys()]);
  expect(new Set(widths.map(([name]) => name))).toEqual(names);
  const whole = [...names].reduce((sum, name) => sum + own(name), 0);
  for (const [name, width] of widths) {
    expect(width, name).toBeCloseTo((1_180 * own(name)) / whole, 1);
  }
  await roots
    .filter({ has: file.locator("title", { hasText: /^lex/ }) })
    .locator("rect")
    .click();
  // Its callers, and theirs; it calls nothing.
  expect(new Set(await shown(file))).toEqual(new Set(["lex", "main", "parse", "walk"]));
  await file.keyboard.press("Escape");
  await search(file, "walk");
  await expect(file.locator("#found")).toHaveText(
    `1 found, ${((100 * own("walk")) / whole).toFixed(1)} % of the width`,
  );
  await file.close();
});

test("the funky graph of the command goes to the column of what is clicked in another one", async ({ context }) => {
  const page = await drawnBy(context, ["--view", "funky"]);
  const inLex = page.locator(".n[data-r='-1']").filter({ has: page.locator("title", { hasText: /^parse/ }) });
  await inLex.first().locator("rect").click();
  const roots = await page
    .locator(".n[data-r='0']")
    .evaluateAll((all) =>
      all
        .filter((one) => (one as SVGElement).style.display !== "none")
        .map((one) => one.querySelector("title")?.textContent?.split("\n")[0]),
    );
  expect(roots).toEqual(["parse"]);
  await page.locator("#whole").click();
  expect((await shown(page)).length).toBeGreaterThan(6);
  await page.close();
});
