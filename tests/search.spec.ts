// Search, the strip of both runs, and lanes.

import { expect, type Page, test } from "@playwright/test";

import { address, drop, idle, open, PAIR, type SceneInfo, sceneWords, windows } from "./support/diptych.js";
import { type MadeCall, openMade } from "./support/made-traces.js";

test.beforeEach(async ({ page }) => open(page, PAIR));

const field = (page: Page) => page.getByRole("textbox", { name: "Search names and files" });
const info = (page: Page) => page.evaluate(() => window.diptych.sceneInfo()) as Promise<SceneInfo>;

/** A point of the strip at a share of its width, in A's or in B's half. */
async function inStrip(page: Page, share: number, side: "a" | "b"): Promise<{ x: number; y: number }> {
  const { minimap } = await info(page);
  const canvas = await page.locator(".picture").boundingBox();
  if (!minimap || !canvas) {
    throw new Error("there is no strip");
  }
  const y = side === "a" ? (minimap.y0 + minimap.middle) / 2 : (minimap.middle + minimap.y1) / 2;
  return { x: canvas.x + minimap.x0 + share * (minimap.x1 - minimap.x0), y: canvas.y + y };
}

test("a slash goes to the search, hits are counted on both sides, Enter steps through them", async ({ page }) => {
  const before = await sceneWords(page);
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("tokeniter");
  await idle(page);
  const found = (await info(page)).search;
  expect(found?.callsA).toBeGreaterThan(0);
  expect(found?.callsB).toBeGreaterThan(0);
  await expect(page.getByTestId("search-text")).toContainText(`A ${found?.callsA}`);
  expect(await sceneWords(page)).not.toEqual(before);

  await page.keyboard.press("Enter");
  await idle(page);
  await expect(page.getByTestId("hit")).toHaveText(/^1 of \d+$/);
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Lexer.tokeniter");
  await page.keyboard.press("Enter");
  await idle(page);
  await expect(page.getByTestId("hit")).toHaveText(/^2 of \d+$/);
  await page.keyboard.press("Shift+Enter");
  await idle(page);
  await expect(page.getByTestId("hit")).toHaveText(/^1 of \d+$/);
  expect((await address(page))["q"]).toBe("tokeniter");

  await page.keyboard.press("Escape");
  await idle(page);
  expect((await info(page)).search).toBeNull();
  await page.keyboard.press("Escape");
  await expect(page.locator("#view")).toBeFocused();
});

test("a search without hits says so and offers what is near", async ({ page }) => {
  await field(page).fill("tokenitr");
  await idle(page);
  await expect(page.getByTestId("search-text")).toContainText("Nothing matches");
  await page.getByRole("group", { name: "Search" }).locator(".nearest").first().click();
  await idle(page);
  expect((await info(page)).search?.callsA).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Clear the search" }).click();
  await idle(page);
  await expect(field(page)).toHaveValue("");
});

test("a search travels in the link", async ({ page, context }) => {
  await field(page).fill("file:nodes -walk");
  expect((await address(page))["q"]).toBe("file:nodes%20-walk");
  const other = await context.newPage();
  await open(other, page.url());
  await expect(field(other)).toHaveValue("file:nodes -walk");
  expect(await sceneWords(other)).toEqual(await sceneWords(page));
});

