// Notes: written, listed, marked in the picture, gone to, undone, and carried by links, files, reports and frames.

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, type Locator, type Page, test } from "@playwright/test";

import { canvasAt, details, drag, info, WIDE } from "./support/compare-desk.js";
import { address, drop, idle, inA, open, PAIR, runCommand, windows } from "./support/diptych.js";
import { ask, hears, openHost } from "./support/host-page.js";

test.use({ viewport: WIDE });

const notesButton = (page: Page): Locator => page.getByRole("button", { name: /^Notes/ });
const list = (page: Page): Locator => page.getByRole("group", { name: /^Notes/ });
const marks = (page: Page): Locator => page.locator(".note-mark:not(.note-bracket)");
const brackets = (page: Page): Locator => page.locator(".note-bracket");

/** The notes in the address. */
async function noteOf(page: Page): Promise<string | undefined> {
  const { note } = await address(page);
  return note === undefined ? undefined : decodeURIComponent(note);
}

/** Writes a note about the selection, or about the desk. */
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("group", { name: "Both runs as icicle plots" }).focus();
  await page.keyboard.press("Shift+N");
  await page.getByRole("textbox", { name: /^About/ }).fill(text);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await idle(page);
}

async function selectCall(page: Page): Promise<{ x: number; y: number }> {
  const at = await inA(page, 0.2, 2);
  await page.mouse.click(at.x, at.y);
  await page.mouse.move(5, 5);
  await idle(page);
  return at;
}

test("a note on a call is marked at the call, in the address, and opens again from the link", async ({
  page,
  context,
}) => {
  await open(page, PAIR);
  const at = await selectCall(page);
  await write(page, "Slow here, see #12");
  await expect(details(page)).toContainText("Slow here, see #12");
  const [, ...place] = ((await noteOf(page)) ?? "").split(",");
  expect(place[0]).toBe("a");
  expect(place.at(-1)).toMatch(/^\//);
  await expect(marks(page)).toHaveCount(1);
  const mark = await marks(page).boundingBox();
  expect(Math.abs((mark?.y ?? 0) - at.y)).toBeLessThan(30);
  expect(mark?.x).toBeLessThan(at.x);

  const other = await context.newPage();
  await open(other, page.url());
  await expect(marks(other)).toHaveCount(1);
  await notesButton(other).click();
  await expect(list(other)).toContainText("Slow here, see #12");
  await expect(list(other)).toContainText("Environment._parse");
});

test("a draft survives Escape, and a text that is too long is said, not cut", async ({ page }) => {
  await open(page, PAIR);
  await selectCall(page);
  const area = page.getByRole("textbox", { name: /^About/ });
  const start = async (): Promise<void> => {
    const picture = page.getByRole("group", { name: "Both runs as icicle plots" });
    // A dialog is hidden a moment before the page knows that it was closed.
    await expect(page.locator("dialog")).toHaveCount(0);
    await picture.focus();
    // A form that closes gives the focus back a moment later.
    await expect(picture).toBeFocused();
    await picture.press("Shift+N");
    await expect(area).toBeVisible();
  };
  await start();
  await area.fill("half a thought");
  await page.keyboard.press("Escape");
  await expect(area).toHaveCount(0);
  await start();
  await expect(area).toHaveValue("half a thought");
  await page.getByRole("button", { name: "Cancel" }).click();
  await start();
  await expect(area).toHaveValue("");

  await area.fill("x".repeat(1001));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(area).toHaveValue("x".repeat(1001));
  expect(await area.evaluate((of: HTMLTextAreaElement) => of.validationMessage)).toBe(
    "The note has 1,001 characters. Shorten it to 1,000.",
  );
  expect(await noteOf(page)).toBeUndefined();
  await area.fill("x".repeat(1000));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(marks(page)).toHaveCount(1);
});

test("a click on a note goes to its place", async ({ page }) => {
  await open(page, PAIR);
  await selectCall(page);
  await write(page, "go here");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await idle(page);
  await expect(details(page)).toContainText("Click a call");
  const before = await windows(page);
  await notesButton(page).click();
  await list(page).getByTitle("Go there").click();
  await idle(page);
  await expect(details(page)).toContainText("Environment._parse");
  expect(await windows(page)).not.toEqual(before);
  await expect(list(page)).toBeHidden();
});

test("notes are edited, deleted, brought back and undone with the history", async ({ page }) => {
  await open(page, PAIR);
  await write(page, "about the desk");
  await expect(page.getByRole("tab", { name: /Compare/ }).locator(".note-number")).toHaveText("1");
  await notesButton(page).click();
  await list(page).getByRole("button", { name: "Edit note 1" }).click();
  await page.getByRole("textbox", { name: /^About the desk Compare/ }).fill("another text");
  await page.keyboard.press("Control+Enter");
  await idle(page);
  expect(await noteOf(page)).toBe("another text,desk,compare");
  await page.goBack();
  await idle(page);
  expect(await noteOf(page)).toBe("about the desk,desk,compare");
  await page.goForward();
  await idle(page);
  await notesButton(page).click();
  await list(page).getByRole("button", { name: "Delete note 1" }).click();
  await idle(page);
  expect(await noteOf(page)).toBeUndefined();
  await page.getByRole("button", { name: "Undo" }).click();
  await idle(page);
  expect(await noteOf(page)).toBe("another text,desk,compare");
});

test("a note on a time range is a bracket with its text on both sides", async ({ page }) => {
  await open(page, PAIR);
  const [{ panes }, canvas] = [await info(page), await canvasAt(page)];
  const pane = panes.find(({ side }) => side === "a");
  const x = (share: number) => canvas.x + (pane?.x0 ?? 0) + share * ((pane?.x1 ?? 0) - (pane?.x0 ?? 0));
  const y = canvas.y + ((pane?.y0 ?? 0) + (pane?.y1 ?? 0)) / 2;
  await page.keyboard.down("Shift");
  await drag(page, { x: x(0.25), y }, { x: x(0.5), y });
  await page.keyboard.up("Shift");
  await idle(page);
  await write(page, "warm-up");
  await expect(brackets(page)).toHaveCount(2);
  await expect(brackets(page).first()).toContainText("warm-up");
  const box = await brackets(page).first().boundingBox();
  expect(Math.abs((box?.x ?? 0) - x(0.25))).toBeLessThan(4);
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) - x(0.5))).toBeLessThan(4);
  // A window without the range has no bracket.
  await open(page, `${page.url()}&pair.a=-2000..-1000&pair.b=-2000..-1000`);
  await expect(brackets(page)).toHaveCount(0);
});

