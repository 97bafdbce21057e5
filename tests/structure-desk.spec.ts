// The Structure desk: relations beside the calls in their order. What differs is listed, every setting and gesture leads where it
// says, and both pictures and the other desks show one window and one selection.

import { expect, type Page, test } from "@playwright/test";

import { canvasAt, details, drag, foci, info, inOverview, tooltip, wordsAlone } from "./support/compare-desk.js";
import { address, aimAt, drop, idle, items, open, sceneWords, windows } from "./support/diptych.js";
import { openDesk, pattern, repeats, rows } from "./support/structure-desk.js";

const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Structure" });

/** A point of the calls of a side, at a share of their height. */
async function inCalls(page: Page, pane: number, share: number): Promise<{ x: number; y: number }> {
  const [{ panes }, canvas] = [await info(page), await canvasAt(page)];
  const of = panes[pane];
  if (of === undefined) {
    throw new Error("no calls are shown");
  }
  return { x: canvas.x + (of.x0 + of.x1) / 2, y: canvas.y + of.y0 + share * (of.y1 - of.y0) };
}

const span = ({ start, end }: { start: number; end: number }) => end - start;

test("relations that differ are listed, and a press marks one in both pictures and tells its calls", async ({
  page,
}) => {
  await openDesk(page);
  const before = await sceneWords(page);
  const first = rows(page).first();
  const [change] = /[+−][\d,]+/.exec((await first.textContent()) ?? "") ?? [""];
  expect(change).not.toBe("");
  await first.click();
  await idle(page);
  await expect(first).toHaveAttribute("aria-pressed", "true");
  expect((await address(page))["sel"]).toMatch(/^(calls|relation),/);
  await expect(details(page)).toContainText("Calls");
  expect(await sceneWords(page)).not.toEqual(before);
  await page.keyboard.press("n");
  await idle(page);
  await expect(rows(page).nth((await rows(page).count()) > 1 ? 1 : 0)).toHaveAttribute("aria-pressed", "true");
});

test("each list has as many rows as its tab says", async ({ page }) => {
  await openDesk(page);
  for (const tab of await page.getByRole("tablist", { name: "Lists of relations" }).getByRole("tab").all()) {
    await tab.click();
    await idle(page);
    const count = Number(/([\d,]+)\s*$/.exec((await tab.textContent()) ?? "")?.[1]?.replaceAll(",", ""));
    await expect(rows(page)).toHaveCount(Math.min(count, 200));
  }
});

test("the strip at the top moves, resizes and chooses the visible time of both runs", async ({ page }) => {
  await openDesk(page);
  const [whole, before] = [await foci(page), await wordsAlone(page)];
  const end = whole.a.end;
  const at = (share: number, side: "a" | "b") => inOverview(page, end * share, side);

  await drag(page, await at(0.2, "a"), await at(0.6, "a"));
  const chosen = (await foci(page)).a;
  expect([chosen.start / end, chosen.end / end]).toEqual([expect.closeTo(0.2, 2), expect.closeTo(0.6, 2)]);
  expect((await address(page))["pair.a"]).toMatch(/^\d+\.\.\d+$/);
  expect(await wordsAlone(page)).not.toEqual(before);

  // B shows the calls that match, which is another time.
  const followed = (await foci(page)).b;
  expect(followed).not.toEqual(chosen);
  expect((await address(page))["pair.apart"], "the sides stay coupled").toBeUndefined();

  await drag(page, await at(0.4, "b"), await at(0.5, "b"));
  const moved = (await foci(page)).b;
  expect([(moved.start - followed.start) / end, (moved.end - followed.end) / end]).toEqual([
    expect.closeTo(0.1, 2),
    expect.closeTo(0.1, 2),
  ]);
  expect((await foci(page)).a.start, "A follows").toBeGreaterThan(chosen.start);
  await drag(page, await at((await foci(page)).a.end / end, "a"), await at(0.5, "a"));
  expect((await foci(page)).a.end / end).toBeCloseTo(0.5, 2);

  const outside = await at(0.8, "a");
  await page.mouse.click(outside.x, outside.y);
  await idle(page);
  const { a } = await foci(page);
  expect((a.start + a.end) / 2 / end).toBeCloseTo(0.8, 2);
  await page.mouse.move(outside.x, outside.y);
  await idle(page);
  await expect(tooltip(page)).toContainText("Whole run of A");
  await expect(tooltip(page)).toContainText("Visible time");

  await page.keyboard.press("Shift+ArrowLeft");
  await idle(page);
  expect((await foci(page)).a.start).toBeLessThan(a.start);
  await page.mouse.dblclick(outside.x, outside.y);
  await idle(page);
  expect(await foci(page)).toEqual(whole);

  await page.keyboard.down("Shift");
  await drag(page, await at(0.2, "b"), await at(0.4, "b"));
  await page.keyboard.up("Shift");
  expect((await address(page))["sel"]).toMatch(/^time,/);
  expect(await foci(page), "a selected range leaves the visible time").toEqual(whole);
});

