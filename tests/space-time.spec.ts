// The Space-time desk: 64 ranks of a stencil, one of them on a slow host in B. The place comes first in the list, is seen in the
// picture, and every setting and gesture leads where it says.

import { execFileSync } from "node:child_process";

import { expect, type Page, test } from "@playwright/test";

import type { ItemPlace } from "../web/src/generated/protocol.js";
import { canvasAt, details, info, tooltip, WIDE } from "./support/compare-desk.js";
import { address, aimAt, type Dropped, drop, idle, items, open, PAIR } from "./support/diptych.js";
import { type MadeCall, madeTrace } from "./support/made-traces.js";

const RANKS = "?a=examples/stencil-64-ranks.paje.gz&b=examples/stencil-64-ranks-slow-host.paje.gz#v=1&desk=space-time";
const SLOW = "rank-37";

const rows = (page: Page) => page.locator(".area-row");
const slider = (page: Page) => page.getByTestId("detail");
const numbers = (page: Page) => page.locator(".detail-numbers");
const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Space-time" });

async function openDesk(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  await open(page, RANKS);
  await expect(rows(page).first()).toBeVisible();
  await idle(page);
}

/** Settings lie in the line or in the menu, by the room there is. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const select = toolbar(page).getByRole("combobox", { name: label });
  const isInMenu = !(await select.isVisible());
  if (isInMenu) {
    await toolbar(page).getByRole("button", { name: "Settings of this desk" }).click();
  }
  await select.selectOption(option);
  if (isInMenu) {
    await page.keyboard.press("Escape");
  }
  await idle(page);
}

/** Areas that are drawn and can be aimed at. */
async function areas(page: Page): Promise<ItemPlace[]> {
  return (await items(page)).filter(({ subject }) => "area" in subject);
}

async function areaCount(page: Page): Promise<number> {
  const text = await numbers(page)
    .getByRole("row", { name: /^areas/, includeHidden: true })
    .getByRole("cell", { includeHidden: true })
    .last()
    .textContent();
  return Number((text ?? "").replace(/\D/g, ""));
}

test("a single lane is compared with no other lane, and its changes are times", async ({ page }) => {
  await page.setViewportSize(WIDE);
  await open(page, `${PAIR}#v=1&desk=space-time`);
  await expect(rows(page).first()).toContainText("Optimizer.generic_visit");
  await expect(rows(page).first()).toContainText(/\d\u202fµs → \d/);
  await expect(rows(page).first().locator(".number").first()).toHaveText(/^−\d+\u202fµs$/);
  await expect(page.locator("#lists")).not.toContainText(/other lanes|neighbours/);
});

test("the slow host is the first difference, and a press selects it at the detail at which it stands alone", async ({
  page,
}) => {
  await openDesk(page);
  await expect(rows(page).first()).toContainText(SLOW);
  await expect(page.getByRole("tab", { name: /^Areas [1-9]/ })).toHaveAttribute("aria-selected", "true");
  await rows(page).first().click();
  await idle(page);
  await expect(rows(page).first()).toHaveAttribute("aria-pressed", "true");
  const { sel, "st.p": p } = await address(page);
  // The lane works longer in B, so its time there is selected.
  expect(sel).toMatch(/^area,b,/);
  expect(Number(p)).toBeGreaterThan(0);
  await expect(details(page)).toContainText(SLOW);
  // The next one, and back.
  await page.keyboard.press("n");
  await idle(page);
  const count = await rows(page).count();
  await expect(rows(page).nth(count > 1 ? 1 : 0)).toHaveAttribute("aria-pressed", "true");
});

