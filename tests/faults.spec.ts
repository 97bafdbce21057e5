// Faults that no other file of tests has: see the table in docs/robustness.md.

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, type Page, test } from "@playwright/test";

import { changeAnswers } from "./support/answers.js";
import { idle, NEW, OLD, open, PAIR } from "./support/diptych.js";

const side = (page: Page, letter: "A" | "B") => page.getByRole("region", { name: `Side ${letter}`, exact: true });

test("a compute worker that dies leaves the pictures, and Retry compares", async ({ page }) => {
  await changeAnswers(page, "**/compute-*.js", async (answer) => {
    const dying = 'addEventListener("message", () => { throw new Error("no memory"); });';
    return { body: dying + (await answer.text()) };
  });
  await open(page, PAIR);
  await expect(side(page, "A")).toContainText("9,870 calls");
  await expect(side(page, "B")).toContainText("9,826 calls");
  await page.unroute("**/compute-*.js");
  await page
    .getByRole("button", { name: /Retry|Try again/u })
    .first()
    .click();
  await idle(page);
  await expect(page.locator(".verdict")).toContainText("as long as A");
});

test("a file that is deleted after it was read fails alone when it is read again", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "diptych-faults-"));
  const [old, young] = [join(folder, "old.json.gz"), join(folder, "new.json.gz")];
  copyFileSync(OLD.file, old);
  copyFileSync(NEW.file, young);
  try {
    await open(page, "");
    await page.evaluate(() => {
      const input = Object.assign(document.createElement("input"), { type: "file", id: "held", multiple: true });
      document.body.append(input);
    });
    await page.locator("#held").setInputFiles([old, young]);
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      [...(document.querySelector<HTMLInputElement>("#held")?.files ?? [])].forEach((file) => transfer.items.add(file));
      for (const type of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }
    });
    await idle(page);
    await expect(side(page, "B")).toContainText("9,826 calls");
    rmSync(young);
    await page.evaluate(() => window.diptych.breakEngine());
    await idle(page);
    await expect(page.getByRole("region", { name: "Problem with side B" })).toContainText("new.json.gz");
    await expect(side(page, "A")).toContainText("9,870 calls");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("ten tabs at once compare, and closing nine leaves the tenth alive", async ({ context }) => {
  test.slow();
  const pages: Page[] = [];
  for (let tab = 0; tab < 10; tab += 1) {
    pages.push(await context.newPage());
  }
  await Promise.all(pages.map((page) => page.goto(PAIR)));
  for (const page of pages) {
    await page.bringToFront();
    await idle(page);
    await expect(page.locator(".verdict")).toContainText("as long as A");
  }
  const last = pages.pop();
  await Promise.all(pages.map((page) => page.close()));
  await last?.keyboard.press("5");
  if (last !== undefined) {
    await idle(last);
    await expect(last).toHaveURL(/desk=profile/u);
  }
});
