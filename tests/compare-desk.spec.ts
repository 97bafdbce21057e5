// The compare desk: the overview over the matches, what the pointer does on both, and the controls of what is shown.

import { readFileSync } from "node:fs";

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

import { address, aimAt, idle, inA, open, PAIR, type SceneInfo, sceneWords, windows } from "./support/diptych.js";

const info = (page: Page) => page.evaluate(() => window.diptych.sceneInfo()) as Promise<SceneInfo>;
const tooltip = (page: Page) => page.getByTestId("tooltip");
const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Compare" });
const details = (page: Page) => page.getByRole("region", { name: "Details" });
const span = ({ start, end }: { start: number; end: number }) => end - start;

type Point = { x: number; y: number };

test.use({ viewport: { width: 1600, height: 900 } });

async function canvasAt(page: Page): Promise<Point> {
  const box = await page.locator(".picture").boundingBox();
  return { x: box?.x ?? 0, y: box?.y ?? 0 };
}

/** A point of the overview: `tick` on the axis, in A's or in B's half, at a share of that half's height. */
async function inOverview(page: Page, tick: number, side: "a" | "b", share = 0.5): Promise<Point> {
  const [{ minimap }, canvas] = [await info(page), await canvasAt(page)];
  if (!minimap) {
    throw new Error("there is no overview");
  }
  const [from, to] = side === "a" ? [minimap.y0, minimap.middle] : [minimap.middle, minimap.y1];
  const along = (tick - minimap.whole.start) / span(minimap.whole);
  return { x: canvas.x + minimap.x0 + along * (minimap.x1 - minimap.x0), y: canvas.y + from + share * (to - from) };
}

async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await idle(page);
}

/** What both sides show. */
async function foci(page: Page): Promise<{ a: { start: number; end: number }; b: { start: number; end: number } }> {
  const { a, b } = await windows(page);
  if (!a || !b) {
    throw new Error("a side has no pane");
  }
  return { a, b };
}

/** Scene words with the pointer away from the picture. */
async function wordsAlone(page: Page): Promise<number[]> {
  await page.mouse.move(5, 5);
  await idle(page);
  return sceneWords(page);
}

/** A point on a tube, where the pointer is and the tooltip offers to select both calls. */
async function onTube(page: Page): Promise<Point> {
  const point = await aimAt(page, (subject) => "match" in subject);
  await page.mouse.move(point.x, point.y);
  await idle(page);
  await expect(tooltip(page)).toContainText("Click selects both calls");
  return point;
}

test("both sides compared, the overview lies over the matches and the canvas says how many are drawn", async ({ page }) => {
  await open(page, PAIR);
  const { minimap, panes } = await info(page);
  expect((minimap?.y1 ?? 0) - (minimap?.y0 ?? 0)).toBeGreaterThan(120);
  expect(panes[0]?.y0).toBeGreaterThanOrEqual(minimap?.y1 ?? Infinity);
  await expect(page.getByTestId("drawn")).toHaveText(/^Drawn [\d,]+ of [\d,]+ matched calls/);
});

test("a hovered call is marked in the overview, and the mark goes with the pointer", async ({ page }) => {
  await open(page, PAIR);
  const before = await wordsAlone(page);
  const { x, y } = await inA(page, 0.3, 3);
  await page.mouse.move(x, y);
  await idle(page);
  await expect(tooltip(page)).toBeVisible();
  const marked = await sceneWords(page);
  expect(marked).not.toEqual(before);
  await page.mouse.move(x + 1, y);
  await idle(page);
  expect(await sceneWords(page)).toEqual(marked);
  expect(await wordsAlone(page)).toEqual(before);
});

test("a hovered tube lights itself and both its calls, and lets go of them", async ({ page }) => {
  await open(page, PAIR);
  const before = await wordsAlone(page);
  await onTube(page);
  const lit = await sceneWords(page);
  expect(lit.length).toBeGreaterThan(before.length);
  expect(await wordsAlone(page)).toEqual(before);
});

