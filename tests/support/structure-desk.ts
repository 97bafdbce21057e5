// The Structure desk as its tests open it, and its lists.

import { expect, type Locator, type Page } from "@playwright/test";

import { WIDE } from "./compare-desk.js";
import { idle, open, PAIR } from "./diptych.js";

/** The rows of the list that is shown. */
export const rows = (page: Page): Locator => page.locator(".area-row");

/** Locates the marked pattern with the number of its repeats. */
export const pattern = (page: Page): Locator => page.getByRole("region", { name: "Pattern" });

export async function openDesk(page: Page, more = ""): Promise<void> {
  await page.setViewportSize(WIDE);
  await open(page, `${PAIR}#v=1&desk=structure${more}`);
  await expect(rows(page).first()).toBeVisible();
  await idle(page);
}

/** Returns the number of repeats of the marked calls in A and in B: exact ones, or near ones too. */
export async function repeats(page: Page, row: "Exact repeats" | "Exact and near"): Promise<number[]> {
  const cells = await pattern(page).getByRole("row", { name: row }).getByRole("cell").allTextContents();
  return cells.map((cell) => Number(cell.replaceAll(",", "")));
}

/** Shows a list; how many rows its tab says that it has. */
export async function showList(page: Page, name: string): Promise<number> {
  const tab = page.getByRole("tab", { name: new RegExp(`^${name}`) });
  await tab.click();
  await idle(page);
  return Number(/([\d,]+)\s*$/.exec((await tab.textContent()) ?? "")?.[1]?.replaceAll(",", ""));
}

/** Calls that the rows of the list say, such as `110 → 114`: behind a place they follow a colon. */
export async function callsInRows(page: Page): Promise<string[]> {
  const texts = await rows(page).locator(".area-state span").allTextContents();
  return texts.map((text) => text.replace(/^: /, "").replace(/ calls?$/, ""));
}

/** Calls of both sides that the rows of the list say, added up. */
export async function callsOfRows(page: Page): Promise<number[]> {
  const calls = (await callsInRows(page)).map((of) =>
    of.split(" → ").map((number) => Number(number.replaceAll(",", ""))),
  );
  return [0, 1].map((side) => calls.reduce((sum, of) => sum + (of[side] ?? 0), 0));
}
