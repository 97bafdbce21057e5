// axe on every state of the page in every theme, the order of focus, and narrow pages.

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

import { drop, idle, OLD, open, PAIR } from "./support/diptych.js";

/** Lets axe read the page. `targets`: whether it measures every target, which takes minutes where a table has thousands of cells. */
async function clean(page: Page, targets = true): Promise<void> {
  test.slow(); // Axe reads every element and style; on a loaded machine that takes its time.
  // Targets of at least 24 × 24 pixels are new in WCAG 2.2, and axe looks for them only when asked.
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { "target-size": { enabled: targets } } })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}

for (const theme of ["light", "dark", "contrast"]) {
  test(`the start page, ${theme}`, async ({ page }) => {
    await open(page, `#theme=${theme}`);
    await clean(page);
  });

  test(`an embedded view and the question of trust, ${theme}`, async ({ page }) => {
    await page.setViewportSize({ width: 600, height: 400 });
    await open(page, `#mode=embed&theme=${theme}&a=${OLD.link}&b=https://traces.test/b.json`);
    await expect(page.getByRole("alertdialog")).toContainText("https://traces.test");
    await clean(page);
  });

  test(`a pair with a selection, ${theme}`, async ({ page }) => {
    await open(page, `${PAIR}#theme=${theme}`);
    await page.getByRole("group", { name: "Both runs as icicle plots" }).focus();
    await page.keyboard.press("ArrowDown");
    await idle(page);
    await clean(page);
  });
}

for (const theme of ["light", "dark", "contrast"]) {
  for (const desk of ["space-time", "profile"]) {
    test(`${desk}, ${theme}`, async ({ page }) => {
      await open(page, `${PAIR}#theme=${theme}&desk=${desk}`);
      await clean(page);
    });
  }
}

for (const theme of ["light", "dark", "contrast"]) {
  test(`who calls whom, with a selection, ${theme}`, async ({ page }) => {
    await open(page, `${PAIR}#theme=${theme}&desk=structure`);
    await page.locator(".area-row").first().click();
    await idle(page);
    await clean(page);
  });
}

for (const theme of ["light", "dark", "contrast"]) {
  test(`the structure with calls over it, with a selection, ${theme}`, async ({ page }) => {
    await open(page, `${PAIR}#theme=${theme}&desk=fusion`);
    await page.locator(".area-row").first().click();
    await idle(page);
    await clean(page);
  });
}

test("one side with a failure, a menu and a dialog", async ({ page }) => {
  await open(page, `?a=${OLD.link}`);
  await drop(page, [{ name: "bad.json", content: "[}" }], "[data-side=b]");
  await clean(page);
  await page.getByRole("button", { name: "More actions for A" }).click();
  await clean(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await clean(page);
});

for (const theme of ["light", "dark", "contrast"]) {
  test(`the editor of identity rules and lane pairs, ${theme}`, async ({ page }) => {
    await open(page, `${PAIR}#theme=${theme}`);
    await page.keyboard.press("i");
    await idle(page);
    await clean(page);
    await page.getByRole("button", { name: "Edit as text" }).click();
    await clean(page);
    await page.getByRole("tab", { name: /^Lanes/ }).click();
    await idle(page);
    await clean(page);
  });
}

test("the table in place of the picture, on a narrow page", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  await open(page, PAIR);
  await page.keyboard.press("v");
  await idle(page);
  await clean(page, false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
});

test("Tab goes the way of the page, and a skip link reaches the view", async ({ page }) => {
  await open(page, PAIR);
  const order: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    order.push(
      await page.evaluate(() => {
        const focused = document.activeElement;
        const named = focused?.getAttribute("aria-label") ?? focused?.textContent ?? "";
        return named.trim().replace(/\s+/g, " ");
      }),
    );
  }
  const wanted = [
    "To the view",
    "More actions for A",
    "Swap sides",
    "More actions for B",
    "Notes",
    "Share",
    "Export",
    "Help and settings",
    "Linked zoom",
    "Both runs as icicle plots",
    "Legend",
    "Differences",
  ];
  expect(wanted.map((name) => order.indexOf(name))).toEqual(
    wanted.map((name) => order.indexOf(name)).toSorted((x, y) => x - y),
  );
  wanted.forEach((name) => expect(order).toContain(name));

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.getByRole("link", { name: "To the view" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#view")).toBeFocused();
});

test("the focus comes back from a dialog", async ({ page }) => {
  await open(page, PAIR);
  const help = page.getByRole("button", { name: "Help" });
  await help.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeFocused();
});

test("the panel is a drawer on a narrow page", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, PAIR);
  await expect(page.locator("#panel")).toBeHidden();
  await page.getByRole("button", { name: /Differences .* Details/ }).click();
  await expect(page.locator("#panel")).toBeVisible();
  await page.keyboard.press("\\");
  await expect(page.locator("#panel")).toBeHidden();
});
