// Controls of the Compare desk do what they say: what each draws, by what lies where on the picture and in which colour.

import { type BrowserContext, expect, type Page, test } from "@playwright/test";

import { altClick, canvasAt, drag, foci, span, toolbar, WIDE } from "./support/compare-desk.js";
import { address, idle, items, type SceneInfo } from "./support/diptych.js";
import { cellOf, type MadeCall, openMade, tubes } from "./support/made-traces.js";

const STEADY = 100;
const SLOWER = 300;
const ONLY = 600;
const MOVED = 850;

/** B calls `pkg.late` before everything else. */
const A: MadeCall[] = [
  ["main", 0, 1_000],
  ["pkg.steady", STEADY, 150],
  ["inner", STEADY + 10, 60],
  ["pkg.slower", SLOWER, 100],
  ["inner", SLOWER + 10, 20],
  ["pkg.gone", ONLY, 200],
  ["pkg.late", MOVED, 60],
  ["leaf", MOVED + 10, 20],
];
const B: MadeCall[] = [
  ["main", 0, 1_000],
  ["pkg.late", 20, 60],
  ["leaf", 30, 20],
  ["pkg.steady", STEADY, 150],
  ["inner", STEADY + 10, 60],
  ["pkg.slower", SLOWER, 250],
  ["inner", SLOWER + 10, 20],
  ["pkg.added", ONLY, 200],
];

let context: BrowserContext;
let page: Page;

// The pair is opened once; each test leaves the desk as it found it.
test.beforeAll(async ({ browser }, { project }) => {
  const { baseURL } = project.use;
  context = await browser.newContext({
    viewport: { ...WIDE, width: 2000 },
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  page = await context.newPage();
  await openMade(page, A, B);
});
test.afterAll(() => context.close());

test.beforeEach(async () => {
  await page.mouse.move(5, 5);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    history.pushState(null, "", `${location.pathname}#v=1`);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  });
  await idle(page);
});

const fill = async (side: "a" | "b", start: number) => (await cellOf(page, side, start)).fill;

/** Fills of calls, in words: whose, where it begins, in µs. */
async function fills(): Promise<Map<string, string>> {
  const calls = (await items(page)).flatMap(({ view, subject, fill: of }) =>
    view === "matches" && "call" in subject
      ? [[`${subject.call.side} ${subject.call.start / 1_000}`, of] as const]
      : [],
  );
  return new Map(calls);
}

/** Returns the calls that have another fill than before. */
async function changed(before: Map<string, string>): Promise<string[]> {
  return [...(await fills())].flatMap(([call, now]) => (before.get(call) === now ? [] : [call]));
}

const show = (kind: string) =>
  toolbar(page).getByRole("group", { name: "Show" }).getByRole("button", { name: kind, exact: true });

const MATCHED = [STEADY, STEADY + 10, SLOWER, SLOWER + 10];

for (const [kind, calls, links] of [
  // Calls inside a moved call are matched.
  ["matched", [...MATCHED.flatMap((at) => [`a ${at}`, `b ${at}`]), `a ${MOVED + 10}`, "b 30"], [MOVED]],
  ["moved", [`a ${MOVED}`, "b 20"], [STEADY, SLOWER, MOVED + 10]],
  ["only A", [`a ${ONLY}`], [STEADY, SLOWER, MOVED]],
  ["only B", [`b ${ONLY}`], [STEADY, SLOWER, MOVED]],
] as const) {
  test(`Show ${kind}: those calls fade, and nothing else changes`, async () => {
    const before = await fills();
    await show(kind).click();
    expect((await changed(before)).filter((call) => !["a 0", "b 0"].includes(call)).toSorted()).toEqual(
      [...calls].toSorted(),
    );
    for (const start of await tubes(page)) {
      expect(links).toContain(start);
    }
    await show(kind).click();
    expect(await changed(before)).toEqual([]);
  });
}

