// Lists of what a program is made of, beside its traces.

import { readFileSync } from "node:fs";

import { expect, type Page, test } from "@playwright/test";

import { drop, examplePair, idle, open, PAIR } from "./support/diptych.js";

const LIST = ["src/jinja2/lexer.py", "src/jinja2/parser.py", "src/jinja2/never.py", "setup.py"];
const list = (paths: readonly string[]) => ({
  name: "jinja2.paths",
  content: paths.map((path) => `${path}\n`).join(""),
});

const side = (page: Page, name: "A" | "B") => page.getByRole("region", { name: `Side ${name}`, exact: true });

test("a list beside a pair says on both sides which of its files ran, and can be closed", async ({ page }) => {
  await open(page, PAIR);
  await drop(page, [list(LIST)], "[data-side=b]");
  await expect(side(page, "B")).toContainText("2 of 4 files ran");
  await expect(side(page, "B")).toContainText("jinja2-3.1.6.json.gz");
  await expect(side(page, "A"), "it has none of its own").toContainText("2 of 4 files ran");

  await drop(page, [list(LIST.slice(0, 1))], "[data-side=a]");
  await expect(side(page, "A")).toContainText("1 file, all ran");
  await expect(side(page, "B")).toContainText("2 of 4 files ran");

  await page.getByRole("button", { name: "Swap" }).first().click();
  await idle(page);
  await expect(side(page, "B")).toContainText("1 file, all ran");
  await page.getByRole("button", { name: "Swap" }).first().click();
  await idle(page);

  await page.getByRole("button", { name: "More actions for B" }).click();
  await page.getByRole("menuitem", { name: "Close jinja2.paths" }).click();
  await idle(page);
  await expect(side(page, "B"), "it goes by that of A").toContainText("1 file, all ran");
  await page.getByRole("button", { name: "Close A", exact: true }).click();
  await idle(page);
  await expect(side(page, "B")).not.toContainText("ran");
  await expect(side(page, "B")).toContainText("9,826 calls");
});

test("a list without a trace says what it is; dropped with one it stands beside it", async ({ page }) => {
  await open(page, "");
  await drop(page, [{ name: "ls-tree.txt", content: readFileSync("tests/traces/paths/ls-tree.txt") }], ".zone-a");
  await expect(page.locator(".zone-a")).toContainText("ls-tree.txt is the structure of a program, not a trace.");
  await expect(page.locator(".zone-a")).toContainText("It lists 7 files in 4 folders");

  await drop(page, [
    { ...examplePair()[0], lastModified: 1 },
    { ...list(LIST), lastModified: 2 },
  ]);
  await expect(side(page, "A")).toContainText("9,870 calls");
  await expect(side(page, "A")).toContainText("2 of 4 files ran");
});

test("a list that is dropped before its trace leaves the side to it, and stands beside it", async ({ page }) => {
  await open(page, "");
  // By time the list is the first of the two: side A is the trace's all the same.
  await drop(page, [
    { ...list(LIST), lastModified: 1 },
    { ...examplePair()[0], lastModified: 2 },
  ]);
  await expect(side(page, "A")).toContainText("9,870 calls");
  await expect(side(page, "A")).toContainText("2 of 4 files ran");
  await expect(page.locator(".zone-b, [data-side=b]").first()).not.toContainText("calls");
  await page.getByRole("button", { name: "More actions for A" }).click();
  await expect(page.getByRole("menuitem", { name: "Close jinja2.paths" })).toBeVisible();
});

test("a list is read again with the trace that it stood beside, once the engine was lost", async ({ page }) => {
  await open(page, PAIR);
  await drop(page, [list(LIST)], "[data-side=b]");
  await expect(side(page, "B")).toContainText("2 of 4 files ran");
  await page.evaluate(() => window.diptych.breakEngine());
  await expect(page.getByRole("region", { name: "Notice" })).toContainText("A and B are read again by themselves.");
  await expect(side(page, "B")).toContainText("2 of 4 files ran");
  await expect(side(page, "B")).toContainText("9,826 calls");
});
