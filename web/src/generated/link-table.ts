// Generated from crates/protocol by `npm run types`. Do not edit.

import type { ViewState } from "./protocol.js";

export type LinkField = {
  key: string;
  path: readonly string[];
  kind: "word" | "maybe-word" | "flag" | "count" | "tick" | "window" | "subject" | "text" | "list";
  words: readonly string[];
};

export const LINK_VERSION = 1;

export const DEFAULT_VIEW_STATE: ViewState = {"version":1,"desk":"compare","theme":"auto","selection":null,"search":"","time":{"windows":{"a":null,"b":null},"apart":false,"axis":"zero","anchors":{"a":0,"b":0}},"comparison":{"rules":"","lanes":"overlap","chosenLanes":[],"tau":20,"measure":"plain","normalise":"absolute","floorPercent":5,"floorUs":10,"greyIsEqual":false},"paths":{"weight":"","apart":false,"lanes":{"a":[],"b":[]},"inWindows":false},"compare":{"parts":"both","icicle":{"color":"change","steps":[],"scroll":{"a":0,"b":0},"folds":{"a":[],"b":[]},"hidden":{"a":[],"b":[]},"frames":false,"tall":false},"matches":{"mode":"one-to-one","lines":false,"lambda":55,"band":30,"beta":45,"hideMatched":false,"hideMoved":false,"hideOnly":{"a":false,"b":false},"leastUs":0,"function":"","implied":false,"viewpoint":null,"published":false,"clickStays":false}},"profile":{"parts":"both","sides":"difference","flame":{"order":"weight","upward":false,"inverted":false,"width":"larger","folding":"direct","zoom":null,"scroll":0},"funky":{"zoom":null,"leastPx":3,"scroll":0},"table":{"sort":"change","ascending":false,"filter":"","hidden":false,"percentiles":false},"color":"own","plain":{"a":false,"b":false},"root":false}};

