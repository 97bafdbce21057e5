// Pairs that were compared on this device, for the start page, and what this tab showed before it was reloaded.
//
// Names are kept, links, and the handles of files where the browser has them; no content. All of it is optional.

import {
  bothLoaded,
  type KeptSource,
  onDesk,
  type PageState,
  type RecentPair,
  shownSource,
  type Side,
  SIDES,
} from "../state/page-state.js";
import type { Store } from "../state/store.js";
import { answer, isKeeping, keep, storedValue, openDatabase, written } from "../storage.js";
import type { SideName } from "../generated/protocol.js";
import { handleOf, reopened } from "./file-handles.js";
import type { Sides } from "./sides.js";
import { fromFile, fromLink, type Source } from "./sources.js";

const DATABASE = "diptych-recent";
const PAIRS = "pairs";
/** Key under which a tab remembers its files, until it is closed. */
const TAB_KEY = "diptych.tab";
/** Number of pairs that fit under the zones of the start page. */
const MOST = 6;

/** The memory of a tab: the names of files of this disk, and the entry with their handles. */
type TabRecord = { id: string; names: Record<SideName, string | null> };

export class RecentPairs {
  readonly #store: Store;
  readonly #sides: Sides;
  #database: Promise<IDBDatabase | null> | null = null;
  /** Resolves when the earlier memory was read. Nothing takes its place before. */
  #restored: Promise<void> = Promise.resolve();
  /** The changes of the database, one after the other: a pair that was cleared must not return by an earlier write. */
  #changes: Promise<void> = Promise.resolve();

  constructor(store: Store, sides: Sides) {
    this.#store = store;
    this.#sides = sides;
  }

  /** Reads what was kept: the list, and what this tab showed. */
  restore(): void {
    this.#restored = this.#restore();
  }

