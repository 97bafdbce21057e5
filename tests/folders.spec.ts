// Folders dropped on the page: archives of the files in them.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inflateRawSync } from "node:zlib";

import { expect, type Page, test } from "@playwright/test";

import { idle, open } from "./support/diptych.js";

let root = "";
test.beforeEach(() => (root = mkdtempSync(join(tmpdir(), "diptych-folders-"))));
test.afterEach(() => rmSync(root, { recursive: true }));

/** Writes a folder; where it lies. */
function folder(name: string, files: Record<string, string | Buffer>): string {
  const path = join(root, name);
  mkdirSync(path);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  return path;
}

/** The files of a zip that says in front of each how long it is. */
function unzipped(path: string): Record<string, Buffer> {
  const zip = readFileSync(path);
  const files: Record<string, Buffer> = {};
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const [method, packed, nameBytes, extraBytes] = [
      zip.readUInt16LE(at + 8),
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.toString("utf8", at + 30, at + 30 + nameBytes);
    const from = at + 30 + nameBytes + extraBytes;
    const bytes = zip.subarray(from, from + packed);
    if (!name.endsWith("/")) {
      files[name] = method === 0 ? bytes : inflateRawSync(bytes);
    }
    at = from + packed;
  }
  return files;
}

/** Drops folders as a file manager does. */
async function dropFolders(page: Page, files: string[], onto: string): Promise<void> {
  const box = await page.locator(onto).boundingBox();
  expect(box).not.toBeNull();
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
  const session = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x, y, data: { items: [], files, dragOperationsMask: 1 } });
  }
  await session.detach();
}

const calls = (name: string): string =>
  JSON.stringify([
    { ph: "X", name, pid: 1, tid: 1, ts: 0, dur: 9 },
    { ph: "X", name: "inner", pid: 1, tid: 1, ts: 1, dur: 2 },
  ]);

test("an OTF2 archive is opened by its folder", async ({ page }) => {
  await open(page, "");
  await dropFolders(page, [folder("scorep-run", unzipped("tests/traces/otf2/two-ranks.zip"))], ".zone-a");
  const side = page.getByRole("region", { name: "Side A", exact: true });
  await expect(side).toContainText("scorep-run");
  await expect(side).toContainText("4 calls");
});

test("of a folder of traces one is chosen, and two folders are the two sides", async ({ page }) => {
  const long = `${"deep/".repeat(30)}after.json`;
  const [one, other] = [
    folder("runs", { "before.json": calls("before"), [long]: calls("after"), "notes.txt": "no trace" }),
    folder("more", { "x.json": calls("x") }),
  ];
  await open(page, "");
  await dropFolders(page, [one, other], "body");
  for (const side of ["A", "B"]) {
    await expect(page.getByRole("region", { name: `Side ${side}`, exact: true })).toContainText(/runs|more/);
  }
  await idle(page);
  await expect(page.getByRole("region", { name: /^Side/ }).filter({ hasText: "runs" })).toContainText("2 calls");
});

test("a folder without files or traces says so", async ({ page }) => {
  await open(page, "");
  await dropFolders(page, [folder("nothing", {})], ".zone-a");
  await expect(page.getByRole("region", { name: "Notice" })).toContainText(
    "nothing is a folder without files. Drop the traces themselves.",
  );
  await dropFolders(page, [folder("texts", { "notes.txt": "not a trace at all" })], ".zone-a");
  await expect(page.locator(".zone-a")).toContainText("notes.txt");
});
