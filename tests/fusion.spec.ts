// The Fusion desk: the program's structure as nested cells, calls over it. What the pointer is near to is in focus, what is selected
// stays so, and every number is counted again.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

import { expect, type Page, test } from "@playwright/test";

import { canvasAt, details, info, tooltip, WIDE, wordsAlone } from "./support/compare-desk.js";
import { type MadeCall, openMade } from "./support/made-traces.js";
import { address, aimAt, drop, idle, items, NEW, OLD, open, PAIR, sceneWords, windows } from "./support/diptych.js";

const rows = (page: Page) => page.locator(".area-row");
const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Fusion" });
const status = async (page: Page) => (await info(page)).drawn.text;

async function openDesk(page: Page, more = ""): Promise<void> {
  await page.setViewportSize(WIDE);
  await open(page, `${PAIR}#v=1&desk=fusion${more}`);
  await expect(rows(page).first()).toBeVisible();
  await idle(page);
}

async function hoverAt(page: Page, x: number, y: number): Promise<void> {
  const canvas = await canvasAt(page);
  await page.mouse.move(canvas.x + x, canvas.y + y);
  await idle(page);
}

/** Settings lie in the line or in the menu, by the room there is. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const more = toolbar(page).getByRole("button", { name: "Settings of this desk" });
  const select = toolbar(page).getByRole("combobox", { name: label }).first();
  if (!(await select.isVisible()) && (await more.isVisible())) {
    await more.click();
  }
  await select.selectOption(option);
  await page.keyboard.press("Escape");
  await idle(page);
}

test("where the pointer is says what is in focus: on a call, between calls, below all", async ({ page }) => {
  await openDesk(page);
  const { height, width } = await info(page);
  const atRest = await wordsAlone(page);
  const boxes = (await items(page)).filter(({ subject }) => "call" in subject);
  const deepest = Math.max(...boxes.map(({ rect }) => rect[3]));
  const point = await aimAt(
    page,
    (subject, { rect }) => "call" in subject && rect[2] - rect[0] > 30 && rect[2] - rect[0] < 400,
  );
  await page.mouse.move(point.x, point.y);
  await idle(page);
  expect(await status(page)).toMatch(/^Detail: .+ [\d,]+ of [\d,]+ calls of B drawn over [\d,]+ elements$/);
  expect(await sceneWords(page)).not.toEqual(atRest);
  await expect(tooltip(page)).toContainText("Calls inside");
  await hoverAt(page, width / 2, (deepest + height) / 2);
  expect(await status(page)).toMatch(/^Overview: the call path to /);
  // In the row of the deepest box, where no box is.
  const row = boxes.reduce((found, of) => (of.rect[3] > found.rect[3] ? of : found));
  const inRow = boxes.filter(({ rect }) => rect[1] <= row.rect[1] && row.rect[1] < rect[3]);
  const free = Array.from({ length: Math.floor(width) }, (_, x) => x + 0.5).find((x) =>
    inRow.every(({ rect }) => x < rect[0] - 2 || x > Math.max(rect[2], rect[0] + 1) + 2),
  );
  await hoverAt(page, free ?? 0, row.rect[1] + 0.5);
  expect(await status(page)).toMatch(/^Approach: the call paths through /);
  expect(await wordsAlone(page)).toEqual(atRest);
});

test("with Ctrl held elements are pointed at, with as much around them as the height says", async ({ page }) => {
  await openDesk(page);
  const cell = (await items(page))
    .filter(({ subject }) => "element" in subject || "function" in subject)
    .reduce((most, of) => (area(of.rect) > area(most.rect) ? of : most));
  const [x, y] = [(cell.rect[0] + cell.rect[2]) / 2, cell.rect[3] - 2];
  await page.locator("#view").focus();
  await page.keyboard.down("Control");
  await idle(page);
  await hoverAt(page, x, y);
  const around = await status(page);
  expect(around).toMatch(/^Structure: .+ elements? in it\./);
  await expect(tooltip(page)).toContainText("ran in");
  await page.keyboard.up("Control");
  await idle(page);
  expect(await status(page)).not.toMatch(/^Structure/);
  // The toolbar has the same choice, and a key reduces the levels around the element.
  await toolbar(page).getByRole("button", { name: "cells", exact: true }).click();
  await page.locator("#view").focus();
  await page.keyboard.press("[");
  await idle(page);
  expect((await address(page))["fuse.height"]).toBe("0");
  await hoverAt(page, x + 1, y);
  expect(await status(page)).toMatch(/^Structure: /);
  expect(await status(page)).not.toEqual(around);
});

const area = ([x0, y0, x1, y1]: readonly number[]) => ((x1 ?? 0) - (x0 ?? 0)) * ((y1 ?? 0) - (y0 ?? 0));

test("a click pins calls, lists are of these, and Escape lets them go", async ({ page }) => {
  await openDesk(page);
  const before = await rows(page).allTextContents();
  const point = await aimAt(
    page,
    (subject, { rect }) => "call" in subject && rect[2] - rect[0] > 30 && rect[2] - rect[0] < 400,
  );
  await page.mouse.click(point.x, point.y);
  await idle(page);
  expect((await address(page))["sel"]).toMatch(/^b,/);
  expect(await status(page)).toMatch(/^Pinned: /);
  await expect(details(page)).toContainText("Duration");
  await expect.poll(() => rows(page).allTextContents()).not.toEqual(before);
  // The pointer elsewhere changes nothing.
  await hoverAt(page, 300, 500);
  const pinned = await sceneWords(page);
  await hoverAt(page, 500, 520);
  expect(await sceneWords(page)).toEqual(pinned);
  await page.keyboard.press("Escape");
  await idle(page);
  expect((await address(page))["sel"]).toBeUndefined();
  await expect.poll(() => rows(page).allTextContents()).toEqual(before);
});

test("the keyboard alone leads to the same: rows are walked, calls stepped to, the table is a tree", async ({
  page,
}) => {
  await openDesk(page);
  await page.locator("#view").focus();
  await page.keyboard.press("n");
  await idle(page);
  await expect(rows(page).first()).toHaveAttribute("aria-pressed", "true");
  expect(await status(page)).toMatch(/^Pinned: /);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await idle(page);
  expect((await address(page))["sel"]).toMatch(/^a,/);
  expect(await status(page)).toMatch(/^Pinned: .+ below it/);
  await page.keyboard.press("v");
  await idle(page);
  await expect(page.getByRole("treegrid")).toContainText("Ran in");
});

test("each list has as many rows as its tab says, and coverage counts every element once", async ({ page }) => {
  await openDesk(page);
  for (const tab of await page.getByRole("tablist", { name: "Lists of elements" }).getByRole("tab").all()) {
    await tab.click();
    await idle(page);
    const count = Number(/([\d,]+)\s*$/.exec((await tab.textContent()) ?? "")?.[1]?.replaceAll(",", ""));
    await expect(rows(page)).toHaveCount(Math.min(count, 200));
  }
  const coverage = page.getByRole("group", { name: "Coverage" });
  const counts = (await coverage.getByRole("row").locator("td:nth-child(2)").allTextContents()).map((text) =>
    Number(text.replaceAll(",", "")),
  );
  const all = Number(/of ([\d,]+) elements/.exec((await coverage.textContent()) ?? "")?.[1]?.replaceAll(",", ""));
  expect(counts.reduce((sum, of) => sum + of, 0)).toBe(all);
});

test("no two lists repeat each other: what a side never ran is listed apart only if less than all is in focus", async ({
  page,
}) => {
  await openDesk(page);
  const tabs = page.getByRole("tablist", { name: "Lists of elements" });
  await expect(tabs).toContainText("Only A");
  await expect(tabs).not.toContainText("Never in");
  const point = await aimAt(
    page,
    (subject, { rect }) => "call" in subject && rect[2] - rect[0] > 30 && rect[2] - rect[0] < 60,
  );
  await page.mouse.click(point.x, point.y);
  await idle(page);
  await expect(tabs).toContainText("Never in B");
  await page.keyboard.press("Escape");
});

test("settings change the picture and stand in the link, which shows the same again", async ({ page }) => {
  await openDesk(page);
  let before = await wordsAlone(page);
  for (const [label, option, key] of [
    ["Colour", "package", "color"],
    ["Cells", "equal", "size"],
    ["Layout", "squarified", "tiling"],
    ["Level", "module", "level"],
  ] as const) {
    await choose(page, label, option);
    expect((await address(page))[`fuse.${key}`], label).toBe(option);
    const now = await wordsAlone(page);
    expect(now, label).not.toEqual(before);
    before = now;
  }
  await toolbar(page).getByRole("group", { name: "Calls of" }).getByRole("button", { name: "both" }).click();
  await idle(page);
  const both = await wordsAlone(page);
  expect((await info(page)).panes.map(({ side }) => side)).toEqual(["a", "b"]);
  await page.reload();
  await idle(page);
  await expect(rows(page).first()).toBeVisible();
  expect(await wordsAlone(page)).toEqual(both);
});

test("what is coloured is what is in focus, or all else", async ({ page }) => {
  await openDesk(page, "&fuse.color=package");
  const point = await aimAt(
    page,
    (subject, { rect }) => "call" in subject && rect[2] - rect[0] > 30 && rect[2] - rect[0] < 400,
  );
  await page.mouse.click(point.x, point.y);
  await idle(page);
  const fills = async () =>
    new Map(
      (await items(page))
        .filter(({ subject }) => "element" in subject || "function" in subject)
        .map(({ subject, fill }) => [JSON.stringify(subject), fill]),
    );
  const inFocus = await fills();
  await page
    .getByRole("group", { name: "Coloured" })
    .getByRole("button", { name: "all but focus", exact: true })
    .first()
    .click();
  await idle(page);
  expect((await address(page))["fuse.link"]).toBe("rest");
  const outside = await fills();
  const grey = new Set(
    [...inFocus.values()].filter((fill, _, all) => all.filter((of) => of === fill).length > all.length / 2),
  );
  const coloured = [...inFocus].filter(([, fill]) => !grey.has(fill)).map(([key]) => key);
  expect(coloured.length).toBeGreaterThan(0);
  for (const key of coloured) {
    expect(outside.get(key)).not.toBe(inFocus.get(key));
  }
});

test("an element fills the picture by a double click, and all is shown again", async ({ page }) => {
  await openDesk(page, "&fuse.target=elements&fuse.level=module");
  const before = await wordsAlone(page);
  const point = await aimAt(page, (subject, { rect }) => "element" in subject && area(rect) > 4000);
  await page.mouse.dblclick(point.x, point.y);
  await idle(page);
  expect((await address(page))["fuse.root"]).not.toBeUndefined();
  expect(await wordsAlone(page)).not.toEqual(before);
  await page.locator("#view").focus();
  await page.keyboard.press("0");
  await idle(page);
  await page.keyboard.press("Escape");
  await idle(page);
  expect((await address(page))["fuse.root"]).toBeUndefined();
  expect(await wordsAlone(page)).toEqual(before);
});

test("wheel and drag move the calls of both sides, and the window is that of the other desks", async ({ page }) => {
  await openDesk(page);
  const whole = (await windows(page))["b"];
  const canvas = await canvasAt(page);
  await page.mouse.move(canvas.x + 300, canvas.y + 20);
  await page.mouse.wheel(0, -400);
  await idle(page);
  const zoomed = (await windows(page))["b"];
  expect((zoomed?.end ?? 0) - (zoomed?.start ?? 0)).toBeLessThan((whole?.end ?? 0) - (whole?.start ?? 0));
  await page.mouse.down();
  await page.mouse.move(canvas.x + 200, canvas.y + 20, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  expect((await windows(page))["b"]?.start).toBeGreaterThan(zoomed?.start ?? 0);
  const link = await address(page);
  expect(link["pair.b"]).toBe(link["pair.a"]);
});

test("numbers of the table are those that are counted again from the files", async ({ page }) => {
  await openDesk(page, "&fuse.level=module");
  const command = process.env["DIPTYCH_CLI"] ?? "";
  expect(recounted("fusion", await save(page, "all.csv"), OLD.file, NEW.file, "--command", command)).toMatch(
    /^\d{3,} numbers of \d{2,} files, 0 wrong/,
  );
  const point = await aimAt(
    page,
    (subject, { rect }) => "call" in subject && rect[2] - rect[0] > 30 && rect[2] - rect[0] < 400,
  );
  await page.mouse.click(point.x, point.y);
  await idle(page);
  const [, start = "", duration = ""] = ((await address(page))["sel"] ?? "").split(",");
  const name = (await details(page).locator(".details-name").first().textContent()) ?? "";
  const below = ["--below", name.replace(/^B\s*/, "").trim(), start, duration, "b"];
  expect(recounted("fusion", await save(page, "below.csv"), OLD.file, NEW.file, ...below)).toMatch(
    /^\d+ numbers of \d{2,} files, 0 wrong/,
  );
});