test("under colours of order a selected stack keeps its colours, and Escape lets go of it", async ({ page }) => {
  test.slow();
  await open(page, `${PAIR}#pair.color=shift&m.stay=1`);
  const before = await wordsAlone(page);
  const { x, y } = await inA(page, 0.3, 2);
  await page.mouse.click(x, y);
  await idle(page);
  const selected = await wordsAlone(page);
  await page.getByLabel("Colour").selectOption("change");
  const plain = await wordsAlone(page);
  await page.getByLabel("Colour").selectOption("shift");
  expect(await wordsAlone(page)).toEqual(selected);
  expect(selected).not.toEqual(plain);
  await page.keyboard.press("Escape");
  expect(await wordsAlone(page)).toEqual(before);
});

test("hovering a stack under colours of order greys what is not in it", async ({ page }) => {
  await open(page, `${PAIR}#pair.color=shift`);
  const before = await wordsAlone(page);
  const { x, y } = await inA(page, 0.3, 2);
  await page.mouse.move(x, y);
  await idle(page);
  expect(await sceneWords(page)).not.toEqual(before);
});

test("a bar of the overview says what it stands for, beside itself", async ({ page }) => {
  await open(page, PAIR);
  const { minimap } = await info(page);
  const canvas = await canvasAt(page);
  const tick = span((await foci(page)).a) * 0.2;
  const bar = await aimAt(page, (subject) => "time" in subject && subject.time.side === "a" && tick <= subject.time.window.end);
  await page.mouse.move(bar.x, bar.y);
  await idle(page);
  await expect(tooltip(page)).toContainText("Matched");
  const outline = await page.locator(".hover-outline").boundingBox();
  expect((outline?.y ?? 0) + (outline?.height ?? 0)).toBeLessThanOrEqual(canvas.y + (minimap?.middle ?? 0) + 1);
  expect(outline?.width).toBeLessThan(30);
});

test("a focus is dragged and resized in the overview, in either half", async ({ page }) => {
  await open(page, PAIR);
  const whole = (await foci(page)).a.end;
  const at = (share: number, side: "a" | "b") => inOverview(page, whole * share, side);
  await drag(page, await at(1, "a"), await at(0.4, "a"));
  expect((await foci(page)).a.end / whole).toBeCloseTo(0.4, 2);
  expect((await foci(page)).b).toEqual((await foci(page)).a);

  await drag(page, await at(0.2, "b"), await at(0.5, "b"));
  const moved = await foci(page);
  expect(moved.b.start / whole).toBeCloseTo(0.3, 2);
  expect(span(moved.b) / whole).toBeCloseTo(0.4, 2);
  expect(moved.a).toEqual(moved.b);

  await drag(page, await at(0.3, "b"), await at(0.5, "b"));
  expect((await foci(page)).b.start / whole).toBeCloseTo(0.5, 2);

  const beside = await at(0.1, "a");
  await page.mouse.dblclick(beside.x, beside.y);
  await idle(page);
  expect(span((await foci(page)).a)).toBe(whole);
});

test("uncoupled, each half moves its own side", async ({ page }) => {
  await open(page, `${PAIR}#pair.apart=1`);
  const whole = (await foci(page)).a.end;
  const at = (share: number, side: "a" | "b") => inOverview(page, whole * share, side);
  await drag(page, await at(0, "b"), await at(0.5, "b"));
  const { a, b } = await foci(page);
  expect([a.start, b.start / whole]).toEqual([0, expect.closeTo(0.5, 2)]);
  await drag(page, await at(1, "a"), await at(0.6, "a"));
  const after = await foci(page);
  expect(after.a.end / whole).toBeCloseTo(0.6, 2);
  expect(after.b).toEqual(b);
});

test("the pointer shows what of a focus it would take", async ({ page }) => {
  await open(page, `${PAIR}#pair.a=2000000..6000000`);
  const over = async (tick: number) => {
    const { x, y } = await inOverview(page, tick, "a");
    await page.mouse.move(x, y);
    return page.locator(".picture").getAttribute("data-pointer");
  };
  expect([await over(2_000_000), await over(4_000_000), await over(9_000_000)]).toEqual(["edge", "move", "plain"]);
});

