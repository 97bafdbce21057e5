// The origins that are trusted on this device.

import { keep, storedValue } from "../storage.js";

const KEY = "diptych.trusted";

/** Reads the origins. Whatever else stands there counts as nothing. */
export function trustedOrigins(): string[] {
  try {
    const list: unknown = JSON.parse(storedValue(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
  } catch {
    return [];
  }
}

export function keepTrusted(origins: readonly string[]): void {
  keep(KEY, JSON.stringify(origins));
}

export function forgetTrusted(): void {
  keep(KEY, null);
}