async function save(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV (data)" }).click();
  const path = test.info().outputPath(name);
  await (await download).saveAs(path);
  return path;
}

function recounted(script: "coverage" | "fusion", ...args: string[]): string {
  return execFileSync("node", [`tests/recount/${script}.mjs`, ...args], { encoding: "utf8" });
}

test("a list of files dropped beside a trace is shown at once, and counts what never ran of it", async ({ page }) => {
  await openDesk(page, "&fuse.level=module");
  const coverage = page.getByRole("group", { name: "Coverage" });
  const never = async () =>
    Number(
      (await coverage.getByRole("row", { name: "Never ran" }).locator("td").first().textContent())?.replaceAll(",", ""),
    );
  expect(await never()).toBe(0);
  const list = (name: string, files: readonly string[]) => {
    const content = files.map((file) => `${file}\t10\n`).join("");
    writeFileSync(test.info().outputPath(name), content);
    return [{ name, content }];
  };
  await drop(page, list("old.paths", ["jinja2/lexer.py", "jinja2/ext.py", "jinja2/never.py"]), "[data-side=a]");
  await expect.poll(never).toBe(1);
  await drop(
    page,
    list("new.paths", ["jinja2/lexer.py", "jinja2/never.py", "jinja2/newer.py", "jinja2/visitor.py"]),
    "[data-side=b]",
  );
  await expect.poll(never).toBe(2);
  await page.getByRole("tab", { name: /^Never ran/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("tab", { name: /^Unmapped/ })).toBeVisible();
  const lists = ["old.paths", "new.paths"].map((name) => test.info().outputPath(name));
  const table = await save(page, "listed.csv");
  expect(recounted("coverage", table, OLD.file, NEW.file, ...lists)).toBe(
    "5 files: 1 ran in both, 1 only in A, 1 only in B, 2 never; 0 wrong\n",
  );
});

test("calls that fill the time in view fold to a row, and a click on it shows them", async ({ browser }, {
  project,
}) => {
  const { baseURL } = project.use;
  const own = await browser.newContext({ viewport: WIDE, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await own.newPage();
  const run: readonly MadeCall[] = [
    ...[0, 1, 2].map((at): MadeCall => [`frame${at}`, 0, 10_000]),
    ["parse", 0, 4_000],
    ["draw", 5_000, 4_000],
  ];
  await openMade(page, run, run);
  await page.getByRole("tab", { name: "Fusion" }).click();
  const calls = async () => (await items(page)).filter(({ subject }) => "call" in subject).length;
  await expect.poll(calls).toBe(2);
  const [pane] = (await info(page)).panes;
  const canvas = await canvasAt(page);
  await page.mouse.click(canvas.x + (pane?.x1 ?? 0) - 40, canvas.y + (pane?.y0 ?? 0) - 7);
  await expect.poll(calls).toBe(5);
  expect((await address(page))["fuse.frames"]).toBe("1");
  await page.locator("#view").focus();
  await page.keyboard.press("f");
  await expect.poll(calls).toBe(2);
  await own.close();
});
