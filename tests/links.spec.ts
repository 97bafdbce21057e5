// Links bring a view back; the browser's history walks through views.

import { expect, test } from "@playwright/test";

import {
  address,
  drop,
  examplePair,
  idle,
  inA,
  items,
  NEW,
  OLD,
  open,
  PAIR,
  sceneWords,
  windows,
} from "./support/diptych.js";

test("a link restores windows, selection and colours, and a theme only from an older version", async ({
  page,
  context,
}) => {
  await open(page, `${PAIR}#theme=dark`);
  await page.getByLabel("Colour").selectOption("function");
  const { x, y } = await inA(page, 0.2, 2);
  await page.mouse.dblclick(x, y);
  await idle(page);
  await page.mouse.move(5, 5);
  await idle(page);
  const [words, link] = [await sceneWords(page), page.url()];

  const other = await context.newPage();
  expect(link).not.toContain("theme");
  await open(other, `${link}&theme=dark`);
  expect(await sceneWords(other)).toEqual(words);
  expect(await windows(other)).toEqual(await windows(page));
  await expect(other.getByRole("region", { name: "Details" })).toContainText("Environment._parse");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("back and forward walk through zooms, selections and settings", async ({ page }) => {
  await open(page, PAIR);
  const whole = await windows(page);
  const { x, y } = await inA(page, 0.2, 2);
  await page.mouse.click(x, y);
  await idle(page);
  await page.getByRole("group", { name: "Both runs as icicle plots" }).focus();
  await page.keyboard.press("Enter");
  await idle(page);
  const zoomed = await windows(page);
  await page.getByLabel("Colour").selectOption("duration");
  await idle(page);

  await page.goBack();
  await idle(page);
  expect(await address(page)).not.toHaveProperty("pair.color");
  expect(await windows(page)).toEqual(zoomed);
  await page.goBack();
  await idle(page);
  expect(await windows(page)).toEqual(whole);
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Environment._parse");
  await page.goBack();
  await idle(page);
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Click a call");
  await page.goForward();
  await page.goForward();
  await idle(page);
  expect(await windows(page)).toEqual(zoomed);
});

test("back from the example is the start page, and forward the example", async ({ page }) => {
  await open(page, "");
  await page.getByRole("link", { name: /A Python library, upgraded/ }).click();
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("9,826 calls");
  await idle(page);
  await page.goBack();
  await idle(page);
  await expect(page.getByRole("heading", { name: "Compare two execution traces" })).toBeVisible();
  await page.goForward();
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
});

test("wheel and drag bring the last entry up to date after a rest", async ({ page }) => {
  await open(page, PAIR);
  const entries = await page.evaluate(() => history.length);
  const { x, y } = await inA(page, 0.5, 3);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -300);
  // The page itself writes it: `address` would make it do so at once.
  await expect.poll(() => page.url()).toMatch(/pair\.a=\d+\.\.\d+/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test("Share copies the address", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, PAIR);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.locator(".toast")).toHaveText(
    "Link copied. It says where the runs are and what you see; it holds no trace data.",
  );
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  expect(page.url()).toContain(`#a=${OLD.link}&b=${NEW.link}`);
});

test("a link to files of another disk says so, and shows its view when they are dropped", async ({ page }) => {
  await open(page, "#v=1&pair.a=1000000..3000000&pair.b=1000000..3000000");
  await expect(page.getByRole("region", { name: "Notice" })).toContainText(
    "This link shows files from its sender’s disk.",
  );
  await drop(page, examplePair());
  expect(await windows(page)).toEqual({
    a: { start: 1_000_000, end: 3_000_000 },
    b: { start: 1_000_000, end: 3_000_000 },
  });
});

test("a link of a newer version is shown as far as it is understood", async ({ page }) => {
  await open(page, `#a=${OLD.link}&v=3&theme=contrast&seq.pattern=1`);
  await expect(page.getByRole("region", { name: "Notice" })).toHaveText(
    /This link was made by a newer version \(v 3\)\. This version shows what it understands; left out: seq\.pattern\. Reload to get the newest version\./,
  );
  await expect(page.locator("html")).toHaveAttribute("data-theme", "contrast");
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
});

test("a link names the files of its sender’s disk, and waits for them", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const [older, newer] = examplePair();
  await open(page, "");
  await drop(page, [older, newer]);
  await page.keyboard.press("w");
  await idle(page);
  const [shown, drawn] = [await windows(page), await items(page)];
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.locator(".toast", { hasText: "Link copied" })).toContainText(
    "It contains the view and the file names.",
  );
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("a=local:");
  expect(decodeURIComponent(link)).toContain("old.json.gz");

  const other = await context.newPage();
  await open(other, link);
  const files = other.getByRole("region", { name: "Files of this link" });
  await expect(files.getByRole("listitem")).toHaveText([
    /old\.json\.gz.*not dropped yet/,
    /new\.json\.gz.*not dropped yet/,
  ]);
  // Dropped the other way round by their times: each goes to its side all the same.
  await drop(other, [{ ...older, lastModified: 9_000 }]);
  await expect(files.getByRole("listitem")).toHaveText([/✓ the same file/, /not dropped yet/]);
  await drop(other, [newer]);
  await expect(files).toHaveCount(0);
  expect(await windows(other)).toEqual(shown);
  // Equal calls lie at equal places in equal colours.
  expect(drawn.some(({ subject }) => "call" in subject)).toBe(true);
  expect(await items(other)).toEqual(drawn);
  await expect(other.getByRole("region", { name: "Side A", exact: true })).toContainText("old");
});

test("another file than the link names is said to be one, and can be used", async ({ page }) => {
  const [older] = examplePair();
  await open(page, "#v=1&a=local:17,00aa00aa00aa00aa,run.json&pair.a=1000000..3000000");
  await drop(page, [older]);
  const files = page.getByRole("region", { name: "Files of this link" });
  await expect(files).toContainText(/run\.json.*a different file/);
  await files.getByRole("button", { name: "Use other files with this view" }).click();
  await expect(files).toHaveCount(0);
});
