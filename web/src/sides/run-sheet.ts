// Many files dropped at once: which of them are runs of A and which of B.

import type { SideName } from "../generated/protocol.js";
import { SIDES } from "../state/page-state.js";

/** Most runs of a side, as on the command line. */
export const MOST_RUNS = 20;

/** A file and its side; `null`: it is left out. */
export type SheetRow = { file: File; side: SideName | null };

/** Rows in the order in which they stand, and the rule by which they were dealt. */
export type Sheet = { rows: readonly SheetRow[]; rule: string };

/**
 * Deals files to the sides: two groups of names that differ in their last number only, else the largest gap between
 * the times at which they were changed, else half to each in the order of names. What is older is A.
 */
export function deal(files: readonly File[]): Sheet {
  const named = inOrder(files);
  const groups = new Map<string, File[]>();
  named.forEach((file) => groups.set(stem(file.name), [...(groups.get(stem(file.name)) ?? []), file]));
  const [first, second] = [...groups.keys()];
  if (first !== undefined && second !== undefined && groups.size === 2) {
    const [a, b] = changed(groups.get(first)) <= changed(groups.get(second)) ? [first, second] : [second, first];
    const rule = `Assigned by name, ignoring the number at its end: ${quoted(a)} is A because it is older, and ${quoted(b)} is B.`;
    return sheet(groups.get(a) ?? [], groups.get(b) ?? [], rule);
  }
  const timed = named.toSorted((x, y) => x.lastModified - y.lastModified);
  const cut = largestGap(timed.map((file) => file.lastModified));
  if (cut !== null) {
    return sheet(
      inOrder(timed.slice(0, cut)),
      inOrder(timed.slice(cut)),
      "Assigned by modification time: the older files are A.",
    );
  }
  const half = Math.ceil(named.length / 2);
  return sheet(
    named.slice(0, half),
    named.slice(half),
    "Neither names nor times show which side is which: by name, the first half is A.",
  );
}

/** All of them for one side: they were chosen there. */
export function dealTo(side: SideName, files: readonly File[]): Sheet {
  const named = inOrder(files);
  return side === "a" ? sheet(named, [], "Chosen as runs of A.") : sheet([], named, "Chosen as runs of B.");
}

/** Returns the number of files for each side, and of those left out. */
export function counts({ rows }: Sheet): { a: number; b: number; out: number } {
  const of = (side: SideName | null) => rows.filter((row) => row.side === side).length;
  return { a: of("a"), b: of("b"), out: of(null) };
}

/** Returns whether the sheet can be opened as it is. */
export function opens(sheet: Sheet): boolean {
  const { a, b } = counts(sheet);
  return a + b > 0 && Math.max(a, b) <= MOST_RUNS;
}

/** The sheet with a file moved. */
export function moved(sheet: Sheet, at: number, side: SideName | null): Sheet {
  return { ...sheet, rows: sheet.rows.map((row, place) => (place === at ? { ...row, side } : row)) };
}

/** The sheet with the sides exchanged. */
export function swapped(sheet: Sheet): Sheet {
  const other = (side: SideName | null): SideName | null => (side === null ? null : side === "a" ? "b" : "a");
  return { ...sheet, rows: sheet.rows.map((row) => ({ ...row, side: other(row.side) })) };
}

/** The files of a side, in the order in which they stand. */
export function filesOf({ rows }: Sheet, side: SideName): File[] {
  return rows.filter((row) => row.side === side).map((row) => row.file);
}

/** Makes a sheet. Files without room on a side are left out, and the counts say so. */
function sheet(a: readonly File[], b: readonly File[], rule: string): Sheet {
  const dealt = { a, b };
  const rows = SIDES.flatMap((side) =>
    dealt[side].map((file, place) => ({ file, side: place < MOST_RUNS ? side : null })),
  );
  return { rows, rule };
}

/** A name without its last number and what parts it from the rest: `base-2.json` and `base (10).json` are `base.json`. */
function stem(name: string): string {
  return name.replace(/[\s._-]*\(?\d+\)?(?=\D*$)/u, "");
}

/** Numbers in names count as numbers: `run-2` comes before `run-10`. */
function inOrder(files: readonly File[]): File[] {
  const { compare } = new Intl.Collator("en", { numeric: true });
  return files.toSorted((x, y) => compare(x.name, y.name));
}

/** When the middle file of a group was changed. */
function changed(files: readonly File[] | undefined): number {
  const times = (files ?? []).map((file) => file.lastModified).toSorted((x, y) => x - y);
  return times[Math.floor(times.length / 2)] ?? 0;
}

/** The place after the largest step between ascending times; of equal ones that nearest to the middle. `null`: all are one. */
function largestGap(times: readonly number[]): number | null {
  const gap = (at: number) => (times[at] ?? 0) - (times[at - 1] ?? 0);
  const off = (at: number) => Math.abs(at - times.length / 2);
  const places = times
    .map((_, at) => at)
    .slice(1)
    .toSorted((x, y) => gap(y) - gap(x) || off(x) - off(y) || x - y);
  const [widest] = places;
  return widest === undefined || gap(widest) === 0 ? null : widest;
}

function quoted(text: string): string {
  return `“${text}”`;
}
