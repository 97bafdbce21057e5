// Checks the first answers about a pair: where the change lies, why a row is listed, and which calls are pauses.

import { expect, test } from "@playwright/test";

import { idle, open, PAIR, windows } from "./support/diptych.js";

test("the largest changes by path stand above the lists, and each shows its call", async ({ page }) => {
  await open(page, PAIR);
  const lines = page.getByRole("list", { name: "Largest changes by path" }).getByRole("button");
  expect(await lines.count()).toBeLessThanOrEqual(12);
  await expect(lines.first()).toContainText("Environment.compile");
  const before = await windows(page);
  await lines.filter({ hasText: "CodeGenerator.visit_Template" }).click();
  await idle(page);
  expect(await windows(page)).not.toEqual(before);
});

test("the row that is gone to says why it is listed", async ({ page }) => {
  await open(page, PAIR);
  await page.getByRole("tab", { name: /^Faster/ }).click();
  await idle(page);
  await page.getByRole("listbox").getByRole("option").first().click();
  await idle(page);
  const why = page.getByRole("list", { name: /^Why .* is listed$/ });
  await expect(why).toContainText("calls");
  await expect(why).toContainText("per call");
  await expect(why).toContainText(/from shorter calls|from fewer calls/);
});

test("pauses have a list of their own, and each frames its call", async ({ page }) => {
  await open(page, PAIR);
  await page.getByRole("tab", { name: /^Outliers/ }).click();
  await idle(page);
  const first = page.getByRole("listbox").getByRole("option").first();
  await expect(first).toContainText("Optimizer.generic_visit");
  const before = await windows(page);
  await first.click();
  await idle(page);
  expect(await windows(page)).not.toEqual(before);
});
