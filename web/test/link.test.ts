// The link codec, held to the examples that the Rust codec is held to.

import assert from "node:assert/strict";
import { test } from "node:test";

import old from "../../crates/protocol/tests/links/meanings.json";
import PLACES from "../../crates/protocol/tests/links/places.json";
import {
  DEFAULT_VIEW_STATE,
  LANE_EXAMPLE_LANES,
  LANE_EXAMPLES,
  LINK_EXAMPLES,
  LINK_FIELDS,
  SUBJECT_EXAMPLES,
  UNPACKED_EXAMPLES,
} from "../src/generated/link-table.js";
import type { ViewState } from "../src/generated/protocol.js";
import { addressOf, readAddress } from "../src/state/history.js";
import { type Address, decode, encode, MAX_LINK_LENGTH, NO_LINK_KEYS, resolved, unpacked } from "../src/state/link.js";
import { laneNames, NOTHING_OPEN, type SideLanes } from "../src/state/link-lanes.js";
import { linkNotice } from "../src/state/link-notice.js";
import { isComplete, upgraded } from "../src/state/link-upgrades.js";
import { MAX_PLAIN_BYTES, MAX_UNPACKED_BYTES, pack, PackedTexts, unpack } from "../src/state/packed-texts.js";
import { random, someValue } from "./some-values.js";
import { mirroredSubject, selectedCall, subjectOf, subjectText } from "../src/state/subject.js";

for (const [read, written] of LINK_EXAMPLES) {
  test(`example ${JSON.stringify(read)}`, () => {
    assert.equal(encode(decode(read)), written);
  });
}

const LANES = laneNames(LANE_EXAMPLE_LANES);
const OPEN: SideLanes = { a: LANES, b: LANES };

/** The address of a view without files. */
function addressWith(state: ViewState): Address {
  return { sources: { a: [], b: [] }, keys: NO_LINK_KEYS, state };
}

for (const [read, waiting, written] of LANE_EXAMPLES) {
  test(`lanes of ${JSON.stringify(read)}`, () => {
    const link = decode(read);
    assert.equal(encode(link), waiting);
    const found = resolved(link.keys.waiting, link.state, OPEN);
    assert.equal(encode({ ...link, ...found, keys: { ...link.keys, waiting: found.waiting } }, OPEN), written);
    assert.equal(encode(decode(read, OPEN), OPEN), written);
  });
}

test("of a key given twice the last value counts, apart from sources", () => {
  const twice = (first: string, last: string) => `a=1.json&a=2.json&v=1&${first}&${last}`;
  for (const [first, last] of [
    ["na=x", "na=y"],
    ["hash.a=00", "hash.a=ff"],
    ["mode=embed", "mode=report"],
    ["desk=profile", "desk=fusion"],
    ["pair.a=0..10", "pair.a=5..20"],
    ["q=one", "q=two"],
  ] as const) {
    assert.equal(encode(decode(twice(first, last))), `a=1.json&a=2.json&v=1&${last}`);
  }
});

test("values wait only for the sides that they name", () => {
  const link = decode("pair.fa=/pool&pair.fb=/pool&lp=/main,/3");
  const found = resolved(link.keys.waiting, link.state, { a: LANES, b: null });
  assert.deepEqual(found.state.compare.icicle.folds, { a: [1], b: [] });
  assert.deepEqual(found.waiting, [
    { key: "pair.fb", value: "/pool" },
    { key: "lp", value: "/main,/3" },
  ]);
});

test("lanes that no trace has are named", () => {
  assert.deepEqual(decode("pair.fa=/main,/gone&sel=a,1,2,3,/other", OPEN).missingLanes, ["/gone", "/other"]);
});

