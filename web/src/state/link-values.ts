// Values of the link table as text.

import type { LinkField } from "../generated/link-table.js";
import type { Note, Subject, ViewState, Window } from "../generated/protocol.js";
import { notesOf, notesText } from "./notes-text.js";
import { countOf, integerOf, subjectOf, subjectText } from "./subject.js";

type Tree = { [key: string]: unknown };

/** The part of a state that stands at a path. */
export function valueAt(state: ViewState, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Tree)[part], state);
}

/** Sets the part of a state that stands at a path. */
export function put(state: ViewState, path: readonly string[], value: unknown): void {
  const last = path.at(-1);
  if (last !== undefined) {
    (valueAt(state, path.slice(0, -1)) as Tree)[last] = value;
  }
}

/** Writes a value with the row numbers of its lanes. A blank text stands for none. */
export function textOf(field: LinkField, value: unknown): string {
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
    case "notes":
      return notesText(value as readonly Note[]);
    case "subject": {
      const subject = value as Subject | null;
      return subject === null ? "" : subjectText(subject);
    }
  }
}

type FieldValue = string | number | true | number[] | Note[] | Window | Subject;

/** Reads a value with the row numbers of its lanes; `null` if the text stands for none. */
export function valueOf(field: LinkField, text: string): FieldValue | null {
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
    case "notes":
      return notesOf(text);
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