test("the slider stops at other partitions, coarser ones have fewer areas and lose more", async ({ page }) => {
  await openDesk(page);
  const most = Number(await slider(page).getAttribute("max"));
  expect(most).toBeGreaterThan(3);
  const seen: number[] = [];
  for (const at of [0, Math.floor(most / 2), most]) {
    await slider(page).fill(String(at));
    await idle(page);
    seen.push(await areaCount(page));
    expect(Number((await address(page))["st.p"])).toBeGreaterThanOrEqual(0);
  }
  expect(seen[0]).toBeGreaterThan(seen[1] ?? 0);
  expect(seen[1]).toBeGreaterThan(seen[2] ?? 0);
  await page
    .getByRole("group", { name: "Lanes over time as areas" })
    .or(page.locator("canvas").first())
    .first()
    .focus();
  await page.keyboard.press("[");
  await idle(page);
  expect(await areaCount(page)).toBeGreaterThan(seen[2] ?? 0);
  await page.getByRole("button", { name: "Best trade-off" }).click();
  await idle(page);
  await expect(page.locator(".detail-words")).toContainText("best trade-off");
});

test("a pointer over an area says what both sides do there; a double click zooms to its lanes and time, and back", async ({
  page,
}) => {
  await openDesk(page);
  const all = await areas(page);
  expect(all.length).toBeGreaterThan(10);
  const one = await aimAt(
    page,
    (subject, { rect: [x0, y0, x1, y1] }) => "area" in subject && x1 - x0 > 12 && y1 - y0 > 12,
  );
  await page.mouse.move(one.x, one.y);
  await expect(tooltip(page)).toContainText(/\d\u202f[nµm]?s/);
  await expect(tooltip(page)).toContainText("Divergence");
  await page.mouse.dblclick(one.x, one.y);
  await idle(page);
  const zoomed = await address(page);
  expect(zoomed["pair.a"]).toMatch(/^\d+\.\.\d+$/);
  // An area that takes longer in one run has a window of its own on each side.
  expect(zoomed["pair.b"] === zoomed["pair.a"]).toBe(zoomed["pair.apart"] === undefined);
  await page.keyboard.press("Backspace");
  await idle(page);
  expect((await address(page))["pair.a"]).toBeUndefined();
});

test("panels, lanes, states, slices and colours are chosen, and a link has them all", async ({ page }) => {
  await openDesk(page);
  await toolbar(page).getByRole("button", { name: "Difference", exact: true }).click();
  await idle(page);
  const alone = await areas(page);
  await choose(page, "Slices", "30");
  const coarse = await areas(page);
  expect(coarse.length).toBeLessThan(alone.length);
  const fills = new Set(coarse.map(({ fill }) => fill));
  await choose(page, "Colour of the difference", "divergence");
  expect(new Set((await areas(page)).map(({ fill }) => fill))).not.toEqual(fills);
  const link = page.url();
  const drawn = (await areas(page)).map(({ rect, fill }) => [rect, fill]);
  await page.goto("about:blank");
  await open(page, link);
  await expect(rows(page).first()).toBeVisible();
  await idle(page);
  expect((await areas(page)).map(({ rect, fill }) => [rect, fill])).toEqual(drawn);
  expect(await address(page)).toMatchObject({ "st.panels": "difference", "st.slices": "30", "st.hue": "divergence" });
});

test("the calls of an area open in Compare, at its time", async ({ page }) => {
  await openDesk(page);
  await rows(page).first().click();
  await idle(page);
  await page.getByRole("button", { name: "Open calls in Compare" }).click();
  await idle(page);
  await expect(page.getByRole("tab", { name: "Compare" })).toHaveAttribute("aria-selected", "true");
  expect((await address(page))["pair.a"]).toMatch(/^\d+\.\.\d+$/);
});

test("what is pointed at is marked in every panel, and what is selected is told of both sides", async ({ page }) => {
  await openDesk(page);
  const canvas = await canvasAt(page);
  const panels = (await info(page)).panes;
  const picture = async (at: number) => {
    const { x0, y0, x1, y1 } = panels[at] ?? { x0: 0, y0: 0, x1: 1, y1: 1 };
    return page.screenshot({ clip: { x: canvas.x + x0, y: canvas.y + y0, width: x1 - x0, height: y1 - y0 } });
  };
  await page.mouse.move(5, 5);
  await idle(page);
  const before = await picture(2);
  const one = await aimAt(
    page,
    (subject, { rect: [x0, y0, x1, y1] }) => "area" in subject && x1 - x0 > 12 && y1 - y0 > 12,
  );
  await page.mouse.move(one.x, one.y);
  await idle(page);
  await expect(tooltip(page)).toBeVisible();
  expect((await picture(2)).equals(before)).toBe(false);
  await page.mouse.click(one.x, one.y);
  await idle(page);
  await expect(details(page)).toContainText("Calls");
  await expect(details(page)).toContainText(/A .+ to .+ · B .+ to /);
  await expect(details(page)).toContainText("points");
});

