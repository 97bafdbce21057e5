// Generated from crates/protocol by `npm run types`. Do not edit.

import type { ViewState } from "./protocol.js";

export type LinkField = {
  key: string;
  path: readonly string[];
  kind: "word" | "maybe-word" | "flag" | "count" | "tick" | "window" | "call" | "text" | "list";
  words: readonly string[];
};

export const LINK_VERSION = 1;

export const DEFAULT_VIEW_STATE: ViewState = {"version":1,"desk":"compare","theme":"auto","selection":null,"search":"","pair":{"a":null,"b":null,"apart":false,"color":"change","scrollA":0,"scrollB":0,"foldsA":[],"foldsB":[],"frames":false},"comparison":{"rules":"","lanes":"overlap","chosenLanes":[],"tau":20,"measure":"plain","normalise":"absolute","floorPercent":5,"floorUs":10,"axis":"zero","anchorA":0,"anchorB":0,"greyIsEqual":false},"matches":{"parts":"both","mode":"one-to-one","lines":false,"lambda":55,"band":30,"beta":45,"hideMatched":false,"hideMoved":false,"hideOnlyA":false,"hideOnlyB":false,"leastUs":0,"function":"","implied":false,"viewpoint":null,"published":false,"clickStays":false}};

export const LINK_FIELDS: readonly LinkField[] = [
  { key: "desk", path: ["desk"], kind: "word", words: ["compare", "structure", "space-time", "fusion", "profile"] },
  { key: "theme", path: ["theme"], kind: "word", words: ["auto", "light", "dark", "contrast"] },
  { key: "sel", path: ["selection"], kind: "call", words: [] },
  { key: "q", path: ["search"], kind: "text", words: [] },
  { key: "pair.a", path: ["pair", "a"], kind: "window", words: [] },
  { key: "pair.b", path: ["pair", "b"], kind: "window", words: [] },
  { key: "pair.apart", path: ["pair", "apart"], kind: "flag", words: [] },
  { key: "pair.color", path: ["pair", "color"], kind: "word", words: ["package", "file", "function", "duration", "match", "change", "shift", "place", "similarity"] },
  { key: "pair.sa", path: ["pair", "scrollA"], kind: "count", words: [] },
  { key: "pair.sb", path: ["pair", "scrollB"], kind: "count", words: [] },
  { key: "pair.fa", path: ["pair", "foldsA"], kind: "list", words: [] },
  { key: "pair.fb", path: ["pair", "foldsB"], kind: "list", words: [] },
  { key: "pair.frames", path: ["pair", "frames"], kind: "flag", words: [] },
  { key: "id", path: ["comparison", "rules"], kind: "text", words: [] },
  { key: "lanes", path: ["comparison", "lanes"], kind: "word", words: ["overlap", "name", "order"] },
  { key: "lp", path: ["comparison", "chosenLanes"], kind: "list", words: [] },
  { key: "tau", path: ["comparison", "tau"], kind: "count", words: [] },
  { key: "sim", path: ["comparison", "measure"], kind: "word", words: ["plain", "multiset", "time"] },
  { key: "norm", path: ["comparison", "normalise"], kind: "word", words: ["absolute", "per-total", "per-call"] },
  { key: "fp", path: ["comparison", "floorPercent"], kind: "count", words: [] },
  { key: "fu", path: ["comparison", "floorUs"], kind: "count", words: [] },
  { key: "axis", path: ["comparison", "axis"], kind: "word", words: ["zero", "chosen", "matched"] },
  { key: "at.a", path: ["comparison", "anchorA"], kind: "tick", words: [] },
  { key: "at.b", path: ["comparison", "anchorB"], kind: "tick", words: [] },
  { key: "grey1", path: ["comparison", "greyIsEqual"], kind: "flag", words: [] },
  { key: "m.parts", path: ["matches", "parts"], kind: "word", words: ["both", "overview", "matches"] },
  { key: "m", path: ["matches", "mode"], kind: "word", words: ["one-to-one", "similarity"] },
  { key: "m.lines", path: ["matches", "lines"], kind: "flag", words: [] },
  { key: "m.lambda", path: ["matches", "lambda"], kind: "count", words: [] },
  { key: "m.band", path: ["matches", "band"], kind: "count", words: [] },
  { key: "m.beta", path: ["matches", "beta"], kind: "count", words: [] },
  { key: "m.xm", path: ["matches", "hideMatched"], kind: "flag", words: [] },
  { key: "m.xv", path: ["matches", "hideMoved"], kind: "flag", words: [] },
  { key: "m.xa", path: ["matches", "hideOnlyA"], kind: "flag", words: [] },
  { key: "m.xb", path: ["matches", "hideOnlyB"], kind: "flag", words: [] },
  { key: "m.us", path: ["matches", "leastUs"], kind: "count", words: [] },
  { key: "m.f", path: ["matches", "function"], kind: "text", words: [] },
  { key: "m.all", path: ["matches", "implied"], kind: "flag", words: [] },
  { key: "m.view", path: ["matches", "viewpoint"], kind: "maybe-word", words: ["a", "b"] },
  { key: "m.pub", path: ["matches", "published"], kind: "flag", words: [] },
  { key: "m.stay", path: ["matches", "clickStays"], kind: "flag", words: [] },
];

// A hash, and what it becomes when it is read and written again.
export const LINK_EXAMPLES: readonly (readonly [string, string])[] = [
  ["", ""],
  ["a=x.json&b=y.json", "a=x.json&b=y.json"],
  ["#a=https%3A%2F%2Fh%2Fa%3Fk%3D1%26l%3D2", "a=https://h/a%3Fk%3D1%26l%3D2"],
  ["v=1&pair.a=-5..1200&pair.apart=1", "v=1&pair.a=-5..1200&pair.apart=1"],
  ["v=1&theme=dark&desk=compare", "v=1&theme=dark"],
  ["v=1&sel=b,120,7,3,0&pair.color=duration&pair.sa=40&pair.sb=7", "v=1&sel=b,120,7,3,0&pair.color=duration&pair.sa=40&pair.sb=7"],
  ["v=1&id=file%20%2Fx%2F%20-&lp=0,4294967295&tau=35&norm=per-call&fp=0&axis=chosen&at.a=-7&at.b=120&grey1=1", "v=1&id=file%20/x/%20-&lp=0,4294967295&tau=35&norm=per-call&fp=0&axis=chosen&at.a=-7&at.b=120&grey1=1"],
  ["v=1&pair.color=shift&m.parts=matches&m=similarity&m.lines=1&m.lambda=20&m.f=parse&m.view=b", "v=1&pair.color=shift&m.parts=matches&m=similarity&m.lines=1&m.lambda=20&m.f=parse&m.view=b"],
  ["v=1&tau=many&sim=best&at.a=9007199254740992&at.b=1.5", ""],
  ["v=1&pair.a=9..3&sel=c,1,1,1,1&pair.sa=-4&pair.apart=yes&theme=pink", ""],
  ["v=7&theme=light&unknown=1", "v=1&theme=light"],
  ["a=na%C3%AFve%20%f0%9f%8e%89%zz.json", "a=na%C3%AFve%20%F0%9F%8E%89%25zz.json"],
  ["v=1&pair.a=0..9007199254740992", ""],
  ["v=1&pair.a=+1..5", ""],
  ["v=1&q=file%3Anodes%20-walk&pair.fa=3,1,4&pair.fb=x", "v=1&q=file:nodes%20-walk&pair.fa=3,1,4"],
];
