// The cards of the sides: in whatever room, numbers are whole and what differs between the names is read.

import { expect, type Locator, test } from "@playwright/test";

import { idle, open, PAIR } from "./support/diptych.js";

/** Returns whether a text has all the room that it needs. */
function isWhole(text: Locator): Promise<boolean> {
  return text.evaluate((element) => element.scrollWidth <= element.clientWidth + 1);
}

test("a card cuts no number, and its name holds what differs", async ({ page }) => {
  await open(page, PAIR);
  const facts = new Set<string>();
  for (const width of [1600, 1280, 1000, 800, 640]) {
    await page.setViewportSize({ width, height: 800 });
    await idle(page);
    for (const [side, version] of [
      ["A", "3.0.3"],
      ["B", "3.1.6"],
    ] as const) {
      const card = page.getByRole("region", { name: `Side ${side}`, exact: true });
      const name = card.locator(".name");
      await expect(name).toContainText(version);
      await expect(name).toHaveAttribute("title", `jinja2-${version}.json.gz`);
      expect(await isWhole(name), `${side}'s name at ${width} px`).toBe(true);
      const text = (await card.locator(".in-short").allTextContents()).join("");
      // Screen readers still read the facts that left the card.
      await expect(card).toContainText(/jinja2-[\d.]+\.json\.gz [\d,]+ calls · [\d.]+\s[mµ]?s · /u);
      expect(text).toMatch(/^(([\d,]+ calls · )?[\d.]+\s[mµ]?s( · [\d.]+\s[kM]?B)?)?$/u);
      facts.add(text.replaceAll(/[\d.,]+/gu, "0"));
      // Nothing stands outside of its card.
      const [outer, close] = [
        await card.boundingBox(),
        await card.getByRole("button", { name: `Close ${side}` }).boundingBox(),
      ];
      expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
    }
  }
  // From the widest page to the narrowest, some facts have left.
  expect(facts.size).toBeGreaterThan(1);
});
