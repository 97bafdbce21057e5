// Checks the comparison in the page: verdict, differences, time axes, cancelling, and results kept for the next time.

import { expect, type Page, test } from "@playwright/test";

import type { SceneInfo } from "../web/src/generated/protocol.js";
import { address, idle, inA, open, PAIR, windows } from "./support/diptych.js";

const CANVAS = { name: "Both runs as icicle plots" };
const list = (page: Page) => page.getByRole("listbox");
const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

/** Counts the workers that the page starts, by role. */
async function countWorkers(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const started: string[] = [];
    Object.assign(window, { started });
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { type?: string; role?: string }, ...rest: []) {
      if (message.type === "start") {
        started.push(message.role ?? "");
      }
      post.call(this, message, ...rest);
    };
  });
  return () => page.evaluate(() => (window as unknown as { started: string[] }).started);
}

test("the verdict says what corresponds, and its numbers open their lists", async ({ page }) => {
  await open(page, PAIR);
  const verdict = page.getByRole("region", { name: "Verdict" });
  await expect(verdict).toContainText("B is 0.895× as long as A ▼ −1.11 ms");
  await expect(verdict).toContainText(/\d+\s% of A’s time is in calls that B makes too/);
  await expect(page.getByTestId("polite")).toContainText("of A’s time is in calls that B makes too");

  await verdict.getByRole("button", { name: /functions only in A/ }).click();
  await idle(page);
  await expect(tab(page, "Gone")).toHaveAttribute("aria-selected", "true");
  await expect(list(page).getByRole("option").first()).toContainText("gone");
});

test("tabs count what their lists hold, and every list says when it is empty", async ({ page }) => {
  await open(page, PAIR);
  await page.getByLabel("Noise floor").selectOption("none");
  await idle(page);
  for (const name of ["Slower", "Faster", "New", "Gone", "Moved"]) {
    await tab(page, name).click();
    await idle(page);
    const measured = { New: "inclusive time", Gone: "inclusive time", Moved: "calls" }[name] ?? "self time";
    await expect(page.locator(".list-head")).toContainText(measured);
    const count = Number(((await tab(page, name).textContent()) ?? "").replace(/\D/g, ""));
    if (count === 0) {
      await expect(page.getByRole("tabpanel", { name: new RegExp(`^${name}`) })).toContainText("above the noise floor");
    } else {
      await expect(list(page).getByRole("option").first()).toHaveAttribute("aria-setsize", String(count));
    }
  }
});

test("where the time went says how many lines it has, as there is room for few at a time", async ({ page }) => {
  await open(page, PAIR);
  const lines = await page.getByRole("list", { name: "Largest changes by path" }).getByRole("listitem").count();
  await expect(page.locator(".phases summary")).toContainText(
    `${lines} ${lines === 1 ? "path" : "paths"} · time with callees`,
  );
});

test("what does not stand out is counted below the list, and shown with its reason on a click", async ({ page }) => {
  await open(page, PAIR);
  await tab(page, "Faster").click();
  await idle(page);
  const standing = Number((await list(page).getByRole("option").first().getAttribute("aria-setsize")) ?? "");
  const fold = page.getByRole("button", { name: /\d+ more, not significant/ });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(fold).toHaveAttribute("title", /within call-to-call variation/);
  const below = Number(/(\d+) more/.exec((await fold.textContent()) ?? "")?.[1] ?? "");
  await fold.click();
  await idle(page);
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await expect(fold).toContainText("within call-to-call variation");
  await expect(list(page).getByRole("option").first()).toHaveAttribute("aria-setsize", String(standing + below));
  await expect(page.locator(".first-below")).toContainText(/in line with the whole run|within call-to-call variation/);
  await fold.click();
  await idle(page);
  await expect(list(page).getByRole("option").first()).toHaveAttribute("aria-setsize", String(standing));
});

test("opened Details leave the current row of the list in sight, and three rows", async ({ page }) => {
  await open(page, PAIR);
  await page.getByLabel("Noise floor").selectOption("none");
  await idle(page);
  await list(page).getByRole("option").nth(4).click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Duration");
  const [rows, current] = await Promise.all([
    list(page).boundingBox(),
    list(page).getByRole("option", { selected: true }).boundingBox(),
  ]);
  expect(rows?.height ?? 0).toBeGreaterThanOrEqual(3 * 52);
  expect(current?.y ?? 0).toBeGreaterThanOrEqual((rows?.y ?? 0) - 1);
  expect((current?.y ?? 0) + (current?.height ?? 0)).toBeLessThanOrEqual((rows?.y ?? 0) + (rows?.height ?? 0) + 1);
});