test("by similarity there are more matches, and fewer as s rises, by slider and by keys", async ({ page }) => {
  test.slow();
  await open(page, PAIR);
  const matches = async () => Number(/of ([\d,]+) match/.exec((await page.getByTestId("drawn").textContent()) ?? "")?.[1]?.replace(/,/g, ""));
  const oneToOne = await matches();
  await toolbar(page).getByRole("button", { name: "Similarity" }).click();
  await idle(page);
  const similar = await matches();
  expect(similar).toBeGreaterThan(oneToOne);
  expect(await address(page)).toMatchObject({ m: "similarity" });

  await page.keyboard.press("]");
  await idle(page);
  expect(await address(page)).toMatchObject({ tau: "25" });
  const least = toolbar(page).getByRole("slider", { name: /Least similarity/ });
  await expect(least).toHaveValue("25");
  await least.fill("90");
  await idle(page);
  expect(await matches()).toBeLessThan(similar);
  await expect.poll(async () => (await address(page))["tau"]).toBe("90");
  await toolbar(page).getByRole("combobox", { name: "Similarity of" }).selectOption("multiset");
  await idle(page);
  expect(await address(page)).toMatchObject({ sim: "multiset" });

  await toolbar(page).getByRole("button", { name: "One to one" }).click();
  await idle(page);
  expect(await matches()).toBe(oneToOne);
  await page.keyboard.press("[");
  await expect(page.locator(".toast")).toContainText("by similarity");
});

test("every colour of a pair is a picture and a legend of its own", async ({ page }) => {
  await open(page, PAIR);
  const [pictures, legends] = [new Set<string>(), new Set<string>()];
  for (const color of ["change", "shift", "place", "similarity", "match"]) {
    await page.getByLabel("Colour").selectOption(color);
    pictures.add(JSON.stringify(await wordsAlone(page)));
    legends.add((await page.getByRole("group", { name: "Legend" }).textContent()) ?? "");
  }
  expect([pictures.size, legends.size]).toEqual([5, 5]);
});

test("places are seen from the half that the pointer is in, or from the side chosen", async ({ page }) => {
  await open(page, `${PAIR}#pair.color=place`);
  const from = async (side: "a" | "b") => {
    await toolbar(page).getByLabel("seen from").selectOption(side);
    return wordsAlone(page);
  };
  const [a, b] = [await from("a"), await from("b")];
  expect(a).not.toEqual(b);
  expect(await address(page)).toMatchObject({ "m.view": "b" });
  await page.keyboard.press("x");
  await idle(page);
  expect(await address(page)).toMatchObject({ "m.view": "a" });
});

test("tubes or lines, their form, and the palettes as published", async ({ page }) => {
  await open(page, PAIR);
  const tubes = await wordsAlone(page);
  await toolbar(page).getByRole("button", { name: "Lines" }).click();
  const lines = await wordsAlone(page);
  expect(lines).not.toEqual(tubes);
  await toolbar(page).getByRole("button", { name: "Tubes" }).click();
  expect(await wordsAlone(page)).toEqual(tubes);

  await toolbar(page).getByRole("button", { name: "How links are drawn" }).click();
  const seen = [tubes];
  for (const [name, value] of [["Thickness", "10"], ["Band", "50"], ["Bundling", "20"]] as const) {
    await toolbar(page).getByRole("slider", { name: new RegExp(`^${name}`) }).fill(value);
    await idle(page);
    seen.push(await sceneWords(page));
  }
  await toolbar(page).getByLabel("Palettes as published").check();
  await idle(page);
  seen.push(await sceneWords(page));
  expect(new Set(seen.map((words) => JSON.stringify(words))).size).toBe(5);
  await expect.poll(() => address(page)).toMatchObject({ "m.lambda": "10", "m.band": "50", "m.beta": "20", "m.pub": "1" });
  await page.keyboard.press("Escape");
  await expect(toolbar(page).getByRole("slider")).toHaveCount(0);
  await expect(toolbar(page).getByRole("button", { name: "How links are drawn" })).toBeFocused();
});