test("row numbers are not written while no side is open", () => {
  const state = structuredClone(DEFAULT_VIEW_STATE);
  state.compare.icicle.folds.a = [1];
  state.selection = { call: { side: "b", start: 1, duration: 2, depth: 3, lane: 0 } };
  state.search = "x";
  assert.equal(encode(addressWith(state)), "v=1&q=x");
  assert.equal(encode(addressWith(state), { a: LANES, b: null }), "v=1&q=x&pair.fa=/pool");
});

for (const [value, rules] of UNPACKED_EXAMPLES) {
  test(`packed rules ${JSON.stringify(value)}`, async () => {
    const link = await unpacked(decode(`id=${value}`));
    assert.equal(link.state.comparison.rules, rules);
    assert.deepEqual(link.leftOut, rules === "" ? ["id"] : []);
  });
}

test("long rules are packed, come back and are bounded", async () => {
  const rules = "rename `pärse_1` => `parse`\n".repeat(200);
  const packed = await pack(rules);
  assert.ok(packed.length < 200, packed);
  assert.equal(await unpack(packed), rules);
  assert.equal((await unpack(await pack("x".repeat(MAX_UNPACKED_BYTES))))?.length, MAX_UNPACKED_BYTES);
  assert.equal(await unpack(await pack("x".repeat(MAX_UNPACKED_BYTES + 1))), null);
});

test("an address has packed rules once they are packed", async () => {
  const rules = "rename `a` => `b`\n".repeat(200);
  const state = { ...DEFAULT_VIEW_STATE, comparison: { ...DEFAULT_VIEW_STATE.comparison, rules } };
  const store = new PackedTexts(() => undefined);
  const write = (of: ViewState) => encode(addressWith(of), NOTHING_OPEN, (text) => store.get(text));
  assert.ok(rules.length > MAX_PLAIN_BYTES);
  assert.ok(write(state).startsWith("v=1&id=rename"));
  await store.ready();
  assert.match(write(state), /^v=1&id=z:[\w-]+$/);
  const short = { ...state, comparison: { ...state.comparison, rules: "rename `a` => `b`" } };
  assert.ok(write(short).startsWith("v=1&id=rename"));
});

test("an overlong link is not read, and data is left out of one", () => {
  const long = `a=data:,${"x".repeat(MAX_LINK_LENGTH)}&q=x`;
  const link = decode(long);
  assert.deepEqual([link.isTooLong, link.state.search], [true, ""]);
  assert.match(linkNotice(link, long.length)?.title ?? "", /^This link is 1\.50.MB long, so it was not opened\.$/);
  const address = { ...addressWith(DEFAULT_VIEW_STATE), sources: { a: [long, "x.json"], b: [] } };
  const data = { ...address, sources: { a: [`data:,${"x".repeat(MAX_LINK_LENGTH)}`, "x.json"], b: [] } };
  assert.equal(addressOf(new URL("https://host/"), data), "/#a=x.json&v=1");
});

test("upgraders run in order from the version of the link, and every version has one", () => {
  const append = (letter: string) => (parts: readonly { key: string; value: string }[]) =>
    parts.map((part) => ({ ...part, value: part.value + letter }));
  const value = (version: number) =>
    upgraded(version, [{ key: "q", value: "1" }], [append("2"), append("3")])[0]?.value;
  assert.deepEqual([0, 1, 2, 3, 9].map(value), ["123", "123", "13", "1", "1"]);
  assert.ok(isComplete());
});

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

/** Returns a state in which every field has another value than its default. */
function otherState(): ViewState {
  const parts = LINK_FIELDS.map((field) => {
    for (let seed = 0; ; seed += 1) {
      const part = `${field.key}=${encodeURIComponent(someValue(field, random(seed)))}`;
      if (encode(addressWith(decode(part, OPEN).state), OPEN) !== "") {
        return part;
      }
    }
  });
  return decode(parts.join("&"), OPEN).state;
}

