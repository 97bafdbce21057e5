// Keys and tables without a mouse: keyboards that type brackets with AltGr, search, copying, names of controls.

import { expect, type Page } from "@playwright/test";

import { details, toolbar, WIDE } from "./support/compare-desk.js";
import { DESKS } from "./support/desks.js";
import { address, idle, inA } from "./support/diptych.js";
import { openPair, test } from "./support/shared-page.js";

test.use({ viewport: WIDE });

/** Types a character as a German keyboard on Linux does: the key is `[`, and AltGr is held. */
const altGr = (page: Page, key: string) =>
  page.evaluate((typed) => {
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: typed, modifierAltGraph: true, bubbles: true, cancelable: true }),
    );
  }, key);

/** Collects the texts that the page writes to the clipboard from now on. */
async function copied(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const scope = window as unknown as { copied: string };
    scope.copied = "";
    Object.defineProperty(navigator, "clipboard", {
      configurable: true,
      value: { writeText: async (text: string) => void (scope.copied = text) },
    });
  });
  return () => page.evaluate(() => (window as unknown as { copied: string }).copied);
}

test("brackets and backslash typed with AltGr do what they do without", async ({ page }) => {
  await openPair(page, "m=similarity");
  const least = async () => Number((await address(page))["tau"] ?? "20");
  const before = await least();
  await altGr(page, "]");
  await idle(page);
  await expect.poll(least).toBeGreaterThan(before);
  await altGr(page, "\\");
  await expect(page.locator("#panel")).toBeHidden();
  await altGr(page, "\\");
  await expect(page.locator("#panel")).toBeVisible();
});

test("Ctrl+F opens the search, and Ctrl+C copies the name of the selected call", async ({ page }) => {
  await openPair(page);
  await page.locator("#view").focus();
  await page.keyboard.press("Control+f");
  await expect(page.locator("#search")).toBeFocused();
  await page.keyboard.press("Escape");
  const text = await copied(page);
  const { x, y } = await inA(page, 0.3, 3);
  await page.mouse.click(x, y);
  await idle(page);
  const name = (await details(page).locator(".details-name bdi").textContent()) ?? "";
  await page.keyboard.press("Control+c");
  await expect(page.locator(".toast")).toContainText(`Copied ${name}`);
  expect(await text()).toBe(name);
});

test("a table keeps its numbers in view, aligns a column alike, and copies a row", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPair(page, "desk=profile");
  await page.keyboard.press("v");
  await idle(page);
  const grid = page.getByRole("treegrid");
  const [table, frame] = [await grid.boundingBox(), await page.locator(".data-table").boundingBox()];
  expect(table?.width ?? 0).toBeLessThanOrEqual((frame?.width ?? 0) + 1);
  const delta = grid.locator("tbody td:nth-child(4)");
  const texts = await delta.allTextContents();
  expect(texts.some((cell) => cell.trim().startsWith("+"))).toBe(true);
  expect(texts.some((cell) => cell.trim().startsWith("−"))).toBe(true);
  expect(new Set(await delta.evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign)))).toEqual(
    new Set(["right"]),
  );

  const text = await copied(page);
  const row = grid.locator("tbody tr").nth(1);
  await row.focus();
  await page.keyboard.press("Control+c");
  await expect.poll(text).toMatch(/^Environment\.compile\t[^\t]+\t/);
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy row" }).click();
  await expect(page.locator(".toast").last()).toContainText("Copied the row");
  await page.keyboard.press("v");

  const sorted = page.locator(".functions-by-weight th[aria-sort=descending] button");
  await expect(sorted).toHaveAttribute("title", /^Sort by /);
  await expect(sorted).toContainText("↓");
});

for (const desk of DESKS) {
  test(`${desk}: every list and slider of the toolbar has a name in sight`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openPair(page, `desk=${desk}`);
    const more = page.getByRole("button", { name: "Settings of this desk" });
    await more.click();
    const unnamed = await page.locator(".toolbar").evaluate((bar) => {
      const words = (control: Element) =>
        [...(control.closest("label, .slider")?.querySelectorAll("span, strong") ?? [])].filter(
          (word) => word.getBoundingClientRect().width > 8 && (word.textContent ?? "").trim() !== "",
        );
      return [...bar.querySelectorAll("select, input[type=range]")]
        .filter((control) => words(control).length === 0)
        .map((control) => control.outerHTML.slice(0, 80));
    });
    expect(unnamed).toEqual([]);
    const icons = await page
      .locator(".more-tool button.square")
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().width));
    expect(Math.min(Infinity, ...icons)).toBeGreaterThan(40);
    await page.keyboard.press("Escape");
  });
}

for (const desk of DESKS) {
  test(`${desk}: every control of the toolbar says what it does`, async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 760 });
    await openPair(page, `desk=${desk}`);
    await page.getByRole("button", { name: "Settings of this desk" }).click();
    const silent = await page.locator(".tool, .more-tool").evaluateAll((tools) => {
      const says = (element: Element) =>
        element.getAttribute("title") ?? element.closest(".check, .layers")?.textContent ?? "";
      const isSilent = (tool: Element) =>
        says(tool) === "" &&
        tool.querySelector(":scope > p") === null &&
        [...tool.querySelectorAll("button, select, input, textarea")].some(
          (control) => says(control) === "" && control.closest("[title]") === null,
        );
      return tools.filter(isSilent).map((tool) => (tool.textContent ?? "").replaceAll(/\s+/g, " ").slice(0, 80));
    });
    expect(silent).toEqual([]);
    await page.keyboard.press("Escape");
  });
}

test("the legend says where its steps begin, and names each of them in its popover", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPair(page);
  // The drawer of the lists lies over the legend.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Full legend" }).click();
  const content = page.locator("#legend-popover");
  await expect(content).toContainText("1.25× to 1.5×");
  await expect(content).toContainText("under 0.5×");
  const cut = await content.evaluate(
    (box) =>
      [...box.querySelectorAll("li")].filter(
        (entry) => entry.scrollWidth > entry.clientWidth + 1 || entry.getBoundingClientRect().right > innerWidth,
      ).length,
  );
  expect(cut).toBe(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 2200, height: 900 });
  await expect(toolbar(page)).toBeVisible();
  await expect(page.locator(".legend-line .step-bounds")).toContainText("1.05×, 1.25×, 1.5×, 2×");
});
