// Commands of hosts, checked: whatever a host posts, only what has the right shape goes on.

import type {
  CallRef,
  CommandId,
  FunctionRef,
  HostMessage,
  Note,
  Patch,
  Range,
  Side,
} from "../../../packages/embed/src/messages.js";
import { LINK_FIELDS } from "../generated/link-table.js";
import { fixedBytes } from "../sides/fixed-bytes.js";
import { notesOf, notesText } from "../state/notes-text.js";
import { subjectOf, subjectText } from "../state/subject.js";
import { CommandError } from "./error-codes.js";

/** The versions of the contract that this page speaks. */
export const API = [1] as const;

/** Longest name of a trace that is shown. A longer one is cut; whole, it would only slow the page down. */
export const LONGEST_NAME = 300;

const COMMANDS: Record<HostMessage["type"], true> = {
  open: true,
  close: true,
  set: true,
  select: true,
  focus: true,
  next: true,
  previous: true,
  export: true,
  theme: true,
  get: true,
};

const EXPORTS = ["png", "svg", "csv", "json", "session"] as const;
const THEMES = ["auto", "light", "dark", "contrast"] as const;
const DESKS = LINK_FIELDS.find(({ key }) => key === "desk")?.words ?? [];

/** The bytes of a posted trace. */
export type Posted =
  | { kind: "bytes"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "stream"; stream: ReadableStream<unknown>; total: number | null }
  | { kind: "file"; file: Blob }
  | { kind: "url"; url: string };

type Parsed =
  | { type: "open"; side: Side; adds: boolean; name: string | null; posted: Posted }
  | { type: "close"; side: Side | null }
  | { type: "set"; hash: string | null; patch: Patch; hover: boolean | null }
  | { type: "select"; subject: { function: FunctionRef } | { call: CallRef } | { path: FunctionRef[] } | null }
  | { type: "focus"; ranges: { a?: Range | null; b?: Range | null } }
  | { type: "next" | "previous" }
  | { type: "export"; what: (typeof EXPORTS)[number] }
  | { type: "theme"; theme: (typeof THEMES)[number] }
  | { type: "get"; what: "state" | "verdict" };

export type Command = { id: CommandId } & Parsed;

type Fields = Record<string, unknown>;

/** Returns the id of a command; `null` if it has none that an answer could carry. */
export function idOf({ id }: Fields): CommandId | null {
  return (typeof id === "number" && Number.isFinite(id)) || (typeof id === "string" && id.length <= LONGEST_NAME)
    ? id
    : null;
}

/** Parses a command. Throws `CommandError` with the first thing that is wrong. */
export function parseCommand(fields: Fields): Command {
  const { type, api = 1 } = fields;
  const id = idOf(fields);
  if (id === null) {
    throw wrong("`id` must be a number or a short text");
  }
  if (!API.some((known) => known === api)) {
    throw new CommandError("unsupported", `This page speaks api ${API.join(", ")}. Load a newer one, or say api: 1.`);
  }
  if (typeof type !== "string" || !Object.hasOwn(COMMANDS, type)) {
    throw new CommandError("unsupported", `There is no such command. Commands: ${Object.keys(COMMANDS).join(", ")}.`);
  }
  return { id, ...parsed(type as HostMessage["type"], fields) };
}

function parsed(type: HostMessage["type"], fields: Fields): Parsed {
  switch (type) {
    case "open":
      return openOf(fields);
    case "close":
      return { type, side: fields["side"] === undefined ? null : sideOf(fields["side"]) };
    case "set":
      return setOf(fields);
    case "select":
      return { type, subject: subjectOfFields(fields) };
    case "focus":
      return { type, ranges: { ...rangeIn(fields, "a"), ...rangeIn(fields, "b") } };
    case "next":
    case "previous":
      return { type };
    case "export":
      return { type, what: oneOf("what", fields["what"], EXPORTS) };
    case "theme":
      return { type, theme: oneOf("theme", fields["theme"], THEMES) };
    case "get":
      return { type, what: oneOf("what", fields["what"], ["state", "verdict"]) };
  }
}

function openOf(fields: Fields): Parsed {
  const { run = 0, buffer, stream, file, url, bytesTotal } = fields;
  if (typeof run !== "number" || !Number.isInteger(run) || run < 0) {
    throw wrong("`run` must be 0, 1, 2, …");
  }
  if ([buffer, stream, file, url].filter((source) => source !== undefined).length !== 1) {
    throw wrong("exactly one of `buffer`, `stream`, `file` and `url` must be given");
  }
  const side = sideOf(fields["side"]);
  const posted = postedOf({ buffer, stream, file, url }, bytesTotal);
  const name = nameOf(fields["name"]) ?? (file instanceof File ? nameOf(file.name) : null);
  return { type: "open", side, adds: run > 0, name, posted };
}