test("a filter by duration fades what is shorter, by name what is called otherwise", async () => {
  const before = await fills();
  await toolbar(page)
    .getByRole("button", { name: /^Filter/ })
    .click();
  const least = page.getByLabel("Least duration, µs");
  await least.fill("100");
  await least.press("Tab");
  await idle(page);
  const short = await changed(before);
  expect(short).toEqual(expect.arrayContaining([`a ${STEADY + 10}`, `a ${MOVED}`, "b 20"]));
  expect(short).not.toEqual(expect.arrayContaining([`a ${STEADY}`]));
  expect(await tubes(page)).toEqual([STEADY, SLOWER]);
  await least.fill("0");
  await least.press("Tab");
  await page.getByRole("textbox", { name: "Function" }).fill("slower");
  await idle(page);
  const others = await changed(before);
  expect(others).toEqual(expect.arrayContaining([`a ${STEADY}`, `b ${ONLY}`]));
  expect(others).not.toEqual(expect.arrayContaining([`b ${SLOWER}`]));
  expect(await tubes(page)).toEqual([SLOWER]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.keyboard.press("Escape");
  expect(await changed(before)).toEqual([]);
});

test("the overview counts what is shown, and stays where the axis is bent", async () => {
  const sums = async () => {
    // Narrow enough for all intervals to stand on one page of the table.
    await page.setViewportSize({ width: 1200, height: 900 });
    await toolbar(page).getByLabel("View").selectOption("overview");
    await page.keyboard.press("v");
    await idle(page);
    const rows = page.getByRole("treegrid", { name: "Intervals shown" }).getByRole("row");
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll("[role=gridcell]")].map((cell) => cell.textContent?.trim() ?? "")),
    );
    await page.keyboard.press("v");
    await toolbar(page).getByLabel("View").selectOption("both");
    await page.setViewportSize({ width: 2000, height: 900 });
    await idle(page);
    return [3, 4].map((column) => cells.reduce((sum, row) => sum + Number(row[column] ?? 0), 0));
  };
  const [matched, only] = await sums();
  expect(only).toBe(2);
  await show("only A").click();
  expect(await sums()).toEqual([matched, 1]);
  await show("matched").click();
  expect((await sums())[0]).toBeLessThan(matched ?? 0);
  await show("matched").click();
  await show("only A").click();

  const bars = async () => (await items(page)).filter(({ view }) => view === "overview").length;
  const before = await bars();
  expect(before).toBeGreaterThan(20);
  await page.getByRole("group", { name: "Pair settings" }).getByLabel("Time alignment").selectOption("matched");
  await idle(page);
  expect(await bars()).toBeGreaterThan(20);
  // Calls that are matched stand under each other.
  const [own, theirs] = [await cellOf(page, "a", SLOWER), await cellOf(page, "b", SLOWER)];
  expect(own.rect[0]).toBeCloseTo(theirs.rect[0], 0);
  expect(own.rect[2]).toBeCloseTo(theirs.rect[2], 0);
  await page.getByRole("group", { name: "Pair settings" }).getByLabel("Time alignment").selectOption("zero");
});

test("what is searched for keeps its colour, all else fades", async () => {
  const before = await fills();
  await page.keyboard.press("/");
  await page.keyboard.type("slower");
  await idle(page);
  const now = await changed(before);
  expect(now).toEqual(expect.arrayContaining([`a ${STEADY}`, `b ${STEADY}`, `b ${ONLY}`]));
  expect(now).not.toEqual(expect.arrayContaining([`a ${SLOWER}`]));
  await page.keyboard.press("Escape");
  await idle(page);
  expect(await changed(before)).toEqual([]);
});

test("by similarity . and , walk the matches of the selected call, and Tab moves the focus", async () => {
  await toolbar(page).getByRole("button", { name: "Similarity", exact: true }).click();
  await idle(page);
  const [{ rect }, canvas] = [await cellOf(page, "a", SLOWER), await canvasAt(page)];
  await page.mouse.click(canvas.x + rect[0] + 4, canvas.y + (rect[1] + rect[3]) / 2);
  await page.mouse.move(5, 5);
  await idle(page);
  const walked = async () => (await address(page))["sel"]?.split(",")[0];
  expect(await walked()).toBe("a");
  const found: string[] = [];
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press(".");
    await idle(page);
    const selected = (await address(page))["sel"] ?? "";
    if (found.includes(selected) || !selected.startsWith("match")) {
      break;
    }
    found.push(selected);
    expect(selected).toContain(`match,${SLOWER * 1_000},`);
  }
  // Both `pkg.steady` and `pkg.slower` call `inner`.
  expect(found.length).toBeGreaterThanOrEqual(2);
  await page.keyboard.press(",");
  await idle(page);
  expect((await address(page))["sel"]).toBe(found.at(-2));
  await page.locator("#view").focus();
  await page.keyboard.press("Tab");
  await idle(page);
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe("view");
  expect((await address(page))["sel"]).toBe(found.at(-2));
});

