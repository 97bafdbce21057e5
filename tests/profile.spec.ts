// The Profile desk: what is drawn is what the calls take, counted again here; zoom, orders, sides, the table, links.

import { expect, type Page, test } from "@playwright/test";

import type { FunctionRef, ItemPlace } from "../web/src/generated/protocol.js";
import { details, tooltip, WIDE } from "./support/compare-desk.js";
import { address, aimAt, idle, items, open, PAIR } from "./support/diptych.js";
import { openMade } from "./support/made-traces.js";
import { A, B, toolbar } from "./support/profile-desk.js";
import { functions, paths } from "./support/recounted.js";

const table = (page: Page) => page.getByRole("group", { name: "Function table" });
const breadcrumb = (page: Page) => page.getByRole("navigation", { name: "Zoomed to" });

async function openDesk(page: Page): Promise<void> {
  await page.setViewportSize({ ...WIDE, width: 2000 }); // Recursion is in the line.
  await openMade(page, A, B);
  await page.getByRole("tab", { name: "Profile" }).click();
  await toolbar(page).getByRole("combobox", { name: "Graphs" }).selectOption("flame");
  await drawn(page);
}

/** Waits for the paths: they are added up once the desk is in front. */
async function drawn(page: Page): Promise<void> {
  await expect.poll(async () => (await cells(page)).size).toBeGreaterThan(0);
}

/** Returns the paths that are drawn as cells, by their names. */
async function cells(page: Page): Promise<Map<string, ItemPlace>> {
  const named = (await items(page)).flatMap((item) =>
    "path" in item.subject ? [[nameOf(item.subject.path), item] as const] : [],
  );
  return new Map(named);
}

const nameOf = (path: readonly FunctionRef[]) => path.map(({ name }) => name).join(" › ");
const width = ({ rect: [x0, , x1] }: ItemPlace) => x1 - x0;

async function press(page: Page, name: string): Promise<void> {
  await toolbar(page).getByRole("button", { name, exact: true }).click();
  await idle(page);
}

test("cells are as wide as their calls take on the larger side, whatever is folded", async ({ page }) => {
  await openDesk(page);
  await toolbar(page).getByRole("combobox", { name: "Recursion" }).selectOption("as-called");
  const drawn = await cells(page);
  const [a, b] = [paths(A), paths(B)];
  const names = new Set([...a.keys(), ...b.keys()]);
  expect(new Set(drawn.keys())).toEqual(names);
  // A path's own part is the larger of its own weights; its width is that and those of all below it.
  const own = (name: string) => Math.max(a.get(name)?.own ?? 0, b.get(name)?.own ?? 0);
  const units = (name: string) =>
    [...names]
      .filter((other) => other === name || other.startsWith(`${name} › `))
      .reduce((sum, other) => sum + own(other), 0);
  const whole = drawn.get("main");
  if (whole === undefined) {
    throw new Error("no root is drawn");
  }
  for (const [name, item] of drawn) {
    const expected = (units(name) / units("main")) * width(whole);
    expect(Math.abs(width(item) - expected), name).toBeLessThan(2.5);
    const parent = drawn.get(name.split(" › ").slice(0, -1).join(" › "));
    if (parent !== undefined) {
      expect(item.rect[0], name).toBeGreaterThanOrEqual(parent.rect[0] - 1);
      expect(item.rect[2], name).toBeLessThanOrEqual(parent.rect[2] + 1);
      expect(item.rect[1], name).toBeGreaterThan(parent.rect[1]);
    }
  }
  await toolbar(page).getByRole("combobox", { name: "Recursion" }).selectOption("direct");
  expect([...(await cells(page)).keys()].filter((name) => name.includes("walk")).sort()).toEqual([
    "main › walk",
    "main › walk › lex",
  ]);
});

