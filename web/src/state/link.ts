// Links: the view, its files and a little about the session, in the hash: `#a=…&b=…&v=1&pair.a=0..1200`. Interprets the
// generated table of fields; the Rust codec interprets the same one, and both are held to the same examples.

import { DEFAULT_VIEW_STATE, LINK_FIELDS, LINK_VERSION, type LinkField } from "../generated/link-table.js";
import type { SideName, ViewState } from "../generated/protocol.js";
import { Aliases, type ForeignTimes, NO_TIMES } from "./link-aliases.js";
import { namesLanes, NOTHING_OPEN, readLanes, type SideLanes, writtenLanes } from "./link-lanes.js";
import { escape, type KeyValue, partsOf } from "./link-text.js";
import { upgraded } from "./link-upgrades.js";
import { put, textOf, valueAt, valueOf } from "./link-values.js";
import { isPacked, mustPack, unpack } from "./packed-texts.js";
import { countOf } from "./subject.js";

/** Longest link that is read, in characters. Browsers refuse longer ones, and `data:` sources can be of any length. */
export const MAX_LINK_LENGTH = 1_500_000;

export const PAGE_MODES = ["full", "embed", "report"] as const;

/** The layout of the page: the whole page, the view in the frame of another page, the view in a report. */
export type PageMode = (typeof PAGE_MODES)[number];

/** The parts of a link beside the sources and the view. The page keeps them and writes them again. */
export type LinkKeys = {
  /** Names of the sides, in place of those of the files. */
  names: Readonly<Record<SideName, string | null>>;
  /** Expected fingerprint of each side. */
  hashes: Readonly<Record<SideName, string | null>>;
  mode: PageMode;
  /** True if the view cannot be left. */
  isLocked: boolean;
  /** Values that name lanes of a side that is not open, by key. */
  waiting: readonly KeyValue[];
  /** Keys that this version does not know. */
  unknown: readonly KeyValue[];
  /** The parts of the view that an open `.diptych` has. The page may have taken them back, and the link must say so. */
  saved: SavedParts;
};

/** The parts of the view that a `.diptych` has: none, a view without notes, or a view with notes. */
export type SavedParts = "nothing" | "view" | "notes";

export const NO_LINK_KEYS: LinkKeys = {
  names: { a: null, b: null },
  hashes: { a: null, b: null },
  mode: "full",
  isLocked: false,
  waiting: [],
  unknown: [],
  saved: "nothing",
};

/** The key of the notes. A blank value says that there are none, in place of the view and the notes of a `.diptych`. */
const NOTES_KEY = "note";

/** Keys of the session, as `take` knows them. */
export const SESSION_KEYS: readonly string[] = ["a", "b", "v", "na", "nb", "hash.a", "hash.b", "mode", "lock"];

/** Content of an address. A source is a URL, `data:…`, `local:size,xxh64,name` or `msg`, one for each run. */
export type Address = { sources: Readonly<Record<SideName, readonly string[]>>; keys: LinkKeys; state: ViewState };

export type Link = Address & {
  /** Times of a link of Perfetto. */
  times: ForeignTimes;
  /** Rules and notes that `unpacked` has yet to unpack, by key. */
  packed: readonly KeyValue[];
  /** Keys that this version does not know, or whose values it cannot read, in order. */
  leftOut: string[];
  /** Paths of lanes that the link names and no open trace has. */
  missingLanes: string[];
  /** The version that a link of a newer one was made by. */
  newer: number | null;
  /** True if the link is longer than `MAX_LINK_LENGTH`. Then nothing of it was read. */
  isTooLong: boolean;
};

/** A link while it is being read. */
type Draft = Link & {
  sources: Record<SideName, string[]>;
  keys: LinkKeys & { waiting: KeyValue[]; unknown: KeyValue[] };
};

/**
 * Writes a hash, without `#`. Fields at their default are left out, and lanes that `lanes` does not name. A link without
 * any content is blank; every other one has a version. `packed` gives the packed form of long rules and notes, once it has it.
 */
export function encode(
  { sources, keys, state }: Address,
  lanes: SideLanes = NOTHING_OPEN,
  packed: (text: string) => string | null = () => null,
): string {
  const head = (["a", "b"] as const).flatMap((side) => sources[side].map((source) => part(side, source)));
  const session: readonly (readonly [string, string | null])[] = [
    ["na", keys.names.a],
    ["nb", keys.names.b],
    ["hash.a", keys.hashes.a],
    ["hash.b", keys.hashes.b],
    ["mode", keys.mode === "full" ? null : keys.mode],
    ["lock", keys.isLocked ? "1" : null],
  ];
  const rest = session.flatMap(([key, value]) => (value === null ? [] : [part(key, value)]));
  for (const field of LINK_FIELDS) {
    const waiting = keys.waiting.find(({ key }) => key === field.key)?.value;
    const value = waiting ?? written(field, state, lanes, packed);
    rest.push(...(value === null ? [] : [part(field.key, value)]));
  }
  const isDefault = rest.length === 0;
  if (state.notes.length === 0 && (keys.saved === "notes" || (keys.saved === "view" && isDefault))) {
    rest.push(part(NOTES_KEY, ""));
  }
  rest.push(...keys.unknown.map(({ key, value }) => part(key, value)));
  return head.length + rest.length === 0 ? "" : [...head, `v=${LINK_VERSION}`, ...rest].join("&");
}

function part(key: string, value: string): string {
  return `${escape(key)}=${escape(value)}`;
}

