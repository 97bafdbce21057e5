// Functions: rows that are pressed anywhere, what Details says of one, arguments of both partners, names that are told
// apart, one side alone.

import { expect, type Page, test } from "@playwright/test";

import { details, toolbar } from "./support/compare-desk.js";
import { idle, items, open, drop } from "./support/diptych.js";
import { cellOf, type MadeCall, madeTrace, openMade } from "./support/made-traces.js";

const run = (parse: number, args: unknown): MadeCall[] => [
  ["main", 0, 1_000],
  ["parse", 100, parse, { args }],
  ["lex", 110, parse / 2],
  ["render", 600, 200],
  ["lex", 610, 40],
];

const kernel = (functor: string) =>
  `void at::native::elementwise_kernel<4, at::native::${functor}<float>, at::detail::Array<char*, 2> >(int)`;

const list = (page: Page) => page.getByRole("table", { name: "Self time by function" });

async function showFunctions(page: Page): Promise<void> {
  await page.getByRole("group", { name: "Lists" }).getByRole("button", { name: "Functions" }).click();
  await idle(page);
}

test("a row is pressed anywhere, and Details says what its calls add up to, what it calls and what calls it", async ({
  page,
}) => {
  await openMade(page, run(100, {}), run(300, {}));
  await showFunctions(page);
  const row = list(page).getByRole("row", { name: /lex/ });
  await row.locator(".of-a").click();
  await idle(page);
  await expect(row.getByRole("button")).toHaveAttribute("aria-pressed", "true");
  const figures = details(page).getByRole("table");
  for (const [name, a, b] of [
    ["Calls", "2", "2"],
    ["Self", "90.0", "190"],
    ["Median call", "40.0", "40.0"],
    ["99th percentile", "50.0", "150"],
  ] as const) {
    const cells = figures.getByRole("row", { name: new RegExp(`^${name}`) }).getByRole("cell");
    await expect(cells.nth(0)).toContainText(a);
    await expect(cells.nth(1)).toContainText(b);
  }
  await expect(details(page)).toContainText("It calls nothing.");
  await details(page)
    .getByRole("button", { name: /^Callers/ })
    .click();
  const callers = details(page).getByRole("listitem");
  await expect(callers).toHaveCount(2);
  await expect(callers.first()).toContainText(/parse\s*\+100/);
  await expect(callers.first()).toContainText(/50\.0\s*µs\s*150\s*µs/);

  // A caller is selected in turn; both its calls, of A and of B, are marked.
  await callers.first().getByRole("button").click();
  await idle(page);
  await expect(details(page).locator(".details-name")).toContainText("parse");
  await details(page)
    .getByRole("button", { name: /^Callees/ })
    .click();
  await expect(details(page).getByRole("listitem").first()).toContainText(/lex\s*\+100/);
  await row.locator(".of-b").click();
  await idle(page);
  await row.locator(".of-b").click();
  await idle(page);
  await expect(details(page)).toContainText("Click a call");
});

test("arguments of both partners stand beside each other, those that differ twice", async ({ page }) => {
  await openMade(page, run(100, { query: "select 1", mode: "fast" }), run(300, { query: "select 2", mode: "fast" }));
  const [{ rect }, canvas] = [await cellOf(page, "a", 100), await page.locator(".picture").boundingBox()];
  await page.mouse.click((canvas?.x ?? 0) + (rect[0] + rect[2]) / 2, (canvas?.y ?? 0) + (rect[1] + rect[3]) / 2);
  await idle(page);
  await details(page).getByRole("button", { name: "Arguments" }).click();
  await idle(page);
  await expect(details(page)).toContainText("1 of 2 arguments differ.");
  await expect(details(page).locator(".arguments dd")).toHaveText([/A\s*select 1/, /B\s*select 2/, "fast"]);
  await expect(details(page).getByText(/Full record of [AB]/)).toHaveCount(2);
});

test("names that differ in their middle read differently in rows, chips and lines", async ({ page }) => {
  const [a, b] = [60, 120].map((first): MadeCall[] => [
    ["main", 0, 1_000],
    [kernel("FillFunctor"), 100, first],
    [kernel("AbsFunctor"), 300, first + 20],
    [kernel("CUDAFunctor_add"), 600, first + 40],
  ]);
  await openMade(page, a ?? [], b ?? []);
  for (const region of [
    page.getByRole("listbox").getByRole("option"),
    page.locator(".chips li"),
    page.getByRole("list", { name: "Largest changes by path" }).getByRole("listitem"),
  ]) {
    const texts = (await region.locator("bdi.code").allTextContents()).filter((text) => text.includes("…"));
    expect(texts.length).toBeGreaterThan(1);
    expect(new Set(texts).size).toBe(texts.length);
  }
  await showFunctions(page);
  await expect(list(page)).toContainText("FillFunctor");
  await expect(list(page)).toContainText("AbsFunctor");
});

test("one side alone offers nothing that is of two", async ({ page }) => {
  await open(page, "");
  await drop(page, [{ name: "a.json", content: madeTrace(run(100, {})) }]);
  const colours = toolbar(page).getByLabel("Colour").getByRole("option");
  await expect(colours).toHaveText(["Package", "File", "Function", "Duration"]);
  await expect(list(page).getByRole("columnheader")).toHaveText(["Function", /^A, /]);
  // The heading stands over the numbers, also beside a side that failed.
  await drop(page, [{ name: "broken.json", content: "{}" }], "[data-side=b]");
  await expect(page.getByRole("region", { name: "Problem with side B" })).toBeVisible();
  const end = async (of: string) => {
    const box = await list(page).locator(of).first().boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(Math.abs((await end("thead .number")) - (await end("tbody .of-a")))).toBeLessThan(2);
  await list(page).getByRole("row", { name: /lex/ }).click();
  await idle(page);
  await expect(details(page).getByRole("table")).toHaveCount(0);
  await expect(details(page)).toContainText(/Calls\s*2/);
  expect((await items(page)).every(({ subject }) => !("match" in subject))).toBe(true);
});
