// Values for the fields of the view state, the same for the same seed.

import { LANE_EXAMPLE_LANES, type LINK_FIELDS, SUBJECT_EXAMPLES } from "../src/generated/link-table.js";

/** Texts of notes, as links write them. */
const NOTE_TEXTS = ["slow", "a~1 b~2c", "~0<b>", ""];

/** Numbers from 0 to 1, the same for the same seed (Mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A value of a field, as text with row numbers. */
export function someValue(field: (typeof LINK_FIELDS)[number], next: () => number): string {
  const below = (count: number) => Math.floor(next() * count);
  const row = () => String(below(LANE_EXAMPLE_LANES.length));
  const several = (one: () => string, unit = 1) => Array.from({ length: unit * (1 + below(3)) }, one).join(",");
  const pick = (words: readonly string[]) => words[below(words.length)] ?? "";
  if (field.lanes !== "none") {
    const end = () => (below(4) === 0 && field.lanes === "pairs" ? "4294967295" : row());
    return field.kind === "count"
      ? String(below(LANE_EXAMPLE_LANES.length + 1))
      : several(end, field.lanes === "pairs" ? 2 : 1);
  }
  switch (field.kind) {
    case "word":
    case "maybe-word":
      return pick(field.words);
    case "flag":
      return "1";
    case "count":
      return String(below(2 ** 32));
    case "tick":
      return String(Math.floor((next() - 0.5) * 2 * Number.MAX_SAFE_INTEGER));
    case "window": {
      const start = Math.floor((next() - 0.5) * 2 ** 52);
      return `${start}..${start + 1 + below(2 ** 40)}`;
    }
    case "subject":
      return pick(SUBJECT_EXAMPLES);
    case "notes":
      return Array.from({ length: 1 + below(3) }, () => `${pick(NOTE_TEXTS)},${pick(SUBJECT_EXAMPLES)}`).join("\n");
    case "text":
      return Array.from({ length: below(9) }, () => pick([..."aZ9&=#%+~/,: \nü\u{1f389}\u202e"])).join("");
    case "list":
      return several(() => String(below(2 ** 32)));
  }
}