test("n and p walk a list, frame both sides and select the call", async ({ page }) => {
  await open(page, PAIR);
  await page.getByLabel("Noise floor").selectOption("none");
  await idle(page);
  await tab(page, "Faster").click();
  await idle(page);
  const whole = await windows(page);
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await idle(page);
  await expect(list(page).getByRole("option", { selected: true })).toHaveAttribute("aria-posinset", "2");
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Duration");
  const framed = await windows(page);
  for (const side of ["a", "b"]) {
    const span = (shown: typeof whole) => (shown[side]?.end ?? 0) - (shown[side]?.start ?? 0);
    expect(span(framed)).toBeLessThan(span(whole));
  }
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  await idle(page);
  const last = await list(page).getByRole("option", { selected: true }).getAttribute("aria-setsize");
  await expect(list(page).getByRole("option", { selected: true })).toHaveAttribute("aria-posinset", last ?? "");
  await page.keyboard.press("Backspace");
  await idle(page);
  expect(await windows(page)).not.toEqual(whole);
});

test("a change far down is in sight with its whole row, wherever the picture was before", async ({ page }) => {
  await open(page, PAIR);
  const panel = page.locator("#panel");
  const isWhole = async () => {
    const { selected, panes } = (await page.evaluate(() => window.diptych.sceneInfo())) as SceneInfo;
    const pane = panes.find(({ side }) => side === selected?.side);
    if (selected === null || pane === undefined) {
      return "nothing is selected";
    }
    const [from, to] = [pane.scroll, pane.scroll + pane.y1 - pane.y0];
    return selected.from >= from && selected.to <= to
      ? "whole"
      : `${selected.from} to ${selected.to} of ${from} to ${to}`;
  };
  for (const path of [/CodeGenerator\.visit_Template/u, /NodeVisitor\.visit$/mu, /Environment\.compile/u]) {
    await panel.locator(".phase").filter({ hasText: path }).first().click();
    await idle(page);
    await panel
      .getByRole("tabpanel")
      .getByText(/Optimizer\.generic_visit/u)
      .first()
      .click();
    await idle(page);
    expect(await isWhole()).toBe("whole");
  }
});

