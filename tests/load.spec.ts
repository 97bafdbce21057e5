// Ways in: links, dropped files, the picker, the link field; and what stands on screen then.

import { expect, test } from "@playwright/test";

import {
  address,
  canvasSize,
  commandLine,
  drag,
  drop,
  examplePair,
  idle,
  NEW,
  OLD,
  open,
  PAIR,
  sceneWords,
  plainFileDialog,
} from "./support/diptych.js";

test("the first frame holds the same scene as the command line draws at that size", async ({ page }) => {
  await open(page, PAIR);
  expect(await page.evaluate(() => window.diptych.backend())).toBe("webgl");

  const size = await canvasSize(page);
  const scene = commandLine(["render", OLD.file, NEW.file, "--view", "pair", "--size", size], "scene");
  const words = new Uint32Array(scene.buffer, scene.byteOffset, scene.byteLength / 4);
  const shown = await sceneWords(page);

  expect(shown.length).toBeGreaterThan(1000);
  expect(Buffer.from(Uint32Array.from(shown).buffer).equals(Buffer.from(words.slice().buffer))).toBe(true);
});

test("the cards, the verdict and the status line say what is there", async ({ page }) => {
  await open(page, PAIR);
  await expect(page).toHaveTitle("jinja2-3.0.3.json.gz against jinja2-3.1.6.json.gz · Diptych");
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText(
    "9,870 calls · 10.5 ms · 131 kB",
  );
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText(
    "9,826 calls · 9.44 ms · 126 kB",
  );
  await expect(page.locator(".verdict")).toContainText("B is 0.895× as long as A ▼ −1.11 ms");
  await expect(page.getByTestId("drawn")).toContainText(
    /[\d,]+ of 9,791 matches drawn.*[\d,]+ of 9,870 calls of A, [\d,]+ of 9,826 calls of B/,
  );
  await expect(page.getByRole("contentinfo")).toContainText("Nothing is uploaded.");
});

test("of two dropped files the older one is A, and Swap exchanges them", async ({ page }) => {
  await open(page, "");
  const [older, newer] = examplePair();
  await drop(page, [newer, older]);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("old.json.gz");
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("new.json.gz");

  await page.locator(".toast").getByRole("button", { name: "Swap" }).click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("new.json.gz");
});

test("one file on a zone becomes that side, alone, and the other can follow", async ({ page }) => {
  await open(page, "");
  const [older, newer] = examplePair();
  await drag(page, [newer], ".zone-b", ["dragover"]);
  await expect(page.locator(".zone-b")).toContainText("Release to load as B");
  await drop(page, [newer], ".zone-b");
  await expect(page.getByText("B is ready. Drop A to compare.")).toBeVisible();
  expect((await sceneWords(page)).length).toBeGreaterThan(1000);

  // Anywhere on the page: the free side takes it.
  await drop(page, [older]);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("old.json.gz");
  await expect(page.getByText("is ready. Drop")).toHaveCount(0);
});

test("files dragged beside the zones say where they go", async ({ page }) => {
  await open(page, "");
  await drag(page, [examplePair()[0]], "body", ["dragover"]);
  await expect(page.locator(".zone-a")).toContainText("Release to load as A");
  await expect(page.locator(".zone-b")).toContainText("Of two files, the newer one goes here");
  await drag(page, [examplePair()[0]], ".zone-b", ["dragover"]);
  await expect(page.locator(".zone-a")).toContainText("both at once anywhere on the page");
  await drag(page, [], "body", ["dragleave"]);
  await expect(page.locator(".zone-b")).toContainText("Drop the second trace here");
});

test("what draws starts while files are dragged over the start page, and not before", async ({ page }) => {
  await open(page, "");
  expect(await page.evaluate(() => window.diptych.backend())).toBe(null);
  await drag(page, examplePair(), "body", ["dragover"]);
  await expect.poll(() => page.evaluate(() => window.diptych.backend())).toBe("webgl");
  await drag(page, [], "body", ["dragleave"]);
  await expect(page.locator(".zone-b")).toBeVisible();
});

test("the first two files are read by workers that stood ready, every other by one of its own", async ({ page }) => {
  await open(page, "");
  const readers = () => page.workers().filter((worker) => worker.url().includes("reader"));
  await expect.poll(() => readers().length).toBe(2);
  const [older, newer] = examplePair();
  for (const [file, left] of [
    [older, 1],
    [newer, 0],
  ] as const) {
    let made = 0;
    const count = (worker: { url(): string }) => void (made += Number(worker.url().includes("reader")));
    page.on("worker", count);
    await drop(page, [file]);
    await idle(page);
    page.off("worker", count);
    expect(made).toBe(0);
    await expect.poll(() => readers().length).toBe(left);
  }
  await page.getByRole("button", { name: "Close B" }).click();
  await drop(page, [older]);
  await expect(page.locator(".card[data-side=b]")).toContainText("old.json.gz");
  await idle(page);
  await expect.poll(() => readers().length).toBe(0);
});

