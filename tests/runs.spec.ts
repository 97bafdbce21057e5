// Several runs a side: dealing files to the sides, what is said of all runs, showing another, removing and adding one.

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

import { drag, type Dropped, drop, idle, NEW, OLD, open, sceneWords, plainFileDialog } from "./support/diptych.js";

const card = (page: Page, side: "A" | "B") => page.getByRole("region", { name: `Side ${side}`, exact: true });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Assign files to A and B" });
const list = (page: Page, side: "A" | "B") => page.getByRole("dialog", { name: `Runs of ${side}` });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** A recording in which `work` takes so many µs; the jitter of a run is in all of it. */
function recording(work: number, jitter: number): string {
  const call = (name: string, start: number, took: number) => ({
    ph: "X",
    pid: 1,
    tid: 1,
    ts: start,
    dur: took,
    name: `${name} (app/${name}.py:7)`,
  });
  const calls = [call("main", 0, 2000 + jitter), call("work", 10, work + jitter), call("rest", 1000, 400 - jitter)];
  return JSON.stringify({ traceEvents: calls });
}

/** Five runs, named by the stem: the totals are in the order of the jitters 0, 2, 4, 1, 3. */
function five(stem: string, work: number, changed: number): Dropped[] {
  return [0, 2, 4, 1, 3].map((jitter, at) => ({
    name: `${stem}-${at + 1}.json`,
    content: recording(work, jitter),
    lastModified: changed,
  }));
}

const TEN = [...five("base", 300, 1_000), ...five("new", 500, 2_000)];

/** Five runs a side, dropped in any order. */
async function openTen(page: Page, files: readonly Dropped[] = TEN): Promise<void> {
  await open(page, "");
  await drop(page, files.toReversed());
  await sheet(page).getByRole("button", { name: "Open" }).click();
  await idle(page);
}

/** The noise statement; it follows when all is read and tested. */
async function saidOfNoise(page: Page, text: string | RegExp): Promise<void> {
  await expect
    .poll(
      async () =>
        (await page
          .locator(".noise")
          .textContent({ timeout: 1_000 })
          .catch(() => "")) ?? "",
    )
    .toMatch(text);
  await idle(page);
}

test("ten files are dealt by name, read one after the other, and tested", async ({ page }) => {
  await open(page, "");
  await drop(page, TEN.toReversed());
  await expect(sheet(page)).toContainText("“base.json” is A because it is older, and “new.json” is B");
  await expect(sheet(page).getByRole("status")).toHaveText("A 5 · B 5");
  await expect(sheet(page).getByRole("radio", { name: "base-3.json: A", exact: true })).toBeChecked();
  await sheet(page).getByRole("button", { name: "Open" }).click();
  await saidOfNoise(page, /^5 and 5 runs: family-wise error 5\.0\s%/);
  await expect(card(page, "A").getByRole("button", { name: "5 runs" })).toBeVisible();
  // The run with the median total is on screen and aligned, as on the command line.
  await expect(card(page, "A")).toContainText("base-2.json");
  await expect(card(page, "B")).toContainText("new-2.json");

  // The caller's own time shrinks by what its callee takes more.
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options).toHaveCount(2);
  const option = options.first();
  await expect(option).toContainText(/work\s[\s\S]*\+200\sµs/);
  await expect(option).toContainText(/\+\d+\s% to \+\d+\s%, p = 0\.0\d\d/);
  await option.click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Details" })).toContainText(
    /Function over 5 and 5 runs\s*\+\d+\s% to \+\d+\s%, p = 0\.0\d\d/,
  );
});