test("a note on a function is in the lists, and at its largest box in the flame graph", async ({ page }) => {
  await open(page, PAIR);
  await page.getByRole("button", { name: "Functions", exact: true }).click();
  const row = page.locator(".function-table tr", { hasText: "Environment._compile" }).first();
  await row.getByRole("button").click();
  await idle(page);
  await write(page, "hot function");
  expect(await noteOf(page)).toMatch(/^hot function,function,Environment\._compile,/);
  await expect(row.locator(".note-number")).toHaveText("1");
  await page.getByRole("tab", { name: /Profile/ }).click();
  await idle(page);
  await expect(marks(page).first()).toBeVisible();
});

test("notes about places that the traces do not have stay in the list and say so", async ({ page }) => {
  const note = "lost call,a,1,2,3,/nowhere%0Alost function,function,no_such,x.py%0Alater,poem,x";
  await open(page, `${PAIR}#note=${note}`);
  await notesButton(page).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(3);
  await expect(list(page).getByText("These traces do not have this place.")).toHaveCount(2);
  await expect(list(page).getByText("A newer version of Diptych may know this place.")).toHaveCount(1);
  await expect(list(page).getByTitle("Go there")).toHaveCount(0);
  expect(await noteOf(page)).toContain("lost call,a,1,2,3,/nowhere");
});

test("hostile texts and places are text", async ({ page }) => {
  const evil = "<img src=x onerror=document.title=1>\u202e";
  await open(page, `${PAIR}#note=${encodeURIComponent(`${evil},function,${evil},`)}`);
  await notesButton(page).click();
  await expect(list(page).locator(".note-text")).toHaveText(evil);
  await expect(list(page).locator("img")).toHaveCount(0);
  await expect(page).not.toHaveTitle("1");
});

test("long notes are compressed in the link", async ({ page, context }) => {
  await open(page, PAIR);
  const text = "walk the dog ".repeat(70).trim();
  await write(page, text);
  for (const desk of ["2", "5"]) {
    await page.keyboard.press(desk);
    await idle(page);
    await page.keyboard.press("Shift+N");
    await page.getByRole("textbox", { name: /^About/ }).fill(text);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await idle(page);
  }
  await expect.poll(() => noteOf(page)).toMatch(/^z:/);
  const other = await context.newPage();
  await open(other, page.url());
  await notesButton(other).click();
  await expect(list(other).locator(".note-text")).toHaveText([text, text, text]);
});

