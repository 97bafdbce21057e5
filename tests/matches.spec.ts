// Checks the matches of the Compare desk and their settings: links, colours, kinds, filters.

import { expect } from "@playwright/test";

import { toolbar, wordsAlone, onTube, WIDE } from "./support/compare-desk.js";
import { address, idle, inA, sceneWords, windows } from "./support/diptych.js";
import { openPair, test } from "./support/shared-page.js";

test.use({ viewport: WIDE });

test("a hovered tube lights itself and both its calls, and lets go of them", async ({ page }) => {
  await openPair(page);
  const before = await wordsAlone(page);
  await onTube(page);
  const lit = await sceneWords(page);
  expect(lit.length).toBeGreaterThan(before.length);
  expect(await wordsAlone(page)).toEqual(before);
});

test("b brings matches into view where none is, and says so where some are", async ({ page }) => {
  // Far apart, so that no call in sight of one side matches one of the other.
  await openPair(page, "pair.a=9100000..9300000&pair.b=900000..1100000&axis=zero");
  const before = await windows(page);
  await page.keyboard.press("b");
  await idle(page);
  const after = await windows(page);
  expect(after["a"]).toEqual(before["a"]);
  expect(after["b"]?.start ?? 0).toBeGreaterThan(before["b"]?.end ?? Infinity);
  await page.keyboard.press("b");
  await expect(page.locator(".toast").last()).toContainText("No match to bring");
});

test("under colours of order a selected stack keeps its colours, and Escape lets go of it", async ({ page }) => {
  test.slow();
  await openPair(page, "pair.color=shift");
  const before = await wordsAlone(page);
  const { x, y } = await inA(page, 0.3, 2);
  await page.mouse.click(x, y);
  await idle(page);
  const selected = await wordsAlone(page);
  await page.getByLabel("Colour").selectOption("change");
  const plain = await wordsAlone(page);
  await page.getByLabel("Colour").selectOption("shift");
  expect(await wordsAlone(page)).toEqual(selected);
  expect(selected).not.toEqual(plain);
  await page.keyboard.press("Escape");
  expect(await wordsAlone(page)).toEqual(before);
});

test("hovering a stack under colours of order greys what is not in it", async ({ page }) => {
  await openPair(page, "pair.color=shift");
  const before = await wordsAlone(page);
  const { x, y } = await inA(page, 0.3, 2);
  await page.mouse.move(x, y);
  await idle(page);
  expect(await sceneWords(page)).not.toEqual(before);
});

test("by similarity there are more matches, and fewer as s rises, by slider and by keys", async ({ page }) => {
  test.slow();
  await openPair(page);
  const matches = async () =>
    Number(/of ([\d,]+) match/.exec((await page.getByTestId("drawn").textContent()) ?? "")?.[1]?.replace(/,/g, ""));
  const oneToOne = await matches();
  await toolbar(page).getByRole("button", { name: "Similarity" }).click();
  await idle(page);
  const similar = await matches();
  expect(similar).toBeGreaterThan(oneToOne);
  expect(await address(page)).toMatchObject({ m: "similarity" });

  await page.keyboard.press("]");
  await idle(page);
  expect(await address(page)).toMatchObject({ tau: "25" });
  const least = toolbar(page).getByRole("slider", { name: /Smallest similarity/ });
  await expect(least).toHaveValue("25");
  await least.fill("90");
  await idle(page);
  expect(await matches()).toBeLessThan(similar);
  expect((await address(page))["tau"]).toBe("90");
  await toolbar(page).getByRole("combobox", { name: "Similarity of" }).selectOption("multiset");
  await idle(page);
  expect(await address(page)).toMatchObject({ sim: "multiset" });

  await toolbar(page).getByRole("button", { name: "Matched calls" }).click();
  await idle(page);
  expect(await matches()).toBe(oneToOne);
  await page.keyboard.press("[");
  await expect(page.locator(".toast")).toContainText("Similarity mode");
});

test("every colour of a pair is a picture and a legend of its own", async ({ page }) => {
  await openPair(page);
  const [pictures, legends] = [new Set<string>(), new Set<string>()];
  for (const color of ["change", "shift", "place", "similarity", "match"]) {
    await page.getByLabel("Colour").selectOption(color);
    pictures.add(JSON.stringify(await wordsAlone(page)));
    legends.add((await page.getByRole("group", { name: "Legend" }).textContent()) ?? "");
  }
  expect([pictures.size, legends.size]).toEqual([5, 5]);
});

test("places are seen from the half that the pointer is in, or from the side chosen", async ({ page }) => {
  await openPair(page, "pair.color=place");
  const from = async (side: "a" | "b") => {
    await toolbar(page).getByLabel("seen from").selectOption(side);
    return wordsAlone(page);
  };
  const [a, b] = [await from("a"), await from("b")];
  expect(a).not.toEqual(b);
  expect(await address(page)).toMatchObject({ "m.view": "b" });
  await page.keyboard.press("x");
  await idle(page);
  expect(await address(page)).toMatchObject({ "m.view": "a" });
});

