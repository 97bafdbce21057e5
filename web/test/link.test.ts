// The link codec, held to the examples that the Rust codec is held to.

import assert from "node:assert/strict";
import { test } from "node:test";

import old from "../../crates/protocol/tests/links/meanings.json";
import PLACES from "../../crates/protocol/tests/links/places.json";
import { DEFAULT_VIEW_STATE, LINK_EXAMPLES, LINK_FIELDS, SUBJECT_EXAMPLES } from "../src/generated/link-table.js";
import type { ViewState } from "../src/generated/protocol.js";
import { addressOf, readAddress } from "../src/state/history.js";
import { decode, encode } from "../src/state/link.js";
import { linkNotice } from "../src/state/link-notice.js";
import { mirroredSubject, selectedCall, subjectOf, subjectText } from "../src/state/subject.js";

for (const [read, written] of LINK_EXAMPLES) {
  test(`example ${JSON.stringify(read)}`, () => {
    assert.equal(encode(decode(read)), written);
  });
}

for (const text of SUBJECT_EXAMPLES) {
  test(`subject ${text}`, () => {
    const subject = subjectOf(text);
    assert.ok(subject !== null);
    assert.equal(subjectText(subject), text);
    assert.deepEqual(mirroredSubject(mirroredSubject(subject)), subject);
  });
}

test("what names no subject is refused", () => {
  for (const text of [
    "",
    "c,1,1,1,1",
    "a,1,1,1",
    "function,f~2,",
    "path",
    "path,f",
    "group,colour,x",
    "area,a,0,3,2,9,9",
    "element",
    "relation,f,,g",
    "calls,0,a,b",
    "calls,2,a,b",
    "calls,x,a,b",
  ]) {
    assert.equal(subjectOf(text), null, text);
  }
});

test("names what it does not understand", () => {
  const link = decode("v=7&theme=pink&seq.pattern=3&pair.apart=1");
  assert.deepEqual(link.leftOut, ["v", "theme", "seq.pattern"]);
  assert.equal(link.newer, 7);
  assert.equal(link.state.time.apart, true);
});

test("every field survives", () => {
  const state: ViewState = {
    ...DEFAULT_VIEW_STATE,
    desk: "profile",
    theme: "contrast",
    search: "file:nodes -walk",
    selection: { call: { side: "a", start: 7, duration: 0, depth: 4_294_967_295, lane: 2 } },
    time: {
      windows: { a: { start: -9, end: Number.MAX_SAFE_INTEGER }, b: { start: 0, end: 1 } },
      apart: true,
      axis: "matched",
      anchors: { a: -7, b: 12 },
    },
    comparison: {
      rules: "off name `<.*>` => `<>` Template arguments\nrename `ü` => `ß & 1`",
      lanes: "name",
      chosenLanes: [0, 4_294_967_295],
      tau: 35,
      measure: "time",
      normalise: "per-call",
      floorPercent: 0,
      floorUs: 1,
      greyIsEqual: true,
    },
    paths: { weight: "bytes freed", apart: true, lanes: { a: [1], b: [0, 2] }, inWindows: true },
    profile: {
      parts: "funky",
      sides: "b",
      flame: {
        order: "first-call",
        upward: true,
        inverted: true,
        width: "changes",
        folding: "as-called",
        zoom: {
          path: [
            { name: "ü", file: "" },
            { name: "a,b", file: "~" },
          ],
        },
        scroll: 9,
      },
      funky: { zoom: { function: { name: "f", file: "x.py" } }, leastPx: 1, scroll: -20 },
      table: { sort: "p99-b", ascending: true, filter: "x & y", hidden: true, percentiles: true },
      color: "share",
      plain: { a: true, b: true },
      root: true,
    },
    structure: {
      parts: "radial",
      sides: "b",
      level: "class",
      opened: "lib/a b\nlib/c",
      closed: "app & more",
      root: "lib/c~1",
      beta: 0,
      throughAncestor: true,
      color: "package",
      width: "log",
      blend: "over",
      p: 25,
      rows: "own",
      source: "https://host/{path}#L{line}",
      mark: { time: { side: "b", window: { start: -3, end: 1200 } } },
      alike: 75,
      layers: 'ui "a b"\ncore # main',
    },
    fusion: {
      sides: "both",
      target: "elements",
      size: "bytes",
      color: "depth",
      callColor: "first",
      link: "rest",
      wholeScale: true,
      linear: true,
      published: true,
      height: 3,
      tiling: "squarified",
      cushion: "published",
      level: "module",
      root: "lib/c~1 & d",
      lane: { a: 2, b: 3 },
      scroll: 40,
      linksHidden: true,
    },
    spaceTime: {
      panels: "difference",
      levels: 2,
      within: "a/b",
      states: "depth",
      depth: 3,
      top: 5,
      slices: 30,
      idle: true,
      p: 14_500_000_000,
      gain: "mean",
      fill: "stack",
      hue: "state",
      state: "MPI_Wait",
      partition: "grid",
    },
    compare: {
      parts: "overview",
      icicle: {
        color: "duration",
        steps: [2, 4],
        scroll: { a: 17, b: 4 },
        folds: { a: [3, 1], b: [0] },
        hidden: { a: [2], b: [4, 5] },
        frames: true,
        tall: true,
      },
      matches: {
        mode: "similarity",
        lines: true,
        lambda: 20,
        band: 45,
        beta: 0,
        hideMatched: true,
        hideMoved: true,
        hideOnly: { a: true, b: true },
        leastUs: 7,
        function: "file:ü",
        implied: true,
        viewpoint: "b",
        published: true,
      },
    },
  };
  const text = encode({ a: "x y&z.json", b: "ü/%.json", state });
  LINK_FIELDS.forEach((field) => assert.ok(text.includes(`${field.key}=`), field.key));
  const link = decode(`#${text}`);
  assert.deepEqual([link.a, link.b, link.state, link.leftOut], ["x y&z.json", "ü/%.json", state, []]);
});

