// The browser's storage. Every use of it goes through this module.
//
// Storage is optional. A browser may block site data (the getters throw), a sandboxed frame has none, and a database may
// never answer. The page then works as if nothing had been kept.

/** `device`: stays for later visits. `tab`: stays for reloads of this tab. */
export type Place = "device" | "tab";

/**
 * Time that a database may take to answer, ms. A hanging one would otherwise hold up the comparison that looks into
 * it.
 */
const PATIENCE_MS = 3_000;

/** The text kept under a key; `null` if there is none, or no storage. */
export function storedValue(key: string, place: Place = "device"): string | null {
  try {
    return storageOf(place).getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key, if the browser allows it; `null` removes it. */
export function keep(key: string, text: string | null, place: Place = "device"): void {
  try {
    if (text === null) {
      storageOf(place).removeItem(key);
    } else {
      storageOf(place).setItem(key, text);
    }
  } catch {
    // Blocked or full: the value holds until the page is closed.
  }
}

/** The getters themselves throw where site data is blocked. */
function storageOf(place: Place): Storage {
  return place === "device" ? localStorage : sessionStorage;
}

const KEEPING_KEY = "diptych.keep";

/** Returns whether comparisons and recent pairs may be kept on this device. Settings are kept in any case. */
export function isKeeping(): boolean {
  return storedValue(KEEPING_KEY) !== "off";
}

export function setKeeping(isOn: boolean): void {
  keep(KEEPING_KEY, isOn ? null : "off");
}

/** Opens a database; `null` where the browser refuses or does not answer. `upgrade` makes its stores. */
export async function openDatabase(
  name: string,
  version: number,
  upgrade: (database: IDBDatabase) => void,
): Promise<IDBDatabase | null> {
  try {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(request.result);
    const database = await answer(request);
    // A page of a newer version must not wait for this one.
    database.onversionchange = () => database.close();
    return database;
  } catch {
    return null;
  }
}

/** The result of a request; rejected if it fails or does not come in time. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return inTime((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database did not answer"));
  });
}

/** Resolves when a change is written; rejected if it fails or does not come in time. */
export function written(change: IDBTransaction): Promise<void> {
  return inTime((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(change.error ?? new Error("the database gave up a change"));
  });
}

function inTime<T>(begin: (resolve: (value: T) => void, reject: (error: Error) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the database does not answer")), PATIENCE_MS);
    const ends =
      <V>(end: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer);
        end(value);
      };
    begin(ends(resolve), ends(reject));
  });
}