test("tubes or lines, their form, and the palettes as published", async ({ page }) => {
  await openPair(page);
  const tubes = await wordsAlone(page);
  await toolbar(page).getByRole("button", { name: "Lines" }).click();
  const lines = await wordsAlone(page);
  expect(lines).not.toEqual(tubes);
  await toolbar(page).getByRole("button", { name: "Tubes" }).click();
  expect(await wordsAlone(page)).toEqual(tubes);

  await toolbar(page).getByRole("button", { name: "How links are drawn" }).click();
  const seen = [tubes];
  for (const [name, value] of [
    ["Thickness", "10"],
    ["Band", "50"],
    ["Bundling", "20"],
  ] as const) {
    await toolbar(page)
      .getByRole("slider", { name: new RegExp(`^${name}`) })
      .fill(value);
    await idle(page);
    seen.push(await sceneWords(page));
  }
  await toolbar(page).getByLabel("Paper’s colours").check();
  await idle(page);
  seen.push(await sceneWords(page));
  expect(new Set(seen.map((words) => JSON.stringify(words))).size).toBe(5);
  expect(await address(page)).toMatchObject({ "m.lambda": "10", "m.band": "50", "m.beta": "20", "m.pub": "1" });
  await page.keyboard.press("Escape");
  await expect(toolbar(page).getByRole("slider")).toHaveCount(0);
  await expect(toolbar(page).getByRole("button", { name: "How links are drawn" })).toBeFocused();
});

test("each kind of call is shown or not", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 2000, height: 900 });
  await openPair(page);
  const show = toolbar(page).getByRole("group", { name: "Show" });
  const all = await wordsAlone(page);
  for (const [name, key] of [
    ["matched", "m.xm"],
    ["only A", "m.xa"],
    ["only B", "m.xb"],
  ] as const) {
    await show.getByRole("button", { name }).click();
    expect(await wordsAlone(page)).not.toEqual(all);
    expect(await address(page)).toMatchObject({ [key]: "1" });
    await expect(show.getByRole("button", { name })).toHaveAttribute("aria-pressed", "false");
    await show.getByRole("button", { name }).click();
    expect(await wordsAlone(page)).toEqual(all);
  }
  for (const button of await show.getByRole("button").all()) {
    await button.click();
  }
  const message = page.getByRole("region", { name: "Everything is filtered out" });
  await expect(message).toContainText(/“Show” hides all [\d,]+ matched calls/);
  await message.getByRole("button", { name: "Show all" }).click();
  await expect(message).toHaveCount(0);
  expect(await wordsAlone(page)).toEqual(all);
});

test("filters leave out links by function and by duration", async ({ page }) => {
  await page.setViewportSize({ width: 2000, height: 900 });
  await openPair(page);
  const all = await wordsAlone(page);
  await toolbar(page).getByRole("button", { name: "Filter matches" }).click();
  await toolbar(page).getByRole("textbox", { name: "Function" }).fill("visit");
  await idle(page);
  const byName = await sceneWords(page);
  expect(byName).not.toEqual(all);
  await toolbar(page)
    .getByRole("spinbutton", { name: /Least duration/ })
    .fill("500");
  await page.keyboard.press("Enter");
  await idle(page);
  expect(await sceneWords(page)).not.toEqual(byName);
  expect(await address(page)).toMatchObject({ "m.f": "visit", "m.us": "500" });
  await expect(toolbar(page).getByRole("button", { name: "Filter matches, 2 on" })).toBeVisible();
  await toolbar(page).getByRole("button", { name: "Clear filters" }).click();
  expect(await wordsAlone(page)).toEqual(all);
});

test("the legend shows one kind alone, and all again", async ({ page }) => {
  test.slow();
  await openPair(page);
  const all = await wordsAlone(page);
  const legend = page.getByRole("group", { name: "Legend" });
  const only = legend.getByRole("button", { name: "only in A" });
  await only.click();
  await idle(page);
  expect(await address(page)).toMatchObject({ "m.xm": "1", "m.xv": "1", "m.xb": "1" });
  await expect(only).toHaveAttribute("aria-pressed", "true");
  expect(await wordsAlone(page)).not.toEqual(all);
  await only.click();
  expect(await wordsAlone(page)).toEqual(all);
});

test("tubes become lines on a way of their own, or at once", async ({ page }) => {
  test.slow();
  await openPair(page);
  const tubes = await wordsAlone(page);
  await toolbar(page).getByRole("button", { name: "Lines" }).click();
  const lines = await wordsAlone(page);
  await toolbar(page).getByRole("button", { name: "Tubes" }).click();
  expect(await wordsAlone(page)).toEqual(tubes);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await toolbar(page).getByRole("button", { name: "Lines" }).click();
  expect(await wordsAlone(page)).toEqual(lines);
});
