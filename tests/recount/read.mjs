// A Chrome trace as nested calls, read with nothing but Node: the first step of counting a profile again.
//
// Only what recorders of one thread after another write: `X`, and `B` with `E`. Calls that overlap without nesting are
// refused, since what becomes of them is not for this script to say.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** Digits behind the point that times are added up with: those of a double are at most so many. */
const PLACES = 24;

/** The text of a file, unpacked. */
export function traceText(path) {
  const bytes = readFileSync(path);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes).toString();
  if (bytes.readUInt32LE(0) === 0xfd2fb528)
    return execFileSync("zstd", ["-dc", path], { maxBuffer: 2 ** 31 }).toString();
  return bytes.toString();
}

/** A number as it was written, in units of 10⁻²⁴; no digit is lost on the way. */
function exact(number) {
  const [digits, power] = String(number).split("e");
  const [whole, places = ""] = digits.split(".");
  const shift = PLACES - places.length + Number(power ?? 0);
  if (shift < 0) throw new Error(`${number} has too many digits`);
  return BigInt(whole + places) * 10n ** BigInt(shift);
}

/** Units of 10⁻²⁴ µs to the nearest nanosecond. */
function nanoseconds(units) {
  const one = 10n ** BigInt(PLACES - 3);
  return Number((units + one / 2n) / one);
}

/** Folders of Python's own library and of installed packages. */
const LIBRARY = /^.*[/\\](?:(?:site|dist)-packages|lib[/\\]python\d[\d.]*t?)[/\\]/;

/** `func (path:line)` to name and file, both without what says nothing: the line, the version in a folder, a counter. */
export function identity(raw) {
  const [, name = raw, file = ""] = /^(.*) \((.*):\d+\)$/s.exec(raw) ?? [];
  const counted = name.replace(/:\d+(\)?)$/, "$1").replace(/(.)[ #_/-]\d{1,6}(?:[_/]\d{1,6})*$/, "$1");
  const shown = file.replace(LIBRARY, "").replaceAll(/(?:[-/\\]v?\d+\.\d|@v?\d)[^/\\]*([/\\])/g, "$1");
  return { key: shown === "" ? counted : `${counted} (${shown})`, name: counted, file: shown };
}

/** A name as recorded and after each step: without its line, folders, a line in the name, a counter. */
function steps(raw) {
  const [, name = raw, file = "", line = ""] = /^(.*) \((.*):(\d+)\)$/s.exec(raw) ?? [];
  const { name: counted, file: shown } = identity(raw);
  const forms = [
    [name, `${file}:${line}`],
    [name, file],
    [name, file.replace(LIBRARY, "")],
    [name, shown],
    [name.replace(/:\d+(\)?)$/, "$1"), shown],
    [counted, shown],
  ];
  return { raw, name, file, line, forms: forms.map((form) => form.join("\n")) };
}

const NATURAL = new Intl.Collator("en", { numeric: true });

/** Pairs the names of two sides step by step: names that have a partner are left alone by later steps. */
function partners(sides) {
  const rest = sides.map((raws) => [...new Set(raws)].map(steps));
  const found = [];
  for (let step = 0; step < 6; step += 1) {
    const byForm = new Map();
    rest.forEach((names, side) => {
      for (const name of names) {
        const form = name.forms[step];
        if (!byForm.has(form)) byForm.set(form, [[], []]);
        byForm.get(form)[side].push(name);
      }
    });
    for (const [ofA, ofB] of byForm.values()) {
      if (ofA.length === 0 || ofB.length === 0) continue;
      for (const names of [ofA, ofB]) {
        const order = (x, y) => NATURAL.compare(x.name, y.name) || NATURAL.compare(x.file, y.file) || x.line - y.line;
        names.sort(order);
      }
      if (ofA.length === ofB.length) ofA.forEach((name, at) => found.push([name, ofB[at]]));
      else found.push([...ofA, ...ofB]);
      [ofA, ofB].forEach((names, side) => {
        rest[side] = rest[side].filter((name) => !names.includes(name));
      });
    }
  }
  return [...found, ...rest.flat().map((name) => [name])];
}

/** Gives the calls of two sides the names by which they correspond. Functions with one name get their lines. */
export function nameTogether(sides) {
  const byKey = new Map();
  for (const names of partners(sides.map((calls) => calls.map(({ raw }) => raw)))) {
    const { key } = identity(names[0].raw);
    byKey.set(key, [...(byKey.get(key) ?? []), names]);
  }
  const of = new Map();
  for (const [key, groups] of byKey) {
    const labels = (part) => groups.map((names) => [...new Set(names.map(part))].sort(NATURAL.compare));
    const joined = (texts, by) =>
      texts.length > 2 ? `${texts[0]}${by}…${by}${texts.at(-1)}` : texts.join(`${by}↔${by}`);
    const named = labels(({ name }) => name).map((texts) => joined(texts, " "));
    const isTold = new Set(named).size === groups.length;
    const lines = labels(({ line }) => line).map((texts) => joined(texts, ""));
    groups.forEach((names, at) => {
      const { name: counted, file } = identity(names[0].raw);
      const name =
        groups.length === 1
          ? counted
          : isTold
            ? named[at]
            : `${named[at]} (${/^\d+$/.test(lines[at]) ? "line" : "lines"} ${lines[at]})`;
      const own = { key: groups.length === 1 ? key : file === "" ? name : `${name} (${file})`, name, file };
      for (const { raw } of names) of.set(raw, own);
    });
  }
  return sides.map((calls) => calls.map((call) => ({ ...call, ...of.get(call.raw) })));
}