test("a list is walked with arrows once it has the focus", async ({ page }) => {
  await open(page, PAIR);
  await page.getByLabel("Noise floor").selectOption("none");
  await idle(page);
  await list(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await idle(page);
  const current = list(page).getByRole("option", { selected: true });
  await expect(current).toHaveAttribute("aria-posinset", "1");
  await expect(list(page)).toHaveAttribute("aria-activedescendant", (await current.getAttribute("id")) ?? "");
  await page.keyboard.press("End");
  await idle(page);
  const of = await current.getAttribute("aria-setsize");
  await expect(current).toHaveAttribute("aria-posinset", of ?? "");
  await expect(current).toBeInViewport();
});

test("the order is chosen, and the floor decides what is listed and stands in the link", async ({ page }) => {
  await open(page, PAIR);
  const counted = async () => Number(((await tab(page, "Faster").textContent()) ?? "").replace(/\D/g, ""));
  const before = await counted();
  await page.getByLabel("Noise floor").selectOption("none");
  await idle(page);
  expect(await counted()).toBeGreaterThan(before);
  expect(await address(page)).toMatchObject({ fp: "0", fu: "0" });

  await tab(page, "Faster").click();
  await page.getByLabel("Order of the differences").selectOption("calls");
  await idle(page);
  const calls = await list(page)
    .getByRole("option")
    .evaluateAll((rows) =>
      rows
        .slice(0, 5)
        .map((row) =>
          Math.max(
            ...[...(row.getAttribute("title") ?? "").matchAll(/([\d,]+) calls?/g)].map((found) =>
              Number((found[1] ?? "").replace(/,/g, "")),
            ),
          ),
        ),
    );
  expect(calls).toEqual(calls.toSorted((x, y) => y - x));
  expect(await address(page)).toMatchObject({ sort: "calls" });

  await page.goBack();
  await idle(page);
  await expect(page.getByLabel("Order of the differences")).toHaveValue("self");
  await page.goBack();
  await idle(page);
  expect(await counted()).toBe(before);
});

test("lists, chips and the walk have the order of the link", async ({ page }) => {
  await open(page, `${PAIR}#sort=inclusive`);
  await expect(page.getByLabel("Order of the differences")).toHaveValue("inclusive");
  const rows = list(page).getByRole("option");
  const sorted = await rows.allInnerTexts();
  const chips = page.getByRole("list", { name: "Largest differences: by inclusive time" });
  // The chip of a slow call says the measure of such calls.
  await expect(chips.locator("button[title*='inclusive time']").first()).toBeVisible();
  await page.locator("#view").press("n");
  await idle(page);
  await expect(list(page).getByRole("option", { selected: true })).toHaveAttribute("aria-posinset", "1");
  await page.getByLabel("Order of the differences").selectOption("self");
  await idle(page);
  expect(await rows.allInnerTexts()).not.toEqual(sorted);
  expect(await address(page)).not.toHaveProperty("sort");
});

test("g goes to the partner and back", async ({ page }) => {
  await open(page, `${PAIR}#pair.frames=1`);
  const { x, y } = await inA(page, 0.5, 1);
  await page.mouse.click(x, y);
  await idle(page);
  await page.keyboard.press("g");
  await idle(page);
  await expect(page.getByTestId("polite")).toContainText("Environment.compile of B");
  expect((await address(page))["sel"]).toMatch(/^b,/);
  await page.keyboard.press("g");
  await idle(page);
  expect((await address(page))["sel"]).toMatch(/^a,/);
});

test("the time axes are laid over each other at the selected call", async ({ page }) => {
  await open(page, PAIR);
  await page.keyboard.press("m");
  await expect(page.locator(".toast")).toContainText("Select a call first");
  await page.getByRole("group", CANVAS).focus();
  await page.keyboard.press("ArrowDown");
  await idle(page);
  await page.keyboard.press("ArrowDown");
  await idle(page);
  expect((await address(page))["sel"]).toMatch(/^a,\d+,\d+,1,/);
  const selected = (await address(page))["sel"];
  await page.keyboard.press("m");
  await idle(page);
  expect((await address(page))["axis"]).toBe("chosen");
  expect((await address(page))["sel"]).toBe(selected);
  await expect(page.getByLabel("Time alignment")).toHaveValue("chosen");
  await page.keyboard.press("t");
  await idle(page);
  await expect(page.getByLabel("Time alignment")).toHaveValue("matched");
});

test("swapped sides are compared anew, mirrored", async ({ page }) => {
  await open(page, PAIR);
  const counted = async (name: string) => (await tab(page, name).textContent())?.replace(/\D/g, "");
  const [gone, added] = [await counted("Gone"), await counted("New")];
  await page.keyboard.press("x");
  await idle(page);
  expect([await counted("New"), await counted("Gone")]).toEqual([gone, added]);
});

test("a pair that returns is read from what was kept, without a compute worker; and can be forgotten", async ({
  page,
}) => {
  const started = await countWorkers(page);
  await open(page, PAIR);
  expect(await started()).toContain("compute");
  const said = await page.getByRole("region", { name: "Verdict" }).textContent();

  await page.reload();
  await idle(page);
  expect(await started()).not.toContain("compute");
  expect(await page.getByRole("region", { name: "Verdict" }).textContent()).toBe(said);

  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Delete stored comparisons \(\d+\skB\)$/ }).click();
  await expect(page.locator(".toast")).toContainText("Stored comparisons deleted.");
  await page.reload();
  await idle(page);
  expect(await started()).toContain("compute");
});

test("where nothing can be kept the sides are compared all the same", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, "indexedDB", {
      get: () => {
        throw new Error("no");
      },
    }),
  );
  await open(page, PAIR);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("of A’s time is in calls that B makes too");
});

test("the divider of the panel moves by keys and goes back", async ({ page }) => {
  await open(page, PAIR);
  const grip = page.getByRole("separator", { name: "Height of the lists" });
  const height = async () => (await page.locator("#lists").boundingBox())?.height ?? 0;
  const usual = await height();
  await grip.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  expect(await height()).toBeLessThan(usual - 20);
  await grip.dblclick();
  await expect.poll(height).toBe(usual);
});
