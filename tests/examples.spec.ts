// The example pairs of the start page: small, and each answers the question it is shown with.

import { readdirSync, statSync } from "node:fs";

import { expect, test } from "@playwright/test";

import { idle, open as openPage, type SceneInfo } from "./support/diptych.js";

const EXAMPLES: readonly [title: string, a: string, b: string, found: string][] = [
  ["A Python library, upgraded", "9,870 calls", "9,826 calls", "B is"],
  ["SQLite, with and without an index", "3,142 calls", "2,818 calls", "functions only in B"],
  ["64 MPI ranks, one slow host", "24,064 calls", "24,064 calls", "B is 1.49"],
];

for (const [title, a, b, found] of EXAMPLES) {
  test(`the start page opens its example: ${title}`, async ({ page }) => {
    await openPage(page, "");
    await expect(page.locator(".example")).toHaveCount(EXAMPLES.length);
    await page.locator(".example").filter({ hasText: title }).click();
    await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText(a);
    await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText(b);
    await idle(page);
    await expect(page.locator("body")).toContainText(found);
  });
}

test("the slow host is the lane that opens", async ({ page }) => {
  await openPage(page, "");
  await page.locator(".example").filter({ hasText: "64 MPI ranks" }).click();
  await idle(page);
  const open = await page.evaluate(() =>
    (window.diptych.sceneInfo() as SceneInfo).panes.map(({ openLanes }) => openLanes.map(({ lane }) => lane)),
  );
  expect(open).toEqual([[37], [37]]);
});

test("all examples together are under 2 MB", () => {
  const bytes = readdirSync("www/examples").map((name) => statSync(`www/examples/${name}`).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
});
