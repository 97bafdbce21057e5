// Generated from crates/protocol by `npm run types`. Do not edit.

import type { ViewState } from "./protocol.js";

export type LinkField = {
  key: string;
  path: readonly string[];
  kind: "word" | "flag" | "count" | "window" | "call" | "text" | "list";
  words: readonly string[];
};

export const LINK_VERSION = 1;

export const DEFAULT_VIEW_STATE: ViewState = {"version":1,"desk":"compare","theme":"auto","selection":null,"search":"","pair":{"a":null,"b":null,"apart":false,"color":"file","scrollA":0,"scrollB":0,"foldsA":[],"foldsB":[]}};

export const LINK_FIELDS: readonly LinkField[] = [
  { key: "desk", path: ["desk"], kind: "word", words: ["compare", "structure", "space-time", "fusion", "profile"] },
  { key: "theme", path: ["theme"], kind: "word", words: ["auto", "light", "dark", "contrast"] },
  { key: "sel", path: ["selection"], kind: "call", words: [] },
  { key: "q", path: ["search"], kind: "text", words: [] },
  { key: "pair.a", path: ["pair", "a"], kind: "window", words: [] },
  { key: "pair.b", path: ["pair", "b"], kind: "window", words: [] },
  { key: "pair.apart", path: ["pair", "apart"], kind: "flag", words: [] },
  { key: "pair.color", path: ["pair", "color"], kind: "word", words: ["package", "file", "function", "duration"] },
  { key: "pair.sa", path: ["pair", "scrollA"], kind: "count", words: [] },
  { key: "pair.sb", path: ["pair", "scrollB"], kind: "count", words: [] },
  { key: "pair.fa", path: ["pair", "foldsA"], kind: "list", words: [] },
  { key: "pair.fb", path: ["pair", "foldsB"], kind: "list", words: [] },
];

// A hash, and what it becomes when it is read and written again.
export const LINK_EXAMPLES: readonly (readonly [string, string])[] = [
  ["", ""],
  ["a=x.json&b=y.json", "a=x.json&b=y.json"],
  ["#a=https%3A%2F%2Fh%2Fa%3Fk%3D1%26l%3D2", "a=https://h/a%3Fk%3D1%26l%3D2"],
  ["v=1&pair.a=-5..1200&pair.apart=1", "v=1&pair.a=-5..1200&pair.apart=1"],
  ["v=1&theme=dark&desk=compare", "v=1&theme=dark"],
  ["v=1&sel=b,120,7,3,0&pair.color=duration&pair.sa=40&pair.sb=7", "v=1&sel=b,120,7,3,0&pair.color=duration&pair.sa=40&pair.sb=7"],
  ["v=1&pair.a=9..3&sel=c,1,1,1,1&pair.sa=-4&pair.apart=yes&theme=pink", ""],
  ["v=7&theme=light&unknown=1", "v=1&theme=light"],
  ["a=na%C3%AFve%20%f0%9f%8e%89%zz.json", "a=na%C3%AFve%20%F0%9F%8E%89%25zz.json"],
  ["v=1&pair.a=0..9007199254740992", ""],
  ["v=1&pair.a=+1..5", ""],
  ["v=1&q=file%3Anodes%20-walk&pair.fa=3,1,4&pair.fb=x", "v=1&q=file:nodes%20-walk&pair.fa=3,1,4"],
];