export const LINK_FIELDS: readonly LinkField[] = [
  { key: "desk", path: ["desk"], kind: "word", words: ["compare", "structure", "space-time", "fusion", "profile"] },
  { key: "theme", path: ["theme"], kind: "word", words: ["auto", "light", "dark", "contrast"] },
  { key: "sel", path: ["selection"], kind: "subject", words: [] },
  { key: "q", path: ["search"], kind: "text", words: [] },
  { key: "pair.a", path: ["time", "windows", "a"], kind: "window", words: [] },
  { key: "pair.b", path: ["time", "windows", "b"], kind: "window", words: [] },
  { key: "pair.apart", path: ["time", "apart"], kind: "flag", words: [] },
  { key: "axis", path: ["time", "axis"], kind: "word", words: ["zero", "chosen", "matched"] },
  { key: "at.a", path: ["time", "anchors", "a"], kind: "tick", words: [] },
  { key: "at.b", path: ["time", "anchors", "b"], kind: "tick", words: [] },
  { key: "id", path: ["comparison", "rules"], kind: "text", words: [] },
  { key: "lanes", path: ["comparison", "lanes"], kind: "word", words: ["overlap", "name", "order"] },
  { key: "lp", path: ["comparison", "chosenLanes"], kind: "list", words: [] },
  { key: "tau", path: ["comparison", "tau"], kind: "count", words: [] },
  { key: "sim", path: ["comparison", "measure"], kind: "word", words: ["plain", "multiset", "time"] },
  { key: "norm", path: ["comparison", "normalise"], kind: "word", words: ["absolute", "per-total", "per-call"] },
  { key: "fp", path: ["comparison", "floorPercent"], kind: "count", words: [] },
  { key: "fu", path: ["comparison", "floorUs"], kind: "count", words: [] },
  { key: "grey1", path: ["comparison", "greyIsEqual"], kind: "flag", words: [] },
  { key: "w", path: ["paths", "weight"], kind: "text", words: [] },
  { key: "w.apart", path: ["paths", "apart"], kind: "flag", words: [] },
  { key: "w.la", path: ["paths", "lanes", "a"], kind: "list", words: [] },
  { key: "w.lb", path: ["paths", "lanes", "b"], kind: "list", words: [] },
  { key: "w.win", path: ["paths", "inWindows"], kind: "flag", words: [] },
  { key: "pair.color", path: ["compare", "icicle", "color"], kind: "word", words: ["package", "file", "function", "duration", "match", "change", "shift", "place", "similarity"] },
  { key: "pair.steps", path: ["compare", "icicle", "steps"], kind: "list", words: [] },
  { key: "pair.sa", path: ["compare", "icicle", "scroll", "a"], kind: "count", words: [] },
  { key: "pair.sb", path: ["compare", "icicle", "scroll", "b"], kind: "count", words: [] },
  { key: "pair.fa", path: ["compare", "icicle", "folds", "a"], kind: "list", words: [] },
  { key: "pair.fb", path: ["compare", "icicle", "folds", "b"], kind: "list", words: [] },
  { key: "pair.ha", path: ["compare", "icicle", "hidden", "a"], kind: "list", words: [] },
  { key: "pair.hb", path: ["compare", "icicle", "hidden", "b"], kind: "list", words: [] },
  { key: "pair.frames", path: ["compare", "icicle", "frames"], kind: "flag", words: [] },
  { key: "pair.tall", path: ["compare", "icicle", "tall"], kind: "flag", words: [] },
  { key: "m.parts", path: ["compare", "parts"], kind: "word", words: ["both", "overview", "matches"] },
  { key: "m", path: ["compare", "matches", "mode"], kind: "word", words: ["one-to-one", "similarity"] },
  { key: "m.lines", path: ["compare", "matches", "lines"], kind: "flag", words: [] },
  { key: "m.lambda", path: ["compare", "matches", "lambda"], kind: "count", words: [] },
  { key: "m.band", path: ["compare", "matches", "band"], kind: "count", words: [] },
  { key: "m.beta", path: ["compare", "matches", "beta"], kind: "count", words: [] },
  { key: "m.xm", path: ["compare", "matches", "hideMatched"], kind: "flag", words: [] },
  { key: "m.xv", path: ["compare", "matches", "hideMoved"], kind: "flag", words: [] },
  { key: "m.xa", path: ["compare", "matches", "hideOnly", "a"], kind: "flag", words: [] },
  { key: "m.xb", path: ["compare", "matches", "hideOnly", "b"], kind: "flag", words: [] },
  { key: "m.us", path: ["compare", "matches", "leastUs"], kind: "count", words: [] },
  { key: "m.f", path: ["compare", "matches", "function"], kind: "text", words: [] },
  { key: "m.all", path: ["compare", "matches", "implied"], kind: "flag", words: [] },
  { key: "m.view", path: ["compare", "matches", "viewpoint"], kind: "maybe-word", words: ["a", "b"] },
  { key: "m.pub", path: ["compare", "matches", "published"], kind: "flag", words: [] },
  { key: "m.stay", path: ["compare", "matches", "clickStays"], kind: "flag", words: [] },
  { key: "prof.parts", path: ["profile", "parts"], kind: "word", words: ["both", "flame", "funky"] },
  { key: "prof.sides", path: ["profile", "sides"], kind: "word", words: ["difference", "a", "b"] },
  { key: "prof.color", path: ["profile", "color"], kind: "word", words: ["own", "absolute", "share"] },
  { key: "prof.xa", path: ["profile", "plain", "a"], kind: "flag", words: [] },
  { key: "prof.xb", path: ["profile", "plain", "b"], kind: "flag", words: [] },
  { key: "prof.root", path: ["profile", "root"], kind: "flag", words: [] },
  { key: "fl.order", path: ["profile", "flame", "order"], kind: "word", words: ["weight", "name", "first-call", "time"] },
  { key: "fl.up", path: ["profile", "flame", "upward"], kind: "flag", words: [] },
  { key: "fl.inv", path: ["profile", "flame", "inverted"], kind: "flag", words: [] },
  { key: "fl.width", path: ["profile", "flame", "width"], kind: "word", words: ["larger", "a", "b", "changes"] },
  { key: "fl.fold", path: ["profile", "flame", "folding"], kind: "word", words: ["direct", "full", "as-called"] },
  { key: "fl.zoom", path: ["profile", "flame", "zoom"], kind: "subject", words: [] },
  { key: "fl.scroll", path: ["profile", "flame", "scroll"], kind: "count", words: [] },
  { key: "fu.zoom", path: ["profile", "funky", "zoom"], kind: "subject", words: [] },
  { key: "fu.least", path: ["profile", "funky", "leastPx"], kind: "count", words: [] },
  { key: "fu.scroll", path: ["profile", "funky", "scroll"], kind: "tick", words: [] },
  { key: "ft.sort", path: ["profile", "table", "sort"], kind: "word", words: ["change", "name", "file", "self-a", "self-b", "relative", "total-a", "total-b", "calls-a", "calls-b", "mean-a", "mean-b", "p50-a", "p50-b", "p99-a", "p99-b"] },
  { key: "ft.up", path: ["profile", "table", "ascending"], kind: "flag", words: [] },
  { key: "ft.f", path: ["profile", "table", "filter"], kind: "text", words: [] },
  { key: "ft.off", path: ["profile", "table", "hidden"], kind: "flag", words: [] },
  { key: "ft.p", path: ["profile", "table", "percentiles"], kind: "flag", words: [] },
];

