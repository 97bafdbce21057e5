// Checks the controls around the picture of the Compare desk: links to it, menus, exports, the panel.

import { readFileSync } from "node:fs";

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

import { tooltip, toolbar, details, drag, wordsAlone, WIDE } from "./support/compare-desk.js";
import { address, idle, inA, open, PAIR, sceneWords } from "./support/diptych.js";

test.use({ viewport: WIDE });

test("a link brings the desk back as it was", async ({ page, context }) => {
  await open(
    page,
    `${PAIR}#pair.color=shift&m=similarity&tau=40&m.lines=1&m.lambda=20&m.xm=1&m.f=visit&m.us=5&m.all=1&m.band=40`,
  );
  const words = await wordsAlone(page);
  const other = await context.newPage();
  await open(other, page.url());
  expect(await sceneWords(other)).toEqual(words);
  await expect(other.getByRole("slider", { name: /Smallest similarity/ })).toHaveValue("40");
  await expect(other.getByRole("button", { name: "Similarity", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("what finds no room lies in a menu, which stays open while it is used", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, PAIR);
  await expect(toolbar(page).getByRole("button", { name: "Similarity" })).toBeVisible();
  await expect(toolbar(page).getByRole("group", { name: "Show" })).toHaveCount(0);
  await toolbar(page).getByRole("button", { name: "Settings of this desk" }).click();
  await toolbar(page).getByRole("button", { name: "only A" }).click();
  await idle(page);
  expect(await address(page)).toMatchObject({ "m.xa": "1" });
  await expect(toolbar(page).getByRole("textbox", { name: "Function" })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  await page.mouse.click(500, 60);
  await expect(toolbar(page).getByRole("group", { name: "Show" })).toHaveCount(0);
});

const menu = (page: Page) => page.getByRole("menu");

test("the other button offers what can be done with a call", async ({ page, context, browserName }) => {
  test.slow();
  if (browserName === "chromium") {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  }
  await open(page, `${PAIR}#pair.a=5000000..6000000&pair.b=3000000..6000000`);
  const { x, y } = await inA(page, 0.5, 6);
  await page.mouse.click(x, y, { button: "right" });
  await idle(page);
  const name = (await menu(page).getAttribute("aria-label")) ?? "";
  await expect(details(page)).toContainText(name);
  await expect(tooltip(page)).toHaveCount(0);
  await expect(menu(page).getByRole("menuitem").first()).toBeFocused();
  expect(await menu(page).getByRole("menuitem").allTextContents()).toEqual([
    "Copy name",
    "Copy link to this",
    "Find all calls",
    "Go to the matching call",
    "Line up with its match",
    "Hide everything else",
    "Add a note to this",
    "Export this view as PNG",
    "Export this view as SVG",
    "Export this view as CSV",
  ]);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);

  await menu(page).getByRole("menuitem", { name: "Find all calls" }).click();
  await expect(menu(page)).toHaveCount(0);
  await idle(page);
  await expect(page.getByTestId("search-text")).toContainText(/A [1-9]/);
  await expect.poll(async () => JSON.stringify(await address(page))).toContain("name:");
});

test("the menu opens by key at the selected call, arrows walk it, Escape gives the focus back", async ({ page }) => {
  test.slow();
  await open(page, PAIR);
  await page.keyboard.press("n");
  await idle(page);
  await page.locator("#view").focus();
  await page.keyboard.press("Shift+F10");
  await expect(menu(page).getByRole("menuitem", { name: "Copy name" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu(page).getByRole("menuitem", { name: "Copy link to this" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu(page)).toHaveCount(0);
  await expect(page.locator("#view")).toBeFocused();
  expect(await address(page)).toHaveProperty("sel");

  await page.keyboard.press("ContextMenu");
  await menu(page).getByRole("menuitem", { name: "Hide everything else" }).click();
  await idle(page);
  expect((await address(page))["m.f"]).toMatch(/^name:/);
});

test("the view is exported as values between commas", async ({ page }) => {
  await open(page, PAIR);
  const [download] = await Promise.all([page.waitForEvent("download"), exportAs(page, "CSV (data)")]);
  expect(download.suggestedFilename()).toMatch(/^diptych-.*\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(text.split("\n")[0]).toMatch(/^side,function,file,line,lane,depth,start_ns,duration_ns,/);
  expect(text.split("\n").length).toBeGreaterThan(100);
});

async function exportAs(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name }).click();
}

test("the panel is as wide as it was made, also the next time", async ({ page }) => {
  test.slow();
  await open(page, PAIR);
  const width = async () => Math.round((await page.locator("#panel").boundingBox())?.width ?? 0);
  const grip = page.getByRole("separator", { name: "Width of the panel" });
  const usual = await width();
  const box = await grip.boundingBox();
  const from = { x: (box?.x ?? 0) + 4, y: (box?.y ?? 0) + 300 };
  await drag(page, from, { x: from.x - 90, y: from.y });
  expect(await width()).toBe(usual + 90);
  await drag(page, { x: from.x - 90, y: from.y }, { x: 200, y: from.y });
  expect(await width()).toBe(560);
  await page.reload();
  await idle(page);
  expect(await width()).toBe(560);
  await grip.focus();
  await page.keyboard.press("ArrowRight");
  expect(await width()).toBe(544);
  await page.keyboard.press("Enter");
  expect(await width()).toBe(usual);
});

test("one run is compared with itself, each side by itself", async ({ page }) => {
  await open(page, "?a=examples/jinja2-3.0.3.json.gz");
  await page.getByRole("button", { name: "Compare A with itself" }).click();
  await idle(page);
  expect(await address(page)).toMatchObject({ "pair.apart": "1", b: "examples/jinja2-3.0.3.json.gz" });
  await expect(page.getByTestId("drawn")).toHaveText(/matches drawn/);
});