test("in the strip a click brings the window there, a drag moves it, an edge resizes it", async ({ page }) => {
  const whole = await windows(page);
  const extent = whole["a"]?.end ?? 0;
  for (let zoom = 0; zoom < 4; zoom += 1) {
    await page.keyboard.press("w");
  }
  await idle(page);
  const span = async () => ((await windows(page))["a"]?.end ?? 0) - ((await windows(page))["a"]?.start ?? 0);
  const middle = async () => ((await windows(page))["a"]?.start ?? 0) / extent + (await span()) / extent / 2;
  const zoomed = await span();

  const near = await inStrip(page, 0.25, "a");
  await page.mouse.click(near.x, near.y);
  await idle(page);
  expect(await middle()).toBeCloseTo(0.25, 2);
  const far = await inStrip(page, 0.5, "a");
  await page.mouse.move(near.x, near.y);
  await page.mouse.down();
  await page.mouse.move(far.x, far.y, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  expect(await middle()).toBeCloseTo(0.5, 2);
  expect(await span()).toBeCloseTo(zoomed, -2);
  // B shows the calls that match, which is another time.
  const [ofA, ofB] = [(await windows(page))["a"], (await windows(page))["b"]];
  expect(ofB).not.toEqual(ofA);
  expect((ofB?.end ?? 0) - (ofB?.start ?? 0)).toBeGreaterThan(0);

  const edge = await inStrip(page, (ofB?.end ?? 0) / extent, "b");
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move((await inStrip(page, 0.9, "b")).x, edge.y, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  expect(((await windows(page))["b"]?.end ?? 0) / extent).toBeCloseTo(0.9, 2);

  await page.mouse.dblclick(near.x, near.y);
  await idle(page);
  expect(await windows(page)).toEqual(whole);
});

test("lanes are listed and fold", async ({ page }) => {
  const before = await sceneWords(page);
  await page.keyboard.press("l");
  await idle(page);
  const lanes = page.getByRole("region", { name: "Lanes of A" });
  await expect(lanes).toContainText("MainThread");
  await lanes.getByRole("checkbox").first().click();
  await idle(page);
  await expect(lanes.getByRole("checkbox").first()).not.toBeChecked();
  expect(await sceneWords(page)).not.toEqual(before);
  await lanes.getByRole("checkbox").first().click();
  await idle(page);
  expect(await sceneWords(page)).toEqual(before);
});

test("a click on the head of a folded lane opens it, one in the list of lanes folds it again", async ({ page }) => {
  const lane = (tid: number) =>
    [1, 2, 3].map(
      (depth) => `{"ph":"X","pid":1,"tid":${tid},"ts":${depth},"dur":${100 - 2 * depth},"name":"f${depth}"}`,
    );
  await drop(page, [{ name: "lanes.json", content: `[${[...lane(1), ...lane(2)].join(",")}]` }], "[data-side=a]");
  const before = await sceneWords(page);
  const canvas = await page.locator(".picture").boundingBox();
  const pane = await page.evaluate(() =>
    (window.diptych.sceneInfo() as SceneInfo).panes.find(({ side }) => side === "a"),
  );
  // A lane that only one side has is a silhouette at first; the last lies at the band.
  await page.mouse.click((canvas?.x ?? 0) + 60, (canvas?.y ?? 0) + (pane?.y1 ?? 0) - 7);
  await idle(page);
  expect(await sceneWords(page)).not.toEqual(before);
  const open = page
    .getByRole("navigation", { name: "Lanes" })
    .locator(".rail-name[aria-expanded=true]", { hasText: /thread \d/ });
  await expect(open).toHaveCount(1);
  await open.click();
  await idle(page);
  expect(await sceneWords(page)).toEqual(before);
});

const OWN: MadeCall[] = [
  ["main", 0, 10_000],
  ["parse_select", 9_000, 100],
];

test("a near name is one of few edits on the last segment", async ({ page }) => {
  await openMade(
    page,
    [
      ["main", 0, 1_000],
      ["sql.parse_select", 100, 300],
      ["sql.select_parser", 500, 300],
    ],
    [
      ["main", 0, 1_000],
      ["sql.parse_select", 100, 300],
    ],
  );
  await field(page).fill("parse_selekt");
  await idle(page);
  const nearest = page.getByRole("group", { name: "Search" }).locator(".nearest");
  await expect(nearest).toHaveText(["sql.parse_select"]);
  await nearest.click();
  await idle(page);
  expect((await info(page)).search).toMatchObject({ callsA: 1, callsB: 1 });
  await expect(page.getByTestId("search-text")).toContainText(/^A 1 call, .+ self \(.+\) · B 1 call, .+ self/);
});

test("a hit moves the other side only to where it corresponds, and nothing else moves", async ({ page }) => {
  await openMade(page, OWN, [
    ["main", 0, 10_000],
    ["parse_select", 2_000, 100],
    ["only_here", 9_000, 100],
  ]);
  const tools = () => page.getByRole("toolbar", { name: "Compare" }).getByRole("button").allTextContents();
  const before = { tools: await tools(), box: await page.locator(".picture").boundingBox() };
  // The wheel zooms both sides at the same place, unlike keys.
  const { x, y, width } = before.box ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(x + width / 2, y + 20);
  for (let zoom = 0; zoom < 8; zoom += 1) {
    await page.mouse.wheel(0, -120);
    await idle(page);
  }
  await page.mouse.move(5, 5);
  await page.getByRole("button", { name: "Linked zoom" }).waitFor();
  await field(page).fill("parse_select");
  await idle(page);
  expect(await tools()).toEqual(before.tools);
  expect(await page.locator(".picture").boundingBox()).toEqual(before.box);
  await page.keyboard.press("Enter");
  await idle(page);
  const shown = await windows(page);
  const middle = (side: string) => ((shown[side]?.start ?? 0) + (shown[side]?.end ?? 0)) / 2_000;
  // Both calls lie under each other: that of A at 9,000 µs, that of B at 2,000 µs.
  expect(middle("a") - 9_050).toBeCloseTo(middle("b") - 2_050, -1);
  expect(Math.abs(middle("b") - 2_050)).toBeLessThan(((shown["b"]?.end ?? 0) - (shown["b"]?.start ?? 0)) / 2_000);

  // A hit that only B has leaves A where it is.
  await field(page).fill("only_here");
  await idle(page);
  const a = (await windows(page))["a"];
  await page.keyboard.press("Enter");
  await idle(page);
  expect((await windows(page))["a"]).toEqual(a);
  expect(((await windows(page))["b"]?.start ?? 0) / 1_000).toBeLessThan(9_100);
});