// A hash, and what it becomes when it is read and written again.
export const LINK_EXAMPLES: readonly (readonly [string, string])[] = [
  ["", ""],
  ["a=x.json&b=y.json", "a=x.json&b=y.json"],
  ["#a=https%3A%2F%2Fh%2Fa%3Fk%3D1%26l%3D2", "a=https://h/a%3Fk%3D1%26l%3D2"],
  ["v=1&pair.a=-5..1200&pair.apart=1", "v=1&pair.a=-5..1200&pair.apart=1"],
  ["v=1&theme=dark&desk=compare", "v=1&theme=dark"],
  ["v=1&sel=b,120,7,3,0&pair.color=duration&pair.sa=40&pair.sb=7", "v=1&sel=b,120,7,3,0&pair.color=duration&pair.sa=40&pair.sb=7"],
  ["v=1&id=file%20%2Fx%2F%20-&lp=0,4294967295&tau=35&norm=per-call&fp=0&axis=chosen&at.a=-7&at.b=120&grey1=1", "v=1&axis=chosen&at.a=-7&at.b=120&id=file%20/x/%20-&lp=0,4294967295&tau=35&norm=per-call&fp=0&grey1=1"],
  ["v=1&pair.color=shift&m.parts=matches&m=similarity&m.lines=1&m.lambda=20&m.f=parse&m.view=b", "v=1&pair.color=shift&m.parts=matches&m=similarity&m.lines=1&m.lambda=20&m.f=parse&m.view=b"],
  ["v=1&tau=many&sim=best&at.a=9007199254740992&at.b=1.5", ""],
  ["v=1&pair.a=9..3&sel=c,1,1,1,1&pair.sa=-4&pair.apart=yes&theme=pink", ""],
  ["v=7&theme=light&unknown=1", "v=1&theme=light"],
  ["a=na%C3%AFve%20%f0%9f%8e%89%zz.json", "a=na%C3%AFve%20%F0%9F%8E%89%25zz.json"],
  ["v=1&pair.a=0..9007199254740992", ""],
  ["v=1&pair.a=+1..5", ""],
  ["v=1&sel=function,a%7E1b,&theme=dark", "v=1&theme=dark&sel=function,a~1b,"],
  ["v=1&sel=function,a~2,&q=x", "v=1&q=x"],
  ["v=1&q=file%3Anodes%20-walk&pair.fa=3,1,4&pair.fb=x", "v=1&q=file:nodes%20-walk&pair.fa=3,1,4"],
];

// Values of `sel`, every kind of subject.
export const SUBJECT_EXAMPLES: readonly string[] = ["b,120,7,3,0", "match,120,7,3,0,121,9,3,1", "function,Node.walk,docutils/nodes.py", "path,main,a.py,<lambda> ~1 ~0,", "group,package,jinja2", "lane,b,4", "element,src,core,main.c", "relation,f,a.py,g,", "area,a,0,3,2,-100,2000", "time,b,5,90"];
