// The page as the tests use it: open it, wait until it rests, drop files on it, read its scene.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

import { expect, type Page } from "@playwright/test";

import type { ItemPlace, RowPane, Subject } from "../../web/src/generated/protocol.js";
import type { TestHook } from "../../web/src/test-hook.js";

declare global {
  interface Window {
    diptych: TestHook;
  }
}

const EXAMPLES = join(import.meta.dirname, "..", "..", "www", "examples");

/** The example pair, as a file of this machine and as the page's own link. */
export const OLD = { file: join(EXAMPLES, "jinja2-3.0.3.json.gz"), link: "examples/jinja2-3.0.3.json.gz" };
export const NEW = { file: join(EXAMPLES, "jinja2-3.1.6.json.gz"), link: "examples/jinja2-3.1.6.json.gz" };

/** The page in one piece, as the build makes it for reports. */
export const REPORT_APP = join(import.meta.dirname, "..", "..", "dist", "report-app.html");

/** The address that opens the example pair. */
export const PAIR = `?a=${OLD.link}&b=${NEW.link}`;

/** Opens an address below the page's own and waits until the page rests. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await idle(page);
}

/** Waits until nothing is under way: no request, no file being read, no frame to be drawn. */
export async function idle(page: Page): Promise<void> {
  // A page that loads anew has no hook before its script runs.
  await expect.poll(() => page.evaluate(() => "diptych" in window).catch(() => false)).toBe(true);
  await page.evaluate(() => window.diptych.idle());
}

/** The words of the scene on screen. They cross as one text: as a list each would cross as an object. */
export async function sceneWords(page: Page): Promise<number[]> {
  const text = await page.evaluate(() => {
    const bytes = new Uint8Array(Uint32Array.from(window.diptych.sceneWords()).buffer);
    let binary = "";
    for (let at = 0; at < bytes.length; at += 0x8000) {
      binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(binary);
  });
  return [...new Uint32Array(Uint8Array.from(Buffer.from(text, "base64")).buffer)];
}

export type Dropped = { name: string; content: Buffer | string; lastModified?: number };

/** Drags files over an element and lets them go there. */
export async function drop(page: Page, files: readonly Dropped[], onto = "body"): Promise<void> {
  await drag(page, files, onto, ["dragover", "drop"]);
  await idle(page);
}

/** Sends drag events with files to an element. */
export async function drag(page: Page, files: readonly Dropped[], onto: string, events: string[]): Promise<void> {
  const sent = files.map(({ name, content, lastModified }) => ({
    name,
    lastModified: lastModified ?? 1,
    base64: Buffer.from(content).toString("base64"),
  }));
  await page.evaluate(
    ([list, selector, types]) => {
      const transfer = new DataTransfer();
      for (const { name, lastModified, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { lastModified }));
      }
      for (const type of types) {
        const event = new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
        document.querySelector(selector)?.dispatchEvent(event);
      }
    },
    [sent, onto, events] as const,
  );
}

/** The two files of the example pair, to be dropped; the first is the older one. */
export function examplePair(): [Dropped, Dropped] {
  return [
    { name: "old.json.gz", content: readFileSync(OLD.file), lastModified: 1_000 },
    { name: "new.json.gz", content: readFileSync(NEW.file), lastModified: 2_000 },
  ];
}

/** Returns the file of this kind that `diptych` writes with these arguments and `-o`. */
export function commandLine(args: readonly string[], kind: "scene" | "svg" | "png" | "diptych"): Buffer {
  const file = join(mkdtempSync(join(tmpdir(), "diptych-")), `out.${kind}`);
  runCommand([...args, "-o", file]);
  return readFileSync(file);
}

/** Runs `diptych`. */
export function runCommand(args: readonly string[]): void {
  const tool = env["DIPTYCH_CLI"];
  if (tool === undefined) {
    throw new Error("DIPTYCH_CLI names no command line tool; `npm run browser` sets it");
  }
  execFileSync(tool, args);
}