test("Alt+click on a call too narrow to be seen zooms to the pair", async ({ browser }, { project }) => {
  const { baseURL } = project.use;
  const own = await browser.newContext({ viewport: WIDE, ...(baseURL === undefined ? {} : { baseURL }) });
  const narrow = await own.newPage();
  const long = (at: number): MadeCall[] => [
    ["main", 0, 1_000_000],
    ["first", 10, 400_000],
    ["tiny", at, 900],
  ];
  await openMade(narrow, long(500_000), long(700_000));
  const [{ rect }, canvas] = [await cellOf(narrow, "a", 500_000), await canvasAt(narrow)];
  expect(rect[2] - rect[0]).toBeLessThan(3);
  await altClick(narrow, { x: canvas.x + (rect[0] + rect[2]) / 2, y: canvas.y + (rect[1] + rect[3]) / 2 });
  await narrow.mouse.move(5, 5);
  await idle(narrow);
  const shown = await foci(narrow);
  expect(span(shown.a)).toBeLessThan(50_000_000);
  const [a, b] = [await cellOf(narrow, "a", 500_000), await cellOf(narrow, "b", 700_000)];
  expect(a.rect[2] - a.rect[0]).toBeGreaterThan(20);
  expect(a.rect[0]).toBeCloseTo(b.rect[0], 0);
  await own.close();
});

test("a lane that is dragged onto another's row is paired with it, by keys too", async ({ browser }, { project }) => {
  const { baseURL } = project.use;
  const own = await browser.newContext({ viewport: WIDE, ...(baseURL === undefined ? {} : { baseURL }) });
  const lanes = await own.newPage();
  const thread = (tid: number, name: string): MadeCall[] =>
    [0, 1, 2].map((at) => [`${name}_${at}`, at * 300, 250, { tid }] as const);
  await openMade(lanes, [...thread(1, "read"), ...thread(2, "write")], [...thread(1, "read"), ...thread(2, "write")]);
  const links = async () =>
    (await items(lanes)).flatMap(({ subject }) =>
      "match" in subject ? [subject.match.map(({ lane }) => lane).join("-")] : [],
    );
  expect(new Set(await links()).size).toBe(1);
  const rows = lanes.getByRole("navigation", { name: "Lanes" }).locator(".rail-row");
  await expect(rows).toHaveCount(2);
  await rows.nth(0).locator(".rail-name").dragTo(rows.nth(1));
  await idle(lanes);
  expect((await address(lanes))["lp"]).toMatch(/^\/[^,]+,\/[^,]+$/);
  // The paired lanes have no function in common, so all calls have moved to the other lane.
  await expect(lanes.getByRole("region", { name: "Verdict" })).toContainText(/6 calls( of \d functions)? moved/);
  const first = (await address(lanes))["lp"];
  await rows.nth(0).locator(".rail-name").focus();
  await lanes.keyboard.press("Shift+Enter");
  await expect(rows.nth(0)).toHaveClass(/held/);
  await rows.nth(1).locator(".rail-name").focus();
  await lanes.keyboard.press("Shift+Enter");
  await idle(lanes);
  expect((await address(lanes))["lp"]).not.toBe(first);
  await own.close();
});

test("a focus dragged in the overview shows those calls, as wide as it says", async () => {
  const before = (await cellOf(page, "a", SLOWER)).rect;
  await page.keyboard.press("w");
  await page.keyboard.press("w");
  await idle(page);
  const wider = (await cellOf(page, "a", SLOWER)).rect;
  expect((wider[2] - wider[0]) / (before[2] - before[0])).toBeCloseTo(2.25, 1);
  const canvas = await canvasAt(page);
  await drag(page, { x: canvas.x + 700, y: canvas.y + 420 }, { x: canvas.x + 760, y: canvas.y + 420 });
  await page.mouse.move(5, 5);
  const moved = (await cellOf(page, "a", SLOWER)).rect;
  expect(moved[0] - wider[0]).toBeCloseTo(60, 0);
});

test("colours of a function, a package and a duration fill every call of it alike", async () => {
  const colour = toolbar(page).getByLabel("Colour");
  await colour.selectOption("function");
  await idle(page);
  const of = await Promise.all([fill("a", STEADY + 10), fill("a", SLOWER + 10), fill("b", STEADY + 10)]);
  expect(new Set(of).size).toBe(1);
  expect(await fill("a", STEADY)).not.toBe(await fill("a", SLOWER));
  await colour.selectOption("duration");
  await idle(page);
  expect(await fill("a", STEADY)).toBe(await fill("b", STEADY));
  expect(await fill("a", SLOWER)).not.toBe(await fill("b", SLOWER));
});

