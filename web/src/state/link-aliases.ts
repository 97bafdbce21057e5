// Keys of other viewers' links, which are read and never written: those of speedscope (`profileURL`, `title`), Perfetto
// (`url`, `ts`, `dur`, `visStart`, `visEnd`) and the Firefox Profiler (`profiles[]`).

import type { SideName } from "../generated/protocol.js";
import { type KeyValue, unescape } from "./link-text.js";

/**
 * Times of a link of Perfetto, as decimal texts in nanoseconds of the trace's own clock. They have places on the axis
 * once A is open.
 */
export type ForeignTimes = Readonly<Record<"ts" | "dur" | "visStart" | "visEnd", string | null>>;

export const NO_TIMES: ForeignTimes = { ts: null, dur: null, visStart: null, visEnd: null };

const KEYS = ["profileURL", "url", "profiles[]", "title", "ts", "dur", "visStart", "visEnd"] as const;

/** Returns whether a key is one of another viewer. */
export function isAlias(key: string): key is (typeof KEYS)[number] {
  return (KEYS as readonly string[]).includes(key);
}

export class Aliases {
  readonly #sources: string[] = [];
  #title: string | null = null;
  #times: ForeignTimes = NO_TIMES;

  /** Takes a part; `null` if the key is no alias, false if the value cannot be read. */
  take({ key, value }: KeyValue): boolean | null {
    if (!isAlias(key)) {
      return null;
    }
    switch (key) {
      case "profileURL":
      case "url":
        this.#sources.push(value);
        return true;
      case "profiles[]":
        this.#sources.push(firefoxSource(value));
        return true;
      case "title":
        this.#title = value;
        return true;
      default:
        if (!/^[0-9]{1,19}$/.test(value)) {
          return false;
        }
        this.#times = { ...this.#times, [key]: value };
        return true;
    }
  }

  /** Gives the sides the sources and the name, unless the link's own keys did: the first source is A's, the second B's. */
  give(sources: Record<SideName, string[]>, names: Record<SideName, string | null>): ForeignTimes {
    if (sources.a.length + sources.b.length === 0) {
      const [a, b] = this.#sources;
      sources.a.push(...(a === undefined ? [] : [a]));
      sources.b.push(...(b === undefined ? [] : [b]));
      if (a !== undefined) {
        names.a ??= this.#title;
      }
    }
    return this.#times;
  }
}

/** The address of the file that a page of the Firefox Profiler shows; any other address as it is. */
function firefoxSource(address: string): string {
  const [, kind, rest] = /^https:\/\/profiler\.firefox\.com\/(from-url|public)\/([^/?#]+)/.exec(address) ?? [];
  if (rest === undefined) {
    return address;
  }
  return kind === "public" ? `https://storage.googleapis.com/profile-store/${rest}` : unescape(rest);
}
