// Recounts a made trace in the plainest way: every call looks for its callers among all others.

import type { MadeCall } from "./made-traces.js";

/** A path by its names, outermost first: what its calls take with all that they call, and without; µs. */
export type Path = { total: number; own: number; calls: number };

/** Paths of stacks as they were, by their names with ` › ` between. */
export function paths(calls: readonly MadeCall[]): Map<string, Path> {
  const found = new Map<string, Path>();
  calls.forEach((call, at) => {
    const name = [...callersOf(calls, at), call[0]].join(" › ");
    const path = found.get(name) ?? { total: 0, own: 0, calls: 0 };
    const inside = calls.filter((_, place) => place !== at && callersAt(calls, place).at(-1) === at);
    const own = call[2] - inside.reduce((sum, other) => sum + other[2], 0);
    found.set(name, { total: path.total + call[2], own: path.own + own, calls: path.calls + 1 });
  });
  return found;
}

/** By function: calls, what they take without what they call, and what its outermost ones take with it. */
export function functions(calls: readonly MadeCall[]): Map<string, Path> {
  const found = new Map<string, Path>();
  for (const [name, { total, own, calls: count }] of paths(calls)) {
    const names = name.split(" › ");
    const last = names.at(-1) ?? "";
    const sums = found.get(last) ?? { total: 0, own: 0, calls: 0 };
    const outermost = names.indexOf(last) === names.length - 1;
    found.set(last, { total: sums.total + (outermost ? total : 0), own: sums.own + own, calls: sums.calls + count });
  }
  return found;
}

function callersOf(calls: readonly MadeCall[], at: number): string[] {
  return callersAt(calls, at).map((place) => calls[place]?.[0] ?? "");
}

/** The calls around one, outermost first. Of two that span the same the one that is written first is the outer one. */
function callersAt(calls: readonly MadeCall[], at: number): number[] {
  const [, start, length] = calls[at] ?? ["", 0, 0];
  const around = calls.flatMap(([, from, long], place) => {
    const same = from === start && long === length;
    return place !== at && from <= start && from + long >= start + length && (!same || place < at) ? [place] : [];
  });
  return around.sort((one, other) => (calls[other]?.[2] ?? 0) - (calls[one]?.[2] ?? 0) || one - other);
}