test("a file dropped while the engine lets go of a side goes there", async ({ page }) => {
  await open(page, PAIR);
  const close = page.getByRole("button", { name: "Close B" });
  await close.evaluate((button: HTMLElement) => addEventListener("dragover", () => button.click(), { once: true }));
  await drop(page, [examplePair()[0]]);
  await expect(page.locator(".card[data-side=b]")).toContainText("old.json.gz");
  await expect(page.locator(".card[data-side=a]")).toContainText("jinja2-3.0.3.json.gz");
});

test("the file picker fills a side", async ({ page }) => {
  await plainFileDialog(page);
  await open(page, "");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose file for A" }).click();
  await (await chooser).setFiles(OLD.file);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("jinja2-3.0.3.json.gz");
  await idle(page);
  expect(await address(page)).not.toHaveProperty("a");
});

test("a pasted link fills a side and stands in the address", async ({ page }) => {
  await open(page, "");
  const field = page.getByRole("textbox", { name: "Link to a trace for side A" });
  await field.fill(OLD.link);
  await field.press("Enter");
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
  expect(await address(page)).toMatchObject({ a: OLD.link });
});

test("the example opens with one click", async ({ page }) => {
  await open(page, "");
  await page.getByRole("link", { name: /A Python library, upgraded/ }).click();
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("9,826 calls");
  await idle(page);
  expect(await address(page)).toMatchObject({ a: OLD.link, b: NEW.link });
});

test("the page talks to no host but its own", async ({ page, baseURL }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await open(page, PAIR);
  expect([...hosts]).toEqual([new URL(baseURL ?? "").origin]);
});

test("swap, close one, close both", async ({ page }) => {
  await open(page, PAIR);
  const before = await sceneWords(page);
  await page.getByRole("button", { name: "Swap sides" }).click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("jinja2-3.1.6");
  expect(await sceneWords(page)).not.toEqual(before);
  await page.keyboard.press("x");
  await idle(page);
  expect(await sceneWords(page)).toEqual(before);

  await page.getByRole("button", { name: "Close B" }).click();
  await idle(page);
  await expect(page.getByText("A is ready. Drop B to compare.")).toBeVisible();
  expect(await address(page)).toEqual({ a: OLD.link, v: "1" });
  await page.getByRole("button", { name: "Close A" }).click();
  await idle(page);
  await expect(page.getByRole("heading", { name: "Compare two execution traces" })).toBeVisible();
  expect(await page.evaluate(() => location.hash)).toBe("");
});

test("the home button asks before it lets go of files of this disk", async ({ page }) => {
  await open(page, "");
  await drop(page, examplePair());
  await page.getByRole("button", { name: "to the start page" }).click();
  await page.getByRole("button", { name: "Keep them open" }).click();
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "to the start page" }).click();
  await page.getByRole("button", { name: "Close both", exact: true }).click();
  await idle(page);
  await expect(page.getByRole("heading", { name: "Compare two execution traces" })).toBeVisible();
});

test("of a file with several traces the largest is shown and the others are offered, for either side", async ({
  page,
}) => {
  const trace = (names: readonly string[]) =>
    JSON.stringify({ traceEvents: names.map((name, at) => ({ ph: "X", pid: 1, tid: 1, ts: at * 10, dur: 5, name })) });
  await open(page, "");
  await drop(page, [
    { name: "joined.json", content: `${trace(["one", "two"])}\n${trace(["one", "two", "three"])}\n${trace(["four"])}` },
  ]);
  const side = (letter: "A" | "B") => page.getByRole("region", { name: `Side ${letter}`, exact: true });
  await expect(side("A")).toContainText("3 calls");
  await expect(page.locator(".toast")).toContainText("The file holds 3 traces. A shows");

  const sheet = page.getByRole("dialog", { name: "Traces in the file of A" });
  const another = page.locator(".toast").getByRole("button", { name: "Choose another" });
  expect(
    await another.evaluate((button) => button.scrollWidth - button.clientWidth),
    "its words fit",
  ).toBeLessThanOrEqual(0);
  await another.click();
  await expect(sheet.getByRole("row")).toHaveCount(4);
  const row = (calls: string) =>
    sheet.getByRole("row").filter({ has: page.getByRole("cell", { name: calls, exact: true }) });
  // The run on screen is not offered again on its side.
  await expect(row("3").getByRole("button", { name: /^as A/ })).toBeDisabled();
  await row("2").getByRole("button", { name: /^as B/ }).click();
  await expect(sheet).toHaveCount(0);
  await idle(page);
  await expect(side("B")).toContainText("2 calls");
  await expect(page.getByTestId("drawn")).toHaveText(/of 2 matches drawn/);

  // The menu of a side offers the same, for as long as the file is there.
  await side("A").getByRole("button", { name: "More actions for A" }).click();
  await page.getByRole("menuitem", { name: "Choose another trace in the file (3)…" }).click();
  await row("1").getByRole("button", { name: /^as A/ }).click();
  await idle(page);
  await expect(side("A")).toContainText("1 call ");
  await expect(side("B")).toContainText("2 calls");
});