test("each kind of call is shown or not", async ({ page }) => {
  test.slow();
  await open(page, PAIR);
  const show = toolbar(page).getByRole("group", { name: "Show" });
  const all = await wordsAlone(page);
  for (const [name, key] of [["matched", "m.xm"], ["only A", "m.xa"], ["only B", "m.xb"]] as const) {
    await show.getByRole("button", { name }).click();
    expect(await wordsAlone(page)).not.toEqual(all);
    expect(await address(page)).toMatchObject({ [key]: "1" });
    await expect(show.getByRole("button", { name })).toHaveAttribute("aria-pressed", "false");
    await show.getByRole("button", { name }).click();
    expect(await wordsAlone(page)).toEqual(all);
  }
  for (const button of await show.getByRole("button").all()) {
    await button.click();
  }
  const message = page.getByRole("region", { name: "Everything is filtered out" });
  await expect(message).toContainText(/[\d,]+ matched calls are hidden by “Show”/);
  await message.getByRole("button", { name: "Show all" }).click();
  await expect(message).toHaveCount(0);
  expect(await wordsAlone(page)).toEqual(all);
});

test("filters leave out links by function and by duration", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await open(page, PAIR);
  const all = await wordsAlone(page);
  await toolbar(page).getByRole("button", { name: "Filter matches" }).click();
  await toolbar(page).getByRole("textbox", { name: "Function" }).fill("visit");
  await idle(page);
  const byName = await sceneWords(page);
  expect(byName).not.toEqual(all);
  await toolbar(page).getByRole("spinbutton", { name: /Least duration/ }).fill("500");
  await page.keyboard.press("Enter");
  await idle(page);
  expect(await sceneWords(page)).not.toEqual(byName);
  await expect.poll(() => address(page)).toMatchObject({ "m.f": "visit", "m.us": "500" });
  await expect(toolbar(page).getByRole("button", { name: "Filter matches, 2 on" })).toBeVisible();
  await toolbar(page).getByRole("button", { name: "No filter" }).click();
  expect(await wordsAlone(page)).toEqual(all);
});

test("the desk shows both parts or either, and the overview alone is a table of intervals", async ({ page }) => {
  await open(page, PAIR);
  const parts = toolbar(page).getByLabel("View");
  const height = async () => ((await info(page)).minimap?.y1 ?? 0) - ((await info(page)).minimap?.y0 ?? 0);
  const both = await height();
  await parts.selectOption("matches");
  await idle(page);
  expect(await height()).toBeLessThan(60);
  await parts.selectOption("overview");
  await idle(page);
  expect(await height()).toBeGreaterThan(both * 2);

  const whole = (await foci(page)).a.end;
  await drag(page, await inOverview(page, whole, "a"), await inOverview(page, whole / 2, "a"));
  expect((await foci(page)).a.end / whole).toBeCloseTo(0.5, 2);
  await page.keyboard.press("v");
  await idle(page);
  const table = page.getByRole("treegrid", { name: "Intervals shown" });
  await expect(table.getByRole("columnheader").first()).toHaveText("Side");
  await expect(table.getByRole("row")).not.toHaveCount(1);
});

test("a tube tells of both calls, a click selects them, a double click shows both", async ({ page }) => {
  await open(page, PAIR);
  const { x, y } = await onTube(page);
  await expect(tooltip(page)).toContainText(/Duration\s*[\d.]+\s*(s|ms|µs|ns)/);
  await expect(page.locator(".hover-outline")).toBeHidden();
  const name = (await tooltip(page).locator(".tooltip-name bdi").textContent()) ?? "";
  const before = await foci(page);

  await page.mouse.dblclick(x, y);
  await idle(page);
  await expect(details(page)).toContainText(name);
  const after = await foci(page);
  expect(span(after.a)).toBe(span(after.b));
  expect(span(after.a)).toBeLessThan(span(before.a));
  await expect.poll(async () => (await address(page))["sel"]).toMatch(/^a,/);
  const selected = Number((await address(page))["sel"]?.split(",")[1]);
  expect(selected).toBeGreaterThanOrEqual(after.a.start);

  await page.keyboard.press("g");
  await expect.poll(async () => (await address(page))["sel"]).toMatch(/^b,/);
  const partner = Number((await address(page))["sel"]?.split(",")[1]);
  expect(partner).toBeGreaterThanOrEqual(after.b.start);
  expect(partner).toBeLessThan(after.b.end);
  expect(await foci(page)).toEqual(after);
});