test("a row of Functions marks all calls of it, of both sides, and Enter brings them into sight", async () => {
  const marked = async () =>
    (await items(page))
      .flatMap(({ view, subject, mark }) =>
        view === "matches" && "call" in subject && mark !== ""
          ? [`${subject.call.side} ${subject.call.start / 1_000}`]
          : [],
      )
      .toSorted();
  const before = await fills();
  await page.getByRole("group", { name: "Lists" }).getByRole("button", { name: "Functions" }).click();
  const row = page.getByRole("table", { name: "Self time by function" }).getByRole("row", { name: /inner/ });
  await row.locator(".of-a").click();
  await page.mouse.move(5, 5);
  await idle(page);
  expect(await marked()).toEqual([`a ${STEADY + 10}`, `a ${SLOWER + 10}`, `b ${STEADY + 10}`, `b ${SLOWER + 10}`]);
  expect(await changed(before)).toEqual([]);
  const [selected] = (await items(page)).flatMap(({ mark }) => (mark === "" ? [] : [mark]));
  await page.locator("#view").focus();
  await page.keyboard.press("Enter");
  await idle(page);
  const [first, last] = [await cellOf(page, "a", STEADY + 10), await cellOf(page, "a", SLOWER + 10)];
  expect([first.mark, last.mark]).toEqual([selected, selected]);
  const shown = await foci(page);
  expect(span(shown.a)).toBeLessThan(500_000);
  expect(shown.a.start).toBeLessThanOrEqual((STEADY + 10) * 1_000);
  expect(shown.a.end).toBeGreaterThanOrEqual((SLOWER + 30) * 1_000);
  await page.keyboard.press("Escape");
  await page.getByRole("group", { name: "Lists" }).getByRole("button", { name: "Differences" }).click();
  await idle(page);
});

test("a row of the list of lanes opens a lane that lies below, and scrolls to it", async ({ browser }, { project }) => {
  const { baseURL } = project.use;
  const own = await browser.newContext({ viewport: WIDE, ...(baseURL === undefined ? {} : { baseURL }) });
  const lanes = await own.newPage();
  // Each thread is as deep as a pane, and a little shorter than the one before it. Rows of single calls would give way.
  const stack = (tid: number, from: number): MadeCall[] =>
    Array.from(
      { length: 30 },
      (_, depth) => [`f${depth}`, (tid - 1) * 1_000 + from + depth, 420 - 10 * tid - 2 * depth, { tid }] as const,
    );
  const thread = (tid: number): MadeCall[] => [...stack(tid, 0), ...stack(tid, 440)];
  const run = Array.from({ length: 8 }, (_, at) => thread(at + 1)).flat();
  await openMade(lanes, run, run);
  const rows = lanes.getByRole("navigation", { name: "Lanes" }).locator(".rail-row");
  await expect(rows).toHaveCount(8);
  const drawn = async (tid: number, depth: number) =>
    (await items(lanes)).filter(
      ({ view, subject }) =>
        view === "matches" && "call" in subject && subject.call.start === ((tid - 1) * 1_000 + depth) * 1_000,
    );
  const panes = async () => (await lanes.evaluate(() => window.diptych.sceneInfo() as SceneInfo)).panes;
  const inSight = async (tid: number, depth: number) => {
    const [found, all] = [await drawn(tid, depth), await panes()];
    return found.filter(({ subject, rect }) => {
      const pane = all.find(({ side }) => "call" in subject && side === subject.call.side);
      return pane !== undefined && rect[1] >= pane.y0 && rect[3] <= pane.y1 && rect[3] - rect[1] > 2;
    }).length;
  };
  // The first lane is higher than its pane, which rests at the lane's outermost calls.
  expect(await inSight(1, 0)).toBe(2);
  expect(await inSight(1, 29)).toBe(0);
  for (const tid of [2, 8]) {
    expect(await drawn(tid, 0)).toEqual([]);
    await rows
      .nth(tid - 1)
      .locator(".rail-name")
      .click();
    await idle(lanes);
    expect(await inSight(tid, 0)).toBeGreaterThanOrEqual(1);
  }
  await own.close();
});

test("the button of identity says how many renames look right", async ({ browser }, { project }) => {
  const { baseURL } = project.use;
  const own = await browser.newContext({ viewport: WIDE, ...(baseURL === undefined ? {} : { baseURL }) });
  const renamed = await own.newPage();
  const of = (name: string): MadeCall[] => [
    ["main", 0, 1_000],
    [name, 100, 500],
    ["token", 120, 60],
    ["token", 200, 60],
    ["close", 700, 90],
  ];
  await openMade(renamed, of("walk_tree"), of("visit_tree"));
  await expect(renamed.getByRole("button", { name: /^Matching names/ })).toHaveText(
    /Matching names\s+\d+\s%\s·\s1 rename proposed/,
  );
  await own.close();
});
