// Small traces made here, for tests that aim at single calls.

import type { Page } from "@playwright/test";

import type { ItemPlace, SideName } from "../../web/src/generated/protocol.js";
import { drop, items, open } from "./diptych.js";

/** Name, start, duration in µs; optionally its arguments and the number of its thread. */
export type MadeCall = readonly [name: string, ts: number, dur: number, more?: { args?: unknown; tid?: number }];

export function madeTrace(calls: readonly MadeCall[]): string {
  const events = calls.map(([name, ts, dur, more]) => ({
    ph: "X",
    pid: 1,
    tid: more?.tid ?? 1,
    ts,
    dur,
    name,
    args: more?.args,
  }));
  return JSON.stringify({ traceEvents: events });
}

/** Opens two made traces as A and B. */
export async function openMade(page: Page, a: readonly MadeCall[], b: readonly MadeCall[]): Promise<void> {
  await open(page, "");
  await drop(page, [
    { name: "a.json", content: madeTrace(a), lastModified: 1_000 },
    { name: "b.json", content: madeTrace(b), lastModified: 2_000 },
  ]);
}

/** The cell of the call of a side that begins at so many µs, as it is drawn; the innermost of several. */
export async function cellOf(page: Page, side: SideName, startUs: number): Promise<ItemPlace> {
  const found = (await items(page)).findLast(
    ({ view, subject }) =>
      view === "matches" && "call" in subject && subject.call.side === side && subject.call.start === startUs * 1_000,
  );
  if (found === undefined) {
    throw new Error(`no call of ${side} is drawn that begins at ${startUs} µs`);
  }
  return found;
}

/** Returns the start in A of each drawn tube's call, in µs, ascending. */
export async function tubes(page: Page): Promise<number[]> {
  const found = (await items(page)).flatMap(({ subject }) =>
    "match" in subject ? [subject.match[0].start / 1_000] : [],
  );
  return found.sort((one, other) => one - other);
}
