// Folders of tiles, as `diptych tile` writes them: which bytes show a window of time, and how they are fetched.
//
// A file of tiles begins with the names. Then come the tiles, level by level. A tile has three parts: the time before its
// window, its window, and the time after. The names, the part before, one window or several that follow each other, and
// the part after the last one are a trace of the whole run.

import type { FetchProblem } from "../engine/worker-messages.js";
import type { SideName, Window } from "../generated/protocol.js";
import type { Tiles } from "./tiles.js";

/** A tile in its file, in bytes. */
type Tile = { level: number; index: number; start: number; before: number; within: number; after: number };

/** A side of a folder. */
type TiledSide = {
  file: string;
  name: string;
  /** Bytes of the names. */
  head: number;
  /** Ticks of the whole window and of the run. */
  whole: number;
  extent: number;
  tiles: readonly Tile[];
  /** Tiles by level and index. */
  byPlace: ReadonlyMap<string, number>;
};

/** Consecutive tiles of one level that show a window. */
export type Choice = { level: number; first: number; last: number };

/** Bytes of tiles that are kept for going back. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** A manifest is shorter; another file of this name is not read to its end. */
const MOST_MANIFEST_BYTES = 64 * 1024 * 1024;

/** A problem as `open` of a reader returns it. */
export class TilesError extends Error {
  readonly problem: FetchProblem;

