// No text is cut without three dots, a scroll bar or a way to the rest: eight widths, four themes, many lanes and one.

import { expect, type Page, test } from "@playwright/test";

import { TAB_KEYS } from "./support/desks.js";
import { idle, open, PAIR } from "./support/diptych.js";
import { type MadeCall, openMade } from "./support/made-traces.js";

const WIDTHS = [360, 700, 1024, 1200, 1280, 1440, 1920, 2560];

const kernel = (functor: string) =>
  `void at::native::elementwise_kernel<4, at::native::${functor}<float>, at::detail::Array<char*, 2> >(int, at::native::${functor}<float>)`;

/** Calls of one thread; B's are `slower`. */
function lane(tid: number, slower: number): MadeCall[] {
  const more = { tid };
  return [
    [`ProfilerStep#${tid}`, 0, 10_000, more],
    [kernel("FillFunctor"), 100, 900 * slower, more],
    [kernel("AbsFunctor"), 3_000, 500 * slower, more],
    ["Node.walk", 6_000, 800, more],
    [slower > 1 ? "added" : "gone", 8_000, 700, more],
  ];
}

const threads = (count: number, slower: number) =>
  Array.from({ length: count }, (_, at) => lane(at + 1, slower)).flat();

/** Texts of which a part is cut off, with what cuts them. */
function cutTexts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const [text, parent] = [node.textContent?.trim() ?? "", node.parentElement];
    if (
      text === "" ||
      parent === null ||
      !parent.checkVisibility({ visibilityProperty: true }) ||
      parent.closest(".hidden, .tool-word, option, script, style, dialog") !== null
    ) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    let [left, right, top, bottom] = [0, innerWidth, 0, innerHeight];
    let excused = false;
    let by = "the page";
    for (let around: HTMLElement | null = parent; around !== null && !excused; around = around.parentElement) {
      const style = getComputedStyle(around);
      excused =
        style.textOverflow === "ellipsis" ||
        style.overflowX === "auto" ||
        style.overflowX === "scroll" ||
        style.overflowY === "auto" ||
        style.overflowY === "scroll";
      if (style.overflowX === "hidden" || style.overflowX === "clip") {
        const clip = around.getBoundingClientRect();
        by = around.className;
        [left, right, top, bottom] = [
          Math.max(left, clip.left),
          Math.min(right, clip.right),
          Math.max(top, clip.top),
          Math.min(bottom, clip.bottom),
        ];
      }
    }
    // An invisible element is not cut. A way to it is a matter of other tests.
    const unseen =
      box.right <= left + 1 ||
      box.left >= right - 1 ||
      box.bottom <= top + 1 ||
      box.top >= bottom - 1 ||
      box.width === 0;
    const cut = box.left < left - 1.5 || box.right > right + 1.5 || box.top < top - 3 || box.bottom > bottom + 3;
    if (!excused && !unseen && cut) {
      found.push(`“${text.slice(0, 60)}” by ${by}`);
    }
  }
  return found;
}

async function legendHasWay(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const line = document.querySelector(".legend-line");
    const entries = [...(line?.querySelectorAll("li, .grey-point") ?? [])];
    const clip = line?.getBoundingClientRect();
    const all = entries.every((entry) => clip !== undefined && entry.getBoundingClientRect().bottom <= clip.bottom + 3);
    return all || document.querySelector(".legend .popover > button")?.checkVisibility() === true;
  });
}

for (const [name, count] of [
  ["one lane", 1],
  ["many lanes", 12],
] as const) {
  test(`no text is cut, ${name}`, async ({ page }) => {
    test.slow();
    await openMade(page, threads(count, 1), threads(count, 1.6));
    const wrong: string[] = [];
    for (let theme = 0; theme < 4; theme += 1) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await idle(page);
        const where = `${width} px, theme ${theme}`;
        wrong.push(...(await page.evaluate(cutTexts)).map((text) => `${where}: ${text}`));
        if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) {
          wrong.push(`${where}: the page is wider than the window`);
        }
        if (!(await legendHasWay(page))) {
          wrong.push(`${where}: entries of the legend have no way to them`);
        }
      }
      await page.getByRole("button", { name: /^Theme/ }).click();
    }
    expect([...new Set(wrong)]).toEqual([]);
  });
}