function postedOf({ buffer, stream, file, url }: Fields, bytesTotal: unknown): Posted {
  if (buffer instanceof ArrayBuffer || ArrayBuffer.isView(buffer)) {
    return { kind: "bytes", bytes: fixedBytes(buffer) };
  }
  if (stream instanceof ReadableStream && !stream.locked) {
    const isSize = typeof bytesTotal === "number" && Number.isSafeInteger(bytesTotal) && bytesTotal >= 0;
    return { kind: "stream", stream, total: isSize ? bytesTotal : null };
  }
  if (file instanceof Blob) {
    return { kind: "file", file };
  }
  if (typeof url === "string") {
    return { kind: "url", url };
  }
  throw wrong("`buffer` must be an ArrayBuffer, `stream` a ReadableStream, `file` a File, `url` a text");
}

/** Returns the name of a trace, at most as long as it can be shown; `null` without one. */
export function nameOf(name: unknown): string | null {
  const text = typeof name === "string" ? name.slice(0, 2 * LONGEST_NAME).trim() : "";
  const letters = [...text];
  return text === "" ? null : letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join("")}…` : text;
}

function setOf({ hash, patch, hover }: Fields): Parsed {
  if (hash !== undefined && typeof hash !== "string") {
    throw wrong("`hash` must be a text, as in a link behind `#`");
  }
  if (hover !== undefined && typeof hover !== "boolean") {
    throw wrong("`hover` must be true or false");
  }
  return { type: "set", hash: hash ?? null, patch: patch === undefined ? {} : patchOf(patch), hover: hover ?? null };
}

function patchOf(value: unknown): Patch {
  if (typeof value !== "object" || value === null) {
    throw wrong("`patch` must be an object");
  }
  const { desk, selection, search, notes } = value as Fields;
  const patch: Patch = {};
  if (desk !== undefined) {
    patch.desk = oneOf("patch.desk", desk, DESKS);
  }
  if (selection !== undefined) {
    patch.selection = selection === null ? null : checkedSubject(selection);
  }
  if (search !== undefined) {
    if (typeof search !== "string") {
      throw wrong("`patch.search` must be a text");
    }
    patch.search = search;
  }
  if (notes !== undefined) {
    patch.notes = checkedNotes(notes);
  }
  return patch;
}

function subjectOfFields(fields: Fields): Extract<Parsed, { type: "select" }>["subject"] {
  const given = (["function", "call", "path"] as const).filter((name) => fields[name] !== undefined);
  const [name] = given;
  if (name === undefined || given.length > 1) {
    throw wrong("exactly one of `function`, `call` and `path` must be given");
  }
  return fields[name] === null ? null : (checkedSubject({ [name]: fields[name] }) as { call: CallRef });
}

/** Returns a subject if links could carry it: their codec is the strictest reader there is. */
function checkedSubject(value: unknown): NonNullable<Patch["selection"]> {
  try {
    const subject = subjectOf(subjectText(value as Parameters<typeof subjectText>[0]));
    if (subject !== null) {
      return subject;
    }
  } catch {
    // It lacks a part, or a part is of another type.
  }
  throw wrong("the selection is not of a known shape");
}

/** Returns notes that are plain pairs of texts, in the form in which links carry them. */
function checkedNotes(value: unknown): Note[] {
  const isText = (text: unknown) => typeof text === "string";
  const isNote = (note: unknown): note is Note =>
    typeof note === "object" && note !== null && isText((note as Fields)["place"]) && isText((note as Fields)["text"]);
  const notes = Array.isArray(value) && value.every(isNote) ? value : null;
  const read = notes === null ? null : notes.length === 0 ? [] : notesOf(notesText(notes));
  if (read === null) {
    throw wrong("`patch.notes` must be a list of { place, text }");
  }
  return read;
}

function rangeIn(fields: Fields, side: Side): { [S in Side]?: Range | null } {
  const value = fields[side];
  if (value === undefined || value === null) {
    return value === null ? { [side]: null } : {};
  }
  const { start, end } = value as Fields;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || (start as number) >= (end as number)) {
    throw wrong(`\`${side}\` must be { start, end } in whole ticks, with start before end`);
  }
  return { [side]: { start, end } };
}

function sideOf(side: unknown): Side {
  return oneOf("side", side, ["a", "b"]);
}

function oneOf<const T extends string>(name: string, value: unknown, words: readonly T[]): T {
  const found = words.find((word) => word === value);
  if (found === undefined) {
    throw wrong(`\`${name}\` must be one of ${words.join(", ")}`);
  }
  return found;
}

function wrong(what: string): CommandError {
  return new CommandError("bad-command", `The command is not understood: ${what}.`);
}
