// The plan that `npm run bench` hands over and the results that it takes back: two JSON files named in the
// environment.

import { appendFileSync, readFileSync } from "node:fs";
import { env } from "node:process";

import type { Window } from "../../web/src/generated/protocol.js";

export type Plan = {
  runs: number;
  pairs: Pair[];
  /** Files that are read without their calls. */
  sums: { name: string; path: string }[];
};

export type Pair = {
  name: string;
  a: string;
  b: string;
  /**
   * Selects the measurements: reading against `JSON.parse`, layouts only, or the desk of call paths, of lanes or of
   * elements.
   */
  kind: "read" | "shape" | "profile" | "ranks" | "elements";
  /** The windows of the scripted path, both sides alike. */
  path: Window[];
};

/** One figure of one run. */
export type Figure = { pair: string; what: string; value: number };

export const plan = JSON.parse(readFileSync(required("DIPTYCH_BENCH_PLAN"), "utf8")) as Plan;

const results = required("DIPTYCH_BENCH_RESULTS");

/** Adds the figures of one run, a line each, so that a run that breaks off keeps what it has. */
export function record(pair: string, figures: Record<string, number>): void {
  for (const [what, value] of Object.entries(figures)) {
    appendFileSync(results, `${JSON.stringify({ pair, what, value } satisfies Figure)}\n`);
  }
}

function required(name: string): string {
  const value = env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set: start this with \`npm run bench\``);
  }
  return value;
}
