// The view state in a link's hash: `#a=…&b=…&v=1&pair.a=0..1200`. Interprets the generated table of fields; the
// Rust codec interprets the same one, and both are held to the same examples.

import { DEFAULT_VIEW_STATE, LINK_FIELDS, LINK_VERSION, type LinkField } from "../generated/link-table.js";
import type { Subject, ViewState, Window } from "../generated/protocol.js";
import { countOf, integerOf, subjectOf, subjectText } from "./subject.js";

export type Link = {
  /** The address of A's trace, if the link has one. */
  a: string | null;
  b: string | null;
  state: ViewState;
  /** Keys that this version does not know, or whose values it cannot read, in order. */
  leftOut: string[];
  /** The version that a link of a newer one was made by. */
  newer: number | null;
};

type Tree = { [key: string]: unknown };

/** Writes a hash, without `#`. What is at its default is left out. */
export function encode(link: { a: string | null; b: string | null; state: ViewState }): string {
  const parts = (["a", "b"] as const).flatMap((side) => {
    const url = link[side];
    return url === null ? [] : [`${side}=${escape(url)}`];
  });
  const fields = LINK_FIELDS.flatMap((field) => {
    const value = textOf(field, valueAt(link.state, field.path));
    return value === textOf(field, valueAt(DEFAULT_VIEW_STATE, field.path)) ? [] : [`${field.key}=${escape(value)}`];
  });
  return [...parts, ...(fields.length > 0 ? [`v=${LINK_VERSION}`] : []), ...fields].join("&");
}

/** Reads a hash or a query, with or without its first character. A key given twice counts once, the last one. */
export function decode(hash: string): Link {
  const state = structuredClone(DEFAULT_VIEW_STATE);
  const link: Link = { a: null, b: null, state, leftOut: [], newer: null };
  for (const part of hash
    .replace(/^[#?]+/, "")
    .split("&")
    .filter((piece) => piece !== "")) {
    const cut = part.indexOf("=");
    const key = cut < 0 ? part : part.slice(0, cut);
    if (!take(link, key, unescape(cut < 0 ? "" : part.slice(cut + 1)))) {
      link.leftOut.push(key);
    }
  }
  return link;
}

/** Takes one part of a link in; false if it cannot be understood. */
function take(link: Link, key: string, text: string): boolean {
  if (key === "a" || key === "b") {
    link[key] = text;
    return true;
  }
  if (key === "v") {
    const version = countOf(text);
    link.newer = version !== null && version > LINK_VERSION ? version : null;
    return version !== null && version <= LINK_VERSION;
  }
  const field = LINK_FIELDS.find((known) => known.key === key);
  const value = field && valueOf(field, text);
  if (field === undefined || value === null) {
    return false;
  }
  put(link.state, field.path, value);
  return true;
}

/** The part of a state that stands at a path. */
export function valueAt(state: ViewState, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Tree)[part], state);
}

/** Sets it. */
export function put(state: ViewState, path: readonly string[], value: unknown): void {
  const last = path.at(-1);
  if (last !== undefined) {
    (valueAt(state, path.slice(0, -1)) as Tree)[last] = value;
  }
}

function textOf(field: LinkField, value: unknown): string {
  switch (field.kind) {
    case "word":
    case "count":
    case "tick":
    case "text":
      return `${value as string | number}`;
    case "maybe-word":
      return (value as string | null) ?? "";
    case "list":
      return (value as readonly number[]).join(",");
    case "flag":
      return value === true ? "1" : "";
    case "window": {
      const window = value as Window | null;
      return window === null ? "" : `${window.start}..${window.end}`;
    }
    case "subject": {
      const subject = value as Subject | null;
      return subject === null ? "" : subjectText(subject);
    }
  }
}

/** The value that a text stands for; `null` if it stands for none. */
function valueOf(field: LinkField, text: string): string | number | true | number[] | Window | Subject | null {
  switch (field.kind) {
    case "word":
    case "maybe-word":
      return field.words.includes(text) ? text : null;
    case "flag":
      return text === "1" ? true : null;
    case "count":
      return countOf(text);
    case "tick":
      return integerOf(text);
    case "text":
      return text;
    case "list": {
      const numbers = text.split(",").map(countOf);
      return numbers.every((number) => number !== null) ? numbers : null;
    }
    case "window":
      return windowOf(text);
    case "subject":
      return subjectOf(text);
  }
}

function windowOf(text: string): Window | null {
  const cut = text.indexOf("..");
  const start = integerOf(text.slice(0, Math.max(cut, 0)));
  const end = integerOf(text.slice(cut + 2));
  return cut < 0 || start === null || end === null || start >= end ? null : { start, end };
}

/** Percent-encodes all but what stays readable and safe in a hash. */
function escape(text: string): string {
  const hex = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  const plain = /[A-Za-z0-9\-_.~/:,]/;
  return [...text]
    .map((char) => (plain.test(char) ? char : [...new TextEncoder().encode(char)].map(hex).join("")))
    .join("");
}

/** Undoes percent-encoding; a stray `%` stays, bytes that are no UTF-8 become U+FFFD. */
function unescape(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    const bytes = run
      .split("%")
      .slice(1)
      .map((pair) => Number.parseInt(pair, 16));
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  });
}
