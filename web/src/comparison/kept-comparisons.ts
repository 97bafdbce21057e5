// Comparisons kept in this browser, so that a pair that returns need not be compared again.
//
// Keys name the content of both traces and all options, so nothing kept is ever out of date. What was used
// longest ago goes when the room is used up. Where the browser keeps nothing (a private window, a page from a
// file) every question is answered as if nothing had been kept.

import { answer, isKeeping, openDatabase, written } from "../storage.js";

const DATABASE = "diptych";
const VERSION = 1;
/** Bytes, by key: as blobs, which the browser holds outside of this page's memory. */
const CONTENTS = "contents";
/** Size and last use, by key: to know what goes without reading the bytes. */
const ENTRIES = "entries";

/** Room for all comparisons together. */
export const KEPT_BYTES = 256_000_000;

export type Entry = { key: string; size: number; used_ms: number };

/** The keys that go, longest unused first, so that `size` more bytes fit into `room`. */
export function toLetGo(entries: readonly Entry[], size: number, room: number): string[] {
  let over = entries.reduce((sum, entry) => sum + entry.size, size) - room;
  const keys: string[] = [];
  for (const entry of entries.toSorted((x, y) => x.used_ms - y.used_ms)) {
    if (over <= 0) {
      break;
    }
    keys.push(entry.key);
    over -= entry.size;
  }
  return keys;
}

/** The opened database, with the keys that it had then and those of this page since. */
type ResultDatabase = { database: IDBDatabase; keys: Set<string> };

export class KeptComparisons {
  #kept: Promise<ResultDatabase | null> | null = null;

  /** Opens the database before anybody needs it. Whether something is kept is then answered without reading from it. */
  prepare(): void {
    this.#kept ??= open();
  }

  /** The bytes kept under a key; `null` if there are none. */
  async get(key: string): Promise<ArrayBuffer | null> {
    return this.#try(null, async ({ database, keys }) => {
      if (!keys.has(key)) {
        return null;
      }
      const change = database.transaction([CONTENTS, ENTRIES], "readwrite");
      const kept: unknown = await answer(change.objectStore(CONTENTS).get(key));
      if (!(kept instanceof Blob)) {
        return null;
      }
      change.objectStore(ENTRIES).put({ key, size: kept.size, used_ms: Date.now() } satisfies Entry);
      return kept.arrayBuffer();
    });
  }

  /** Returns whether nothing is kept, so that any pair has to be compared. */
  async isEmpty(): Promise<boolean> {
    return this.#try(true, async ({ keys }) => keys.size === 0);
  }

  /** Keeps bytes, if they fit at all. */
  async put(key: string, bytes: Blob): Promise<void> {
    if (bytes.size > KEPT_BYTES) {
      return;
    }
    await this.#try(undefined, async ({ database, keys }) => {
      const change = database.transaction([CONTENTS, ENTRIES], "readwrite");
      const [contents, entries] = [change.objectStore(CONTENTS), change.objectStore(ENTRIES)];
      const others = ((await answer(entries.getAll())) as Entry[]).filter((entry) => entry.key !== key);
      for (const gone of toLetGo(others, bytes.size, KEPT_BYTES)) {
        contents.delete(gone);
        entries.delete(gone);
        keys.delete(gone);
      }
      contents.put(bytes, key);
      entries.put({ key, size: bytes.size, used_ms: Date.now() } satisfies Entry);
      keys.add(key);
      await written(change);
    });
  }

  async drop(key: string): Promise<void> {
    await this.#try(undefined, async ({ database, keys }) => {
      keys.delete(key);
      const change = database.transaction([CONTENTS, ENTRIES], "readwrite");
      change.objectStore(CONTENTS).delete(key);
      change.objectStore(ENTRIES).delete(key);
      await written(change);
    });
  }

  async clear(): Promise<void> {
    await this.#try(undefined, async ({ database, keys }) => {
      keys.clear();
      const change = database.transaction([CONTENTS, ENTRIES], "readwrite");
      change.objectStore(CONTENTS).clear();
      change.objectStore(ENTRIES).clear();
      await written(change);
    });
  }

  /** Bytes kept; `null` where nothing can be kept. */
  async size(): Promise<number | null> {
    return this.#try<number | null>(null, async ({ database }) => {
      const entries = database.transaction(ENTRIES, "readonly").objectStore(ENTRIES);
      return ((await answer(entries.getAll())) as Entry[]).reduce((sum, entry) => sum + entry.size, 0);
    });
  }

  /** Does something with the database; what fails counts as nothing kept. */
  async #try<T>(nothing: T, work: (kept: ResultDatabase) => Promise<T>): Promise<T> {
    try {
      if (!isKeeping()) {
        return nothing;
      }
      this.prepare();
      const kept = await this.#kept;
      return kept === null ? nothing : await work(kept);
    } catch (error) {
      console.warn("kept comparisons:", error);
      this.#kept = Promise.resolve(null); // Nobody waits a second time for a database that hangs.
      return nothing;
    }
  }
}

async function open(): Promise<ResultDatabase | null> {
  const database = await openDatabase(DATABASE, VERSION, (made) => {
    made.createObjectStore(CONTENTS);
    made.createObjectStore(ENTRIES, { keyPath: "key" });
  });
  if (database === null) {
    return null;
  }
  const keys = await answer(database.transaction(ENTRIES, "readonly").objectStore(ENTRIES).getAllKeys());
  return { database, keys: new Set(keys as string[]) };
}