test("the verdict says how much lanes do otherwise, and its chips are areas", async ({ page }) => {
  await openDesk(page);
  await expect(page.locator(".verdict")).toContainText(/states differ [\d.]+ % of the time/);
  const chip = page.locator(".verdict .chip").first();
  await expect(chip).toContainText(SLOW);
  await chip.click();
  await idle(page);
  await expect(rows(page).first()).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByTestId("left-out")).toContainText(
    /areas whose change is hardly larger than usual \(z [\d.]+ or less\)|areas that changed as much as usual/,
  );
});

test("zooming to a difference shows each run in its own time, and keeps list and details", async ({ page }) => {
  await openDesk(page);
  const first = rows(page).first();
  await first.click();
  await idle(page);
  const [row, all, told] = [
    await first.textContent(),
    await rows(page).count(),
    await details(page).locator("table").textContent(),
  ];
  await page.locator(".area-rows").getByRole("button", { name: "Zoom in" }).click();
  await idle(page);
  const note = page.getByTestId("time-axis");
  await expect(note).toContainText("Each panel shows its own interval");
  const [a, b] = (await info(page)).panes.map(({ window: { start, end } }) => end - start);
  expect((b ?? 0) / (a ?? 1)).toBeGreaterThan(1.1);
  await expect(first).toHaveAttribute("aria-pressed", "true");
  await expect(rows(page)).toHaveCount(all);
  expect(await first.textContent()).toBe(row);
  expect(await details(page).locator("table").textContent()).toBe(told);
  await expect(page.locator(".verdict")).toContainText(/states differ [\d.]+ % of the time in this view/);
  await page.getByRole("tab", { name: "In this view" }).click();
  await expect(page.locator("#area-list")).not.toBeEmpty();
  const alignment = page.getByRole("combobox", { name: "Time alignment" });
  await expect(alignment.locator("option:checked")).toHaveText("each panel its own");
  await note.getByRole("button", { name: "Show whole runs" }).click();
  await idle(page);
  await expect(note).toContainText("Time is aligned by matched calls");
  await expect(alignment.locator("option:checked")).toHaveText("auto: by matches");
  await expect(page.locator("#lists")).toBeFocused();
  const { "pair.a": window, "pair.apart": apart } = await address(page);
  expect([window, apart]).toEqual([undefined, undefined]);
});

test("another time alignment shows the whole runs after each panel had its own clock", async ({ page }) => {
  await openDesk(page);
  await rows(page).first().click();
  await idle(page);
  await page.locator(".area-rows").getByRole("button", { name: "Zoom in" }).click();
  await idle(page);
  expect((await address(page))["pair.apart"]).toBe("1");
  await page.getByRole("combobox", { name: "Time alignment" }).selectOption("zero");
  await idle(page);
  const { axis, "pair.a": a, "pair.apart": apart } = await address(page);
  expect([axis, a, apart]).toEqual(["zero", undefined, undefined]);
});

