// Files of the page that cannot be fetched, and a host that forbids WebAssembly: only what needs them fails, and says so.

import { expect, test } from "@playwright/test";

import { DESKS, TAB_KEYS } from "./support/desks.js";
import { changeAnswers } from "./support/answers.js";
import { idle, open, PAIR } from "./support/diptych.js";

test("a desk that cannot be fetched fails alone, and Retry brings it", async ({ page }) => {
  await page.route("**/profile-desk-*.js*", (route) => route.abort());
  await open(page, PAIR);
  await page.keyboard.press("5");
  await idle(page);
  const missing = page.getByRole("region", { name: "Profile is missing" });
  await expect(missing).toContainText("Profile could not be fetched.");
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
  await expect(page.getByRole("tab", { name: /Profile/ })).toHaveAttribute("aria-selected", "true");

  await page.keyboard.press("1");
  await idle(page);
  await expect(missing).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("of A’s time is in calls that B makes too");

  await page.keyboard.press("5");
  await idle(page);
  await page.unroute("**/profile-desk-*.js*");
  // Firefox and Safari do not fetch an address again whose import failed.
  const fetched = page.waitForRequest(/profile-desk-\w+\.js\?try=\d+$/);
  await missing.getByRole("button", { name: "Retry" }).click();
  await fetched;
  await expect(missing).toHaveCount(0);
  await expect(page.getByRole("toolbar")).toContainText("Flame");
});

/** Desks whose scripts are not part of the page. */
const LATER = DESKS.filter((desk) => desk !== "compare");

test("every desk opens offline once a pair is compared", async ({ page, context }) => {
  const fetched = new Set<string>();
  page.on("requestfinished", (request) => fetched.add(/\/([a-z-]+)-desk-\w+\.js$/.exec(request.url())?.[1] ?? ""));
  await open(page, PAIR);
  await expect.poll(() => LATER.filter((desk) => !fetched.has(desk))).toEqual([]);
  await context.setOffline(true);
  for (const key of TAB_KEYS.slice(1)) {
    await page.keyboard.press(key);
    await idle(page);
    await expect(page.getByText("could not be fetched")).toHaveCount(0);
  }
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("9,826 calls");
  await context.setOffline(false);
});

test("without the compute artifact the pictures stand, and Retry compares", async ({ page }) => {
  await page.route("**/compute-*.wasm", (route) => route.abort());
  await open(page, PAIR);
  const notice = page.getByRole("region", { name: "Notice" });
  await expect(notice).toContainText("The code that compares traces could not be fetched.");
  expect((await page.evaluate(() => window.diptych.items())).length).toBeGreaterThan(20);
  await page.unroute("**/compute-*.wasm");
  await notice.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("of A’s time is in calls that B makes too");
  await expect(notice).toHaveCount(0);
});

test("a host whose policy forbids WebAssembly is named once", async ({ page }) => {
  await changeAnswers(
    page,
    (url) => url.pathname === "/some/sub/path/",
    (answer) => ({ headers: { ...answer.headers(), "content-security-policy": "default-src 'self'" } }),
  );
  await open(page, PAIR);
  const said = page.getByText("This host’s Content-Security-Policy blocks WebAssembly.");
  await expect(said).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Notice" })).toContainText(
    "Ask its owner to allow 'wasm-unsafe-eval' in script-src.",
  );
  await expect(page.getByRole("button", { name: /again/ })).toHaveCount(0);
  expect(new URL(page.url()).search).toContain(PAIR);
});

test("a part of the page that is gone is said, and fetched again the next time", async ({ page }) => {
  await page.route("**/trust-part-*.js*", (route) => route.fulfill({ status: 404 }));
  await page.route("**/report-export-part-*.js*", (route) => route.fulfill({ status: 404 }));
  await open(page, "#a=https://traces.test/a.json");
  const notice = page.getByRole("region", { name: "Notice" });
  await expect(notice).toContainText("A script of this page could not be fetched.");
  await expect(page.locator("[data-drop=a]")).toContainText("A was not read");
  await page.unroute("**/trust-part-*.js*");
  // Somebody who tries again would say Yes without having been asked.
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await page.evaluate(() => (location.hash = "a=https://traces.test/b.json"));
  await expect(page.getByRole("alertdialog")).toContainText("https://traces.test");

  await open(page, PAIR);
  const exported = async (what: string) => {
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: what }).click();
  };
  await exported("Report: verdict and picture");
  await expect(notice).toContainText("A script of this page could not be fetched.");
  await expect(page.locator(".toast")).toHaveText("The report could not be written.");
  await page.unroute("**/report-export-part-*.js*");
  const download = page.waitForEvent("download");
  await exported("Report: verdict and picture");
  expect((await download).suggestedFilename()).toMatch(/\.html$/u);
});
