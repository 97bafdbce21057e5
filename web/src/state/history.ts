// The address of the page: links to both traces and the view state, in the hash.
//
// Desk, zoom-to, selection and settings push an entry; wheel and drag replace the last one after a rest. The query
// is read once, moved into the hash, and keeps only what is not ours.

import { DEFAULT_VIEW_STATE, LINK_FIELDS } from "../generated/link-table.js";
import type { EmbedParts } from "../embed/mode.js";
import { decode, encode, type Link } from "./link.js";
import type { ViewState } from "../generated/protocol.js";

const REST_MS = 400;

export type Address = { a: string | null; b: string | null; state: ViewState };

/** Reads the address bar: the hash counts before the query. */
export function readAddress(url: URL): Link {
  return decode([...foreign(url).ours, url.hash.slice(1)].join("&"));
}

/** The page's address with what is given in its hash. */
export function addressOf(url: URL, address: Address): string {
  const query = foreign(url).theirs.join("&");
  // A theme in the address is read, from links that were made when it was written, and never written.
  const hash = encode({ ...address, state: { ...address.state, theme: DEFAULT_VIEW_STATE.theme } });
  return url.pathname + (query === "" ? "" : `?${query}`) + (hash === "" ? "" : `#${hash}`);
}

/** The parts of the query that belong to the view, and those that do not (`renderer=webgl`). */
function foreign(url: URL): { ours: string[]; theirs: string[] } {
  const own = new Set(["a", "b", "v", "mode", ...LINK_FIELDS.map((field) => field.key)]);
  const parts = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "");
  const isOurs = (part: string) => own.has(part.split("=")[0] ?? "");
  return { ours: parts.filter(isOurs), theirs: parts.filter((part) => !isOurs(part)) };
}

/** Returns the address with parts that stand at the end of its hash. */
function withParts(address: string, { hash }: EmbedParts): string {
  return address + (address.includes("#") ? "&" : "#") + hash;
}

export class ViewHistory {
  readonly #embed: EmbedParts | null;
  readonly #current: () => Address;
  /** The address that the entry gets after a rest, and what waits for that. */
  #pending: { address: string; timer: ReturnType<typeof setTimeout> } | null = null;

  /**
   * `current` tells what the page shows; `popped` is called with what the browser went back or forward to. An embedded
   * view, whose parts of the address are `embed`, makes no entries: the reader goes back through the pages around it.
   */
  constructor(current: () => Address, popped: (link: Link) => void, embed: EmbedParts | null) {
    this.#embed = embed;
    this.#current = current;
    addEventListener("popstate", () => {
      this.#forget();
      popped(readAddress(new URL(location.href)));
    });
  }

  /** Returns the part of the address behind `#` for what the page shows now. */
  get hash(): string {
    return new URL(addressOf(new URL(location.href), this.#current()), location.href).hash.slice(1);
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
    if (this.#embed !== null) {
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
    const address = addressOf(new URL(location.href), this.#current());
    return this.#embed === null ? address : withParts(address, this.#embed);
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