test("the partner of the selected call is laid under it", async ({ page }) => {
  await open(page, `${PAIR}#pair.a=5000000..6000000&pair.b=3000000..6000000&m.stay=1`);
  const { x, y } = await inA(page, 0.5, 8);
  await page.mouse.click(x, y);
  await idle(page);
  const before = await foci(page);
  await expect.poll(async () => (await address(page))["sel"]).toMatch(/^a,/);
  const own = Number((await address(page))["sel"]?.split(",")[1]);
  await details(page).getByRole("button", { name: "Align" }).click();
  await idle(page);
  const after = await foci(page);
  expect(after.a).toEqual(before.a);
  expect(span(after.b)).toBe(span(after.a));
  await page.keyboard.press("g");
  await expect.poll(async () => (await address(page))["sel"]).toMatch(/^b,/);
  const partner = Number((await address(page))["sel"]?.split(",")[1]);
  expect(partner - after.b.start).toBe(own - after.a.start);
});

test("a click lays the partner of a call under it, in one step of the history; with Alt it only selects", async ({ page }) => {
  test.slow();
  await open(page, `${PAIR}#pair.a=5000000..6000000&pair.b=3000000..6000000`);
  const before = await foci(page);
  const { x, y } = await inA(page, 0.5, 8);
  const selected = async () => (await address(page))["sel"];

  await page.keyboard.down("Alt");
  await page.mouse.click(x, y);
  await page.keyboard.up("Alt");
  await idle(page);
  expect(await selected()).toMatch(/^a,/);
  expect(await foci(page)).toEqual(before);
  await page.keyboard.press("Escape");
  await idle(page);

  await page.mouse.click(x, y);
  await idle(page);
  const own = Number((await selected())?.split(",")[1]);
  const after = await foci(page);
  expect(after.a).toEqual(before.a);
  expect(span(after.b)).toBe(span(after.a));
  await page.keyboard.press("g");
  await expect.poll(selected).toMatch(/^b,/);
  expect(Number((await selected())?.split(",")[1]) - after.b.start).toBe(own - after.a.start);
  await page.keyboard.press("Backspace");
  await expect.poll(() => foci(page)).toEqual(before);

  await page.setViewportSize({ width: 2560, height: 900 });
  const toggle = toolbar(page).getByRole("button", { name: "Click aligns" });
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  expect(await address(page)).toMatchObject({ "m.stay": "1" });
  const again = await inA(page, 0.5, 8);
  await page.mouse.click(again.x, again.y);
  await idle(page);
  expect(await selected()).toMatch(/^a,/);
  expect(await foci(page)).toEqual(before);
});

test("by similarity a click brings all matches of a call into view, the best under it", async ({ page }) => {
  await open(page, `${PAIR}#m=similarity&pair.a=5000000..6000000&pair.b=3000000..3500000`);
  const { x, y } = await inA(page, 0.5, 8);
  const before = await foci(page);
  await page.mouse.click(x, y);
  await idle(page);
  const after = await foci(page);
  expect(after.a).toEqual(before.a);
  expect(span(after.b)).toBeGreaterThanOrEqual(span(after.a));
});

test("the walk through the differences brings rows into view, on both sides", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, PAIR);
  await page.keyboard.press("n");
  await idle(page);
  const { selected, panes } = await info(page);
  const pane = panes.find(({ side }) => side === selected?.side);
  if (!selected || !pane) {
    throw new Error("nothing is selected");
  }
  expect(selected.to).toBeGreaterThan(pane.y1 - pane.y0);
  expect(selected.from).toBeGreaterThanOrEqual(pane.scroll);
  expect(selected.to).toBeLessThanOrEqual(pane.scroll + pane.y1 - pane.y0);
  expect(Math.min(...panes.map(({ scroll }) => scroll))).toBeGreaterThan(0);
});

