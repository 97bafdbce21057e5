// The origins that are trusted on this device.

import { keep, storedValue } from "../storage.js";

/**
 * Purpose of a permission: to post traces to the page and learn what it shows, to be asked by the page for a trace, or to
 * be asked for a source file, whose path the host learns.
 */
export type Purpose = "show" | "fetch" | "source";

/** The origins that are trusted, by what they may do. Those that may show may be asked for traces, too. */
export type TrustedOrigins = Readonly<Record<Purpose, readonly string[]>>;

const KEYS: Readonly<Record<Purpose, string>> = {
  show: "diptych.trusted",
  fetch: "diptych.fetched",
  source: "diptych.sources",
};

export const NO_ORIGINS: TrustedOrigins = { show: [], fetch: [], source: [] };

/** Reads the origins. Whatever else stands there counts as nothing. */
export function trustedOrigins(): TrustedOrigins {
  return { show: read(KEYS.show), fetch: read(KEYS.fetch), source: read(KEYS.source) };
}

function read(key: string): string[] {
  try {
    const list: unknown = JSON.parse(storedValue(key) ?? "[]");
    return Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
  } catch {
    return [];
  }
}

export function keepTrusted({ show, fetch, source }: TrustedOrigins): void {
  keep(KEYS.show, JSON.stringify(show));
  keep(KEYS.fetch, JSON.stringify(fetch));
  keep(KEYS.source, JSON.stringify(source));
}

export function forgetTrusted(): void {
  Object.values(KEYS).forEach((key) => keep(key, null));
}