test("every field survives", () => {
  const state: ViewState = {
    ...otherState(),
    desk: "profile",
    theme: "contrast",
    search: "file:nodes -walk",
    notes: [{ place: "b,1,2,3,/main", text: "a, b\n~c" }],
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
      ranges: { a: { start: 5, end: 9 }, b: { start: 0, end: 70 } },
      sort: "per-call",
    },
    paths: { weight: "bytes freed", apart: true, lanes: { a: [1], b: [0, 2] }, inWindows: true },
    profile: {
      parts: "funky",
      split: 35,
      sides: "b",
      flame: {
        order: "first-call",
        upward: true,
        inverted: true,
        width: "changes",
        folding: "as-called",
        frames: true,
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
      gold: "self",
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
      mark: { time: { side: "b", window: { start: -3, end: 1200 }, other: null } },
      alike: 75,
      labels: 130,
      rare: true,
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
      frames: true,
      linksHidden: true,
    },
    spaceTime: {
      panels: "difference",
      levels: 2,
      allLanes: true,
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
        instants: true,
        counter: "heap: used · A & B",
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
        sums: true,
        root: true,
        raw: true,
        brush: true,
      },
    },
  };
  const sources = { a: ["x y&z.json"], b: ["ü/%.json", "2"] };
  const address = { sources, keys: NO_LINK_KEYS, state };
  const lanes = laneNames(Array.from({ length: 6 }, (_, at) => ({ name: `lane ${at}`, parent: null })));
  const open = { a: lanes, b: lanes };
  const text = encode(address, open);
  LINK_FIELDS.forEach((field) => assert.ok(text.includes(`${field.key}=`), field.key));
  const link = decode(`#${text}`, open);
  assert.deepEqual([link.sources, link.state, link.leftOut], [sources, state, []]);
});

test("states with values of every kind survive, and no row number is written", () => {
  const words = new Set<string>();
  for (let seed = 0; seed < 400; seed += 1) {
    const next = random(seed);
    const parts = LINK_FIELDS.filter(() => next() < 0.7).map((field) => {
      const text = someValue(field, next);
      words.add(`${field.key} ${text}`);
      return `${field.key}=${encodeURIComponent(text)}`;
    });
    const { state } = decode(parts.join("&"), OPEN);
    const text = encode(addressWith(state), OPEN);
    const again = decode(text, OPEN);
    assert.deepEqual([again.state, again.leftOut, again.missingLanes], [state, [], []], `seed ${seed}`);
    assert.deepEqual(encode(decode(text)), text, "with no side open, lanes are written as they were read");
    for (const { key, value } of decode(text).keys.waiting) {
      assert.match(value, /[/-]/, key);
    }
  }
  for (const field of LINK_FIELDS.filter(({ kind }) => kind === "word" || kind === "maybe-word")) {
    field.words.forEach((word) => assert.ok(words.has(`${field.key} ${word}`), `${field.key} ${word}`));
  }
});

test("a link to files of another disk, and one of a newer version, are explained", () => {
  const title = (hash: string) => linkNotice(decode(hash), hash.length)?.title ?? null;
  assert.equal(title("v=1&pair.a=0..5"), "This link shows files from its sender’s disk.");
  assert.equal(title("v=1&sel=a,1,2,3,/main"), "This link shows files from its sender’s disk.");
  assert.equal(title("a=x.json&v=1&pair.a=0..5"), null);
  assert.equal(title("theme=dark"), null);
  assert.equal(title("v=3&a=x.json"), "This link was made by a newer version (v 3).");
  const { body } = linkNotice(decode("v=3&seq.pattern=1&seq.p=2"), 0) ?? {};
  assert.match(body ?? "", /left out: `seq\.pattern`, `seq\.p`\. Reload/);
});

test("values that cannot be read are named, and keys of nobody are not", () => {
  const title = (hash: string) => linkNotice(decode(hash), hash.length)?.title ?? null;
  // The end of a link that was cut in the middle of a value.
  assert.equal(title("a=x.json&v=1&pair.a=100.."), "Values in this link could not be read: `pair.a`.");
  assert.equal(title("a=x.json&v=1&desk=hologram&sel=a,0,5"), "Values in this link could not be read: `desk`, `sel`.");
  assert.equal(title("a=x.json&v=1&utm_source=mail"), null);
});