test("flame graphs stand on their roots, and by callers roots are functions by themselves", async ({ page }) => {
  await openDesk(page);
  await press(page, "Flame ↑");
  const up = await cells(page);
  expect(up.get("main")?.rect[1]).toBeGreaterThan(up.get("main › parse")?.rect[1] ?? Infinity);
  await press(page, "Icicle ↓");
  await press(page, "Invert");
  const roots = [...(await cells(page)).keys()].filter((name) => !name.includes(" › "));
  expect(roots.sort()).toEqual([...new Set([...functions(A).keys(), ...functions(B).keys()])].sort());
});

test("a double click zooms, callers stay above, and every one of them is a way back", async ({ page }) => {
  await openDesk(page);
  const before = await cells(page);
  const isWalk = (item: ItemPlace) => "path" in item.subject && nameOf(item.subject.path) === "main › walk";
  const { x, y } = await aimAt(page, (_, item) => isWalk(item));
  await page.mouse.dblclick(x, y);
  const zoomed = await cells(page);
  const whole = before.get("main");
  expect(width(zoomed.get("main › walk") ?? failed())).toBeCloseTo(width(whole ?? failed()), 0);
  expect(zoomed.has("main › parse")).toBe(false);
  // The callers above are as wide, and fade.
  expect(zoomed.get("main")?.fill).not.toBe(whole?.fill);
  await expect(breadcrumb(page)).toContainText("1 frame above");
  expect((await address(page))["fl.zoom"]).toContain("path");
  await breadcrumb(page).getByRole("button", { name: "main" }).click();
  expect(new Set((await cells(page)).keys())).toEqual(new Set(before.keys()));
  await page.mouse.dblclick(x, y);
  await idle(page);
  await page.keyboard.press("0");
  expect(new Set((await cells(page)).keys())).toEqual(new Set(before.keys()));
});

test("colours say how paths differ; one side is gold; new and gone turn grey at a press", async ({ page }) => {
  await openDesk(page);
  const drawn = await cells(page);
  const fill = (of: Map<string, ItemPlace>, name: string) => of.get(name)?.fill ?? "";
  // Equal durations are grey. Twice as long, gone and new each have a colour of their own.
  const kinds = ["main › walk", "main › parse", "main › old", "main › fresh"].map((name) => fill(drawn, name));
  expect(new Set(kinds).size).toBe(4);
  await press(page, "gone");
  await press(page, "new");
  const plain = await cells(page);
  expect(fill(plain, "main › old")).toBe(fill(plain, "main › walk"));
  expect(fill(plain, "main › fresh")).toBe(fill(plain, "main › walk"));
  await toolbar(page).getByRole("group", { name: "Side" }).getByRole("button", { name: "B", exact: true }).click();
  const ofB = await cells(page);
  expect(ofB.has("main › old")).toBe(false);
  // Gold goes by the function wherever it is called: both calls of lex have one colour.
  expect(fill(ofB, "main › parse › lex")).toBe(fill(ofB, "main › walk › lex"));
  expect(fill(ofB, "main › parse")).not.toBe(fill(ofB, "main › fresh"));
});

test("hovering says what path and function take on both sides, and a click keeps it", async ({ page }) => {
  await openDesk(page);
  const isLex = (item: ItemPlace) => "path" in item.subject && nameOf(item.subject.path) === "main › parse › lex";
  const at = await aimAt(page, (_, item) => isLex(item));
  await page.mouse.move(at.x, at.y);
  await idle(page);
  const [a, b] = [functions(A).get("lex"), functions(B).get("lex")];
  expect([a?.total, b?.total]).toEqual([200, 200]);
  await expect(tooltip(page)).toContainText("lex");
  await expect(tooltip(page)).toContainText(/This path\s*100\s*µs/);
  await expect(tooltip(page)).toContainText(/Function, total\s*200\s*µs/);
  await page.mouse.click(at.x, at.y);
  await idle(page);
  await expect(details(page)).toContainText("lex");
  expect((await address(page))["sel"]).toContain("path");
});

