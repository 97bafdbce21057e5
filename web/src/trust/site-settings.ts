// The settings of the deployer: `diptych.json` beside `index.html`. It is fetched when it is first needed, so a plain
// visit asks for nothing.

import { isOriginEntry, type OriginList } from "./origins.js";

/** `null`: the deployer has set no list. */
export type SiteSettings = {
  /** Origins whose pages may frame this one. */
  frameAncestors: OriginList | null;
  /** Origins that traces may be fetched from, beside the page's own. */
  traceOrigins: OriginList | null;
  /** Origins that may post traces, and from which links load traces, without a question. */
  trusted: OriginList | null;
};

export const NO_SETTINGS: SiteSettings = { frameAncestors: null, traceOrigins: null, trusted: null };

export const SETTINGS_FILE = "diptych.json";

/** The settings, and what is wrong with the file; broken settings are ignored as a whole. */
export type ReadSettings = { settings: SiteSettings; problem: string | null };

const LISTS = ["frameAncestors", "traceOrigins", "trusted"] as const;

/** Parses the file. Keys that this version does not know are ignored. */
export function parseSettings(text: string): ReadSettings {
  const broken = (problem: string): ReadSettings => ({ settings: NO_SETTINGS, problem });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return broken("It is not JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return broken("It is not a JSON object.");
  }
  const settings = { ...NO_SETTINGS };
  for (const name of LISTS) {
    const list: unknown = (value as Record<string, unknown>)[name];
    if (list === undefined) {
      continue;
    }
    const entries: readonly unknown[] | null = Array.isArray(list) ? list : null;
    const wrong = entries?.find((entry) => typeof entry !== "string" || !isOriginEntry(entry));
    if (entries === null || wrong !== undefined) {
      const found = entries === null ? "" : ` \`${JSON.stringify(wrong).slice(0, 60)}\` is none.`;
      return broken(`\`${name}\` must be a list of origins such as \`https://ci.example.org\`.${found}`);
    }
    settings[name] = entries as OriginList;
  }
  return { settings, problem: null };
}

/** The lowest status of an answer that says nothing of whether the file is there. */
const SERVER_ERROR = 500;

/** Fetches the settings. A folder without the file has none. An answer that fails is a problem: the file may have lists. */
export async function fetchSettings(base: string): Promise<ReadSettings> {
  const none: ReadSettings = { settings: NO_SETTINGS, problem: null };
  const response = await fetch(new URL(SETTINGS_FILE, base), { cache: "no-cache" }).catch(() => null);
  if (response !== null && response.status >= SERVER_ERROR) {
    return { settings: NO_SETTINGS, problem: `The host answers with the error ${response.status}.` };
  }
  const isFound = response !== null && response.ok;
  // Hosts of single-page sites answer for a missing file with their start page.
  if (!isFound || (response.headers.get("content-type") ?? "").startsWith("text/html")) {
    return none;
  }
  const text = await response.text().catch(() => null);
  return text === null ? none : parseSettings(text);
}