  async #restore(): Promise<void> {
    const tab = tabRecord();
    const pairs = await this.#all();
    this.#list(pairs);
    if (tab !== null && isKeeping()) {
      const entry = pairs.find(({ id }) => id === tab.id);
      const source = (side: SideName): KeptSource | null => {
        const name = tab.names[side];
        return name === null ? null : { name, link: null, handle: entry?.[side]?.handle ?? null };
      };
      this.#offer({ a: source("a"), b: source("b") });
    }
  }

  /** Remembers what the sides show now. */
  note(): void {
    void this.#restored.then(() => this.#note());
  }

  #note(): void {
    const { state } = this.#store;
    const { reopen } = state;
    const awaitsFile = SIDES.some((side) => (reopen?.[side] ?? null) !== null && isMissing(state, side));
    if (!isKeeping() || !onDesk(state) || awaitsFile) {
      return;
    }
    const [a, b] = [keptSource(state.sides.a), keptSource(state.sides.b)];
    const id = JSON.stringify([a, b].map((source) => source && (source.link ?? source.name)));
    const names = { a: a?.link === null ? a.name : null, b: b?.link === null ? b.name : null };
    keep(
      TAB_KEY,
      names.a === null && names.b === null ? null : JSON.stringify({ id, names } satisfies TabRecord),
      "tab",
    );
    this.#store.set({ reopen: null });
    if (bothLoaded(state) || names.a !== null || names.b !== null) {
      void this.#put({ id, used_ms: Date.now(), a, b });
    }
  }

  /** Both sides were closed: a reload offers nothing. */
  left(): void {
    keep(TAB_KEY, null, "tab");
    void this.#changes.then(async () => this.#list(await this.#all()));
  }

  /** Opens the files that this tab showed before. Those without a handle stay in the message. */
  async reopen(): Promise<void> {
    const { reopen } = this.#store.state;
    if (reopen !== null) {
      await this.#open(reopen);
    }
  }

  dismiss(): void {
    keep(TAB_KEY, null, "tab");
    this.#store.set({ reopen: null });
  }

  /** Opens a pair of the list. */
  async open({ a, b }: RecentPair): Promise<void> {
    await this.#open({ a, b });
  }

  /** Forgets the list, and what this tab showed. The list goes from the page when it is gone from the device. */
  async clear(): Promise<void> {
    keep(TAB_KEY, null, "tab");
    this.#store.set({ reopen: null });
    await this.#change(async (database) => {
      const change = database.transaction(PAIRS, "readwrite");
      change.objectStore(PAIRS).clear();
      await written(change);
      this.#store.set({ recent: [] });
    });
  }

  async #open(wanted: Record<SideName, KeptSource | null>): Promise<void> {
    const found: Partial<Record<SideName, readonly Source[]>> = {};
    const missing: Record<SideName, KeptSource | null> = { a: null, b: null };
    for (const side of SIDES) {
      const source = wanted[side];
      const opened = source === null ? null : await sourceOf(side, source);
      if (opened !== null) {
        found[side] = [opened];
      } else if (source !== null) {
        missing[side] = { ...source, handle: null };
      }
    }
    if (found.a !== undefined || found.b !== undefined) {
      this.#sides.open(found);
    }
    this.#offer(missing);
  }

  #offer(reopen: Record<SideName, KeptSource | null>): void {
    this.#store.set({ reopen: SIDES.some((side) => reopen[side] !== null) ? reopen : null });
  }

  #list(pairs: readonly RecentPair[]): void {
    this.#store.set({ recent: pairs.filter(({ a, b }) => a !== null && b !== null).slice(0, MOST) });
  }

  async #all(): Promise<RecentPair[]> {
    return (await this.#try(allPairs)) ?? [];
  }

  /** Begins a change when all earlier ones have ended. */
  #change(work: (database: IDBDatabase) => Promise<void>): Promise<void> {
    this.#changes = this.#changes.then(async () => void (await this.#try(work)));
    return this.#changes;
  }

  async #put(pair: RecentPair): Promise<void> {
    await this.#change(async (database) => {
      const before = await allPairs(database);
      const change = database.transaction(PAIRS, "readwrite");
      const pairs = change.objectStore(PAIRS);
      pairs.put(pair);
      // Sides alone are there for reloads only, and take no place in the list.
      before
        .filter(({ id }) => id !== pair.id)
        .slice(2 * MOST)
        .forEach(({ id }) => pairs.delete(id));
      await written(change);
    });
  }

  async #try<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T | null> {
    try {
      this.#database ??= openDatabase(DATABASE, 1, (made) => made.createObjectStore(PAIRS, { keyPath: "id" }));
      const database = await this.#database;
      return database === null ? null : await work(database);
    } catch (error) {
      console.warn("recent pairs:", error);
      this.#database = Promise.resolve(null);
      return null;
    }
  }
}

/** The pairs that are kept, the last used first. */
async function allPairs(database: IDBDatabase): Promise<RecentPair[]> {
  const pairs = database.transaction(PAIRS, "readonly").objectStore(PAIRS).getAll();
  return ((await answer(pairs)) as RecentPair[]).sort((one, other) => other.used_ms - one.used_ms);
}

function keptSource(side: Side): KeptSource | null {
  const source = shownSource(side);
  return source === null
    ? null
    : {
        name: source.name,
        link: source.link,
        handle: source.bytes.kind === "file" ? handleOf(source.bytes.file) : null,
      };
}

async function sourceOf(side: SideName, { link, handle }: KeptSource): Promise<Source | null> {
  if (link !== null) {
    const source = fromLink(side, link, new URL(document.baseURI));
    return "bytes" in source ? source : null;
  }
  const file = handle === null ? null : await reopened(handle).catch(() => null);
  return file === null ? null : fromFile(file);
}

function tabRecord(): TabRecord | null {
  try {
    return JSON.parse(storedValue(TAB_KEY, "tab") ?? "null") as TabRecord | null;
  } catch {
    return null;
  }
}

/** Returns whether a side waits for a file that it showed before. */
export function isMissing({ sides }: Pick<PageState, "sides">, side: SideName): boolean {
  return sides[side].summary === null && sides[side].reading === null;
}
