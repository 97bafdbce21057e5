// The view under pointer and keyboard: hover asks, click keeps, double click goes there, Escape lets go.

import { expect, type Page, test } from "@playwright/test";

import { address, idle, inA, open, PAIR, sceneWords, windows } from "./support/diptych.js";

const CANVAS = { name: "Both runs as icicle plots" };
const details = (page: Page) => page.getByRole("region", { name: "Details" });

/** Ticks that A shows. */
function spanOf(shown: Awaited<ReturnType<typeof windows>>): number {
  return (shown["a"]?.end ?? 0) - (shown["a"]?.start ?? 0);
}

// With the frames around both runs, which are else folded: rows are counted from the outermost.
test.beforeEach(async ({ page }) => open(page, `${PAIR}#pair.frames=1`));

/** Lets what the engine says wait on its way to the page, in order, while `held` is set. */
function holdReplies(): void {
  const scope = window as unknown as { held: (() => void)[] | null };
  scope.held = null;
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    #isEngine = false;

    override postMessage(message: { type: string; role?: string }, transfer?: unknown): void {
      this.#isEngine ||= message.type === "start" && message.role === "engine";
      super.postMessage(message, (transfer ?? []) as Transferable[]);
    }

    override set onmessage(heard: ((event: MessageEvent) => void) | null) {
      super.onmessage =
        heard &&
        ((event: MessageEvent) => {
          if (this.#isEngine && scope.held !== null) {
            scope.held.push(() => heard.call(this, event));
          } else {
            heard.call(this, event);
          }
        });
    }
  };
}

type Held = { held: (() => void)[] | null };

async function clickCall(page: Page, share: number, depth: number): Promise<void> {
  const { x, y } = await inA(page, share, depth);
  await page.mouse.click(x, y);
  await idle(page);
}

test("hovering a call shows its tooltip at once, beside it, and leaving hides it", async ({ page }) => {
  const { x, y } = await inA(page, 0.5, 1);
  await page.mouse.move(x, y);
  await idle(page);
  const tooltip = page.getByTestId("tooltip");
  await expect(tooltip).toContainText("Environment.compile");
  await expect(tooltip).toContainText(/Duration\s*10\.5\s*ms/);
  await expect(tooltip).toContainText("depth 1");
  const box = await tooltip.boundingBox();
  expect((box?.y ?? 0) > y || (box?.y ?? 0) + (box?.height ?? 0) < y).toBe(true);

  await page.mouse.move(5, 5);
  await idle(page);
  await expect(tooltip).toHaveCount(0);
});