test("time is aligned by matches at first, says why, and can be aligned at the start", async ({ page }) => {
  await openDesk(page);
  const note = page.getByTestId("time-axis");
  await expect(note).toContainText(/Time is aligned by matched calls: at least \d+ % of each run’s time is in them\./);
  const automatic = await areas(page);
  expect((await address(page))["axis"]).toBeUndefined();
  await note.getByRole("button", { name: "Align at the start" }).click();
  await idle(page);
  await expect(note).toContainText("Time is aligned at the start of each run, as chosen.");
  await expect.poll(async () => JSON.stringify(await areas(page)) === JSON.stringify(automatic)).toBe(false);
  expect((await address(page))["axis"]).toBe("zero");
  await page.getByRole("combobox", { name: "Time alignment" }).selectOption("matched");
  await idle(page);
  await expect.poll(async () => JSON.stringify(await areas(page)) === JSON.stringify(automatic)).toBe(true);
  await note.getByRole("button", { name: "Align automatically" }).click();
  await idle(page);
  expect((await address(page))["axis"]).toBeUndefined();
});

test("the difference has the boundaries of both sides", async ({ page }) => {
  await openDesk(page);
  const [a, b, difference] = (await info(page)).panes;
  const edgesIn = async (pane: typeof a) => {
    const { y0 = 0, y1 = 0 } = pane ?? {};
    const inside = (await areas(page)).filter(({ rect }) => rect[1] >= y0 - 1 && rect[3] <= y1 + 1);
    // Only where an area begins: whether there is a gap behind it depends on its colour.
    return new Set(inside.map(({ rect }) => Math.round(rect[0])));
  };
  const all = await edgesIn(difference);
  for (const side of [a, b]) {
    const own = await edgesIn(side);
    expect(own.size).toBeGreaterThan(2);
    expect([...own].filter((edge) => !all.has(edge))).toEqual([]);
  }
});

/** A run of eight threads that wait and work in turn: `wild` works when it likes, in B `late` waits for longer. */
function madeRun(stem: string, number: number, waits: number, wild: number, lastModified: number): Dropped {
  const turns = Array.from({ length: 8 }, (_, tid) => {
    const waited = tid === 3 ? waits : tid === 6 ? wild : 400 + number;
    return Array.from({ length: 10 }, (_turn, turn): MadeCall[] => {
      const wait = turn > 2 && turn < 6 ? waited : 400 + number;
      return [
        ["wait", turn * 1_000, wait, { tid }],
        ["work", turn * 1_000 + wait, 1_000 - wait, { tid }],
      ];
    }).flat();
  });
  return { name: `${stem}-${number}.json`, content: madeTrace(turns.flat()), lastModified };
}

test("of several runs a side areas are means, and grey where runs of one side differ as much", async ({ page }) => {
  await page.setViewportSize(WIDE);
  await open(page, "#v=1&desk=space-time&st.slices=30&st.p=1000000&st.panels=difference&st.by=innermost");
  const side = (stem: string, waits: number, wilds: readonly number[], changed: number) =>
    wilds.map((wild, at) => madeRun(stem, at + 1, waits, wild, changed));
  await drop(page, [...side("base", 410, [100, 900, 500], 1_000), ...side("new", 900, [850, 150, 800], 2_000)]);
  await page.getByRole("dialog", { name: "Assign files to A and B" }).getByRole("button", { name: "Open" }).click();
  await idle(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("thread 3");
  await expect(page.getByText("grey: within usual variation")).toBeAttached();
  await page.keyboard.press("v");
  const table = page.getByRole("treegrid", { name: "Areas shown" });
  await expect(table).toContainText(/\d\s% ± \d/);
  // Along matched calls nothing is known of the runs that are not shown.
  await page.getByRole("combobox", { name: "Time alignment" }).selectOption("matched");
  await idle(page);
  await expect(page.getByText("4 runs are left out")).toBeAttached();
  await expect(table).not.toContainText("±");
});

test("every number of the table and of the details is what the files say", async ({ page }) => {
  test.slow();
  await page.setViewportSize(WIDE);
  await open(page, `${RANKS}&axis=zero&st.slices=30&st.p=50000000000&st.levels=1&st.by=innermost`);
  await expect(rows(page).first()).toBeVisible();
  await idle(page);
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV (data)" }).click();
  const path = test.info().outputPath("areas.csv");
  await (await download).saveAs(path);
  const said = recounted(path, "--slices", "30", "--p", "0.05");
  expect(said).toMatch(/64 lanes, 30 slices, [\d]+ areas: [\d]{3,} numbers counted, 0 wrong/);

  // The first listed area, as the details have it.
  await rows(page).first().click();
  await idle(page);
  const [, , , , , from, to] = (await address(page))["sel"]?.split(",") ?? [];
  const lanes = (await details(page).locator(".details-name").textContent()) ?? "";
  const [a = {}, b = {}] = JSON.parse(recounted("--shares", lanes.trim(), from ?? "", to ?? "")) as Record<
    string,
    number
  >[];
  const told = await details(page)
    .locator("tr")
    .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? "")));
  const states = told.filter(([label = ""]) => label in a || label in b);
  expect(states.length).toBeGreaterThan(1);
  const percent = (share: number | undefined) => `${((share ?? 0) * 100).toFixed(1)}\u202f%`;
  for (const [label = "", ofA, ofB] of states) {
    expect([label, ofA, ofB]).toEqual([label, percent(a[label]), percent(b[label])]);
  }
});

