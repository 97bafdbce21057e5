// Notes: their codec, held to the examples that the Rust codec is held to, and their places.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  DEFAULT_VIEW_STATE,
  LANE_EXAMPLE_LANES,
  NOTE_EXAMPLES,
  SUBJECT_EXAMPLES,
} from "../src/generated/link-table.js";
import type { Note, NotePlace } from "../src/generated/protocol.js";
import { decode, encode, NO_LINK_KEYS, unpacked } from "../src/state/link.js";
import { laneNames, NOTHING_OPEN } from "../src/state/link-lanes.js";
import { notesOf, notesText } from "../src/state/notes-text.js";
import { mirroredNotes, notesAt, notesOfFunction, numberedNotes, placeOf } from "../src/state/notes.js";
import { MAX_PLAIN_BYTES, PackedTexts } from "../src/state/packed-texts.js";
import { subjectOf } from "../src/state/subject.js";

const LANES = laneNames(LANE_EXAMPLE_LANES);

for (const [value, pairs] of NOTE_EXAMPLES) {
  test(`notes ${JSON.stringify(value)}`, () => {
    const notes = pairs.map(([place, text]) => ({ place, text }));
    const read = notesOf(value);
    assert.deepEqual(read ?? [], notes);
    assert.deepEqual(read === null ? null : notesOf(notesText(read)), read);
  });
}

test("any texts and places survive", () => {
  const letters = ["a", "~", ",", "\n", "0", "1", "2", "/", "é", "🎉", "<"];
  const word = (seed: number) =>
    Array.from({ length: seed % 7 }, (_, at) => letters[(seed * 31 + at * at * 7) % letters.length]).join("");
  const notes = Array.from({ length: 400 }, (_, seed) => ({ place: word(seed * 3), text: word(seed * 5 + 1) }));
  assert.deepEqual(notesOf(notesText(notes)), notes);
});

test("places of subjects name lanes by their paths, and only of open sides", () => {
  const call = subjectOf("b,120,7,3,2");
  assert.ok(call !== null);
  assert.equal(placeOf(call, { a: null, b: LANES }), "b,120,7,3,/pool/w");
  assert.equal(placeOf(call, NOTHING_OPEN), null);
  const time = subjectOf("time,b,5,90");
  assert.equal(time && placeOf(time, NOTHING_OPEN), "time,b,5,90");
});

test("swapping the sides turns the places of notes, and swapping again turns them back", () => {
  const open = { a: LANES, b: LANES };
  const notes = SUBJECT_EXAMPLES.map((text): Note => {
    const subject = subjectOf(text);
    return { place: (subject && placeOf(subject, open)) ?? "", text: "b,a" };
  });
  assert.deepEqual(mirroredNotes(mirroredNotes(notes)), notes);
  const turned = (place: string) => mirroredNotes([{ place, text: "" }])[0]?.place;
  assert.equal(turned("b,120,7,3,/main"), "a,120,7,3,/main");
  assert.equal(turned("match,1,2,3,/x,5,6,7,/y"), "match,5,6,7,/y,1,2,3,/x");
  assert.equal(turned("time,a,1,2"), "time,b,1,2");
  assert.equal(turned("path,a,b,b,a"), "path,a,b,b,a");
  assert.equal(turned("desk,compare"), "desk,compare");
});

test("long notes are packed in an address and come back", async () => {
  const notes = Array.from({ length: 9 }, (_, at) => ({ place: "desk,compare", text: `${"walk, ".repeat(50)}${at}` }));
  const state = { ...DEFAULT_VIEW_STATE, notes };
  const store = new PackedTexts(() => undefined);
  const write = () =>
    encode({ sources: { a: [], b: [] }, keys: NO_LINK_KEYS, state }, NOTHING_OPEN, (text) => store.get(text));
  assert.ok(notesText(notes).length > MAX_PLAIN_BYTES);
  assert.ok(write().startsWith("v=1&note=walk"));
  await store.ready();
  assert.match(write(), /^v=1&note=z:[\w-]+$/);
  assert.deepEqual((await unpacked(decode(write()))).state.notes, notes);
  const damaged = await unpacked(decode("note=z:AAAA&q=x"));
  assert.deepEqual([damaged.leftOut, damaged.state.notes, damaged.state.search], [["note"], [], "x"]);
});

test("of a packed and a plain value the last one counts", async () => {
  const packed = `note=z:${"y05VSMssKlFIyy8BAA"}`;
  const last = await unpacked(decode(`${packed}&note=x,desk,compare`));
  assert.deepEqual(last.state.notes, [{ place: "desk,compare", text: "x" }]);
});

test("notes are found by their place and by their function", () => {
  const notes = [
    { place: "function,f,a.py", text: "1" },
    { place: "path,g,,f,a.py", text: "2" },
    { place: "function,f,b.py", text: "3" },
    { place: "desk,profile", text: "4" },
  ];
  const state = { view: { ...DEFAULT_VIEW_STATE, notes }, scene: null };
  const numbers = (list: readonly { number: number }[]) => list.map(({ number }) => number);
  assert.deepEqual(numbers(notesOfFunction(state, { name: "f", file: "a.py" })), [1, 2]);
  assert.deepEqual(numbers(notesAt(state, "desk,profile")), [4]);
  assert.deepEqual(numbers(notesAt(state, null)), []);
  assert.deepEqual(
    numberedNotes(state).map(({ found }): NotePlace | null => found),
    [null, null, null, null],
  );
});

test("a link says that there are no notes only where a saved file has some", () => {
  const hash = (saved: "nothing" | "view" | "notes", keys: string) => {
    const { keys: read, sources, state } = decode(keys);
    return encode({ sources, keys: { ...read, saved }, state });
  };
  assert.equal(hash("nothing", "a=x.diptych"), "a=x.diptych&v=1");
  assert.equal(hash("view", "a=x.diptych"), "a=x.diptych&v=1&note=");
  assert.equal(hash("view", "a=x.diptych&desk=profile"), "a=x.diptych&v=1&desk=profile");
  assert.equal(hash("notes", "a=x.diptych&desk=profile"), "a=x.diptych&v=1&desk=profile&note=");
  assert.equal(hash("notes", "a=x.diptych&note=y,desk,compare"), "a=x.diptych&v=1&note=y,desk,compare");
  assert.equal(decode("a=x.diptych&note=").keys.saved, "notes");
  assert.equal(decode("a=x.diptych&note=&note=y,desk,compare").keys.saved, "nothing");
});

test("notes: a damaged line costs no other note", () => {
  assert.deepEqual(notesOf("good,desk,compare\nbad~9 cut"), [
    { place: "desk,compare", text: "good" },
    { place: "", text: "bad~9 cut" },
  ]);
  assert.equal(notesOf("\n"), null);
});
