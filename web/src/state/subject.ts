// The selection's text in links, and its twin for exchanged sides. The Rust codec (`protocol/src/link/subjects.rs`)
// reads and writes the same; both are held to the same examples.

import type { CallRef, FunctionRef, GroupBy, SideName, Subject, ViewState, Window } from "../generated/protocol.js";

/** A subject with the times of each side moved by a number of ticks. */
export function movedSubject(subject: Subject, by: Record<SideName, number>): Subject {
  const call = (one: CallRef): CallRef => ({ ...one, start: one.start + by[one.side] });
  const window = (side: SideName, { start, end }: Window): Window => ({ start: start + by[side], end: end + by[side] });
  if ("call" in subject) {
    return { call: call(subject.call) };
  }
  if ("match" in subject) {
    const [a, b] = subject.match;
    return { match: [call(a), call(b)] };
  }
  if ("area" in subject) {
    return { area: { ...subject.area, window: window(subject.area.side, subject.area.window) } };
  }
  if ("time" in subject) {
    const { side, window: own, other } = subject.time;
    const moved = other === null ? null : window(side === "a" ? "b" : "a", other);
    return { time: { side, window: window(side, own), other: moved } };
  }
  return subject;
}

/** The selected call, if a call is selected; of a match its end in A. */
export function selectedCall({ selection }: ViewState): CallRef | null {
  return callIn(selection);
}

/** The call that a subject is; of a match its end in A. */
export function callIn(subject: Subject | null): CallRef | null {
  if (subject === null) {
    return null;
  }
  return "call" in subject ? subject.call : "match" in subject ? subject.match[0] : null;
}

/** Returns whether a subject is all calls of a function. */
export function isFunction(subject: Subject | null, { name, file }: FunctionRef): boolean {
  return subject !== null && "function" in subject && subject.function.name === name && subject.function.file === file;
}

/** A match is its call of A. */
export function withoutMatch(subject: Subject | null): Subject | null {
  const call = callIn(subject);
  return call === null ? subject : { call };
}

/** Returns the subject for exchanged sides. */
export function mirroredSubject(subject: Subject): Subject {
  const turn = <T extends { side: SideName }>(of: T): T => ({ ...of, side: of.side === "a" ? "b" : "a" });
  if ("call" in subject) {
    return { call: turn(subject.call) };
  }
  if ("match" in subject) {
    const [a, b] = subject.match;
    return { match: [turn(b), turn(a)] };
  }
  if ("lane" in subject) {
    return { lane: turn(subject.lane) };
  }
  if ("area" in subject) {
    return { area: turn(subject.area) };
  }
  return "time" in subject ? { time: turn(subject.time) } : subject;
}

export function subjectText(subject: Subject): string {
  if ("call" in subject) {
    return [subject.call.side, ...placeOf(subject.call)].join(",");
  }
  if ("match" in subject) {
    return ["match", ...subject.match.flatMap(placeOf)].join(",");
  }
  if ("function" in subject) {
    return ["function", ...namesOf([subject.function])].join(",");
  }
  if ("path" in subject) {
    return ["path", ...namesOf(subject.path)].join(",");
  }
  if ("relation" in subject) {
    return ["relation", ...namesOf([subject.relation.caller, subject.relation.callee])].join(",");
  }
  if ("group" in subject) {
    return ["group", subject.group.by, escaped(subject.group.name)].join(",");
  }
  if ("element" in subject) {
    return ["element", ...subject.element.map(escaped)].join(",");
  }
  if ("element-relation" in subject) {
    const { caller, callee } = subject["element-relation"];
    return ["calls", caller.length, ...[...caller, ...callee].map(escaped)].join(",");
  }
  if ("lane" in subject) {
    return ["lane", subject.lane.side, subject.lane.lane].join(",");
  }
  if ("area" in subject) {
    const { side, first, last, depth, window } = subject.area;
    return ["area", side, first, last, depth, window.start, window.end].join(",");
  }
  const { side, window, other } = subject.time;
  const windows = other == null ? [window] : [window, other]; // Hosts may leave it out.
  return ["time", side, ...windows.flatMap(({ start, end }) => [start, end])].join(",");
}

