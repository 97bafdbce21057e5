// What links carry beside the view: runs, names, fingerprints, lanes, rules, the lock; and links of other viewers.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, type Page, test } from "@playwright/test";

import { address, drop, examplePair, idle, NEW, OLD, open, PAIR, windows } from "./support/diptych.js";
import { builtPage, Site } from "./support/site.js";

const RECORDINGS = join(import.meta.dirname, "recordings");

/** A trace of threads with these names, each with a call and a call in it, as a `data:` source. The last one has number 0. */
function threads(...names: readonly string[]): string {
  const numbered = names.map((name, at) => ({ name, tid: names.length - 1 - at }));
  const events = numbered.flatMap(({ name, tid }) => [
    { ph: "M", pid: 1, tid, name: "thread_name", args: { name } },
    { ph: "X", pid: 1, tid, name: "outer", ts: 1000 + tid, dur: 90 - tid },
    { ph: "X", pid: 1, tid, name: "inner", ts: 1010 + tid, dur: 20 },
  ]);
  return encodeURIComponent(`data:application/json,${encodeURIComponent(JSON.stringify(events))}`);
}

const side = (page: Page, letter: string) => page.getByRole("region", { name: `Side ${letter}`, exact: true });
const notice = (page: Page) => page.getByRole("region", { name: "Notice" });

test("unknown keys stay in the address when the page writes it again", async ({ page }) => {
  await open(page, `#a=${OLD.link}&later=x%20y&q=a=b`);
  await page.getByLabel("Colour").selectOption("duration");
  const now = await address(page);
  expect(now).toMatchObject({ a: OLD.link, v: "1", later: "x%20y", "pair.color": "duration" });
  expect(page.url()).toContain("q=a%3Db");
});

test("several sources of a side are its runs, and stay in the address", async ({ page }) => {
  await open(page, `#a=${OLD.link}&a=${NEW.link}&b=${NEW.link}`);
  await expect(side(page, "A")).toContainText("2 runs");
  expect(page.url()).toContain(`#a=${OLD.link}&a=${NEW.link}&b=${NEW.link}&v=1`);
});

test("a link names its sides", async ({ page }) => {
  await open(page, `#a=${OLD.link}&b=${NEW.link}&na=before%20%3Cb%3E&nb=after`);
  await expect(side(page, "A")).toContainText("before <b>");
  await expect(page).toHaveTitle("before <b> against after · Diptych");
  expect(await address(page)).toMatchObject({ na: "before%20%3Cb%3E", nb: "after" });
  // Another file has its own name, and the address no longer has the first one.
  await drop(page, [{ ...examplePair()[1], name: "other.json.gz" }], "[data-side=b]");
  await expect(side(page, "B")).toContainText("other.json.gz");
  expect(await address(page)).not.toHaveProperty("nb");
});

test("a trace of another fingerprint is shown with a warning, and the shared one without", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, `#a=${OLD.link}`);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.locator(".toast", { hasText: "Link copied" })).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toMatch(/&hash\.a=[0-9a-f]{32}$/);
  const other = await context.newPage();
  await open(other, shared);
  await expect(side(other, "A")).toContainText("9,870 calls");
  await expect(notice(other)).toHaveCount(0);

  await open(other, "?x=1");
  await open(other, shared.replace(OLD.link, NEW.link)); // As if the file had been replaced.
  await expect(notice(other)).toContainText("A is not the trace that this link was made with.");
  await expect(side(other, "A")).toContainText("9,826 calls");
  // Closing the side ends it: the next file is not compared.
  await other.getByRole("button", { name: "Close A" }).click();
  await idle(other);
  expect(other.url()).not.toContain("hash.a");
});

test("folded lanes are named in the address, and found in a trace with other rows", async ({ page }) => {
  await open(page, `#a=${threads("a/b,~", "worker", "pool", "main")}`);
  await page.keyboard.press("l");
  const dialog = page.getByRole("dialog");
  for (const box of await dialog.getByRole("checkbox").all()) {
    if (!(await box.isChecked())) {
      await box.check();
    }
  }
  await page.keyboard.press("Escape");
  const folds = (await address(page))["pair.fa"] ?? "";
  expect(folds).toContain("/worker");
  expect(folds).toContain("/pool");
  expect(folds).toContain("/a~2b~1~0");
  expect(folds).not.toMatch(/(^|,)\d+(,|$)/);

  type Panes = { panes: { openLanes: { lane: number }[] }[] };
  const opened = () =>
    page.evaluate(() => (window.diptych.sceneInfo() as Panes).panes[0]?.openLanes.map(({ lane }) => lane) ?? []);
  const before = await opened();
  await open(page, "?x=1");
  await open(page, `#a=${threads("first", "a/b,~", "worker", "pool", "main")}&pair.fa=${folds}`);
  expect((await address(page))["pair.fa"]).toBe(folds);
  const after = await opened();
  expect(after.length).toBe(before.length);
  expect(after).not.toEqual(before);
});