test("wheel and drag move the window of both pictures, which is that of the Compare desk", async ({ page }) => {
  await openDesk(page);
  const whole = await windows(page);
  const point = await inCalls(page, 0, 0.5);
  await page.mouse.move(point.x, point.y);
  await page.mouse.wheel(0, -600);
  await idle(page);
  const zoomed = await windows(page);
  expect(span(zoomed["a"] ?? { start: 0, end: 0 })).toBeLessThan(span(whole["a"] ?? { start: 0, end: 0 }) * 0.9);
  await page.mouse.move(point.x, point.y);
  await page.mouse.down();
  await page.mouse.move(point.x, point.y - 60, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  const moved = await windows(page);
  expect(moved["a"]?.start).toBeGreaterThan(zoomed["a"]?.start ?? Infinity);
  await page.keyboard.press("1");
  await idle(page);
  const compared = await windows(page);
  expect(compared["a"]).toEqual(moved["a"]);
  expect(compared["b"]).toEqual(moved["b"]);
  await page.keyboard.press("2");
  await idle(page);
  await page.keyboard.press("0");
  await idle(page);
  expect(await windows(page)).toEqual(whole);
});

test("calls follow the pointer, however many moves come while they are being counted", async ({ page }) => {
  await openDesk(page, "&sr.rows=own");
  const middle = await inCalls(page, 0, 0.5);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -800);
  await idle(page);
  /** The call of A that starts at a height. */
  const callAt = async (share: number) => {
    const { y0, y1 } = (await info(page)).panes[0] ?? { y0: 0, y1: 0 };
    const y = y0 + share * (y1 - y0);
    const found = (await items(page)).find(
      ({ subject, rect }) => "call" in subject && subject.call.side === "a" && rect[1] <= y && y < rect[3],
    );
    return found !== undefined && "call" in found.subject ? found.subject.call.start : null;
  };
  const wanted = await Promise.all([0.29, 0.31].map(callAt));
  const [from, to] = [await inCalls(page, 0, 0.8), await inCalls(page, 0, 0.5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 60 });
  await page.mouse.up();
  await idle(page);
  const start = (await callAt(0.001)) ?? 0;
  expect(start).toBeGreaterThanOrEqual(wanted[0] ?? Infinity);
  expect(start).toBeLessThanOrEqual(wanted[1] ?? 0);
});

test("a double click opens an element, and back closes it", async ({ page }) => {
  await openDesk(page, "&sr.level=package");
  const before = await wordsAlone(page);
  const point = await aimAt(page, (subject) => "element" in subject);
  await page.mouse.dblclick(point.x, point.y);
  await idle(page);
  expect((await address(page))["sr.opened"]).not.toBeUndefined();
  expect(await wordsAlone(page)).not.toEqual(before);
  await page.goBack();
  await idle(page);
  expect((await address(page))["sr.opened"]).toBeUndefined();
});

test("calls without a caller are counted at the element whose functions they are", async ({ page }) => {
  const call = (name: string, file: string, ts: number, dur: number) => ({
    ph: "X",
    name: `${name} (lib/${file}.py:1)`,
    pid: 1,
    tid: 1,
    ts,
    dur,
  });
  const events = [
    call("main", "a", 0, 90),
    call("work", "b", 10, 20),
    call("main", "a", 100, 50),
    call("lone", "b", 200, 9),
  ];
  await open(page, "?#desk=structure");
  await drop(page, [{ name: "run.json", content: JSON.stringify(events) }]);
  await page.keyboard.press("2");
  await idle(page);
  const pointAt = async (name: string) => {
    const of = await aimAt(
      page,
      (subject) =>
        ("function" in subject && subject.function.name === name) ||
        ("element" in subject && (subject.element.at(-1) ?? "").startsWith(name)),
    );
    await page.mouse.move(of.x, of.y);
    await idle(page);
  };
  await pointAt("main");
  await expect(tooltip(page)).toContainText(/Calls without a caller\s*2/);
  await pointAt("lone");
  await expect(tooltip(page)).toContainText(/Calls without a caller\s*1/);
  await pointAt("work");
  await expect(tooltip(page)).toContainText(/Calls in\s*1/);
  await expect(tooltip(page)).not.toContainText("Calls without a caller");
});

test("what is pointed at stands out, and the tooltip says its calls on both sides", async ({ page }) => {
  await openDesk(page);
  const before = await sceneWords(page);
  const point = await aimAt(page, (subject) => "element" in subject);
  await page.mouse.move(point.x, point.y);
  await idle(page);
  await expect(tooltip(page)).toContainText("Calls in");
  expect(await sceneWords(page)).not.toEqual(before);
  const calls = await inCalls(page, 1, 0.4);
  await page.mouse.move(calls.x, calls.y);
  await idle(page);
  await expect(tooltip(page)).toContainText("Call");
});

