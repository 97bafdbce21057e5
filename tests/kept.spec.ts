// A stored comparison without its traces: what it shows, what says that it needs them, and that they can follow.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { expect, test, type Page } from "@playwright/test";

import { span, toolbar, WIDE } from "./support/compare-desk.js";
import {
  commandLine,
  drop,
  type Dropped,
  examplePair,
  idle,
  items,
  NEW,
  OLD,
  open,
  PAIR,
  windows,
} from "./support/diptych.js";

test.use({ viewport: WIDE });

let pair: Buffer;

test.beforeAll(() => {
  pair = commandLine(["compare", OLD.file, NEW.file], "diptych");
});

const side = (page: Page, letter: "A" | "B") => page.getByRole("region", { name: `Side ${letter}` });
const notice = (page: Page) => page.getByRole("region", { name: "Without its traces" });
const kept = (content: Buffer = pair): Dropped => ({ name: "pair.diptych", content });

async function shownLists(page: Page): Promise<{ verdict: string; lists: string }> {
  await idle(page);
  return { verdict: await page.locator(".verdict").innerText(), lists: await page.locator("#lists").innerText() };
}

test("a dropped comparison says what its traces say, and names what needs them", async ({ page }) => {
  await open(page, PAIR);
  const ofTraces = await shownLists(page);
  await open(page, "");
  await drop(page, [kept()]);
  expect(await shownLists(page)).toEqual(ofTraces);
  await expect(side(page, "A")).toContainText("from pair.diptych");
  await expect(side(page, "B")).toContainText("9,826 calls");

  // The overview is there, and nothing of calls.
  const shown = await items(page);
  const times = shown.flatMap(({ subject }) => ("time" in subject ? [subject.time.side] : []));
  expect(times.length).toBe(shown.length);
  expect(times.filter((of) => of === "a").length).toBeGreaterThan(80);
  expect(times.filter((of) => of === "b").length).toBeGreaterThan(80);
  await expect(notice(page)).toContainText("Pictures of calls need the two traces.");
  await expect(notice(page)).toContainText("A (jinja2-3.0.3.json.gz) and B (jinja2-3.1.6.json.gz)");
  const why = "Needs both traces: pair.diptych holds no calls.";
  await expect(toolbar(page).getByRole("combobox").first()).toBeDisabled();
  await expect(page.getByRole("button", { name: "Swap sides" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Swap sides" })).toHaveAttribute("title", why);
  await expect(page.getByRole("textbox", { name: "Search names and files" })).toBeDisabled();

  // Lists follow what can be said without calls, as those of traces do.
  await page.getByLabel("Normalise").selectOption("per-call");
  await idle(page);
  expect((await shownLists(page)).lists).not.toEqual(ofTraces.lists);
});

test("desks that draw calls say that they need the traces", async ({ page }) => {
  await open(page, "");
  await drop(page, [kept()]);
  for (const desk of ["Structure", "Space-time", "Fusion", "Profile"]) {
    await page.getByRole("tab", { name: desk }).click();
    await idle(page);
    await expect(notice(page)).toContainText("Pictures of calls need the two traces.");
    // What the picture says of waiting is behind the notice, which fills it.
    const [cover, view] = [page.locator(".over-picture"), page.locator("#view")];
    expect(await cover.boundingBox()).toEqual(await view.boundingBox());
  }
});

test("what is no whole comparison says so, and what was open stays", async ({ page }) => {
  await open(page, "");
  await drop(page, [kept()]);
  const before = await shownLists(page);
  await drop(page, [kept(pair.subarray(0, pair.length / 4))], "[data-side=b]");
  await expect(page.locator(".failure")).toContainText(
    "pair.diptych cannot be opened. The stored comparison lacks the call paths of",
  );
  await expect(page.locator(".failure")).toContainText("Damage destroyed the call paths of");
  const newer = Buffer.from(pair);
  newer[8] = 99;
  await drop(page, [kept(newer)], "[data-side=b]");
  await expect(page.locator(".failure")).toContainText("saved by a newer diptych");
  expect(await shownLists(page)).toEqual(before);
  await page.getByRole("button", { name: "Close A", exact: true }).click();
  await idle(page);
  await expect(page.getByRole("heading", { name: "Compare two execution traces" })).toBeVisible();
});

test("packed it opens all the same", async ({ page }) => {
  await open(page, "");
  await drop(page, [{ name: "pair.diptych.gz", content: gzipSync(pair) }]);
  await expect(side(page, "A")).toContainText("from pair.diptych.gz");
  await expect(side(page, "B")).toContainText("9,826 calls");
});

test("with one of its traces what needs that one alone works", async ({ page }) => {
  await open(page, "");
  await drop(page, [kept()]);
  const before = await shownLists(page);
  const [older, newer] = examplePair();
  await drop(page, [older], "[data-side=a]");
  expect(await shownLists(page)).toEqual(before);
  await expect(notice(page)).toContainText("B (jinja2-3.1.6.json.gz)");
  await expect(page.getByRole("button", { name: "Swap sides" })).toBeDisabled();
  const calls = async () =>
    (await items(page)).filter(
      ({ view, subject }) => view === "matches" && "call" in subject && subject.call.side === "a",
    );
  const fills = async () => new Set((await calls()).map(({ fill }) => fill)).size;
  expect((await calls()).length).toBeGreaterThan(20);

  const colour = toolbar(page).getByLabel("Colour");
  await expect(colour.getByRole("option")).toHaveText(["Package", "File", "Function", "Duration"]);
  await colour.selectOption("function");
  const byFunction = await fills();
  await colour.selectOption("package");
  expect(await fills()).toBeLessThan(byFunction);
  const whole = (await windows(page))["a"];
  await page.locator("#view").focus();
  await page.keyboard.press("w");
  await idle(page);
  expect(span((await windows(page))["a"] ?? { start: 0, end: 0 })).toBeLessThan(span(whole ?? { start: 0, end: 0 }));
  await page.getByRole("textbox", { name: "Search names and files" }).fill("tokeniter");
  await idle(page);
  await expect(page.getByTestId("search-text")).toContainText(/^A \d+ calls/);

  await drop(page, [newer], "[data-side=b]");
  await expect(notice(page)).toHaveCount(0);
  expect((await items(page)).some(({ subject }) => "match" in subject)).toBe(true);
});

test("its traces take its place, and no others", async ({ page }) => {
  await open(page, "");
  await drop(page, [kept()]);
  const before = await shownLists(page);
  const [older, newer] = examplePair();
  await drop(page, [newer], "[data-side=a]");
  await expect(page.locator(".failure")).toContainText("new.json.gz is not trace A of pair.diptych.");
  await expect(page.locator(".failure")).toContainText("is trace B");
  expect((await shownLists(page)).lists).toEqual(before.lists);

  await drop(page, [older, newer]);
  await expect(notice(page)).toHaveCount(0);
  await expect(side(page, "A")).not.toContainText("pair.diptych");
  expect(await shownLists(page)).toEqual(before);
  expect((await items(page)).some(({ subject }) => "call" in subject)).toBe(true);
  await expect(toolbar(page).getByRole("combobox").first()).toBeEnabled();
});

test("a damaged file opens with the parts that are whole, and names the others", async ({ page }) => {
  const cut = pair.subarray(0, pair.length - 30_000);
  await open(page, "");
  await drop(page, [kept(cut)]);
  await expect(page.getByText("pair.diptych was opened in part.")).toBeVisible();
  await expect(page.getByText(/Damage destroyed /u)).toBeVisible();
  await expect(page.locator(".verdict")).toContainText("0.895×");
});

test("with its traces inside, a file shows what the traces show", async ({ page }) => {
  await open(page, PAIR);
  const ofTraces = await shownLists(page);
  const boxes = (await items(page)).length;
  const whole = commandLine(["compare", OLD.file, NEW.file, "--with-traces"], "diptych");
  await open(page, "");
  await drop(page, [kept(whole)]);
  expect(await shownLists(page)).toEqual(ofTraces);
  await expect(notice(page)).toHaveCount(0);
  expect((await items(page)).length).toBe(boxes);
  await expect(page.getByRole("button", { name: "Swap sides" })).toBeEnabled();
});

test("the page saves what it shows, and opens it again", async ({ page }) => {
  await open(page, PAIR);
  await page.getByLabel("Normalise").selectOption("per-call");
  await page.getByRole("tab", { name: "Profile" }).click();
  const shown = await shownLists(page);
  for (const [entry, hasCalls] of [
    ["Comparison (.diptych)", false],
    ["Comparison with traces (.diptych)", true],
  ] as const) {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: entry, exact: true }).click(),
    ]);
    const content = readFileSync(await download.path());
    const other = await page.context().newPage();
    await open(other, "");
    await drop(other, [{ name: "saved.diptych", content }]);
    expect(await shownLists(other)).toEqual(shown);
    await expect(other.getByRole("tab", { name: "Profile" })).toHaveAttribute("aria-selected", "true");
    await expect(other.getByRole("button", { name: "Swap sides" })).toBeEnabled({ enabled: hasCalls });
    await other.close();
  }
});