test("row numbers of an old link are still read, and written again as names", async ({ page }) => {
  await open(page, `#a=${threads("main", "worker", "other")}&v=1&pair.fa=2,3&sel=a,10000,20000,1,3`);
  const now = await address(page);
  expect(now["pair.fa"]).toMatch(/^\/[^,]+,\/[^,]+$/);
  expect(now["sel"]).toMatch(/^a,\d+,\d+,1,\//);
});

test("lanes that a trace does not have are named", async ({ page }) => {
  await open(page, `#a=${threads("main", "worker")}&pair.fa=/gone/%3Cimg%3E`);
  await expect(page.locator(".toast")).toContainText("lanes that these traces do not have: /gone/<img>.");
  await expect(page.locator(".toast img")).toHaveCount(0);
});

test("a view with lanes waits for files that are dropped later", async ({ page }) => {
  await open(page, "#v=1&pair.fb=/gone,/x&q=outer");
  await expect(notice(page)).toContainText("This link shows files from its sender’s disk.");
  expect((await address(page))["pair.fb"]).toBe("/gone,/x");
});

test("a locked view keeps its desk and its files", async ({ page }) => {
  await open(page, `${PAIR}#lock=1&desk=profile`);
  const line = page.locator(".locked");
  await expect(line).toHaveText("This link shows one view: desks and files cannot be changed.");
  // The whole line has room.
  expect(await line.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  await expect(page.getByRole("tablist", { name: "Desks" }).getByRole("tab")).toHaveText([/Profile/]);
  await page.keyboard.press("1");
  await idle(page);
  await expect(page.getByRole("tab", { name: "Profile" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("button", { name: /^Close [AB]$/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "to the start page" })).toBeDisabled();
  await drop(page, [{ name: "other.json", content: "[]" }], "[data-side=b]");
  await expect(side(page, "B")).toContainText("9,826 calls");
  expect(await address(page)).toMatchObject({ lock: "1", desk: "profile" });
});

test("a locked view keeps its files from the list of commands, too", async ({ page }) => {
  await open(page, `${PAIR}#lock=1`);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Close A");
  await page.keyboard.press("Enter");
  await expect(page.locator(".toast")).toContainText("This link shows one view");
  await expect(side(page, "A")).toContainText("9,870 calls");
});

test("mode=report keeps the files and lets readers change the desk", async ({ page }) => {
  await open(page, `${PAIR}#mode=report`);
  await expect(page.getByRole("button", { name: /^Close [AB]$/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^More actions for [AB]$/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "to the start page" })).toBeDisabled();
  await drop(page, [{ name: "other.json", content: "[]" }], "[data-side=b]");
  await expect(page.locator(".toast")).toContainText("This link shows a report: its files cannot be changed.");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Close A");
  await page.keyboard.press("Enter");
  await expect(side(page, "A")).toContainText("9,870 calls");
  await expect(side(page, "B")).toContainText("9,826 calls");
  // Everything else works, and stays in the address.
  await page.getByRole("tab", { name: "Profile" }).click();
  expect(await address(page)).toMatchObject({ mode: "report", desk: "profile" });
});

/** Serves the page with an archive of several traces beside it. */
function siteWithArchive(): Promise<Site> {
  const archive = readFileSync(join(RECORDINGS, "zip", "black-22.12.0.pyspy.zip"));
  return Site.start(new Map([...builtPage(), ["runs.zip", archive]]));
}

test("other traces of a file are offered, but not in a view that keeps its files", async ({ page }) => {
  const site = await siteWithArchive();
  const offer = page.locator(".toast").getByRole("button", { name: "Choose another" });
  for (const [keys, offers] of [
    ["", 1],
    ["&lock=1", 0],
    ["&mode=report", 0],
  ] as const) {
    await open(page, "?x=1");
    await open(page, `${site.url}#a=runs.zip${keys}`);
    await expect(side(page, "A")).toContainText("2,222 calls");
    await expect(offer).toHaveCount(offers);
  }
  await site.stop();
});

test("a link names a member of an archive", async ({ page }) => {
  const site = await siteWithArchive();
  const folder = "rec/black-22.12.0.pyspy";
  // Of a member with threads, a link names one.
  for (const [trace, calls] of [
    [`${folder}.folded.txt.gz`, "843 calls"],
    [`${folder}.speedscope.json.gz#Thread 9628 ""`, "2,222 calls"],
  ] as const) {
    const source = encodeURIComponent(`runs.zip#${encodeURIComponent(trace)}`);
    await open(page, "?x=1");
    await open(page, `${site.url}#a=${source}`);
    await expect(side(page, "A")).toContainText(calls);
    expect(decodeURIComponent((await address(page))["a"] ?? "")).toBe(decodeURIComponent(source));
  }
  await site.stop();
});

test("a locked view with one side offers no second one", async ({ page }) => {
  await open(page, `#a=${OLD.link}&lock=1`);
  const empty = page.getByRole("region", { name: "Side B is empty" });
  await expect(empty).toContainText("A is ready.");
  await expect(empty.getByRole("button", { name: "Choose file" })).toBeDisabled();
  await expect(empty.getByRole("button", { name: "Compare A with itself" })).toHaveCount(0);
  await expect(empty.getByRole("textbox")).toHaveCount(0);
});

test("a locked view shows its runs and keeps them", async ({ page }) => {
  await open(page, `#a=${OLD.link}&a=${NEW.link}&b=${NEW.link}&lock=1`);
  await page.getByRole("button", { name: "2 runs" }).click();
  const dialog = page.getByRole("dialog", { name: "Runs of A" });
  await expect(dialog.getByRole("row")).toHaveCount(3);
  for (const control of await dialog.locator("table, .actions").locator("button, input").all()) {
    await expect(control).toBeDisabled();
  }
});

test("a locked link still takes the files that it waits for", async ({ page }) => {
  const [older] = examplePair();
  await open(page, `#a=local:${older.content.length},,old.json.gz&lock=1`);
  await drop(page, [older]);
  await expect(side(page, "A")).toContainText("9,870 calls");
  await expect(page.getByRole("button", { name: "Close A" })).toHaveCount(0);
});

test("a dropped file says whether it differs in size or in its bytes", async ({ page }) => {
  const [older] = examplePair();
  await open(page, `#a=local:${older.content.length},0011223344556677,old.json.gz`);
  await drop(page, [{ name: "small.json", content: "[]" }]);
  const files = page.getByRole("region", { name: "Files of this link" });
  await expect(files).toContainText(/a different file: 2 bytes in place of [\d,]+/);
  await drop(page, [older], "[data-side=a], body");
  await expect(files).toContainText("a different file of the same size");
});

test("a side that waits for a posted file says so", async ({ page }) => {
  await open(page, `#a=msg&b=${NEW.link}`);
  await expect(page.getByRole("region", { name: "Posted files" })).toContainText(
    "A waits for a trace from another page.",
  );
  expect(await address(page)).toMatchObject({ a: "msg", b: NEW.link });
});

test("long rules are compressed in the address and open again", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const rules = Array.from({ length: 120 }, (_, at) => `rename \`render_${at}\` => \`draw_${at}\``).join("\n");
  await open(page, `${PAIR}#id=${encodeURIComponent(rules)}`);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.locator(".toast", { hasText: "Link copied" })).toContainText(
    "Its rules for matching names are compressed.",
  );
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/&id=z:[\w-]+/);
  expect(link.length).toBeLessThan(rules.length / 2);

  const other = await context.newPage();
  await open(other, link);
  await other.keyboard.press("i");
  const values = () =>
    other
      .getByRole("dialog")
      .locator("input")
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await expect.poll(values).toContain("`render_119`");
});

test("damaged rules are named, and the pair is compared by the default ones", async ({ page }) => {
  await open(page, `${PAIR}#id=z:AAAA`);
  await expect(notice(page)).toContainText("The rules for matching names in this link are damaged.");
  await expect(page.locator(".verdict")).toContainText("as long as A");
});

test("a link over eight kilobytes is offered as a file", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, `${PAIR}#q=${Array.from({ length: 2000 }, (_, at) => `n${at}`).join("-")}`);
  await page.getByRole("button", { name: "Share" }).click();
  const toast = page.locator(".toast", { hasText: "Send a file with the comparison instead." });
  const saved = page.waitForEvent("download");
  await toast.getByRole("button", { name: "Save the file" }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.diptych$/);

  // One side alone is no comparison.
  await page.getByRole("button", { name: "Close B" }).click();
  await idle(page);
  await page.getByRole("button", { name: "Share" }).click();
  await page.locator(".toast").getByRole("button", { name: "Copy it anyway" }).click();
  await expect(page.locator(".toast", { hasText: "Link copied." })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test("links of speedscope, Perfetto and the Firefox Profiler open", async ({ page }) => {
  await open(page, `#profileURL=${OLD.link}&title=Mine&profileURL=${NEW.link}`);
  await expect(side(page, "A")).toContainText("Mine");
  await expect(side(page, "B")).toContainText("9,826 calls");
  expect(page.url()).toMatch(/#a=[^&]+&b=[^&]+&v=1&na=Mine$/);

  await open(page, "?x=1");
  await open(page, `?profiles[]=${OLD.link}&profiles%5B%5D=${NEW.link}&renderer=webgl`);
  await expect(side(page, "B")).toContainText("9,826 calls");
  expect(page.url()).toMatch(/\?renderer=webgl#a=[^&]+&b=[^&]+&v=1$/);
});

test("Perfetto's times become the window and the selection", async ({ page }) => {
  await open(page, "?x=1");
  await open(page, `#!/viewer?url=${threads("main")}&ts=1010000&dur=20000&visStart=1005000&visEnd=1050000`);
  expect((await windows(page))["a"]).toEqual({ start: 5_000, end: 50_000 });
  expect(await address(page)).toMatchObject({ sel: "time,a,10000,30000", "pair.a": "5000..50000" });
});