test("sides, levels, bundling, outliers and colours are kept in the link and change the picture", async ({ page }) => {
  await openDesk(page);
  let before = await sceneWords(page);
  const changed = async () => {
    await idle(page);
    const now = await sceneWords(page);
    expect(now).not.toEqual(before);
    before = now;
  };
  await toolbar(page).getByRole("button", { name: "A", exact: true }).click();
  await changed();
  expect((await info(page)).panes.map(({ side }) => side)).toEqual(["a"]);
  await toolbar(page).getByRole("button", { name: "Both", exact: true }).click();
  await changed();
  await toolbar(page).getByLabel("Level").selectOption("function");
  await changed();
  await toolbar(page)
    .getByLabel(/Bundling/)
    .fill("20");
  await changed();
  await toolbar(page)
    .getByLabel(/Emphasis/)
    .fill("30");
  await changed();
  const { "sr.level": level, "sr.beta": beta, "sr.p": p } = await address(page);
  expect([level, beta, p]).toEqual(["function", "20", "30"]);
});

test("a call that is selected in its line is selected on the Compare desk", async ({ page }) => {
  await openDesk(page);
  const point = await inCalls(page, 0, 0.5);
  await page.mouse.click(point.x, point.y);
  await idle(page);
  const { sel } = await address(page);
  expect(sel).toMatch(/^a,\d+/);
  await page.keyboard.press("1");
  await idle(page);
  expect((await address(page))["sel"]).toBe(sel);
  await expect(details(page)).toContainText("Duration");
});

test("calls that are marked are found again on both sides, and n walks to them", async ({ page }) => {
  await openDesk(page);
  const [from, to] = [await inCalls(page, 1, 0.4), await inCalls(page, 1, 0.45)];
  await page.keyboard.down("Shift");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await idle(page);
  expect((await address(page))["sr.mark"]).toMatch(/^time,b,\d+,\d+$/);
  await expect(pattern(page)).toContainText("marked in B");
  const sum = async (row: "Exact repeats" | "Exact and near") =>
    (await repeats(page, row)).reduce((all, of) => all + of, 0);
  const near = await sum("Exact and near");
  expect(await sum("Exact repeats")).toBeLessThanOrEqual(near);
  await expect(page.getByRole("tab", { name: /^Repeats/ })).toContainText(near.toLocaleString("en"));
  if (near > 0) {
    await page.keyboard.press("n");
    await idle(page);
    expect((await address(page))["sel"]).toMatch(/^time,[ab],/);
  }
  await pattern(page).getByLabel("At least").selectOption("50");
  await idle(page);
  expect((await address(page))["sr.alike"]).toBe("50");
  expect(await sum("Exact and near")).toBeGreaterThanOrEqual(near);
  await pattern(page).getByRole("button", { name: "Clear the pattern" }).click();
  await idle(page);
  await expect(pattern(page)).toHaveCount(0);
  expect((await address(page))["sr.mark"]).toBeUndefined();
});

test("layers forbid calls function by function, and what is wrong with them is said", async ({ page }) => {
  // The lexer calls `re`, which lies two layers below it.
  await openDesk(page, `&sr.level=package&sr.layers=${encodeURIComponent("lexer.py\nnowhere")}`);
  await toolbar(page).getByRole("button", { name: "Settings of this desk" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "line 2: there is no element nowhere" })).toBeVisible();
  const text = page.getByRole("textbox", { name: /^One layer per line/ });
  await text.fill("lexer.py\nnodes.py\nre/__init__.py");
  await text.blur();
  await idle(page);
  await expect(page.getByRole("alert").filter({ hasText: "line" })).toHaveCount(0);
  await page.getByRole("tab", { name: /^Forbidden/ }).click();
  await idle(page);
  const calls = (await page.locator(".area-row .area-state span").allTextContents()).map((of) =>
    of
      .replace(/[^\d→]/g, "")
      .split("→")
      .map(Number),
  );
  expect([0, 1].map((side) => calls.reduce((sum, of) => sum + (of[side] ?? 0), 0))).toEqual([18, 17]);
});

test("one element is opened alone from its menu, and everything opens again", async ({ page }) => {
  await openDesk(page, "&sr.level=module");
  const before = await wordsAlone(page);
  const point = await aimAt(page, (subject) => "element" in subject);
  await page.mouse.click(point.x, point.y, { button: "right" });
  await page.getByRole("menuitem", { name: "Expand only this element" }).click();
  await idle(page);
  expect((await address(page))["sr.root"]).not.toBeUndefined();
  expect(await wordsAlone(page)).not.toEqual(before);
  await toolbar(page)
    .getByRole("button", { name: /alone ✕/ })
    .click();
  await idle(page);
  expect((await address(page))["sr.root"]).toBeUndefined();
});

test("a relation leads to its first call, and that to its line", async ({ page }) => {
  await openDesk(page, `&sr.source=${encodeURIComponent("https://host.example/{path}#L{line}")}`);
  // The list that opens first may hold relations of one side, which have no call in the other.
  await page.getByRole("tab", { name: /^More/ }).click();
  await idle(page);
  await rows(page).first().click();
  await idle(page);
  await page.locator("#view").focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Go to its first call in B" }).click();
  await idle(page);
  expect((await address(page))["sel"]).toMatch(/^b,\d+/);
  await expect(details(page)).toContainText("Duration");
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Open its source on host.example" })).toBeVisible();
});