test("zoomed tables, every listed area and what the verdict says are what the files say", async ({ page }) => {
  test.slow();
  await page.setViewportSize(WIDE);
  const settings = "&axis=zero&st.slices=30&st.levels=1&st.by=innermost";
  await open(page, `${RANKS}${settings}`);
  await expect(rows(page).first()).toBeVisible();
  await idle(page);
  const differ = Number(recounted("--differ", "--slices", "30"));
  await expect(page.locator(".verdict")).toContainText(`states differ ${Math.round(differ * 100)} % of the time`);

  // The first rows of each kind of list.
  let told = 0;
  for (const list of await page.getByRole("tablist", { name: "Lists of areas" }).getByRole("tab").all()) {
    await list.click();
    const isOfPair = (await list.textContent())?.includes("Areas") ?? false;
    for (let at = 0; at < Math.min(6, await rows(page).count()); at += 1) {
      const title = (await rows(page).nth(at).getAttribute("title")) ?? "";
      const [, lanes = "", state = "", to = "", from = ""] =
        /^(.+): (.+) ([\d.]+)\s%, usually ([\d.]+)\s%; z/.exec(title) ?? [];
      await rows(page).nth(at).click();
      await idle(page);
      const [, side, , , , begin, end] = (await address(page))["sel"]?.split(",") ?? [];
      const sides = JSON.parse(recounted("--shares", lanes, begin ?? "", end ?? "")) as Record<string, number>[];
      const share = (of: Record<string, number> | undefined) =>
        (of === undefined || state === "no state" ? 1 - sum(of) : (of[state] ?? 0)) * 100;
      // Within a run what is usual comes first; here that is a median, which is not counted again.
      const counted = isOfPair
        ? [share(sides[0]), share(sides[1])]
        : [Number(from), share(sides[side === "b" ? 1 : 0])];
      expect([Number(from), Number(to)], title).toEqual(counted.map((of) => Number(of.toFixed(1))));
      told += 1;
    }
  }
  expect(told).toBeGreaterThan(6);

  await open(page, `${RANKS}${settings}&st.p=1000000000&pair.a=20000000..50000000&pair.b=20000000..50000000`);
  await expect(rows(page).first()).toBeVisible();
  await idle(page);
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV (data)" }).click();
  const path = test.info().outputPath("zoomed.csv");
  await (await download).saveAs(path);
  expect(recounted(path, "--slices", "30", "--p", "0.001", "--window", "20000000..50000000")).toMatch(
    /[\d]{3,} numbers counted, 0 wrong/,
  );
});

function sum(shares: Record<string, number> | undefined): number {
  return Object.values(shares ?? {}).reduce((all, share) => all + share, 0);
}

function recounted(...args: string[]): string {
  const files = ["stencil-64-ranks", "stencil-64-ranks-slow-host"].map((name) => `www/examples/${name}.paje.gz`);
  return execFileSync("node", ["tests/recount/space-time.mjs", ...files, ...args], { encoding: "utf8" });
}
