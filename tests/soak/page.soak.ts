// One tab, used for a long time: files are loaded, exchanged and closed, and desks change. Memory must not grow.

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "node:process";

import { expect, type Page, test } from "@playwright/test";

import { idle, NEW, OLD } from "../support/diptych.js";
import { curveSvg } from "./curve.js";
import { grew, type Kind, lineOf, type Sample } from "./growth.js";
import { sample, watchMemories } from "./memory.js";

const ROUNDS = Number(env["DIPTYCH_SOAK_ROUNDS"] ?? 1000);
/** Twenty samples, whatever the number of rounds. */
const EVERY = Math.max(Math.floor(ROUNDS / 20), 1);

const TRACES = join(import.meta.dirname, "..", "traces");

/** Pairs to load, by format. All are small, so that a round takes less than a second. */
const PAIRS: readonly (readonly [string, string])[] = [
  [OLD.file, NEW.file],
  [join(TRACES, "chrome-json", "viztracer.json"), join(TRACES, "chrome-json", "begin-end.json")],
  [join(TRACES, "speedscope", "evented.json"), join(TRACES, "speedscope", "sampled.json")],
  [join(TRACES, "chrome-json", "cut.json"), join(TRACES, "refused", "status.json")],
];

const DESK_KEYS = ["2", "3", "4", "5", "1"];

test(`memory does not grow over ${ROUNDS} rounds`, async ({ browser, page }) => {
  await watchMemories(page);
  await page.goto("");
  await idle(page);
  await holdFiles(page, PAIRS.flat());
  const session = await page.context().newCDPSession(page);
  const samples: Sample[] = [];
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  for (let round = 1; round <= ROUNDS; round += 1) {
    await use(page, round);
    if (round % EVERY === 0) {
      samples.push(await sample(browser, page, session, round));
    }
  }
  expect(errors).toEqual([]);
  report(samples);
  // The last rounds worked, too.
  await dropHeld(page, 0);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
  for (const kind of ["heap", "wasm", "resident"] as const) {
    const line = lineOf(samples, kind, ROUNDS);
    expect(line !== null && grew(line, kind), `${kind}: ${JSON.stringify(line)}`).toBe(false);
  }
});

/** A round: of ten, two load a pair, one exchanges the sides, six change the desk, and one closes a side. */
async function use(page: Page, round: number): Promise<void> {
  const step = round % 10;
  if (step === 1 || step === 6) {
    await dropHeld(page, Math.floor(round / 5) % PAIRS.length);
  } else if (step === 4) {
    await page.keyboard.press("x");
  } else if (step === 0) {
    const close = page.getByRole("button", { name: /^Close [AB]/u }).first();
    await close.click({ timeout: 5_000 });
  } else {
    await page.keyboard.press(DESK_KEYS[round % DESK_KEYS.length] ?? "1");
  }
  await idle(page);
}

/** Gives the page files of this machine in an `<input>` of its own. */
async function holdFiles(page: Page, files: readonly string[]): Promise<void> {
  await page.evaluate(() => {
    const input = Object.assign(document.createElement("input"), { type: "file", id: "held", multiple: true });
    input.hidden = true;
    document.body.append(input);
  });
  await page.locator("#held").setInputFiles([...files]);
}

/** Drops a pair on the page. */
async function dropHeld(page: Page, pair: number): Promise<void> {
  await page.evaluate((first) => {
    const transfer = new DataTransfer();
    const held = document.querySelector<HTMLInputElement>("#held")?.files;
    [held?.[first], held?.[first + 1]].forEach((file) => file && transfer.items.add(file));
    for (const type of ["dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, pair * 2);
  await idle(page);
}

/** Writes the samples with their lines, and the picture, where the caller asks for them. */
function report(samples: readonly Sample[]): void {
  const file = env["DIPTYCH_SOAK_RESULTS"];
  const lines = (["heap", "wasm", "resident"] satisfies Kind[]).map((kind) => {
    const line = lineOf(samples, kind, ROUNDS);
    return line === null ? { kind } : { kind, ...line };
  });
  lines.forEach((line) => console.log(JSON.stringify(line)));
  if (file === undefined) {
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
  [...samples, ...lines].forEach((line) => appendFileSync(file, `${JSON.stringify(line)}\n`));
  writeFileSync(file.replace(/\.jsonl$/u, ".svg"), curveSvg(samples, ROUNDS));
}