/** The value of a field as a link has it; `null` if it is left out. */
function written(
  field: LinkField,
  state: ViewState,
  lanes: SideLanes,
  packed: (text: string) => string | null,
): string | null {
  const text = textOf(field, valueAt(state, field.path));
  if (text === textOf(field, valueAt(DEFAULT_VIEW_STATE, field.path))) {
    return null;
  }
  if (namesLanes(field, text)) {
    return writtenLanes(field, text, lanes);
  }
  return isPackedIfLong(field) && mustPack(text) ? (packed(text) ?? text) : text;
}

/**
 * Reads a hash or a query, with or without its first character. Of a key given twice the last value counts, apart from
 * sources.
 */
export function decode(hash: string, lanes: SideLanes = NOTHING_OPEN): Link {
  const link = emptyLink();
  if (hash.length > MAX_LINK_LENGTH) {
    return { ...link, isTooLong: true };
  }
  const parts = partsOf(hash);
  const version = countOf(parts.findLast(({ key }) => key === "v")?.value ?? "1");
  const aliases = new Aliases();
  for (const each of upgraded(version ?? 1, parts)) {
    let isUnderstood = take(link, each, lanes) ?? aliases.take(each);
    if (isUnderstood === null) {
      isUnderstood = false;
      link.keys.unknown = [...link.keys.unknown.filter(({ key }) => key !== each.key), each];
    }
    if (!isUnderstood) {
      link.leftOut.push(each.key);
    }
  }
  link.times = aliases.give(link.sources, link.keys.names);
  return link;
}

function emptyLink(): Draft {
  return {
    sources: { a: [], b: [] },
    keys: structuredClone(NO_LINK_KEYS) as Draft["keys"],
    state: structuredClone(DEFAULT_VIEW_STATE),
    times: NO_TIMES,
    packed: [],
    leftOut: [],
    missingLanes: [],
    newer: null,
    isTooLong: false,
  };
}

/** Returns whether a long value of a field is written packed. */
function isPackedIfLong({ key, kind }: LinkField): boolean {
  return key === "id" || kind === "notes";
}

/** Unpacks the identity rules and the notes of a link. */
export async function unpacked(link: Link): Promise<Link> {
  if (link.packed.length === 0) {
    return link;
  }
  const [state, leftOut] = [structuredClone(link.state), [...link.leftOut]];
  for (const { key, value } of link.packed) {
    const field = LINK_FIELDS.find((known) => known.key === key);
    const text = await unpack(value);
    const read = field === undefined || text === null ? null : valueOf(field, text);
    if (field === undefined || read === null) {
      leftOut.push(key);
    } else {
      put(state, field.path, read);
    }
  }
  return { ...link, packed: [], state, leftOut };
}

/** Reads the values that wait for lanes, once more sides are open. */
export function resolved(
  waiting: readonly KeyValue[],
  state: ViewState,
  lanes: SideLanes,
): Pick<Link, "state" | "missingLanes"> & { waiting: readonly KeyValue[] } {
  const link = emptyLink();
  link.state = structuredClone(state);
  waiting.forEach((each) => take(link, each, lanes));
  return { state: link.state, missingLanes: link.missingLanes, waiting: link.keys.waiting };
}

/** Takes a part of a link in; `null` if the key is unknown, false if the value cannot be read. */
function take(link: Draft, { key, value }: KeyValue, lanes: SideLanes): boolean | null {
  switch (key) {
    case "a":
    case "b":
      link.sources[key].push(value);
      return true;
    case "v": {
      const version = countOf(value);
      link.newer = version !== null && version > LINK_VERSION ? version : null;
      return version !== null && version <= LINK_VERSION;
    }
    case "na":
    case "nb":
      link.keys.names = { ...link.keys.names, [key === "na" ? "a" : "b"]: value };
      return true;
    case "hash.a":
    case "hash.b":
      link.keys.hashes = { ...link.keys.hashes, [key === "hash.a" ? "a" : "b"]: value };
      return true;
    case "mode": {
      const mode = PAGE_MODES.find((known) => known === value);
      link.keys.mode = mode ?? link.keys.mode;
      return mode !== undefined;
    }
    case "lock":
      link.keys.isLocked ||= value === "1";
      return value === "1";
    default: {
      const field = LINK_FIELDS.find((known) => known.key === key);
      return field === undefined ? null : takeField(link, field, value, lanes);
    }
  }
}

function takeField(link: Draft, field: LinkField, text: string, lanes: SideLanes): boolean {
  const set = (value: ReturnType<typeof valueOf>): boolean => {
    if (value !== null) {
      put(link.state, field.path, value);
    }
    return value !== null;
  };
  const isOther = ({ key }: KeyValue) => key !== field.key;
  if (field.key === NOTES_KEY) {
    link.keys.saved = text === "" ? "notes" : "nothing";
  }
  if (isPackedIfLong(field)) {
    const others = link.packed.filter(isOther);
    const isToUnpack = isPacked(text);
    link.packed = isToUnpack ? [...others, { key: field.key, value: text }] : others;
    return isToUnpack || set(valueOf(field, text));
  }
  if (!namesLanes(field, text)) {
    link.keys.waiting = link.keys.waiting.filter(isOther);
    return set(valueOf(field, text));
  }
  const reading = readLanes(field, text, lanes);
  switch (reading.kind) {
    case "unreadable":
      return false;
    case "rows":
      link.keys.waiting = link.keys.waiting.filter(isOther);
      link.missingLanes.push(...reading.missing);
      return reading.text === null || set(valueOf(field, reading.text));
    case "waits":
      if (reading.old && !set(valueOf(field, text))) {
        return false;
      }
      link.keys.waiting = [...link.keys.waiting.filter(isOther), { key: field.key, value: text }];
      return true;
  }
}
