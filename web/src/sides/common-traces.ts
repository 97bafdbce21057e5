// The choice of the traces to compare if files hold several, such as one for each thread. The command chooses by the same
// rule (`crates/cli/src/compare/common_traces.rs`).

import type { FileTrace, SideName } from "../generated/protocol.js";

type Named = Pick<FileTrace, "name" | "calls" | "shown">;

/** Numbers that differ from run to run, such as ids of threads. */
const IDS = /\d{3,}/gu;

/**
 * Returns the names of the traces of A and of B to compare: of the names that both files have, the one that both files show
 * by themselves, or else the one with the most calls. If no name is in both files, names are compared without their ids. `null` without a common name.
 */
export function commonTraces(a: readonly Named[], b: readonly Named[]): Record<SideName, string> | null {
  return commonBy(a, b, (name) => name) ?? commonBy(a, b, (name) => name.replace(IDS, "#"));
}

/** Returns the pair of traces with the same key that comes first. Keys that a file has twice are left out. */
function commonBy(
  a: readonly Named[],
  b: readonly Named[],
  key: (name: string) => string,
): Record<SideName, string> | null {
  const ofB = byKey(b, key);
  let most: { key: string; calls: number; names: Record<SideName, string> } | null = null;
  for (const [of, x] of byKey(a, key)) {
    const y = ofB.get(of) ?? null;
    if (x === null || y === null) {
      continue;
    }
    const calls = x.shown && y.shown ? Number.POSITIVE_INFINITY : x.calls + y.calls;
    if (most === null || calls > most.calls || (calls === most.calls && of < most.key)) {
      most = { key: of, calls, names: { a: x.name, b: y.name } };
    }
  }
  return most?.names ?? null;
}

function byKey(traces: readonly Named[], key: (name: string) => string): Map<string, Named | null> {
  const found = new Map<string, Named | null>();
  for (const trace of traces) {
    const of = key(trace.name);
    found.set(of, found.has(of) ? null : trace);
  }
  return found;
}
