// Checks the memory of a tab and of a device: files from before a reload, recent pairs, and the switch that forgets
// them.

import { readFileSync } from "node:fs";

import { expect, type Page, test } from "@playwright/test";

import { drop, examplePair, idle, NEW, OLD, open, PAIR } from "./support/diptych.js";

const side = (page: Page, letter: "A" | "B") => page.getByRole("region", { name: `Side ${letter}`, exact: true });
const before = (page: Page) => page.getByRole("region", { name: "Files from before the reload" });

/** Has the file dialog hand out files of the page's own store, with handles that can be kept like those of a disk. */
async function pickFromStore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, "showOpenFilePicker", {
      value: async () => {
        const folder = await navigator.storage.getDirectory();
        return Promise.all(["old.json.gz", "new.json.gz"].map((name) => folder.getFileHandle(name)));
      },
    });
  });
  await open(page, "");
  const files = [OLD, NEW].map(({ file }, at) => ({
    name: ["old.json.gz", "new.json.gz"][at] ?? "",
    base64: readFileSync(file).toString("base64"),
  }));
  await page.evaluate(async (all) => {
    const folder = await navigator.storage.getDirectory();
    for (const { name, base64 } of all) {
      const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await writable.write(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
      await writable.close();
    }
  }, files);
}

test("after a reload picked files open again by a click", async ({ page }) => {
  await pickFromStore(page);
  await page.getByRole("button", { name: "Choose file for A" }).click();
  await expect(side(page, "B")).toContainText("9,826 calls");
  await idle(page);
  await page.reload();
  await expect(before(page)).toContainText("Continue where you left off?");
  await before(page).getByRole("button", { name: "Open again" }).click();
  await expect(side(page, "A")).toContainText("9,870 calls");
  await expect(side(page, "B")).toContainText("9,826 calls");
  await expect(before(page)).toHaveCount(0);
});

test("after a reload files without handles are named, and dropping them goes on", async ({ page }) => {
  await open(page, "");
  await drop(page, examplePair());
  await page.reload();
  await expect(before(page)).toContainText(
    "Diptych can’t reopen local files by itself. Drop the same two files to continue where you left off.",
  );
  await expect(before(page)).toContainText("old.json.gz");
  await expect(before(page)).toContainText("new.json.gz");
  await drop(page, examplePair());
  await expect(before(page)).toHaveCount(0);
});

test("recent pairs stand on the start page, open by a click, and can be cleared", async ({ page }) => {
  await open(page, PAIR);
  await page.getByRole("button", { name: /to the start page/ }).click();
  await idle(page);
  const recent = page.getByRole("region", { name: "Recent pairs" });
  await recent.getByRole("button", { name: "jinja2-3.0.3.json.gz" }).click();
  await expect(side(page, "B")).toContainText("9,826 calls");
  await idle(page);
  await page.getByRole("button", { name: /to the start page/ }).click();
  await recent.getByRole("button", { name: "Clear" }).click();
  await expect(recent).toHaveCount(0);
  await page.reload();
  await idle(page);
  await expect(recent).toHaveCount(0);
});

test("switching keeping off deletes what is kept, and holds after a reload", async ({ page }) => {
  await open(page, PAIR);
  await expect(page.getByRole("contentinfo")).toContainText("Nothing is uploaded.");
  await page.getByRole("button", { name: "What is kept on this device" }).click();
  await expect(page.getByRole("dialog")).toContainText(/Kept on this device: \d+\skB of comparisons/);
  await expect(page.getByText(/^Kept on this device/)).toBeInViewport();
  await page.getByRole("checkbox", { name: "Keep comparisons and recent pairs on this device" }).click();
  await expect(page.getByRole("dialog")).toContainText("Kept on this device: only settings.");
  await page.reload();
  await idle(page);
  await expect(page.getByRole("contentinfo")).toContainText("All data stays in this tab");
  const entries = await page.evaluate(async () => {
    let count = 0;
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of database.objectStoreNames) {
        count += await new Promise<number>((resolve) => {
          const request = database.transaction(store).objectStore(store).count();
          request.onsuccess = () => resolve(request.result);
        });
      }
    }
    return count;
  });
  expect(entries).toBe(0);
});