test("the details of a path that is selected follow how paths are read", async ({ page }) => {
  await openDesk(page);
  const isWalk = (item: ItemPlace) => "path" in item.subject && nameOf(item.subject.path) === "main › walk";
  const { x, y } = await aimAt(page, (_, item) => isWalk(item));
  await page.mouse.click(x, y);
  await idle(page);
  // Folded, both calls of walk are on the path; as called, the outer one.
  await expect(details(page)).toContainText(/Calls\s*2\s*2/);
  await toolbar(page).getByRole("combobox", { name: "Recursion" }).selectOption("as-called");
  await idle(page);
  await expect(details(page)).toContainText(/Calls\s*1\s*1/);
  await toolbar(page).getByRole("combobox", { name: "Recursion" }).selectOption("direct");
  await idle(page);
  await expect(details(page)).toContainText(/Calls\s*2\s*2/);
});

test("the table lists every function with what it takes, sorts and filters, and a row selects", async ({ page }) => {
  await openDesk(page);
  const [a, b] = [functions(A), functions(B)];
  const text = (value: number | undefined) => (value === undefined ? "–" : value.toFixed(2));
  const rows = table(page).getByRole("row");
  await expect(page.getByTestId("function-count")).toHaveText("6");
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    const row = table(page)
      .getByRole("row")
      .filter({ has: page.getByRole("button", { name, exact: true }) });
    const cellTexts = await row.getByRole("cell").allTextContents();
    const [, selfA, selfB, , , totalA, totalB, callsA, callsB] = cellTexts.map((one) => one.trim());
    expect([selfA, selfB], name).toEqual([text(a.get(name)?.own), text(b.get(name)?.own)]);
    expect(
      [totalA, totalB].map((one) => Number((one ?? "").replace("–", "0").replaceAll(",", ""))),
      name,
    ).toEqual(inUnit([a.get(name)?.total ?? 0, b.get(name)?.total ?? 0]));
    expect([callsA, callsB], name).toEqual([a, b].map((side) => String(side.get(name)?.calls ?? "–")));
  }
  await table(page).getByRole("button", { name: "Function", exact: true }).click();
  await idle(page);
  await expect(rows.nth(1)).toContainText("fresh");
  await page.getByRole("searchbox", { name: "Filter functions" }).fill("LE");
  await idle(page);
  await expect(rows).toHaveCount(2);
  await expect(page.getByTestId("function-count")).toHaveText("1 of 6");
  await table(page).getByRole("button", { name: "lex" }).click();
  await idle(page);
  await expect(details(page)).toContainText("lex");
  await page.getByRole("button", { name: "p50, p99" }).click();
  await idle(page);
  await expect(table(page).getByRole("columnheader", { name: "p99 B" })).toBeVisible();
});

/** Totals of this trace are written in milliseconds. */
function inUnit(us: readonly number[]): number[] {
  return us.map((value) => Number((value / 1_000).toFixed(2)));
}

test("what is selected on one desk is marked on the other, and a link holds how the desk is set", async ({ page }) => {
  await page.setViewportSize(WIDE);
  await open(page, `${PAIR}#v=1&desk=profile&prof.parts=flame&fl.up=1&fl.order=name&prof.sides=b&ft.off=1`);
  await expect(toolbar(page).getByRole("button", { name: "Flame ↑" })).toHaveAttribute("aria-pressed", "true");
  await expect(table(page)).toHaveCount(0);
  await drawn(page);
  const { x, y } = await aimAt(page, (subject) => "path" in subject && subject.path.length === 2);
  await page.mouse.click(x, y);
  await idle(page);
  const said = await details(page).textContent();
  await page.getByRole("tab", { name: "Compare" }).click();
  await idle(page);
  await expect(details(page)).toHaveText(said ?? "");
  await page.keyboard.press("5");
  await idle(page);
  await expect(toolbar(page)).toBeVisible();
});

function failed(): never {
  throw new Error("it is not drawn");
}
