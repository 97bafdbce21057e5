// Lanes in links, by the path of their names: `/process/thread`. Row numbers never leave a session, because another
// recording of the same program has other rows. The Rust codec (`protocol/src/link/lanes.rs`) reads and writes the same.
//
// In names a tilde is `~0`, a comma `~1` and a slash `~2`. Of lanes with equal names in one lane, the second ends in
// `~n2`. Links of earlier versions have row numbers, which are still read.

import type { LinkField } from "../generated/link-table.js";
import type { LaneSummary, SideName } from "../generated/protocol.js";
import { countOf } from "./subject.js";

/** The names of a side's lanes: the path of each row, and the row of each path. */
export type LaneNames = { readonly paths: readonly string[]; readonly rows: ReadonlyMap<string, number> };

/** The lanes of both sides; `null`: the side is not open. */
export type SideLanes = Readonly<Record<SideName, LaneNames | null>>;

export const NOTHING_OPEN: SideLanes = { a: null, b: null };

/** Row number of no lane, in pairs. */
const NO_LANE = "4294967295";

/** Names lanes in pre-order. */
export function laneNames(lanes: readonly Pick<LaneSummary, "name" | "parent">[]): LaneNames {
  const paths: string[] = [];
  const rows = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const { name, parent } of lanes) {
    const within = parent === null ? "" : (paths[parent] ?? "");
    const plain = `${within}/${name.replaceAll("~", "~0").replaceAll(",", "~1").replaceAll("/", "~2")}`;
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    const path = count > 1 ? `${plain}~n${count}` : plain;
    rows.set(path, paths.length);
    paths.push(path);
  }
  return { paths, rows };
}

/** A value with lanes as a link has it, read for today's lanes. */
export type LaneReading =
  /** `text`: the value with row numbers, `null` if no lane is left; `missing`: the paths that no lane has. */
  | { kind: "rows"; text: string | null; missing: string[] }
  /** The value needs the lanes of a side that is not open. `old`: it has row numbers only. */
  | { kind: "waits"; old: boolean }
  | { kind: "unreadable" };

/** Returns whether a value names lanes. */
export function namesLanes(field: LinkField, text: string): boolean {
  const words = text.split(",");
  return words.some((_, at) => laneSide(field, words, at) !== null);
}

/** Reads a value of a link. */
export function readLanes(field: LinkField, text: string, lanes: SideLanes): LaneReading {
  const words = text.split(",");
  const tokens = words.flatMap((word, at) => {
    const side = laneSide(field, words, at);
    return side === null ? [] : [{ side, word }];
  });
  const isRow = (word: string) => countOf(word) !== null;
  const isNone = (word: string) => field.lanes === "pairs" && word === "-";
  if (!tokens.every(({ word }) => word.startsWith("/") || isRow(word) || isNone(word))) {
    return { kind: "unreadable" };
  }
  if (tokens.some(({ side }) => lanes[side] === null)) {
    return { kind: "waits", old: tokens.every(({ word }) => isRow(word)) };
  }
  const missing: string[] = [];
  const rows = mapped(field, words, (side, word) => {
    if (isNone(word)) {
      return NO_LANE;
    }
    if (isRow(word)) {
      return word;
    }
    const row = lanes[side]?.rows.get(word);
    if (row === undefined) {
      missing.push(word);
      return null;
    }
    return String(row + shiftOf(field));
  });
  return { kind: "rows", text: rows, missing };
}

/**
 * Writes a value with row numbers for a link. Rows that no lane has are left out. `null`: nothing is left, or a side
 * with lanes in the value is not open.
 */
export function writtenLanes(field: LinkField, text: string, lanes: SideLanes): string | null {
  const words = text.split(",");
  const isKnown = (at: number) => {
    const side = laneSide(field, words, at);
    return side === null || lanes[side] !== null;
  };
  if (!words.every((_, at) => isKnown(at))) {
    return null;
  }
  return mapped(field, words, (side, word) =>
    field.lanes === "pairs" && word === NO_LANE ? "-" : (lanes[side]?.paths[Number(word) - shiftOf(field)] ?? null),
  );
}

/** A number is one more than the row, because 0 stands for the main lane. */
function shiftOf(field: LinkField): number {
  return field.kind === "count" ? 1 : 0;
}

/**
 * Replaces the lanes of a value. A lane without a replacement is dropped from a list, with its partner from pairs, and
 * takes any other value with it.
 */
function mapped(
  field: LinkField,
  words: readonly string[],
  replacement: (side: SideName, word: string) => string | null,
): string | null {
  const found = words.map((word, at) => {
    const side = laneSide(field, words, at);
    return side === null ? word : replacement(side, word);
  });
  const unit = field.lanes === "pairs" ? 2 : field.kind === "list" ? 1 : words.length;
  const left: string[] = [];
  for (let at = 0; at < found.length; at += unit) {
    const whole = found.slice(at, at + unit);
    if (whole.every((word) => word !== null)) {
      left.push(...whole);
    }
  }
  return left.length === 0 ? null : left.join(",");
}

/** The side of the lane that a word of a value is; `null` if it is no lane. */
function laneSide(field: LinkField, words: readonly string[], at: number): SideName | null {
  switch (field.lanes) {
    case "a":
    case "b":
      return field.lanes;
    case "pairs":
      return at % 2 === 0 ? "a" : "b";
    case "none":
      return field.kind === "subject" ? sideInSubject(words, at) : null;
  }
}

function sideInSubject(words: readonly string[], at: number): SideName | null {
  const [kind, side] = words;
  if (kind === "match") {
    return at === 4 ? "a" : at === 8 ? "b" : null;
  }
  if ((kind === "lane" && at === 2) || (kind === "area" && (at === 2 || at === 3))) {
    return sideOf(side);
  }
  return at === 4 && words.length === 5 ? sideOf(kind) : null;
}

function sideOf(word: string | undefined): SideName | null {
  return word === "a" || word === "b" ? word : null;
}