/** Returns the names of processes by `pid` and of threads by `pid tid`. */
function namesOf(events) {
  const names = new Map();
  for (const { ph, name, pid, tid, args } of events) {
    if (ph === "M" && name === "process_name") names.set(`${pid}`, args.name);
    if (ph === "M" && name === "thread_name") names.set(`${pid} ${tid}`, args.name);
  }
  return names;
}

/** Spans by lane in the order of the file, times in nanoseconds. */
function spans(path) {
  const document = JSON.parse(traceText(path));
  const lanes = new Map();
  const lane = (event) => {
    const name = `${event.pid} ${event.tid}`;
    if (!lanes.has(name)) lanes.set(name, { pid: event.pid, tid: event.tid, spans: [], open: [] });
    return lanes.get(name);
  };
  let places = 0;
  for (const event of document.traceEvents ?? document) {
    if (!["X", "B", "E"].includes(event.ph)) continue;
    places = Math.max(places, (String(event.ts).split(".")[1] ?? "").length);
    const { spans, open } = lane(event);
    if (event.ph === "B") open.push(event);
    // An end that names a call which never began is the end of nothing.
    if (event.ph === "E" && event.name !== undefined && !open.some(({ name }) => name === event.name)) continue;
    const begin = event.ph === "E" ? open.pop() : event.ph === "X" ? event : undefined;
    if (begin === undefined) continue;
    if (event.name !== undefined && begin.name !== event.name)
      throw new Error(`${event.name} ends inside ${begin.name}`);
    const end = event.ph === "X" ? exact(event.ts) + exact(event.dur ?? 0) : exact(event.ts);
    spans.push({ start: nanoseconds(exact(begin.ts)), end: nanoseconds(end), raw: begin.name, at: spans.length });
  }
  // Times are rounded by the last digit that they are written with.
  return {
    lanes: [...lanes.values()],
    names: namesOf(document.traceEvents ?? document),
    rounded: places >= 3 ? 1 : 1000,
  };
}

/**
 * Compares two equal spans, inner one first: where recorders write calls as they return, the later one is the outer
 * one.
 */
function innerFirst(spans) {
  const holds = (outer, inner) =>
    outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;
  let votes = 0;
  for (let at = 1; at < spans.length; at += 1) {
    votes += Number(holds(spans[at], spans[at - 1])) - Number(holds(spans[at - 1], spans[at]));
  }
  return votes > 0;
}

/**
 * The calls of a trace, callers before what they call: start, end, parent (its place in the list, −1 of none), own
 * time, `key`, `name`, `file`, and `lane`: names of process and thread, joined by `/`.
 */
export function calls(path) {
  const { lanes, names, rounded } = spans(path);
  const found = [],
    known = new Map();
  for (const { pid, tid, spans: lane } of lanes) {
    const where = `${names.get(`${pid}`) ?? `process ${pid}`}/${names.get(`${pid} ${tid}`) ?? `thread ${tid}`}`;
    const sign = innerFirst(lane) ? -1 : 1;
    lane.sort((x, y) => x.start - y.start || y.end - x.end || sign * (x.at - y.at));
    const open = [];
    let freeFrom = -Infinity;
    for (const span of lane) {
      let start = Math.max(span.start, freeFrom),
        end = span.end;
      while (open.length > 0) {
        const limit = found[open.at(-1)].end;
        if (limit > start && end <= limit + rounded) {
          end = Math.min(end, limit);
          break;
        }
        if (limit - span.start > rounded && limit > start)
          throw new Error(`${span.raw} at ${span.start} runs beside others`);
        start = Math.max(start, limit);
        freeFrom = Math.max(freeFrom, limit);
        open.pop();
      }
      const parent = open.at(-1) ?? -1;
      if (parent >= 0) start = Math.max(start, found[parent].start);
      end = Math.max(end, start);
      if (parent >= 0) found[parent].own -= end - start;
      if (!known.has(span.raw)) known.set(span.raw, identity(span.raw));
      open.push(found.length);
      found.push({ start, end, parent, own: end - start, raw: span.raw, lane: where, ...known.get(span.raw) });
    }
  }
  return found;
}