/** Size of the canvas in CSS pixels, as the command line wants it. */
export async function canvasSize(page: Page): Promise<string> {
  const box = await page.locator(".picture").boundingBox();
  expect(box).not.toBeNull();
  return `${box?.width}x${box?.height}`;
}

/** The parts of the address's hash, once it says what the page shows. */
export async function address(page: Page): Promise<Record<string, string>> {
  await idle(page);
  const hash = await page.evaluate(() => location.hash.slice(1));
  return Object.fromEntries(hash.split("&").map((part) => part.split("=") as [string, string]));
}

/** Returns the places of everything on the picture that can be aimed at. */
export async function items(page: Page): Promise<ItemPlace[]> {
  await idle(page);
  return page.evaluate(() => window.diptych.items());
}

/** The middle of the first thing on the picture that is wanted, on the page. */
export async function aimAt(
  page: Page,
  wanted: (subject: Subject, item: ItemPlace) => boolean,
): Promise<{ x: number; y: number }> {
  const [found, canvas] = [
    (await items(page)).find((item) => wanted(item.subject, item)),
    await page.locator(".picture").boundingBox(),
  ];
  if (found === undefined || !canvas) {
    throw new Error("nothing of that kind is on the picture");
  }
  const [x0, y0, x1, y1] = found.rect;
  return { x: canvas.x + (x0 + x1) / 2, y: canvas.y + (y0 + y1) / 2 };
}

/** A point in A's row of a depth, at a share of A's width; the pointer is there. */
export async function inA(page: Page, share: number, depth: number): Promise<{ x: number; y: number }> {
  const pane = await page.evaluate(() =>
    (window.diptych.sceneInfo() as SceneInfo).panes.find(({ side }) => side === "a"),
  );
  const canvas = await page.locator(".picture").boundingBox();
  if (!pane || !canvas) {
    throw new Error("A has no pane");
  }
  const x = pane.x0 + share * (pane.x1 - pane.x0);
  // Rows are equally high: any call tells where the others are.
  const rows = (await items(page)).flatMap(({ subject, rect }) =>
    "call" in subject && subject.call.side === "a" ? [{ row: subject.call.depth, y0: rect[1], y1: rect[3] }] : [],
  );
  const nearest = rows.sort((one, other) => Math.abs(one.row - depth) - Math.abs(other.row - depth))[0];
  if (nearest === undefined) {
    throw new Error("A has no row");
  }
  // Frames around both runs may be folded.
  expect(Math.min(...rows.map(({ row }) => row))).toBeLessThanOrEqual(depth);
  const { row, y0, y1 } = nearest;
  const point = { x: canvas.x + x, y: canvas.y + (y0 + y1) / 2 + (depth - row) * (y1 - y0) };
  await page.mouse.move(point.x, point.y);
  await idle(page);
  return point;
}

export type SceneInfo = {
  width: number;
  height: number;
  drawn: { text: string; rule: string };
  minimap: {
    x0: number;
    y0: number;
    x1: number;
    y1: number;
    middle: number;
    whole: { start: number; end: number };
  } | null;
  search: { callsA: number; callsB: number } | null;
  selected: { side: "a" | "b"; from: number; to: number } | null;
  rowPanes: RowPane[];
  panes: {
    scroll: number;
    side: "a" | "b";
    x0: number;
    y0: number;
    x1: number;
    y1: number;
    window: { start: number; end: number };
    openLanes: { lane: number }[];
  }[];
};

/** The stretches that the panes of the last scene show. */
export async function windows(page: Page): Promise<Record<string, { start: number; end: number }>> {
  const info = (await page.evaluate(() => window.diptych.sceneInfo())) as SceneInfo;
  return Object.fromEntries(info.panes.map(({ side, window: shown }) => [side, shown]));
}

/** Has the page open the file dialog of an input: Playwright answers no other. */
export async function plainFileDialog(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
}
