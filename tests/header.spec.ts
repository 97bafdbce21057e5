// The cards of the sides: in whatever room, numbers are whole and what differs between the names is read.

import { expect, type Locator, test } from "@playwright/test";

import { drop, examplePair, idle, open, PAIR } from "./support/diptych.js";

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

test("a narrow page has room for long names, and its buttons in one line", async ({ page }) => {
  const [old, young] = examplePair();
  await open(page, "");
  await drop(page, [
    { ...old, name: "vt10k-jinja2-3.0.3-scrolls-of-the-first-run.json.gz" },
    { ...young, name: "vt10k-jinja2-3.1.6-scrolls-of-the-first-run.json.gz" },
  ]);
  for (const width of [880, 720, 500, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await idle(page);
    for (const name of await page.locator(".card .name").all()) {
      expect((await name.boundingBox())?.width ?? 0, `${width} px`).toBeGreaterThan(70);
    }
    const buttons = page.locator(".header > .search, .header > button, .header > .menu, .header > .popover");
    const middles = await buttons.evaluateAll((all) =>
      all.map((element) => element.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)),
    );
    expect(middles.length).toBeGreaterThan(4);
    expect(Math.max(...middles) - Math.min(...middles), `${width} px`).toBeLessThanOrEqual(4);
  }
});