test("the sheet is worked from the keyboard alone", async ({ page }) => {
  await open(page, "");
  await drop(page, TEN.slice(3, 7));
  await expect(sheet(page).getByRole("button", { name: "Open" })).toBeFocused();
  await expect(sheet(page).getByRole("status")).toHaveText("A 2 · B 2");
  // From the button to the rows: one stop a row, arrows within it.
  const last = sheet(page).getByRole("radio", { name: "new-2.json: B", exact: true });
  await page.keyboard.press("Shift+Tab");
  await expect(last).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(sheet(page).getByRole("status")).toHaveText("A 2 · B 1 · 1 left out");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowLeft");
  await expect(sheet(page).getByRole("status")).toHaveText("A 3 · B 0 · 1 left out");
  await expect(sheet(page)).toContainText("B stays unchanged.");
  await page.keyboard.press("Enter");
  await idle(page);
  await expect(card(page, "A").getByRole("button", { name: "3 runs" })).toBeVisible();
  await expect(page.getByText("A is ready. Drop B to compare.")).toBeVisible();
  // Escape leaves all as it is.
  await drop(page, TEN.slice(0, 3));
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  await expect(card(page, "A").getByRole("button", { name: "3 runs" })).toBeVisible();
});

test("files that cannot be read name themselves, and the others open", async ({ page }) => {
  const bad = [
    { name: "base-1.json", content: "[}", lastModified: 1_000 },
    ...TEN.slice(1, 6),
    { name: "new-9.json", content: "", lastModified: 2_000 },
  ];
  await openTen(page, bad);
  await saidOfNoise(page, /4 and 1 runs/);
  await expect(page.getByRole("region", { name: "Problem with side A: base-1.json" })).toContainText("base-1.json");
  await expect(page.getByRole("region", { name: "Problem with side B: new-9.json" })).toContainText("new-9.json");
  await expect(card(page, "A").getByRole("button", { name: "4 runs" })).toBeVisible();
  await page
    .getByRole("region", { name: "Problem with side A: base-1.json" })
    .getByRole("button", { name: "Dismiss the message" })
    .click();
  await expect(page.getByRole("region", { name: "Problem with side A: base-1.json" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Problem with side B: new-9.json" })).toBeVisible();
});

test("a run is removed, and in place of the one that is shown another is", async ({ page }) => {
  await openTen(page);
  await saidOfNoise(page, /^5 and 5 runs/);
  await card(page, "A").getByRole("button", { name: "5 runs" }).click();
  await expect(row(page, "base-2.json")).toContainText("median");
  await expect(page.getByRole("radio", { name: "Show base-2.json" })).toBeChecked();
  await list(page, "A").getByRole("button", { name: "Remove base-1.json" }).click();
  await saidOfNoise(page, /^4 and 5 runs/);
  await expect(row(page, "base-1.json")).toHaveCount(0);
  // Left are the jitters 2, 4, 1, 3: of the middle two the lower is shown already. Removed, the next one is.
  await list(page, "A").getByRole("button", { name: "Remove base-2.json" }).click();
  await saidOfNoise(page, /^3 and 5 runs/);
  await expect(page.getByRole("radio", { name: "Show base-5.json" })).toBeChecked();
  await expect(row(page, "base-5.json")).toContainText("median");
  await page.keyboard.press("Escape");
  await expect(card(page, "A")).toContainText("base-5.json");
});

test("another run is shown when it is chosen, and the ranking stays", async ({ page }) => {
  await openTen(page);
  await saidOfNoise(page, /^5 and 5 runs/);
  const confidence = page.locator(".difference-own").first();
  const [said, scene] = [await confidence.textContent(), await sceneWords(page)];
  await card(page, "B").getByRole("button", { name: "5 runs" }).click();
  // From the keyboard: the arrows walk the runs.
  await page.getByRole("radio", { name: "Show new-2.json" }).focus();
  await page.keyboard.press("ArrowDown");
  await idle(page);
  await expect(page.getByRole("radio", { name: "Show new-3.json" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(card(page, "B")).toContainText("new-3.json");
  await saidOfNoise(page, /^5 and 5 runs/);
  expect(await confidence.textContent()).toBe(said);
  expect(await sceneWords(page)).not.toEqual(scene);
  // Chosen, it stays when the sides are swapped.
  await page.keyboard.press("x");
  await idle(page);
  await saidOfNoise(page, /^5 and 5 runs/);
  await expect(card(page, "A")).toContainText("new-3.json");
  await expect(page.getByRole("tab", { name: /^Faster 1/ })).toBeVisible();
});

test("a run is added from the menu, by dropping it, and with the file dialog", async ({ page }) => {
  await plainFileDialog(page);
  await open(page, "");
  await drop(
    page,
    [TEN[0], TEN[5]].flatMap((file) => file ?? []),
  );
  await saidOfNoise(page, /^One run per side: noise is how much calls vary within a run/);

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "More actions for A" }).click();
  await page.getByRole("menuitem", { name: "Add a run…" }).click();
  const files = TEN.slice(1, 3).map(({ name, content }) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(content),
  }));
  await (await chooser).setFiles(files);
  await saidOfNoise(page, /^3 and 1 runs/);

  // The whole page takes files; where a side holds something there are two places for them.
  await drag(page, TEN.slice(6, 8), "body", ["dragover"]);
  await drop(page, TEN.slice(6, 8), ".drop-b[data-adds]");
  await saidOfNoise(page, /^3 and 3 runs: too few for a test; a change is significant if the runs don’t overlap/);
  await expect(card(page, "B").getByRole("button", { name: "3 runs" })).toBeVisible();

  // A file in place of them all.
  await drop(page, TEN.slice(9), "[data-side=b]");
  await saidOfNoise(page, /^3 and 1 runs/);
  await expect(card(page, "B").getByRole("button", { name: /runs/ })).toHaveCount(0);
});

test("two files chosen for A on an empty page are a pair", async ({ page }) => {
  await plainFileDialog(page);
  await open(page, "");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose file for A" }).click();
  await (await chooser).setFiles([OLD.file, NEW.file]);
  await idle(page);
  await expect(sheet(page)).toHaveCount(0);
  const names = await Promise.all(
    [card(page, "A"), card(page, "B")].map((side) => side.locator(".name").getAttribute("title")),
  );
  expect(names.toSorted()).toEqual(["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"]);
  await expect(page.getByText("the older file")).toBeVisible();
});

test("several files of the file dialog are asked about", async ({ page }) => {
  await plainFileDialog(page);
  await open(page, `?a=${OLD.link}`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "More actions for A" }).click();
  await page.getByRole("menuitem", { name: "Replace with a file…" }).click();
  await (await chooser).setFiles([OLD.file, NEW.file]);
  await expect(sheet(page)).toContainText("Chosen as runs of A.");
  await expect(sheet(page).getByRole("status")).toHaveText("A 2 · B 0");
  await sheet(page)
    .getByRole("radio", { name: /3\.1\.6.*: B$/ })
    .check();
  await sheet(page).getByRole("button", { name: "Swap A and B" }).click();
  await sheet(page).getByRole("button", { name: "Open" }).click();
  await idle(page);
  await expect(card(page, "A")).toContainText("jinja2-3.1.6.json.gz");
  await expect(card(page, "B")).toContainText("jinja2-3.0.3.json.gz");
});

test("all runs are read again when the engine has died", async ({ page }) => {
  await openTen(page);
  await saidOfNoise(page, /^5 and 5 runs/);
  await page.evaluate(() => window.diptych.breakEngine());
  await expect(page.getByRole("region", { name: "Notice" })).toContainText("A and B are read again by themselves.");
  await saidOfNoise(page, /^5 and 5 runs/);
  await expect(card(page, "A")).toContainText("base-2.json");
});

test("the list of runs and the sheet are accessible", async ({ page }) => {
  test.slow(); // Axe reads every element and style.
  await open(page, "");
  await drop(page, TEN);
  const violations = async () =>
    (await new AxeBuilder({ page }).analyze()).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`,
    );
  expect(await violations()).toEqual([]);
  await sheet(page).getByRole("button", { name: "Open" }).click();
  await saidOfNoise(page, /^5 and 5 runs/);
  await card(page, "A").getByRole("button", { name: "5 runs" }).click();
  expect(await violations()).toEqual([]);
});