test("a link to files of another disk, and one of a newer version, are explained", () => {
  const title = (hash: string) => linkNotice(decode(hash))?.title ?? null;
  assert.equal(title("v=1&pair.a=0..5"), "This link shows files from its sender’s disk.");
  assert.equal(title("a=x.json&v=1&pair.a=0..5"), null);
  assert.equal(title("theme=dark"), null);
  assert.equal(title("v=3&a=x.json"), "This link was made by a newer version (v 3).");
  const { body } = linkNotice(decode("v=3&seq.pattern=1&seq.p=2")) ?? {};
  assert.match(body ?? "", /left out: `seq\.pattern`, `seq\.p`\. Reload/);
});

test("the query moves into the hash, what is not ours stays, the hash counts", () => {
  const url = new URL("https://host/sub/?a=x.json&renderer=webgl&theme=dark#theme=light");
  const link = readAddress(url);
  assert.deepEqual([link.a, link.state.theme], ["x.json", "light"]);
  assert.equal(addressOf(url, link), "/sub/?renderer=webgl#a=x.json");
});

test("a plain page keeps a plain address", () => {
  const url = new URL("https://host/sub/");
  assert.equal(addressOf(url, { a: null, b: null, state: DEFAULT_VIEW_STATE }), "/sub/");
});

type Meaning = Record<string, unknown>;

/** What a state says of all that has a word. */
function meaningOf(state: ViewState): Meaning {
  // They select calls, and nothing else could be selected.
  const told = { ...state, selection: selectedCall(state) };
  const at = (path: string) => path.split(".").reduce<unknown>((value, part) => (value as Meaning)[part], told);
  return Object.fromEntries(Object.entries(PLACES).map(([word, path]) => [word, at(path)]));
}

/** The parts of a hash; their order says nothing. */
function partsOf(hash: string): string[] {
  return hash.split("&").sort();
}

for (const { link, a, b, means, leftOut, again } of old.links) {
  test(`the old link ${JSON.stringify(link)} means what it did, and is written as it was`, () => {
    const read = decode(link);
    assert.deepEqual(meaningOf(read.state), { ...old.defaults, ...means });
    assert.deepEqual([read.a, read.b, read.leftOut], [a, b, leftOut]);
    assert.deepEqual(partsOf(encode(read)), partsOf(again));
  });
}