test("notes are in saved files, and in reports that the command writes of them", async ({ page }) => {
  await open(page, PAIR);
  await selectCall(page);
  await write(page, "kept <b>note</b>");
  await page.getByRole("button", { name: "Export" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Comparison with traces (.diptych)" }).click();
  const folder = mkdtempSync(join(tmpdir(), "notes-"));
  const [file, report] = [join(folder, "pair.diptych"), join(folder, "report.html")];
  await (await saving).saveAs(file);
  runCommand(["report", file, "-o", report]);
  const html = readFileSync(report, "utf8");
  expect(html).toContain("kept &lt;b&gt;note&lt;/b&gt;");
  expect(html).toContain("Environment._parse");
  await page.goto("about:blank");
  await open(page, "");
  await drop(page, [{ name: "pair.diptych", content: readFileSync(file) }]);
  await idle(page);
  await notesButton(page).click();
  await expect(list(page)).toContainText("kept <b>note</b>");
  await expect(marks(page)).toHaveCount(1);
});

test("swapping the sides takes notes along", async ({ page }) => {
  await open(page, PAIR);
  await selectCall(page);
  await write(page, "side");
  const place = (await noteOf(page)) ?? "";
  await page.keyboard.press("x");
  await idle(page);
  expect(await noteOf(page)).toBe(place.replace(",a,", ",b,"));
  await notesButton(page).click();
  await expect(list(page).getByTitle("Go there")).toBeEnabled();
});

test("a deleted note that comes back after a swap is about the same call", async ({ page }) => {
  await open(page, PAIR);
  await selectCall(page);
  await write(page, "turned");
  const place = (await noteOf(page)) ?? "";
  await notesButton(page).click();
  await list(page).getByRole("button", { name: "Delete note 1" }).click();
  await page.keyboard.press("Escape");
  const toast = page.locator(".toast", { hasText: "Note 1 deleted." });
  const [above, legend] = [await toast.boundingBox(), await page.locator(".legend").boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(legend?.y ?? 0);
  await page.keyboard.press("x");
  await idle(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await idle(page);
  expect(await noteOf(page)).toBe(place.replace(",a,", ",b,"));
});

test("notes that were deleted from a saved file stay deleted in its link", async ({ page, context }) => {
  await open(page, `${PAIR}#note=${encodeURIComponent("from the file,desk,compare")}`);
  await page.getByRole("button", { name: "Export" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Comparison (.diptych)" }).click();
  const path = join(mkdtempSync(join(tmpdir(), "notes-")), "noted.diptych");
  await (await saving).saveAs(path);
  await context.route("**/noted.diptych", (route) => route.fulfill({ path, contentType: "application/octet-stream" }));
  await page.goto("about:blank");
  await open(page, "#a=noted.diptych");
  await notesButton(page).click();
  await expect(list(page)).toContainText("from the file");
  await list(page).getByRole("button", { name: "Delete note 1" }).click();
  await idle(page);
  const link = page.url();
  expect(link).toMatch(/note=$/);
  for (const address of [link, link.replace("note=", "note=from%20the%20link,desk,compare")]) {
    const other = await context.newPage();
    await open(other, address);
    await notesButton(other).click();
    const texts = address === link ? [] : ["from the link"];
    await expect(list(other).locator(".note-text")).toHaveText(texts);
    await other.close();
  }
});

test("exported pictures have the marks and the texts of notes", async ({ page }) => {
  const notes = ["busy,time,a,1000000,3000000", "about the desk,desk,compare", "lost,function,no_such,x.py"];
  await open(page, `${PAIR}#note=${encodeURIComponent(notes.join("\n"))}`);
  await page.getByRole("button", { name: "Export" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /SVG/ }).click();
  const path = join(mkdtempSync(join(tmpdir(), "notes-")), "picture.svg");
  await (await saving).saveAs(path);
  const texts = [...readFileSync(path, "utf8").matchAll(/<text[^>]*>([^<]*)</gu)].map(([, text]) => text);
  // The bracket of the time range is in both panes, as on screen.
  expect(texts.filter((text) => text === "busy")).toHaveLength(await brackets(page).count());
  expect(await brackets(page).count()).toBeGreaterThan(0);
  expect(texts.filter((text) => /^Note \d/u.test(text ?? ""))).toEqual([
    expect.stringMatching(/^Note 1 .*: busy$/u),
    "Note 2 (Compare): about the desk",
    expect.stringMatching(/^Note 3.*: lost$/u),
  ]);
});

test("locked views show notes and keep them", async ({ page }) => {
  await open(page, `${PAIR}#lock=1&note=read me,desk,compare`);
  await notesButton(page).click();
  await expect(list(page)).toContainText("read me");
  await expect(list(page).getByRole("button", { name: /Edit|Delete|Add/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("group", { name: "Both runs as icicle plots" }).focus();
  await page.keyboard.press("Shift+N");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await noteOf(page)).toBe("read me,desk,compare");
});

test("frames show notes, and hosts set and get them", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: `${PAIR}#mode=embed` });
  await hears(page, "compared");
  const notes = [{ place: "desk,compare", text: "from the host, with ~ and\na break" }];
  await ask(page, { type: "set", patch: { notes } });
  const state = await ask(page, { type: "get", what: "state" });
  expect(state["result"]).toMatchObject({ notes });
  await frame.getByRole("button", { name: /^Notes/ }).click();
  await expect(frame.locator(".note-text")).toContainText("from the host");
  await expect(frame.getByRole("button", { name: /Edit note/ })).toHaveCount(0);
  const wrong = await ask(page, { type: "set", patch: { notes: [{ place: 1, text: "x" }] } });
  expect(wrong).toMatchObject({ type: "error", code: "bad-command" });
});
