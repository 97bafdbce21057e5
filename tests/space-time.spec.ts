// The Space-time desk: 64 ranks of a stencil, one of them on a slow host in B. The place comes first in the list, is seen in the
// picture, and every setting and gesture leads where it says.

import { expect, type Page, test } from "@playwright/test";

import type { ItemPlace } from "../web/src/generated/protocol.js";
import { details, tooltip, WIDE } from "./support/compare-desk.js";
import { address, aimAt, idle, items, open } from "./support/diptych.js";

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

/** Areas that are drawn and can be aimed at. */
async function areas(page: Page): Promise<ItemPlace[]> {
  return (await items(page)).filter(({ subject }) => "area" in subject);
}

async function areaCount(page: Page): Promise<number> {
  const text = await numbers(page).getByRole("row", { name: /^areas/ }).getByRole("cell").last().textContent();
  return Number((text ?? "").replace(/\D/g, ""));
}

test("the slow host is the first difference, and a press selects it at the detail at which it stands alone", async ({ page }) => {
  await openDesk(page);
  await expect(rows(page).first()).toContainText(SLOW);
  await expect(page.getByRole("tab", { name: /^Areas [1-9]/ })).toHaveAttribute("aria-selected", "true");
  await rows(page).first().click();
  await idle(page);
  await expect(rows(page).first()).toHaveAttribute("aria-pressed", "true");
  const { sel, "st.p": p } = await address(page);
  expect(sel).toMatch(/^area,a,/);
  expect(Number(p)).toBeGreaterThan(0);
  await expect(details(page)).toContainText("ms of A");
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
  await page.getByRole("group", { name: "Lanes over time as areas" }).or(page.locator("canvas").first()).first().focus();
  await page.keyboard.press("[");
  await idle(page);
  expect(await areaCount(page)).toBeGreaterThan(seen[2] ?? 0);
  await page.getByRole("button", { name: "Widest gap" }).click();
  await idle(page);
  await expect(page.locator(".detail-words")).toContainText("widest gap between saved and lost");
});

test("a pointer over an area says what both sides do there; a double click zooms to its lanes and time, and back", async ({ page }) => {
  await openDesk(page);
  const all = await areas(page);
  expect(all.length).toBeGreaterThan(10);
  const one = await aimAt(page, (subject, { rect: [x0, y0, x1, y1] }) => "area" in subject && x1 - x0 > 12 && y1 - y0 > 12);
  await page.mouse.move(one.x, one.y);
  await expect(tooltip(page)).toContainText("%");
  await expect(tooltip(page)).toContainText("Divergence");
  await page.mouse.dblclick(one.x, one.y);
  await idle(page);
  const zoomed = await address(page);
  expect(zoomed["pair.a"]).toMatch(/^\d+\.\.\d+$/);
  expect(zoomed["pair.b"]).toBe(zoomed["pair.a"]);
  await page.keyboard.press("Backspace");
  await idle(page);
  expect((await address(page))["pair.a"]).toBeUndefined();
});

test("panels, lanes, states, slices and colours are chosen, and a link has them all", async ({ page }) => {
  await openDesk(page);
  await toolbar(page).getByRole("button", { name: "Difference", exact: true }).click();
  await idle(page);
  const alone = await areas(page);
  await toolbar(page).getByRole("combobox", { name: "Slices" }).selectOption("30");
  await idle(page);
  const coarse = await areas(page);
  expect(coarse.length).toBeLessThan(alone.length);
  const fills = new Set(coarse.map(({ fill }) => fill));
  await toolbar(page).getByRole("combobox", { name: "Colour of the difference" }).selectOption("divergence");
  await idle(page);
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