/** The subject that a text names; `null` if it names none. */
export function subjectOf(text: string): Subject | null {
  const [kind = "", ...parts] = text.split(",");
  switch (kind) {
    case "a":
    case "b":
      return mapped(callOf(kind, parts), (call) => ({ call }));
    case "match": {
      const [a, b] = [callOf("a", parts.slice(0, 4)), callOf("b", parts.slice(4))];
      return a === null || b === null ? null : { match: [a, b] };
    }
    case "function":
      return parts.length === 2 ? mapped(functionsOf(parts)?.[0], (of) => ({ function: of })) : null;
    case "path":
      return parts.length < 2 ? null : mapped(functionsOf(parts), (path) => ({ path }));
    case "relation": {
      const [caller, callee] = (parts.length === 4 ? functionsOf(parts) : null) ?? [];
      return caller === undefined || callee === undefined ? null : { relation: { caller, callee } };
    }
    case "group": {
      const [by = "", name = ""] = parts;
      const text = unescaped(name);
      return parts.length === 2 && isGroupBy(by) && text !== null ? { group: { by, name: text } } : null;
    }
    case "element": {
      const element = parts.map(unescaped);
      return element.length > 0 && element.every((name) => name !== null) ? { element } : null;
    }
    case "calls": {
      const [count, ...names] = [Number(parts[0]), ...parts.slice(1).map(unescaped)];
      const isCount = /^\d+$/.test(parts[0] ?? "") && count > 0 && count < names.length;
      return isCount && names.every((name) => name !== null)
        ? { "element-relation": { caller: names.slice(0, count), callee: names.slice(count) } }
        : null;
    }
    case "lane":
    case "area":
    case "time":
      return ofLanesOrTime(kind, parts);
    default:
      return null;
  }
}

function ofLanesOrTime(kind: "lane" | "area" | "time", [side, ...rest]: string[]): Subject | null {
  if (side !== "a" && side !== "b") {
    return null;
  }
  if (kind === "lane") {
    const lane = countOf(rest[0] ?? "");
    return rest.length === 1 && lane !== null ? { lane: { side, lane } } : null;
  }
  if (kind === "time") {
    return timeOf(side, rest);
  }
  const window = windowOf(rest.slice(-2));
  const [first, last, depth] = rest.slice(0, 3).map(countOf);
  return rest.length !== 5 || window === null || first == null || last == null || depth == null
    ? null
    : { area: { side, first, last, depth, window } };
}

/** A stretch of a side, and that of the other side if it was chosen. */
function timeOf(side: SideName, parts: string[]): Subject | null {
  const [window, other] = [windowOf(parts.slice(0, 2)), parts.length === 2 ? null : windowOf(parts.slice(2))];
  const isWhole = window !== null && (parts.length === 2 || (parts.length === 4 && other !== null));
  return isWhole ? { time: { side, window, other } } : null;
}

function callOf(side: SideName, parts: string[]): CallRef | null {
  const [start, duration] = parts.map(integerOf);
  const [depth, lane] = parts.slice(2).map(countOf);
  return parts.length !== 4 || start == null || duration == null || depth == null || lane == null
    ? null
    : { side, start, duration, depth, lane };
}

function placeOf({ start, duration, depth, lane }: CallRef): number[] {
  return [start, duration, depth, lane];
}

function windowOf(parts: string[]): Window | null {
  const [start, end] = parts.map(integerOf);
  return start == null || end == null || start >= end ? null : { start, end };
}

function namesOf(functions: readonly FunctionRef[]): string[] {
  return functions.flatMap(({ name, file }) => [escaped(name), escaped(file)]);
}

function functionsOf(parts: string[]): FunctionRef[] | null {
  const texts = parts.map(unescaped);
  const functions: FunctionRef[] = [];
  for (let at = 0; at < texts.length; at += 2) {
    const [name, file] = [texts[at], texts[at + 1]];
    if (name == null || file == null) {
      return null;
    }
    functions.push({ name, file });
  }
  return functions;
}

function isGroupBy(word: string): word is GroupBy {
  return word === "package" || word === "file" || word === "category";
}

/** Commas part names: in them they are `~1`, and tildes `~0`, as in JSON pointers (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll(",", "~1");
}

/** `null` where a tilde stands alone. */
function unescaped(text: string): string | null {
  return /~(?![01])/.test(text) ? null : text.replaceAll("~1", ",").replaceAll("~0", "~");
}

function mapped<T, U>(value: T | null | undefined, turn: (value: T) => U): U | null {
  return value == null ? null : turn(value);
}

export function integerOf(text: string): number | null {
  const value = Number(text);
  return /^-?[0-9]+$/.test(text) && Number.isSafeInteger(value) ? value + 0 : null;
}

export function countOf(text: string): number | null {
  const value = integerOf(text);
  return value !== null && value >= 0 && value < 2 ** 32 ? value : null;
}
