// The editor of identity rules and lane pairs.

import { expect, type Page, test } from "@playwright/test";

import { address, drop, idle, open } from "./support/diptych.js";

const editor = (page: Page) => page.getByRole("dialog");

/** A trace of functions called in turn, each for 100 µs. */
function trace(names: readonly string[], thread = 1): string {
  const calls = names.map((name, at) => ({
    name: `${name} (/srv/app-1/main.py:${at + 1})`,
    ph: "X",
    ts: at * 120,
    dur: 100,
    pid: 1,
    tid: thread,
  }));
  return JSON.stringify({ traceEvents: calls });
}

async function openPair(page: Page, a: readonly string[], b: readonly string[]): Promise<void> {
  await open(page, "");
  await drop(page, [
    { name: "a.json", content: trace(a), lastModified: 1000 },
    { name: "b.json", content: trace(b), lastModified: 2000 },
  ]);
  await idle(page);
  await page.keyboard.press("i");
  await expect(editor(page)).toBeVisible();
  await idle(page);
}

const SHARED = ["setup", "parse", "render", "write", "close"];

test("rules show what they touch; a name paired by hand is one function after Done, and in the link", async ({
  page,
}) => {
  await openPair(page, [...SHARED, "before_it"], [...SHARED, "since_then"]);
  await expect(editor(page).getByRole("row").filter({ hasText: "Line number" })).toContainText("default");
  const agreement = editor(page).getByRole("region", { name: "Agreement of A" });
  await expect(agreement).toContainText("83.3");

  await editor(page)
    .getByRole("button", { name: /^before_it/ })
    .click();
  await editor(page)
    .getByRole("button", { name: /^since_then/ })
    .click();
  await editor(page).getByRole("button", { name: "Match before_it with since_then" }).click();
  await idle(page);
  await expect(agreement).toContainText(/83\.3 → 100\.0/);
  await expect(editor(page).getByRole("row").filter({ hasText: "Renamed" })).toHaveCount(1);

  await editor(page).getByRole("button", { name: "Done" }).click();
  await idle(page);
  await expect(editor(page)).toHaveCount(0);
  expect(decodeURIComponent((await address(page))["id"] ?? "")).toContain("rename before_it");
  await expect(page.getByRole("button", { name: /^Matching names/ })).toContainText("100 %");

  await page.goBack();
  await idle(page);
  await expect(page.getByRole("button", { name: /^Matching names/ })).toContainText("83 %");
});

test("a wrong pattern says where it fails, and the last good result stays", async ({ page }) => {
  await openPair(page, SHARED, SHARED);
  const agreement = editor(page).getByRole("region", { name: "Agreement of A" });
  const before = await agreement.textContent();
  const pattern = editor(page).getByRole("textbox", { name: "Rule “Line number”: pattern" });
  await pattern.fill("(");
  await idle(page);
  await expect(pattern).toHaveAttribute("aria-invalid", "true");
  await expect(editor(page).locator(".rule-problem")).toContainText("The previous result is still shown.");
  expect(await agreement.textContent()).toBe(before);

  await editor(page).getByRole("button", { name: "Edit as text" }).click();
  await expect(editor(page).getByText(/^Line 1: /)).toBeVisible();

  await editor(page).getByRole("button", { name: "Undo", exact: true }).click();
  await idle(page);
  await expect(editor(page).locator(".rule-problem")).toHaveCount(0);
  await expect(editor(page).getByRole("button", { name: "Undo", exact: true })).toBeDisabled();
  await editor(page).getByRole("button", { name: "Done" }).click();
  await idle(page);
  expect(await address(page)).not.toHaveProperty("id");
});

test("a rule switched off changes the figures; closing gives the edit up, and it can be had back", async ({ page }) => {
  await openPair(page, SHARED, SHARED.toReversed());
  const agreement = editor(page).getByRole("region", { name: "Agreement of A" });
  await expect(agreement).toContainText("100.0");
  // Other lines on the other side: without the rule that drops them nothing is named alike.
  await editor(page).getByRole("switch", { name: "Line in the name" }).uncheck();
  await idle(page);
  await expect(editor(page).getByRole("button", { name: "Undo", exact: true })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(editor(page)).toHaveCount(0);
  expect(await address(page)).not.toHaveProperty("id");
  await page.locator(".toast").getByRole("button", { name: "Resume editing" }).click();
  await idle(page);
  await expect(editor(page).getByRole("switch", { name: "Line in the name" })).not.toBeChecked();
});

test("rules as text: own lines, remarks, and back to rows", async ({ page }) => {
  await openPair(page, ["work_v1"], ["work_v2"]);
  await editor(page).getByRole("button", { name: "Edit as text" }).click();
  await editor(page)
    .getByRole("textbox", { name: "Rules for matching names, one per line" })
    .fill("# versions\ndefaults\nname s/_v[0-9]+$// Versions");
  await idle(page);
  await expect(editor(page).getByRole("region", { name: "Agreement of A" })).toContainText("100.0");
  await editor(page).getByRole("button", { name: "Edit as text" }).click();
  await idle(page);
  await expect(editor(page).getByRole("row").filter({ hasText: "Versions" })).toContainText("yours");
  await editor(page).getByRole("button", { name: "Remove rule “Versions”" }).click();
  await idle(page);
  await expect(editor(page).getByRole("row").filter({ hasText: "Versions" })).toHaveCount(0);
});

test("lanes are paired, cut and paired again", async ({ page }) => {
  await open(page, "");
  const two = (names: [string, string]) =>
    JSON.stringify({
      traceEvents: [0, 1].flatMap((tid) =>
        SHARED.map((name, at) => ({ name: `${names[tid]}_${name}`, ph: "X", ts: at * 120, dur: 100, pid: 1, tid })),
      ),
    });
  await drop(page, [
    { name: "a.json", content: two(["main", "pool"]), lastModified: 1000 },
    { name: "b.json", content: two(["pool", "main"]), lastModified: 2000 },
  ]);
  await idle(page);
  await page
    .getByRole("button", { name: /^Lanes/ })
    .first()
    .click();
  await idle(page);
  const lanesOf = (side: string) =>
    editor(page)
      .getByRole("region", { name: `Lanes of ${side}` })
      .getByRole("button");
  await expect(lanesOf("A")).toHaveCount(2);
  await expect(editor(page).getByRole("status")).toHaveText("2 : 2");

  await lanesOf("A").first().click();
  await editor(page).getByRole("button", { name: "Separate" }).click();
  await idle(page);
  await expect(editor(page).getByRole("status")).toHaveText("2 : 2 · 2 unpaired");
  await expect(lanesOf("A").last()).toContainText("no match in B");

  await lanesOf("A").last().click();
  await lanesOf("B").last().click();
  await idle(page);
  await expect(editor(page).getByRole("status")).toHaveText("2 : 2");
  await editor(page).getByRole("button", { name: "Done" }).click();
  await idle(page);
  expect((await address(page))["lp"]).toMatch(/^\/[^,]+,\/[^,]+$/);
});
