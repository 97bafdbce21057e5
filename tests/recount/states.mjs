// When which lane is in which state, from a Chrome trace or a Pajé file, read with nothing but Node.

import { calls, traceText } from "./read.mjs";

/** Seconds as they are written, to the nearest nanosecond. */
function nanoseconds(text) {
  if (/e/i.test(text)) return Math.round(Number(text) * 1e9);
  const [whole, places = ""] = text.split(".");
  const digits = `${places}0000000000`;
  return Number(BigInt(whole + digits.slice(0, 9)) + (digits[9] >= "5" ? 1n : 0n));
}

/** Segments of a Chrome trace by lane: the innermost call is the state. */
function ofChrome(path) {
  const lanes = new Map();
  const all = calls(path);
  // The parts of a call outside of its callees, from left to right.
  const free = all.map(({ start }) => start);
  const tell = (at, to) => {
    const { lane, key, name } = all[at];
    if (free[at] < to) lanes.get(lane).push({ state: name, key, from: free[at], to });
    free[at] = to;
  };
  const open = [];
  const close = (until) => {
    while (open.length > 0 && !until(open.at(-1))) {
      const at = open.pop();
      tell(at, all[at].end);
      if (open.length > 0) free[open.at(-1)] = all[at].end;
    }
  };
  for (const [at, { lane, start, parent }] of all.entries()) {
    if (!lanes.has(lane)) lanes.set(lane, []);
    close((top) => top === parent);
    if (open.length > 0) tell(open.at(-1), start);
    open.push(at);
  }
  close(() => false);
  return lanes;
}

/** The words of a line, those in quotes whole. */
const words = (line) =>
  (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => (word.startsWith('"') ? word.slice(1, -1) : word));

/** Segments of a Pajé file by container: states that are set, pushed and popped. */
function ofPaje(text) {
  const events = new Map(),
    containers = new Map(),
    values = new Map(),
    lanes = new Map();
  let open;
  const named = (alias) => containers.get(alias);
  const told = (lane, at) => {
    const top = lane.stack.at(-1);
    if (top !== undefined && lane.since < at) lane.segments.push({ state: top, key: top, from: lane.since, to: at });
    lane.since = at;
    lane.last = at;
  };
  const laneOf = (alias) => {
    const { path } = named(alias);
    if (!lanes.has(path)) lanes.set(path, { stack: [], since: 0, segments: [] });
    return lanes.get(path);
  };
  let last = 0;
  for (const line of text.split("\n")) {
    if (line.startsWith("%")) {
      const [, first, second, third] = /^%\s*(\S+)(?:\s+(\S+))?(?:\s+(\S+))?/.exec(line) ?? [];
      if (first === "EventDef") ((open = { kind: second, fields: [] }), events.set(third, open));
      else if (first !== "EndEventDef" && first !== undefined) open.fields.push(first);
      continue;
    }
    if (line === "" || line.startsWith("#")) continue;
    const [number, ...given] = words(line);
    const { kind, fields } = events.get(number);
    const of = Object.fromEntries(fields.map((field, at) => [field, given[at]]));
    const time = of.Time === undefined ? 0 : nanoseconds(of.Time);
    last = Math.max(last, time);
    if (kind === "PajeDefineEntityValue") values.set(`${of.Type} ${of.Alias}`, of.Name);
    if (kind === "PajeCreateContainer") {
      const above = named(of.Container)?.path;
      const container = { path: above === undefined ? of.Name : `${above}/${of.Name}` };
      containers.set(of.Alias, container);
      containers.set(of.Name, container);
    }
    if (!["PajeSetState", "PajePushState", "PajePopState", "PajeResetState"].includes(kind)) continue;
    const lane = laneOf(of.Container);
    told(lane, time);
    const value = values.get(`${of.Type} ${of.Value}`) ?? of.Value;
    if (kind === "PajePushState") lane.stack.push(value);
    else if (kind === "PajePopState") lane.stack.pop();
    else lane.stack = kind === "PajeSetState" ? [value] : [];
  }
  const found = new Map();
  for (const [path, lane] of lanes) {
    // Calls that are still open end with the file.
    told(lane, last);
    if (lane.segments.length > 0) found.set(path, lane.segments);
  }
  return found;
}

/** By path of lane: segments of `state`, `from` and `to` in nanoseconds since the first of all; and how long all is. */
export function states(path) {
  const text = traceText(path);
  const lanes = /^\s*[[{]/.test(text) ? ofChrome(path) : ofPaje(text);
  let [first, last] = [Infinity, -Infinity];
  for (const { from, to } of [...lanes.values()].flat()) [first, last] = [Math.min(first, from), Math.max(last, to)];
  for (const segment of [...lanes.values()].flat())
    [segment.from, segment.to] = [segment.from - first, segment.to - first];
  return { lanes, extent: last - first };
}