test("a double click and a menu are not lost to a comparison that arrives meanwhile", async ({ page }) => {
  await page.addInitScript(holdReplies);
  await page.reload();
  await idle(page);
  await clickCall(page, 0.3, 1);
  const before = spanOf(await windows(page));
  const there = await inA(page, 0.5, 3);

  /** Compares anew, and does something while the answer is on its way. */
  const meanwhile = async (normalise: string, deed: () => Promise<void>) => {
    await page.evaluate(() => {
      (window as unknown as Held).held = [];
    });
    await page.getByLabel("Normalise").selectOption(normalise);
    await expect.poll(() => page.evaluate(() => (window as unknown as Held).held?.length)).toBeGreaterThan(0);
    await deed();
    await page.evaluate(async () => {
      const scope = window as unknown as Held;
      const held = scope.held ?? [];
      scope.held = null;
      for (const tell of held) {
        tell();
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
    await idle(page);
  };
  await meanwhile("per-call", () => page.mouse.dblclick(there.x, there.y));
  const after = spanOf(await windows(page));
  expect(after).toBeLessThan(before);

  const now = await inA(page, 0.5, 3);
  await meanwhile("per-total", () => page.mouse.click(now.x, now.y, { button: "right" }));
  await expect(page.locator(".context-menu")).toBeVisible();
});

test("a click selects, says so, and its callees and callers lead on", async ({ page }) => {
  await clickCall(page, 0.5, 1);
  await expect(details(page)).toContainText("Environment.compile");
  await expect(details(page)).toContainText(/Calls inside\s*9,868/);
  await expect(page.getByTestId("polite")).toContainText("Environment.compile of A");
  expect((await address(page))["sel"]).toMatch(/^a,\d+,\d+,1,\/[^,]+$/);

  await details(page).getByRole("button", { name: "Environment._parse" }).click();
  await idle(page);
  await expect(page.getByTestId("polite")).toContainText("Environment._parse of A");
  await details(page)
    .getByRole("button", { name: /^Callers/ })
    .click();
  await details(page).getByRole("button", { name: "Environment.compile" }).click();
  await idle(page);
  await expect(page.getByTestId("polite")).toContainText("Environment.compile of A");

  await page.keyboard.press("Escape");
  await idle(page);
  await expect(details(page)).toContainText("Click a call");
  expect(await address(page)).not.toHaveProperty("sel");
});

test("arrows walk the call tree, Enter zooms to the call, Backspace goes back", async ({ page }) => {
  await page.getByRole("group", CANVAS).focus();
  const walked: string[] = [];
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp"]) {
    await page.keyboard.press(key);
    await idle(page);
    walked.push(((await page.getByTestId("polite").textContent()) ?? "").split(" of ")[0] ?? "");
  }
  expect(walked.slice(-3)).toEqual(["Environment._parse", "Environment._generate", "Environment.compile"]);

  const whole = await windows(page);
  await page.keyboard.press("ArrowDown");
  await idle(page);
  await page.keyboard.press("Enter");
  await idle(page);
  const zoomed = await windows(page);
  expect(spanOf(zoomed)).toBeLessThan(spanOf(whole) * 0.6);
  expect(zoomed["b"]).toEqual(zoomed["a"]);

  await page.keyboard.press("Backspace");
  await expect.poll(() => windows(page)).toEqual(whole);
});

test("the wheel zooms about the pointer", async ({ page }) => {
  const { x, y } = await inA(page, 0.25, 3);
  const under = async () => {
    const { start, end } = (await windows(page))["a"] ?? { start: 0, end: 0 };
    return { at: start + 0.25 * (end - start), span: end - start };
  };
  const before = await under();
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -500);
  await expect.poll(async () => (await under()).span).toBeLessThan(before.span * 0.6);
  await idle(page);
  expect(Math.abs((await under()).at - before.at)).toBeLessThan(before.span * 0.005);
});

test("dragging pans and scrolls, and the picture follows before a new scene is there", async ({ page }) => {
  await page.keyboard.press("w");
  await idle(page);
  const before = await windows(page);
  const { x, y } = await inA(page, 0.5, 10);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 100, y - 30, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  const after = await windows(page);
  expect(after["a"]?.start).toBeGreaterThan(before["a"]?.start ?? 0);
  expect(spanOf(after)).toBe(spanOf(before));
  expect((await address(page))["pair.sa"]).toBe("30");
  // A drag selects nothing.
  await expect(details(page)).toContainText("Click a call");
});

test("a double click goes to the call, on empty ground back", async ({ page }) => {
  const whole = await windows(page);
  const { x, y } = await inA(page, 0.2, 2);
  await page.mouse.dblclick(x, y);
  await idle(page);
  await expect.poll(async () => spanOf(await windows(page))).toBeLessThan(spanOf(whole) * 0.6);

  const box = await page.locator(".picture").boundingBox();
  await page.mouse.dblclick((box?.x ?? 0) + 12, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect.poll(() => windows(page)).toEqual(whole);
});

test("keys zoom, pan and show the whole; uncoupled, only one side moves", async ({ page }) => {
  const whole = await windows(page);
  await page.keyboard.press("w");
  await idle(page);
  const zoomed = await windows(page);
  await page.keyboard.press("d");
  await idle(page);
  const moved = await windows(page);
  const far = (side: "a" | "b") => (moved[side]?.start ?? 0) - (zoomed[side]?.start ?? 0);
  expect(far("a")).toBeGreaterThan(0);
  expect(Math.abs(far("b") - far("a"))).toBeLessThanOrEqual(1);

  await page.keyboard.press("c");
  await page.keyboard.press("a");
  await idle(page);
  const apart = await windows(page);
  expect(apart["a"]).not.toEqual(moved["a"]);
  expect(apart["b"]).toEqual(moved["b"]);

  await page.keyboard.press("0");
  await idle(page);
  expect(await windows(page)).toEqual(whole);
});

test("colours change the scene and the legend", async ({ page }) => {
  const before = await sceneWords(page);
  const legend = page.getByRole("group", { name: "Legend" });
  const words = await legend.textContent();
  await page.getByLabel("Colour").selectOption("duration");
  await idle(page);
  expect(await sceneWords(page)).not.toEqual(before);
  expect(await legend.textContent()).not.toBe(words);
  expect((await address(page))["pair.color"]).toBe("duration");
});

test("the table stands in for the picture, by keyboard alone", async ({ page }) => {
  await page.keyboard.press("v");
  await idle(page);
  const grid = page.getByRole("treegrid", { name: "Calls shown" });
  await expect(grid.getByRole("row").nth(2)).toContainText("Environment.compile");
  await expect(grid.getByRole("row").nth(2)).toHaveAttribute("aria-level", "2");
  await expect(page.getByTestId("table-range")).toContainText("Rows 1 to 200 of");

  await grid.getByRole("row").nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await idle(page);
  await expect(details(page)).toContainText("Environment.compile");
  await expect(grid.locator("[aria-selected=true]")).toHaveCount(1);

  await page.keyboard.press("PageDown");
  await idle(page);
  await expect(page.getByTestId("table-range")).toContainText("Rows 201 to");
  await page.keyboard.press("v");
  await idle(page);
  await expect(grid).toHaveCount(0);
});

test("functions by time, and by change", async ({ page }) => {
  await page.getByRole("button", { name: "Functions", exact: true }).click();
  await idle(page);
  const table = page.getByRole("table", { name: "Self time by function" });
  await expect(table.getByRole("row")).not.toHaveCount(1);
  const first = () => table.getByRole("row").nth(1).textContent();
  const byTime = await first();
  expect(byTime).toMatch(/\d/);
  await page.getByRole("combobox", { name: "Order", exact: true }).selectOption("change");
  await expect.poll(async () => table.getByRole("row").count()).toBeGreaterThan(10);
});

test("any command runs by its name", async ({ page }) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Name of a command" }).fill("sides swap");
  await page.keyboard.press("Enter");
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("jinja2-3.1.6");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("help sets code as code, separates keys and links to the documentation", async ({ page }) => {
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help.locator("code", { hasText: "--cpu-prof" })).toBeVisible();
  await expect(help).not.toContainText("`");
  await expect(help).toContainText("Menu key or Shift+F10");
  await expect(help).toContainText(/Diptych \d+\.\d+\.\d+/);
  await expect(help.getByRole("link", { name: "Documentation" })).toHaveAttribute("href", "docs/index.html");
});

test("each desk says what to do, and links to its guide", async ({ page }) => {
  const guide = page.getByRole("toolbar").getByRole("link", { name: "Guide" });
  await expect(guide).toHaveAttribute("href", "docs/compare-desk.html");
  await page.keyboard.press("2");
  await expect(guide).toHaveAttribute("href", "docs/structure.html");
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Click an element, a relation or a call");
});

test("help lists the keys, and single letters can be switched off for good", async ({ page }) => {
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help).toContainText("Swap sides");
  await help.getByLabel("Single letters run commands").uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("x");
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("jinja2-3.0.3");
  await page.reload();
  await idle(page);
  await page.keyboard.press("x");
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("jinja2-3.0.3");
});

test("desks are tabs, and what is in front is named by its tab", async ({ page }) => {
  const tabs = page.getByRole("tablist", { name: "Desks" }).getByRole("tab");
  await expect(tabs).toHaveText([/Compare/, /Structure/, /Space-time/, /Fusion/, /Profile/]);
  await expect(page.getByRole("tabpanel", { name: /Compare/ })).toBeVisible();
  await expect(page.getByRole("group", { name: "Pair settings" })).toBeVisible();
  for (const [key, desk] of [
    ["5", "Profile"],
    ["4", "Fusion"],
    ["1", "Compare"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole("tabpanel", { name: desk })).toBeVisible();
    await expect(tabs.and(page.locator("[aria-selected=true]"))).toHaveText(`${desk}${key}`);
  }
});