  constructor(problem: FetchProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

class Folder {
  readonly #url: string;
  readonly #manifest: Promise<Readonly<Record<SideName, TiledSide | null>>>;
  /** The names of each side, and tiles by their place; those used last stand last. */
  readonly #heads = new Map<SideName, Blob>();
  readonly #kept = new Map<string, Blob>();

  constructor(url: string) {
    this.#url = url;
    this.#manifest = manifestOf(url);
  }

  async side(side: SideName): Promise<TiledSide> {
    const found = (await this.#manifest)[side];
    if (found === null) {
      throw new TilesError({ kind: "not-tiles", why: `It has no side ${side.toUpperCase()}` });
    }
    return found;
  }

  /** Returns the bytes of a trace that shows a window in detail. One request, and none for what is kept. */
  async bytes(of: Tiles): Promise<File> {
    const side = await this.side(of.side);
    const choice = chosen(side, of.window);
    const key = `${of.side} ${choice.level} ${choice.first} ${choice.last}`;
    const kept = this.#kept.get(key) ?? (await this.#fetched(of.side, side, choice));
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    this.#forget();
    const head = this.#heads.get(of.side) ?? new Blob([]);
    return new File([head, kept], side.name);
  }

  async #fetched(letter: SideName, side: TiledSide, { level, first, last }: Choice): Promise<Blob> {
    const tiles = Array.from({ length: last - first + 1 }, (_, at) => tileAt(side, level, first + at)).filter(
      (tile) => tile !== null,
    );
    const [one, end] = [tiles[0], tiles.at(-1)];
    if (one === undefined || end === undefined) {
      throw new TilesError({ kind: "not-tiles", why: "It names a tile that it does not have" });
    }
    // The first tile follows the names, so both come with one request.
    const hasHead = this.#heads.has(letter);
    const from = hasHead ? one.start : 0;
    const url = new URL(side.file, this.#url).href;
    const bytes = await range(url, from, end.start + end.before + end.within + end.after, lengthOf(side));
    if (!hasHead) {
      this.#heads.set(letter, bytes.slice(0, side.head));
    }
    const cut = (start: number, length: number) => bytes.slice(start - from, start - from + length);
    const windows = tiles.map((tile) => cut(tile.start + tile.before, tile.within));
    return new Blob([cut(one.start, one.before), ...windows, cut(end.start + end.before + end.within, end.after)]);
  }

  /** Lets go of the tiles that were used longest ago. */
  #forget(): void {
    let bytes = [...this.#kept.values()].reduce((sum, blob) => sum + blob.size, 0);
    for (const [key, blob] of this.#kept) {
      if (bytes <= KEPT_BYTES || this.#kept.size <= 2) {
        return;
      }
      this.#kept.delete(key);
      bytes -= blob.size;
    }
  }
}

const folders = new Map<string, Folder>();

function folderAt(url: string): Folder {
  const known = folders.get(url) ?? new Folder(url);
  folders.set(url, known);
  return known;
}

/** Returns the bytes of a trace that shows a side of a folder. Rejected with a `TilesError`. */
export async function openTiles(url: string, tiles: Tiles): Promise<File> {
  try {
    return await folderAt(url).bytes(tiles);
  } catch (error) {
    folders.delete(url); // The next try asks for everything again.
    throw error instanceof TilesError ? error : new TilesError({ kind: "not-tiles", why: String(error) });
  }
}

/** Returns whether other tiles than those of `shown` should show `wanted`. */
export async function wantsOther(url: string, shown: Tiles, wanted: Window | null): Promise<boolean> {
  const side = await folderAt(url).side(shown.side);
  const [now, then] = [chosen(side, shown.window), chosen(side, wanted)];
  // Coarser tiles take the place only if the window is not covered, or if much less of it would do.
  const covers = now.level >= then.level && now.level <= then.level + 1 && contains(side, now, wanted);
  return !covers;
}

/** Returns whether finer tiles than those of `shown` hold a part of a window. */
export async function hasFinerTiles(url: string, shown: Tiles, window: Window | null): Promise<boolean> {
  const side = await folderAt(url).side(shown.side);
  return hasHalves(side, chosen(side, shown.window), window);
}

/** Returns whether tiles are split into halves where a window is. */
export function hasHalves(side: Sized, { level, first, last }: Choice, window: Window | null): boolean {
  const ticks = side.whole / 2 ** (level + 1);
  const { from, to } = within(side, window);
  const [begin, end] = [
    Math.max(2 * first, Math.floor(from / ticks)),
    Math.min(2 * last + 1, Math.floor((to - 1) / ticks)),
  ];
  const indices = Array.from({ length: Math.max(end - begin + 1, 0) }, (_, at) => begin + at);
  return indices.some((index) => side.byPlace.has(place(level + 1, index)));
}

/** Returns the part of a window that lies in the run; `null` is the whole run. */
function within({ extent }: Pick<TiledSide, "extent">, window: Window | null): { from: number; to: number } {
  const from = Math.min(Math.max(window?.start ?? 0, 0), extent);
  return { from, to: Math.max(Math.min(window?.end ?? extent, extent), from + 1) };
}

type Sized = Pick<TiledSide, "whole" | "extent" | "byPlace">;

/** Returns the tiles of the deepest level of which two show a window. */
export function chosen(side: Sized & Pick<TiledSide, "tiles">, window: Window | null): Choice {
  const { from, to } = within(side, window);
  const deepest = side.tiles.at(-1)?.level ?? 0;
  for (let level = window === null ? 0 : deepest; level > 0; level -= 1) {
    const ticks = side.whole / 2 ** level;
    const [first, last] = [Math.floor(from / ticks), Math.floor((to - 1) / ticks)];
    const areThere = side.byPlace.has(place(level, first)) && side.byPlace.has(place(level, last));
    if (last - first <= 1 && areThere) {
      return { level, first, last };
    }
  }
  return { level: 0, first: 0, last: 0 };
}

function contains(side: Pick<TiledSide, "whole" | "extent">, choice: Choice, window: Window | null): boolean {
  const ticks = side.whole / 2 ** choice.level;
  const [from, to] = [Math.max(window?.start ?? 0, 0), Math.min(window?.end ?? side.extent, side.extent)];
  return choice.first * ticks <= from && to <= (choice.last + 1) * ticks;
}

function place(level: number, index: number): string {
  return `${level} ${index}`;
}

function tileAt(side: TiledSide, level: number, index: number): Tile | null {
  const number = side.byPlace.get(place(level, index));
  return number === undefined ? null : (side.tiles[number] ?? null);
}

async function manifestOf(url: string): Promise<Readonly<Record<SideName, TiledSide | null>>> {
  const response = await asked(url, {});
  const length = Number(response.headers.get("content-length") ?? "0");
  const text = length > MOST_MANIFEST_BYTES ? "" : await response.text();
  const manifest = parsed(text);
  if (manifest === null) {
    throw new TilesError({ kind: "not-tiles", why: "It is no list of tiles that this version of Diptych reads" });
  }
  return manifest;
}

/** Returns the sides of a manifest, which may be any text. */
export function parsed(text: string): Readonly<Record<SideName, TiledSide | null>> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || value["kind"] !== "tiles" || !isRecord(value["sides"])) {
    return null;
  }
  const { sides } = value;
  const [a, b] = [sideOf(sides["a"]), sideOf(sides["b"])];
  return a === null && b === null ? null : { a, b };
}

function sideOf(value: unknown): TiledSide | null {
  if (!isRecord(value)) {
    return null;
  }
  const { file, name, head, whole, extent, levels } = value;
  const areNumbers = isCount(head) && isCount(whole) && isCount(extent);
  // A file beside the manifest: nothing else may be asked for.
  const isBeside = typeof file === "string" && /^[\w-][\w.-]*$/u.test(file);
  if (!areNumbers || !isBeside || typeof name !== "string" || !Array.isArray(levels) || whole === 0) {
    return null;
  }
  const tiles: Tile[] = [];
  const byPlace = new Map<string, number>();
  let start = head;
  for (const row of levels as unknown[]) {
    const columns = isRecord(row) ? [row["steps"], row["before"], row["within"], row["after"]].map(counts) : [];
    const [steps, before, within, after] = columns;
    const level = isRecord(row) ? row["level"] : null;
    if (!isCount(level) || !steps || !before || !within || !after) {
      return null;
    }
    let index = 0;
    for (const [at, step] of steps.entries()) {
      index += step;
      const tile = { level, index, start, before: before[at] ?? 0, within: within[at] ?? 0, after: after[at] ?? 0 };
      byPlace.set(place(level, index), tiles.length);
      tiles.push(tile);
      start += tile.before + tile.within + tile.after;
    }
  }
  return tiles.length === 0 ? null : { file, name, head, whole, extent, tiles, byPlace };
}

/** Returns a list of counts; `null` for anything else. */
function counts(value: unknown): readonly number[] | null {
  return Array.isArray(value) && value.every(isCount) ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Returns the bytes of a side's file. The last tile ends it. */
function lengthOf({ tiles, head }: TiledSide): number {
  const last = tiles.at(-1);
  return last === undefined ? head : last.start + last.before + last.within + last.after;
}

/** Fetches bytes of a file: from `from` to before `to`. A file of another length does not belong to the list of tiles. */
async function range(url: string, from: number, to: number, length: number): Promise<Blob> {
  const response = await asked(url, { range: `bytes=${from}-${to - 1}` });
  if (response.status !== 206) {
    // The whole file would come, which may be gigabytes.
    await response.body?.cancel();
    throw new TilesError({ kind: "no-ranges" });
  }
  // Other hosts need not show this header.
  const whole = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1];
  if (whole !== undefined && Number(whole) !== length) {
    await response.body?.cancel();
    const file = new URL(url).pathname.split("/").at(-1) ?? "";
    throw new TilesError({ kind: "not-tiles", why: `Its list of tiles does not fit the file ${file}` });
  }
  const bytes = await response.blob().catch(() => null);
  if (bytes?.size !== to - from) {
    throw new TilesError({ kind: "broken-off", bytesIn: bytes?.size ?? 0 });
  }
  return bytes;
}

/** Asks for a file without telling other hosts anything. An answer from another host is not taken. */
async function asked(url: string, headers: HeadersInit): Promise<Response> {
  const { origin } = new URL(url);
  const response = await fetch(url, {
    headers,
    credentials: origin === location.origin ? "same-origin" : "omit",
    referrerPolicy: "no-referrer",
  }).catch(() => null);
  if (response === null || new URL(response.url).origin !== origin) {
    throw new TilesError({ kind: "no-answer" });
  }
  if (!response.ok) {
    throw new TilesError({ kind: "status", status: response.status });
  }
  return response;
}