test("the query moves into the hash, what is not ours stays, the hash counts", () => {
  const url = new URL("https://host/sub/?a=x.json&renderer=webgl&theme=dark#theme=light");
  const link = readAddress(url);
  assert.deepEqual([link.sources.a, link.state.theme], [["x.json"], "light"]);
  assert.equal(addressOf(url, link), "/sub/?renderer=webgl#a=x.json&v=1");
});

test("sources of the hash take the place of those of the query", () => {
  const link = readAddress(new URL("https://host/?a=1.json&a=2.json&b=3.json#a=4.json&a=5.json"));
  assert.deepEqual(link.sources, { a: ["4.json", "5.json"], b: ["3.json"] });
});

test("a query of another viewer is moved, and so is its hash", () => {
  const moved = (address: string) => {
    const url = new URL(address);
    return addressOf(url, readAddress(url));
  };
  assert.equal(moved("https://host/?profiles%5B%5D=1.json&profiles[]=2.json"), "/#a=1.json&b=2.json&v=1");
  assert.equal(moved("https://host/#!/viewer?url=https%3A%2F%2Fh%2Ft&ts=1"), "/#a=https://h/t&v=1");
  assert.equal(moved("https://host/#profileURL=1.json&title=x%20y"), "/#a=1.json&v=1&na=x%20y");
});

test("times of other viewers are read and wait for the trace", () => {
  const { times, leftOut } = decode("url=t&ts=1700000000000000001&dur=5&visStart=1&visEnd=x");
  assert.deepEqual(times, { ts: "1700000000000000001", dur: "5", visStart: "1", visEnd: null });
  assert.deepEqual(leftOut, ["visEnd"]);
});

test("the theme is written for pages that embed the view only", () => {
  const url = new URL("https://host/");
  const address = (hash: string) => addressOf(url, decode(hash));
  assert.equal(address("theme=dark&q=x"), "/#v=1&q=x");
  assert.equal(address("theme=dark&mode=embed"), "/#v=1&mode=embed&theme=dark");
});

test("a plain page keeps a plain address", () => {
  const url = new URL("https://host/sub/");
  assert.equal(addressOf(url, addressWith(DEFAULT_VIEW_STATE)), "/sub/");
});

type Meaning = Record<string, unknown>;

/** What a state says of all that has a word. */
function meaningOf(state: ViewState): Meaning {
  // They select calls, and nothing else could be selected.
  const { structure } = state;
  // Nor had a time a range of the other side.
  const mark =
    structure.mark !== null && "time" in structure.mark
      ? { time: { side: structure.mark.time.side, window: structure.mark.time.window } }
      : structure.mark;
  const told = { ...state, selection: selectedCall(state), structure: { ...structure, mark } };
  const at = (path: string) => path.split(".").reduce<unknown>((value, part) => (value as Meaning)[part], told);
  return Object.fromEntries(Object.entries(PLACES).map(([word, path]) => [word, at(path)]));
}

/** The parts of a hash; their order says nothing. */
function partsOf(hash: string): string[] {
  return hash.split("&").sort();
}

for (const { link, a, b, means, leftOut, again } of old.links) {
  test(`the old link ${JSON.stringify(link)} means what it did, and is written as it was`, async () => {
    const read = await unpacked(decode(link));
    assert.deepEqual(meaningOf(read.state), { ...old.defaults, ...means });
    const [first, second] = [read.sources.a[0] ?? null, read.sources.b[0] ?? null];
    assert.deepEqual([first, second, read.leftOut], [a, b, leftOut]);
    assert.deepEqual(partsOf(encode(read)), partsOf(again));
  });
}
