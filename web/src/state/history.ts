// The address of the page: links to both traces and the view state, in the hash.
//
// Desk, zoom-to, selection and settings push an entry; wheel and drag replace the last one after a rest. The query
// is read once, moved into the hash, and keeps only what is not ours.

import { DEFAULT_VIEW_STATE, LINK_FIELDS } from "../generated/link-table.js";
import { isAlias } from "./link-aliases.js";
import { NOTHING_OPEN, type SideLanes } from "./link-lanes.js";
import { partsOf, plainHash } from "./link-text.js";
import { type Address, decode, encode, type Link, MAX_LINK_LENGTH, SESSION_KEYS } from "./link.js";
import { PackedTexts } from "./packed-texts.js";

const REST_MS = 400;

/** Reads the address bar: the hash counts before the query. */
export function readAddress(url: URL, lanes: SideLanes = NOTHING_OPEN): Link {
  const hash = plainHash(url.hash);
  const inHash = new Set(partsOf(hash).map(({ key }) => key));
  const query = foreign(url).ours.filter((part) => !inHash.has(keyOf(part)));
  return decode([...query, hash].join("&"), lanes);
}

/** The page's address with what is given in its hash. */
export function addressOf(
  url: URL,
  address: Address,
  lanes: SideLanes = NOTHING_OPEN,
  packed: (text: string) => string | null = () => null,
): string {
  const query = foreign(url).theirs.join("&");
  // Each reader has an own theme. Only a page that embeds the view may choose it.
  const { keys, sources } = address;
  const state = keys.mode === "embed" ? address.state : { ...address.state, theme: DEFAULT_VIEW_STATE.theme };
  const whole = encode({ sources, keys, state }, lanes, packed);
  const hash =
    whole.length <= MAX_LINK_LENGTH ? whole : encode({ sources: withoutData(sources), keys, state }, lanes, packed);
  return url.pathname + (query === "" ? "" : `?${query}`) + (hash === "" ? "" : `#${hash}`);
}

/** Sources without those that are the data themselves, which are too long for a link. */
function withoutData({ a, b }: Address["sources"]): Address["sources"] {
  const isElsewhere = (source: string) => !source.startsWith("data:");
  return { a: a.filter(isElsewhere), b: b.filter(isElsewhere) };
}

/** The parts of the query that belong to the view, and those that do not (`renderer=webgl`). */
function foreign(url: URL): { ours: string[]; theirs: string[] } {
  const own = new Set([...SESSION_KEYS, ...LINK_FIELDS.map((field) => field.key)]);
  const parts = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "");
  const isOurs = (part: string) => own.has(keyOf(part)) || isAlias(keyOf(part));
  return { ours: parts.filter(isOurs), theirs: parts.filter((part) => !isOurs(part)) };
}

function keyOf(part: string): string {
  return partsOf(part)[0]?.key ?? "";
}

export class ViewHistory {
  readonly #isEmbed: boolean;
  readonly #current: () => Address;
  readonly #lanes: () => SideLanes;
  readonly #packed = new PackedTexts(() => this.replaceSoon());
  /** The address that the entry gets after a rest, and what waits for that. */
  #pending: { address: string; timer: ReturnType<typeof setTimeout> } | null = null;

  /**
   * `current` tells what the page shows, `lanes` names the lanes of the sides that are open. `popped` is called with
   * what the browser went back or forward to. An embedded view makes no entries: the reader goes back through the pages
   * around it.
   */
  constructor(current: () => Address, lanes: () => SideLanes, popped: (link: Link) => void, isEmbed: boolean) {
    [this.#current, this.#lanes, this.#isEmbed] = [current, lanes, isEmbed];
    addEventListener("popstate", () => {
      this.#forget();
      popped(readAddress(new URL(location.href), lanes()));
    });
  }

  /** Returns the part of the address behind `#` that shows the same on the whole page. */
  get hash(): string {
    const current = this.#current();
    const whole: Address = { ...current, keys: { ...current.keys, mode: "full" } };
    return new URL(addressOf(new URL(location.href), whole, this.#lanes()), location.href).hash.slice(1);
  }

  /** Returns whether `back` stays in this page. */
  get canGoBack(): boolean {
    return this.#depth > 0;
  }

  back(): void {
    this.settle();
    history.back();
  }

  /** A new entry, unless nothing would change. */
  push(): void {
    this.settle();
    const address = this.#address();
    if (this.#isEmbed) {
      this.#rewrite(address);
    } else if (address !== here()) {
      write(() => history.pushState({ depth: this.#depth + 1 }, "", address));
    }
  }

  /** Brings the entry up to date at once. */
  replace(): void {
    this.#forget();
    this.#rewrite(this.#address());
  }

  /** Brings the entry up to date after a rest. */
  replaceSoon(): void {
    this.#forget();
    this.#pending = { address: this.#address(), timer: setTimeout(() => this.settle(), REST_MS) };
  }

  get #depth(): number {
    const state = history.state as { depth?: number } | null;
    return state?.depth ?? 0;
  }

  #address(): string {
    return addressOf(new URL(location.href), this.#current(), this.#lanes(), (text) => this.#packed.get(text));
  }

  /** Brings the entry up to date with long rules and notes packed. */
  async complete(): Promise<void> {
    this.replace();
    await this.#packed.ready();
    this.replace();
  }

  /** Writes an address that waits for a rest: at its end, before the entry is left, and where the address is read. */
  settle(): void {
    const address = this.#pending?.address;
    this.#forget();
    if (address !== undefined) {
      this.#rewrite(address);
    }
  }

  #forget(): void {
    clearTimeout(this.#pending?.timer);
    this.#pending = null;
  }

  #rewrite(address: string): void {
    if (address !== here()) {
      write(() => history.replaceState({ depth: this.#depth }, "", address));
    }
  }
}

function here(): string {
  return location.pathname + location.search + location.hash;
}

/** A sandboxed frame may change its hash but not its query, and browsers refuse too many changes in a row. */
function write(change: () => void): void {
  try {
    change();
  } catch (error) {
    console.warn("the address stays:", error);
  }
}
