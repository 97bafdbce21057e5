// Opens every small file of the readers' tests in the page and in the command, and compares their words.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";

import { expect, type Locator, type Page, test } from "@playwright/test";

import { drop, open } from "./support/diptych.js";

const FOLDER = join(import.meta.dirname, "traces");
const FILES = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.expected$|^README/.test(entry.name))
  .map(({ parentPath, name }) => ({ path: join(parentPath, name), name }));

/** A row of the report: what, how often, the first byte, an example. */
type Row = { subject: string; count: number; first_offset: number; example: string };
type Inspected = { calls: number; report: Row[]; traces: { name: string; calls: number }[] };

/** Returns the command's words about a file, or why it refuses it, without the marks of code. */
function inspect(path: string): Inspected | string {
  const tool = env["DIPTYCH_CLI"] ?? "";
  const { status, stdout, stderr } = spawnSync(tool, ["inspect", "--json", path], { encoding: "utf8" });
  return status === 0
    ? (JSON.parse(stdout) as Inspected)
    : stderr
        .trim()
        .replace(/^diptych: /, "")
        .replaceAll("`", "");
}

const number = (count: number) => count.toLocaleString("en");

test("of every small file the page says what the command says, oddity for oddity, and refuses what it refuses", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await open(page, "");
  const [card, failed] = [
    page.locator("section.card[data-side=a]"),
    page.getByRole("region", { name: "Problem with side A" }),
  ];
  const seen = { read: 0, refused: 0, rows: 0 };
  for (const { path, name } of FILES) {
    await test.step(path.slice(FOLDER.length + 1), async () => {
      const said = inspect(path);
      await drop(page, [{ name, content: readFileSync(path) }], "[data-side=a], .zone-a");
      if (typeof said === "string" || said.calls === 0) {
        // A structure is read by the command, and on the page beside a trace only.
        const refused = typeof said === "string" ? said : `${name} is the structure of a program, not a trace.`;
        await expect(failed.locator("p").first()).toContainText(refused);
        await failed.getByRole("button", { name: "Dismiss the message" }).click();
        seen.refused += 1;
        return;
      }
      await expect(card).toBeVisible();
      await says(page, card, said);
      await card.getByRole("button", { name: "Close A" }).click();
      seen.read += 1;
      seen.rows += said.report.length;
    });
  }
  // All formats are there, with much that is odd: a list that is empty shows nothing.
  expect(seen.read).toBeGreaterThan(80);
  expect(seen.refused).toBeGreaterThan(20);
  expect(seen.rows).toBeGreaterThan(80);
});

/** Holds what the page says of a side to what the command said. */
async function says(page: Page, card: Locator, { calls, report, traces }: Inspected): Promise<void> {
  await expect(card.locator("span.hidden").first()).toContainText(`${number(calls)} call${calls === 1 ? "" : "s"}`);
  await card.getByRole("button", { name: "More actions for A" }).click();
  const menu = page.getByRole("menu");
  if (traces.length > 1) {
    await expect(menu).toContainText(`Choose another trace in the file (${traces.length})`);
  }
  // A file without problems has no entry for them.
  if (report.length === 0) {
    await expect(menu.getByRole("menuitem", { name: /Show problems/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
    return;
  }
  await menu.getByRole("menuitem", { name: `Show problems in the file (${report.length})` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const rows = await dialog
    .locator("tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  const shown = rows.map(([subject, , count, offset, example]) => [subject, count, offset, example]);
  const said = report.map((row, at) => [
    row.subject === "" ? shown[at]?.[0] : row.subject,
    number(row.count),
    number(row.first_offset),
    row.example,
  ]);
  // A page has no character of number zero.
  expect(shown).toEqual(said.map((row) => row.map((cell) => cell?.replaceAll("\0", "\uFFFD"))));
  expect(rows.every(([subject, outcome]) => subject !== "" && outcome !== "")).toBe(true);
  await page.keyboard.press("Escape");
}
