// The origins that are trusted on this device.

import { keep, storedValue } from "../storage.js";

/** Purpose of a permission: to post traces to the page and learn what it shows, or to be asked by the page for a trace. */
export type Purpose = "show" | "fetch";

/** The origins that are trusted, by what they may do. Those that may show may be asked for traces, too. */
export type TrustedOrigins = Readonly<Record<Purpose, readonly string[]>>;

const KEYS: Readonly<Record<Purpose, string>> = { show: "diptych.trusted", fetch: "diptych.fetched" };

/** Reads the origins. Whatever else stands there counts as nothing. */
export function trustedOrigins(): TrustedOrigins {
  return { show: read(KEYS.show), fetch: read(KEYS.fetch) };
}

function read(key: string): string[] {
  try {
    const list: unknown = JSON.parse(storedValue(key) ?? "[]");
    return Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
  } catch {
    return [];
  }
}

export function keepTrusted({ show, fetch }: TrustedOrigins): void {
  keep(KEYS.show, JSON.stringify(show));
  keep(KEYS.fetch, JSON.stringify(fetch));
}

export function forgetTrusted(): void {
  Object.values(KEYS).forEach((key) => keep(key, null));
}
