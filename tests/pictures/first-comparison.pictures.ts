// The steps of docs/first-comparison.md, in order, as its reader takes them.

import { test } from "@playwright/test";

import { idle, open } from "../support/diptych.js";
import { photograph } from "./photograph.js";

test.use({ viewport: { width: 1440, height: 900 } });

test("the steps of a first comparison", async ({ page }) => {
  test.slow();
  await open(page, "");
  await photograph(page, "first-1-start");

  await page.getByRole("link", { name: /A Python library, upgraded/ }).click();
  await idle(page);
  const panel = page.locator("#panel");
  const lists = await panel.boundingBox();
  await photograph(page, "first-3-largest", { ...(lists ?? { x: 1104, y: 124, width: 336 }), height: 350 });

  await panel
    .getByRole("button", { name: /CodeGenerator\.visit_Template/ })
    .first()
    .click();
  await page.mouse.move(3, 3);
  await idle(page);
  await photograph(page, "first-4-call");

  await panel.getByRole("tab", { name: /Largest/ }).click();
  await panel
    .getByRole("tabpanel")
    .getByText(/Optimizer\.generic_visit/)
    .first()
    .click();
  await page.mouse.move(3, 3);
  await idle(page);
  await photograph(page, "first-5-zoom");

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await page.locator(".toast").waitFor();
  await photograph(page, "first-6-share");
});