test("a link brings the desk back as it was", async ({ page, context }) => {
  await open(page, `${PAIR}#pair.color=shift&m=similarity&tau=40&m.lines=1&m.lambda=20&m.xm=1&m.f=visit&m.us=5&m.all=1&m.band=40`);
  const words = await wordsAlone(page);
  const other = await context.newPage();
  await open(other, page.url());
  expect(await sceneWords(other)).toEqual(words);
  await expect(other.getByRole("slider", { name: /Least similarity/ })).toHaveValue("40");
  await expect(other.getByRole("button", { name: "Similarity", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("what finds no room lies in a menu, which stays open while it is used", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, PAIR);
  await expect(toolbar(page).getByRole("button", { name: "Lines" })).toBeVisible();
  await expect(toolbar(page).getByRole("group", { name: "Show" })).toHaveCount(0);
  await toolbar(page).getByRole("button", { name: "More controls" }).click();
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
    "Go to partner",
    "Align here",
    "Hide everything else",
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
  await expect.poll(async () => (await address(page))["m.f"]).toMatch(/^name:/);
});

test("the view is exported as values between commas", async ({ page }) => {
  await open(page, PAIR);
  const [download] = await Promise.all([page.waitForEvent("download"), exportAs(page, "Values as CSV")]);
  expect(download.suggestedFilename()).toMatch(/^diptych-.*\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(text.split("\n")[0]).toMatch(/^side,function,file,line,lane,depth,start_ns,duration_ns,/);
  expect(text.split("\n").length).toBeGreaterThan(100);
});

async function exportAs(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name }).click();
}

test("frames around both runs are folded into a line, which unfolds them", async ({ page }) => {
  test.slow();
  await open(page, PAIR);
  const folded = await wordsAlone(page);
  const [{ panes }, canvas] = [await info(page), await canvasAt(page)];
  const at = { x: canvas.x + (panes[0]?.x0 ?? 0) + 20, y: canvas.y + (panes[0]?.y0 ?? 0) - 8 };
  await page.mouse.click(at.x, at.y);
  await idle(page);
  expect(await address(page)).toMatchObject({ "pair.frames": "1" });
  expect(await wordsAlone(page)).not.toEqual(folded);
  await page.keyboard.press("Backspace");
  await expect.poll(async () => (await address(page))["pair.frames"]).toBeUndefined();
  expect(await wordsAlone(page)).toEqual(folded);

  // A frame that is walked to is shown.
  await page.keyboard.press("ArrowUp");
  await idle(page);
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("ArrowUp");
    await idle(page);
  }
  await expect.poll(async () => (await address(page))["pair.frames"]).toBe("1");
});

test("the legend shows one kind alone, and all again", async ({ page }) => {
  test.slow();
  await open(page, PAIR);
  const all = await wordsAlone(page);
  const legend = page.getByRole("group", { name: "Legend" });
  const only = legend.getByRole("button", { name: "only in A" });
  await only.click();
  await idle(page);
  expect(await address(page)).toMatchObject({ "m.xm": "1", "m.xv": "1", "m.xb": "1" });
  await expect(only).toHaveAttribute("aria-pressed", "true");
  expect(await wordsAlone(page)).not.toEqual(all);
  await only.click();
  expect(await wordsAlone(page)).toEqual(all);
});

test("tubes become lines on a way of their own, or at once", async ({ page }) => {
  test.slow();
  await open(page, PAIR);
  const tubes = await wordsAlone(page);
  await toolbar(page).getByRole("button", { name: "Lines" }).click();
  const lines = await wordsAlone(page);
  await toolbar(page).getByRole("button", { name: "Tubes" }).click();
  expect(await wordsAlone(page)).toEqual(tubes);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await toolbar(page).getByRole("button", { name: "Lines" }).click();
  expect(await wordsAlone(page)).toEqual(lines);
});

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
  await expect(page.getByTestId("drawn")).toHaveText(/matched calls/);
});