test("what a button of the toolbar opens is as wide as its content", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, PAIR);
  const wrong: string[] = [];
  let opened = 0;
  for (const key of TAB_KEYS) {
    await page.keyboard.press(key);
    await idle(page);
    const buttons = page.locator(".toolbar .popover > button:visible");
    for (let at = 0; at < (await buttons.count()); at += 1) {
      const button = buttons.nth(at);
      await button.click();
      const content = page.locator(".toolbar .popover-content:visible");
      await expect(content).toHaveCount(1);
      const cut = await content.evaluate((box) =>
        [box, ...box.querySelectorAll("*")].some(
          (element) => element.getBoundingClientRect().right > box.getBoundingClientRect().right + 1,
        ),
      );
      if (cut) {
        wrong.push(`${key}: ${(await button.getAttribute("aria-label")) ?? ""}`);
      }
      opened += 1;
      await page.keyboard.press("Escape");
      await expect(content).toHaveCount(0);
    }
  }
  expect(opened).toBeGreaterThan(4);
  expect(wrong).toEqual([]);
});

test("the legend has its button where entries find no room, however wide the page was before", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 2400, height: 800 });
  await open(page, PAIR);
  const widths = Array.from({ length: 26 }, (_, at) => 2_400 - 40 * at);
  const cut: [number, boolean][] = [];
  for (const width of [...widths, ...widths.toReversed()]) {
    await page.setViewportSize({ width, height: 800 });
    await idle(page);
    cut.push([width, await page.getByRole("button", { name: "Full legend" }).isVisible()]);
  }
  expect(cut.slice(widths.length)).toEqual(cut.slice(0, widths.length).toReversed());
  expect(new Set(cut.map(([, is]) => is)).size).toBe(2);
});

test("the whole legend opens from a button, and its entries work there", async ({ page }) => {
  await openMade(page, threads(1, 1), threads(1, 1.6));
  // In a narrow line the rule of its scale stays.
  await page.setViewportSize({ width: 1280, height: 800 });
  await idle(page);
  await expect(page.getByRole("button", { name: "Full legend" })).toBeVisible();
  const [line, grey] = await Promise.all(
    [".legend-line", ".legend-line .grey-point"].map((at) => page.locator(at).boundingBox()),
  );
  expect(grey?.y ?? Infinity).toBeLessThan((line?.y ?? 0) + (line?.height ?? 0));
  await page.setViewportSize({ width: 700, height: 800 });
  await idle(page);
  await page.getByRole("button", { name: "Full legend" }).click();
  const whole = page.getByRole("group", { name: "Full legend" });
  await expect(whole.getByRole("button", { name: "only in B" })).toBeVisible();
  await whole.getByRole("button", { name: "only in B" }).click();
  await expect(page.getByRole("list", { name: "Filters that are on" })).toContainText("only B");
});

test("Escape closes the drawer, and what is selected stays", async ({ page }) => {
  await openMade(page, threads(1, 1), threads(1, 1.6));
  await page.setViewportSize({ width: 1000, height: 800 });
  await idle(page);
  await page.keyboard.press("n");
  await idle(page);
  await page.keyboard.press("\\");
  await expect(page.locator("#panel")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#panel")).toBeHidden();
});

test("on very wide pages Details stand beside the differences", async ({ page }) => {
  await openMade(page, threads(1, 1), threads(1, 1.6));
  await page.setViewportSize({ width: 2560, height: 1300 });
  await idle(page);
  const [lists, details] = [
    await page.locator("#lists").boundingBox(),
    await page.getByRole("region", { name: "Details" }).boundingBox(),
  ];
  expect(details?.x).toBeGreaterThanOrEqual((lists?.x ?? 0) + (lists?.width ?? 0) - 1);
  expect(details?.y).toBeCloseTo(lists?.y ?? 0, -1);
});
